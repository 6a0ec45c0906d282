import { sql } from 'kysely';
import { newId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { Tables } from '../../tables.ts';

export interface Client extends Pick<Tables['oauth_clients'], 'id' | 'name' | 'redirect_uris' | 'created_at' | 'document_url'> {
  /** URL of the document with the metadata. Null for an app that registered itself. */
  document_url: string | null;
}

const columns = sql`id, name, redirect_uris, created_at, document_url`;

export async function insertClient(
  db: Db,
  { name, redirectUris, days }: { name: string; redirectUris: string[]; days: number },
): Promise<Client> {
  const { rows } = await sql<Client>`
    INSERT INTO oauth_clients (id, name, redirect_uris, expires_at)
    VALUES (${newId()}, ${name}, ${redirectUris}::text[], now() + make_interval(days => ${days}))
    RETURNING ${columns}`.execute(db);
  return rows[0] as Client;
}

export async function findClient(db: Db, id: string): Promise<Client | undefined> {
  const { rows } = await sql<Client>`SELECT ${columns} FROM oauth_clients WHERE id = ${id}`.execute(db);
  return rows[0];
}

/** Returns the app whose metadata was read from a URL, optionally only if the metadata may still be used for new requests. */
export async function findClientByUrl(
  db: Db,
  url: string,
  { onlyIfFresh }: { onlyIfFresh: boolean },
): Promise<Client | undefined> {
  const { rows } = await sql<Client>`
    SELECT ${columns} FROM oauth_clients
    WHERE document_url = ${url} AND (document_expires_at > now() OR NOT ${onlyIfFresh})`.execute(db);
  return rows[0];
}

/** Stores the metadata of a document, and keeps the app for a number of days at least. */
export async function saveDocument(
  db: Db,
  app: { url: string; name: string; redirectUris: string[]; seconds: number; days: number },
): Promise<Client> {
  const { rows } = await sql<Client>`
    INSERT INTO oauth_clients AS c (id, name, redirect_uris, document_url, document_expires_at, expires_at)
    VALUES (${newId()}, ${app.name}, ${app.redirectUris}::text[], ${app.url}, now() + make_interval(secs => ${app.seconds}),
      now() + make_interval(days => ${app.days}))
    ON CONFLICT (document_url) DO UPDATE SET name = excluded.name, redirect_uris = excluded.redirect_uris,
      document_expires_at = excluded.document_expires_at, expires_at = greatest(c.expires_at, excluded.expires_at)
    RETURNING ${columns}`.execute(db);
  return rows[0] as Client;
}

/** Keeps the registration of an app that was connected. */
export async function extendClient(db: Db, id: string, { days }: { days: number }): Promise<void> {
  await sql`UPDATE oauth_clients SET expires_at = now() + make_interval(days => ${days}) WHERE id = ${id}`.execute(db);
}

export async function deleteExpiredClients(db: Db): Promise<void> {
  await sql`
    DELETE FROM oauth_clients c
    WHERE c.expires_at < now() AND NOT EXISTS (SELECT FROM oauth_grants g WHERE g.client_id = c.id)`.execute(db);
}

import { sql } from 'kysely';
import { newId } from '../../ids.ts';
import type { Db } from '../../postgres/database.ts';

/** A registered app. */
export interface Client {
  id: string;
  name: string;
  redirect_uris: string[];
  created_at: Date;
}

export async function insertClient(
  db: Db,
  { name, redirectUris, days }: { name: string; redirectUris: string[]; days: number },
): Promise<Client> {
  const { rows } = await sql<Client>`
    INSERT INTO oauth_clients (id, name, redirect_uris, expires_at)
    VALUES (${newId()}, ${name}, ${redirectUris}::text[], now() + make_interval(days => ${days}))
    RETURNING id, name, redirect_uris, created_at`.execute(db);
  return rows[0] as Client;
}

export async function findClient(db: Db, id: string): Promise<Client | undefined> {
  const { rows } = await sql<Client>`SELECT id, name, redirect_uris, created_at FROM oauth_clients WHERE id = ${id}`.execute(db);
  return rows[0];
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

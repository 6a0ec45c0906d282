import type { AttributeSubject, AttributeType, IdentityKind, IdentityProof } from '@earshot/contract/instance/values';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import { buildLexemes } from '../../platform/text/lexemes.ts';
import type { SearchedTable } from '../../platform/text/reanalysis.ts';
import type { Tables } from '../tables.ts';
import type { AttributeTypes, AttributeValues } from './attributes.ts';

export interface Person extends Pick<
  Tables['people'],
  'id' | 'name' | 'avatar_url' | 'company_id' | 'created_at' | 'updated_at' | 'last_seen_at'
> {
  user_ids: string[];
  /** Keys of mailboxes. */
  emails: string[];
  attributes: AttributeValues;
}

export interface Identity {
  kind: IdentityKind;
  value: string;
  person_id: string;
  proof: IdentityProof;
  proven_at: Date;
}

export interface Company extends Pick<Tables['companies'], 'id' | 'name' | 'created_at' | 'updated_at'> {
  attributes: AttributeValues;
}

/** Pair of identities that the team separated. */
export type Separation = Pick<Tables['people_separations'], 'user_id' | 'email'>;

export const personColumns = sql.raw(
  ['id, user_ids, emails, name, avatar_url, attributes, company_id, created_at, updated_at, last_seen_at']
    .flatMap((line) => line.split(', '))
    .map((column) => `p.${column}`)
    .join(', '),
);

/** Texts of people that searches find. */
export const SEARCHED_PEOPLE = {
  table: 'people',
  columns: ['name', 'emails', 'user_ids'],
  toText: ({ name, emails, user_ids }: Pick<Person, 'name' | 'emails' | 'user_ids'>) => ({
    text: [name ?? '', ...emails, ...user_ids].join(' '),
  }),
} satisfies SearchedTable<Pick<Person, 'name' | 'emails' | 'user_ids'>>;

/** Locks the people of a project until the end of the transaction, so that proofs are decided one after the other. */
export async function lockPeople(tx: Transaction, projectId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`people:${projectId}`}, 0))`.execute(tx);
}

/** Returns the identities with these values. */
export async function findIdentities(
  db: Db,
  projectId: string,
  { userIds, emails }: { userIds: string[]; emails: string[] },
): Promise<Identity[]> {
  const { rows } = await sql<Identity>`
    SELECT kind, value, person_id, proof, proven_at FROM people_identities
    WHERE project_id = ${projectId} AND kind = 'user_id' AND value = ANY(${userIds}::text[])
    UNION ALL
    SELECT kind, value, person_id, proof, proven_at FROM people_identities
    WHERE project_id = ${projectId} AND kind = 'email' AND value = ANY(${emails}::text[])`.execute(db);
  return rows;
}

/** Returns the name and the latest user id of the person to whom a mailbox belongs, by its key. */
export async function findOwnerOfMailbox(
  db: Db,
  projectId: string,
  mailbox: string,
): Promise<{ name: string | null; user_id: string | null } | undefined> {
  const { rows } = await sql<{ name: string | null; user_id: string | null }>`
    SELECT p.name, p.user_ids[1] AS user_id FROM people_identities i
    JOIN people p ON p.project_id = i.project_id AND p.id = i.person_id
    WHERE i.project_id = ${projectId} AND i.kind = 'email' AND i.value = ${mailbox}`.execute(db);
  return rows[0];
}

/** Returns the identities of a person, the latest first. */
export async function listIdentities(db: Db, projectId: string, personId: string): Promise<Identity[]> {
  const { rows } = await sql<Identity>`
    SELECT kind, value, person_id, proof, proven_at FROM people_identities
    WHERE project_id = ${projectId} AND person_id = ${personId} ORDER BY kind DESC, proven_at DESC, value`.execute(db);
  return rows;
}

export async function findPeople(db: Db, projectId: string, ids: string[]): Promise<Person[]> {
  const { rows } = await sql<Person>`
    SELECT ${personColumns} FROM people p WHERE p.project_id = ${projectId} AND p.id = ANY(${ids}::uuid[])`.execute(db);
  return rows;
}

export async function findPerson(db: Db, projectId: string, id: string): Promise<Person | undefined> {
  const [person] = await findPeople(db, projectId, [id]);
  return person;
}

/** Returns the project of a person, for requests that name the person only. */
export async function findProjectId(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`SELECT project_id FROM people WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

/** Returns the separations of these identities. */
export async function findSeparations(
  tx: Transaction,
  projectId: string,
  { userIds, emails }: { userIds: string[]; emails: string[] },
): Promise<Separation[]> {
  const { rows } = await sql<Separation>`
    SELECT user_id, email FROM people_separations
    WHERE project_id = ${projectId} AND user_id = ANY(${userIds}::text[]) AND email = ANY(${emails}::text[])`.execute(tx);
  return rows;
}

export async function findAttributeTypes(db: Db, projectId: string): Promise<Record<AttributeSubject, AttributeTypes>> {
  const { rows } = await sql<{ subject: AttributeSubject; name: string; type: AttributeType }>`
    SELECT subject, name, type FROM people_attributes WHERE project_id = ${projectId}`.execute(db);
  const findTypes = (subject: AttributeSubject): AttributeTypes =>
    new Map(rows.filter((row) => row.subject === subject).map(({ name, type }) => [name, type]));
  return { person: findTypes('person'), company: findTypes('company') };
}

export async function listAttributes(
  db: Db,
  projectId: string,
): Promise<{ subject: AttributeSubject; name: string; type: AttributeType; created_at: Date }[]> {
  const { rows } = await sql<{ subject: AttributeSubject; name: string; type: AttributeType; created_at: Date }>`
    SELECT subject, name, type, created_at FROM people_attributes
    WHERE project_id = ${projectId} ORDER BY subject DESC, name`.execute(db);
  return rows;
}

export async function declareAttributes(
  tx: Transaction,
  projectId: string,
  subject: AttributeSubject,
  declared: AttributeTypes,
): Promise<void> {
  if (!declared.size) return;
  await sql`
    INSERT INTO people_attributes (project_id, subject, name, type)
    SELECT ${projectId}, ${subject}, name, type
    FROM unnest(${[...declared.keys()]}::text[], ${[...declared.values()]}::text[]) AS given (name, type)
    ON CONFLICT DO NOTHING`.execute(tx);
}

export async function findCompanies(db: Db, projectId: string, ids: string[]): Promise<Company[]> {
  if (!ids.length) return [];
  const { rows } = await sql<Company>`
    SELECT id, name, attributes, created_at, updated_at FROM companies
    WHERE project_id = ${projectId} AND id = ANY(${ids}::text[])`.execute(db);
  return rows;
}

export async function saveCompanies(tx: Transaction, projectId: string, companies: Company[]): Promise<void> {
  if (!companies.length) return;
  await sql`
    INSERT INTO companies (project_id, id, name, attributes, created_at, updated_at)
    SELECT ${projectId}, id, name, attributes, created_at, updated_at
    FROM jsonb_to_recordset(${JSON.stringify(companies)}::jsonb)
      AS given (id text, name text, attributes jsonb, created_at timestamptz, updated_at timestamptz)
    ON CONFLICT (project_id, id) DO UPDATE SET name = excluded.name, attributes = excluded.attributes, updated_at = excluded.updated_at`.execute(
    tx,
  );
}

/** Inserts or updates people. Their times of creation stay, unless `created_at` is earlier. */
export async function savePeople(tx: Transaction, projectId: string, people: Person[]): Promise<void> {
  if (!people.length) return;
  const given = people.map((person) => ({ ...person, lexemes: buildLexemes(projectId, SEARCHED_PEOPLE.toText(person)) }));
  await sql`
    INSERT INTO people AS p (project_id, id, user_ids, emails, name, avatar_url, attributes, company_id, search, created_at, updated_at,
      last_seen_at)
    SELECT ${projectId}, id, user_ids, emails, name, avatar_url, attributes, company_id, array_to_tsvector(lexemes), created_at,
      updated_at, last_seen_at
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (id uuid, user_ids text[], emails text[], name text,
      avatar_url text, attributes jsonb, company_id text, lexemes text[], created_at timestamptz, updated_at timestamptz,
      last_seen_at timestamptz)
    ON CONFLICT (project_id, id) DO UPDATE SET user_ids = excluded.user_ids, emails = excluded.emails, name = excluded.name,
      avatar_url = excluded.avatar_url, attributes = excluded.attributes, company_id = excluded.company_id, search = excluded.search,
      updated_at = excluded.updated_at, last_seen_at = excluded.last_seen_at,
      created_at = CASE WHEN p.created_at - excluded.created_at >= interval '1 millisecond' THEN excluded.created_at ELSE p.created_at END`.execute(
    tx,
  );
}

/** Saves the times at which people were last seen. */
export async function setLastSeen(
  tx: Transaction,
  projectId: string,
  people: Pick<Person, 'id' | 'last_seen_at'>[],
): Promise<void> {
  if (!people.length) return;
  await sql`
    UPDATE people AS p SET last_seen_at = given.last_seen_at
    FROM unnest(${people.map(({ id }) => id)}::uuid[], ${people.map(({ last_seen_at: at }) => at)}::timestamptz[]) AS given (id, last_seen_at)
    WHERE p.project_id = ${projectId} AND p.id = given.id`.execute(tx);
}

/** Inserts identities, or gives them to another person. */
export async function saveIdentities(tx: Transaction, projectId: string, identities: Identity[]): Promise<void> {
  if (!identities.length) return;
  await sql`
    INSERT INTO people_identities (project_id, kind, value, person_id, proof, proven_at)
    SELECT ${projectId}, kind, value, person_id, proof, proven_at
    FROM jsonb_to_recordset(${JSON.stringify(identities)}::jsonb)
      AS given (kind text, value text, person_id uuid, proof text, proven_at timestamptz)
    ON CONFLICT (project_id, kind, value) DO UPDATE
      SET person_id = excluded.person_id, proof = excluded.proof, proven_at = excluded.proven_at`.execute(tx);
}

/** Gives the identities of people to another person. */
export async function moveIdentities(
  tx: Transaction,
  projectId: string,
  from: string,
  to: string,
  proof?: IdentityProof,
): Promise<void> {
  await sql`
    UPDATE people_identities SET person_id = ${to}, proof = coalesce(${proof ?? null}, proof)
    WHERE project_id = ${projectId} AND person_id = ${from}`.execute(tx);
}

export async function deletePeople(tx: Transaction, projectId: string, ids: string[]): Promise<void> {
  if (!ids.length) return;
  await sql`DELETE FROM people WHERE project_id = ${projectId} AND id = ANY(${ids}::uuid[])`.execute(tx);
}

export async function addSeparations(tx: Transaction, projectId: string, separations: Separation[]): Promise<void> {
  await sql`
    INSERT INTO people_separations (project_id, user_id, email)
    SELECT ${projectId}, user_id, email FROM jsonb_to_recordset(${JSON.stringify(separations)}::jsonb) AS given (user_id text, email text)
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Deletes the separations between identities of one person. */
export async function deleteSeparations(
  tx: Transaction,
  projectId: string,
  { user_ids, emails }: Pick<Person, 'user_ids' | 'emails'>,
): Promise<void> {
  await sql`
    DELETE FROM people_separations
    WHERE project_id = ${projectId} AND user_id = ANY(${user_ids}::text[]) AND email = ANY(${emails}::text[])`.execute(tx);
}

import { type RawBuilder, sql } from 'kysely';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import {
  type ExportPage,
  listForms,
  mentions,
  type Person as Identifiers,
  unlessMentions,
  withoutMentions,
} from '../../platform/postgres/person.ts';
import { type Identity, type Person, personColumns, type Separation } from './store.ts';

/** Matches identities of a person. Some products use the address as user id. */
const isIdentity = ({ emails, userIds }: Identifiers): RawBuilder<unknown> =>
  sql`((i.kind = 'user_id' AND (i.value = ANY(${userIds}::text[]) OR lower(i.value) = ANY(${listForms(emails)}::text[])))
    OR (i.kind = 'email' AND i.value = ANY(${emails}::text[])))`;

/** Returns the identifiers with all identities of the people to whom they belong. */
export async function findIdentifiers(db: Db, projectId: string, person: Identifiers): Promise<Identifiers> {
  const { rows } = await sql<Pick<Identity, 'kind' | 'value'>>`
    SELECT kind, value FROM people_identities WHERE project_id = ${projectId} AND person_id IN (
      SELECT i.person_id FROM people_identities i WHERE i.project_id = ${projectId} AND ${isIdentity(person)})`.execute(db);
  const findValues = (kind: Identity['kind']) => rows.filter((row) => row.kind === kind).map(({ value }) => value);
  return {
    emails: [...new Set([...person.emails, ...findValues('email')])],
    userIds: [...new Set([...person.userIds, ...findValues('user_id')])],
  };
}

/** Returns identifiers without those that were added to `known` and that the team separated from it. */
export async function withoutSeparated(
  db: Db,
  projectId: string,
  known: Identifiers,
  { emails, userIds }: Identifiers,
): Promise<Identifiers> {
  const { rows } = await sql<Separation>`
    SELECT user_id, email FROM people_separations
    WHERE project_id = ${projectId} AND user_id = ANY(${userIds}::text[]) AND email = ANY(${emails}::text[])`.execute(db);
  const isSeparated = (one: Partial<Separation>) =>
    rows.some(({ user_id, email }) =>
      one.email === undefined
        ? user_id === one.user_id && known.emails.includes(email)
        : email === one.email && known.userIds.includes(user_id),
    );
  return {
    emails: emails.filter((email) => known.emails.includes(email) || !isSeparated({ email })),
    userIds: userIds.filter((user_id) => known.userIds.includes(user_id) || !isSeparated({ user_id })),
  };
}

/** Returns the people to whom identifiers belong. */
export async function findIdentified(
  db: Db,
  projectId: string,
  person: Identifiers,
  { limit, offset }: ExportPage,
): Promise<Person[]> {
  const { rows } = await sql<Person>`
    SELECT ${personColumns} FROM people p WHERE p.project_id = ${projectId} AND p.id IN (
      SELECT i.person_id FROM people_identities i WHERE i.project_id = ${projectId} AND ${isIdentity(person)})
    ORDER BY p.id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

export async function deletePersonSeparations(
  tx: Transaction,
  projectId: string,
  { emails, userIds }: Identifiers,
): Promise<void> {
  await sql`
    DELETE FROM people_separations WHERE project_id = ${projectId}
      AND (email = ANY(${emails}::text[]) OR user_id = ANY(${userIds}::text[]) OR lower(user_id) = ANY(${listForms(emails)}::text[]))`.execute(
    tx,
  );
}

/** Removes addresses from the profiles of other people and of companies. Returns the people. */
export async function removeMentions(tx: Transaction, projectId: string, person: Identifiers): Promise<Person[]> {
  await sql`
    UPDATE companies SET name = ${withoutMentions(sql`name`, person)}, attributes = ${withoutMentions(sql`attributes::text`, person)}::jsonb
    WHERE project_id = ${projectId} AND ${mentions(sql`concat_ws(' ', name, attributes::text)`, person)}`.execute(tx);
  const { rows } = await sql<Person>`
    UPDATE people p SET name = ${withoutMentions(sql`name`, person)}, avatar_url = ${unlessMentions(sql`avatar_url`, person)},
      attributes = ${withoutMentions(sql`attributes::text`, person)}::jsonb
    WHERE project_id = ${projectId} AND ${mentions(sql`concat_ws(' ', name, avatar_url, attributes::text)`, person)}
    RETURNING ${personColumns}`.execute(tx);
  return rows;
}

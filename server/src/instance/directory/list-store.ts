import type { AttributeOperator, AttributeType, PeopleSort } from '@earshot/contract/instance/values';
import { spellEmail, toMailboxKey } from '@earshot/contract/shared/mailbox';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import {
  countRows,
  descending,
  type PageOf,
  type PageRows,
  readPage,
  readRows,
  type SortOrder,
  textKey,
  timeKey,
  uuidKey,
} from '../../platform/postgres/paging.ts';
import { escapeLike } from '../../platform/postgres/patterns.ts';
import { buildQuery } from '../../platform/text/lexemes.ts';
import type { AttributeValues } from './attributes.ts';
import { type Company, type Person, personColumns } from './store.ts';

/** Condition of an attribute. */
export interface AttributeFilter {
  name: string;
  type: AttributeType;
  operator: AttributeOperator;
  /** Undefined for operators without a value. */
  value: AttributeValues[string] | undefined;
}

export interface PeopleFilter {
  q?: string;
  user_id?: string;
  email?: string;
  company_id?: string;
  created_since?: string;
  created_until?: string;
  attributes: AttributeFilter[];
  /** Condition on `people p`, of a segment. */
  segment?: RawBuilder<unknown>;
}

const COMPARISONS: Partial<Record<AttributeOperator, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

/** Returns a condition on values by name: the attributes of `people p` or of `companies c`, or another column (`jsonb`). */
export function attributeCondition(
  { name, type, operator, value }: AttributeFilter,
  attributes = sql`p.attributes`,
): RawBuilder<unknown> {
  const isSet = sql`${attributes} ? ${name}`;
  if (operator === 'is_set') return isSet;
  if (operator === 'is_not_set') return sql`NOT ${isSet}`;
  const json = JSON.stringify(value);
  const contains = sql`${attributes} @> ${JSON.stringify({ [name]: value })}::jsonb`;
  if (operator === 'is') return contains;
  if (operator === 'is_not') return sql`NOT ${contains}`;
  const comparison = sql.raw(COMPARISONS[operator] ?? '=');
  // Without casts: PostgreSQL may evaluate them for rows of other projects, whose attributes have other types.
  return type === 'number'
    ? sql`(jsonb_typeof(${attributes} -> ${name}) = 'number' AND ${attributes} -> ${name} ${comparison} ${json}::jsonb)`
    : sql`(${attributes} ->> ${name}) COLLATE "C" ${comparison} ${String(value)}`;
}

function condition(projectId: string, filter: PeopleFilter): RawBuilder<unknown> {
  const {
    q,
    user_id: userId,
    email,
    company_id: companyId,
    created_since: since,
    created_until: until,
    attributes,
    segment,
  } = filter;
  const query = q === undefined ? undefined : buildQuery(projectId, spellEmail(q));
  const hasIdentity = (kind: string, value: string) =>
    sql`p.id IN (SELECT person_id FROM people_identities WHERE project_id = ${projectId} AND kind = ${kind} AND value = ${value})`;
  return sql.join(
    [
      sql`p.project_id = ${projectId}`,
      ...(userId === undefined ? [] : [hasIdentity('user_id', userId)]),
      ...(email === undefined ? [] : [hasIdentity('email', toMailboxKey(email))]),
      ...(companyId === undefined ? [] : [sql`p.company_id = ${companyId}`]),
      ...(since === undefined ? [] : [sql`p.created_at >= ${new Date(since)}`]),
      ...(until === undefined ? [] : [sql`p.created_at < ${new Date(until)}`]),
      ...(query ? [sql`p.search @@ ${query}::tsquery`] : []),
      // A query of punctuation only matches nothing.
      ...(q && !query ? [sql`false`] : []),
      ...attributes.map((attribute) => attributeCondition(attribute)),
      ...(segment ? [segment] : []),
    ],
    sql` AND `,
  );
}

const id = uuidKey(sql`p.id`);
const ORDER: Record<PeopleSort, SortOrder> = {
  newest: descending(timeKey(sql`p.created_at`), id),
  last_seen: descending(timeKey(sql`coalesce(p.last_seen_at, timestamptz '1970-01-01 00:00:00+00')`), id),
};

/** A person with the name of the company. */
export type ListedPerson = Person & { company_name: string | null };

const columns = sql`${personColumns}, (
  SELECT c.name FROM companies c WHERE c.project_id = p.project_id AND c.id = p.company_id
) AS company_name`;

export const listPeople = (
  db: Db,
  projectId: string,
  filter: PeopleFilter,
  { sort, ...rows }: { sort: PeopleSort } & PageRows,
): Promise<PageOf<ListedPerson>> =>
  readRows<ListedPerson>(db, { columns, source: sql`people p WHERE ${condition(projectId, filter)}`, order: ORDER[sort], rows });

export async function countPeople(db: Db, projectId: string, filter: PeopleFilter): Promise<number> {
  return await countRows(db, sql`people p WHERE ${condition(projectId, filter)}`);
}

/** Returns people with the names of their companies. */
export async function findListedPeople(db: Db, projectId: string, ids: string[]): Promise<ListedPerson[]> {
  const { rows } = await sql<ListedPerson>`
    SELECT ${columns} FROM people p WHERE p.project_id = ${projectId} AND p.id = ANY(${ids}::uuid[])`.execute(db);
  return rows;
}

/** A company with the number of its people. */
export type ListedCompany = Company & { people_count: number };

const companyColumns = sql`c.id, c.name, c.attributes, c.created_at, c.updated_at, (
  SELECT count(*)::int FROM people p WHERE p.project_id = c.project_id AND p.company_id = c.id
) AS people_count`;

const NEWEST_COMPANIES = descending(timeKey(sql`c.created_at`), textKey(sql`c.id`));

/** Returns a page of companies whose name or id contains a text, the newest first. */
export function listCompanies(
  db: Db,
  projectId: string,
  q: string | undefined,
  rows: PageRows,
): Promise<PageOf<ListedCompany> & { total: number }> {
  const pattern = `%${escapeLike(q ?? '')}%`;
  const matches = q ? sql`AND (c.name ILIKE ${pattern} OR c.id ILIKE ${pattern})` : sql``;
  return readPage<ListedCompany>(db, {
    columns: companyColumns,
    source: sql`companies c WHERE c.project_id = ${projectId} ${matches}`,
    order: NEWEST_COMPANIES,
    rows,
  });
}

/**
 * Returns the identities of up to `limit` people of a company, those who were seen last. Undefined if the company does not exist.
 */
export async function findIdentitiesOfCompany(
  db: Db,
  projectId: string,
  companyId: string,
  limit: number,
): Promise<Pick<Person, 'user_ids' | 'emails'> | undefined> {
  const { rows } = await sql<Pick<Person, 'user_ids' | 'emails'>>`
    WITH members AS MATERIALIZED (
      SELECT p.user_ids, p.emails FROM people p WHERE p.project_id = ${projectId} AND p.company_id = ${companyId}
      ORDER BY p.last_seen_at DESC NULLS LAST LIMIT ${limit}
    )
    SELECT ARRAY(SELECT unnest(user_ids) FROM members) AS user_ids, ARRAY(SELECT unnest(emails) FROM members) AS emails
    FROM companies c WHERE c.project_id = ${projectId} AND c.id = ${companyId}`.execute(db);
  return rows[0];
}

export async function findCompany(db: Db, projectId: string, companyId: string): Promise<ListedCompany | undefined> {
  const { rows } = await sql<ListedCompany>`
    SELECT ${companyColumns} FROM companies c WHERE c.project_id = ${projectId} AND c.id = ${companyId}`.execute(db);
  return rows[0];
}

import { MAX_SEGMENTS, type SegmentCondition, type SegmentDefinition } from '@earshot/contract/instance/people/segments';
import type { IdentityKind } from '@earshot/contract/instance/values';
import { type RawBuilder, sql } from 'kysely';
import { type Db, isForeignKeyViolation, isUniqueViolation, type Transaction } from '../../../platform/postgres/database.ts';
import { countRows } from '../../../platform/postgres/paging.ts';
import type { Tables } from '../../tables.ts';
import { attributeCondition, type AttributeFilter } from '../list-store.ts';
import { type BehaviorSources, isOfEvents, toStart } from './behavior.ts';

export interface PersonSegment extends Pick<
  Tables['people_segments'],
  'project_id' | 'id' | 'name' | 'created_at' | 'updated_at'
> {
  definition: SegmentDefinition;
}

export async function listSegments(db: Db, projectId: string): Promise<PersonSegment[]> {
  const { rows } = await sql<PersonSegment>`
    SELECT * FROM people_segments WHERE project_id = ${projectId} ORDER BY name, id`.execute(db);
  return rows;
}

export async function findSegment(db: Db, projectId: string, id: string): Promise<PersonSegment | undefined> {
  const { rows } = await sql<PersonSegment>`
    SELECT * FROM people_segments WHERE project_id = ${projectId} AND id = ${id}`.execute(db);
  return rows[0];
}

/** Returns the project of a segment, for requests that name the segment only. */
export async function findSegmentProject(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`SELECT project_id FROM people_segments WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

/** Returns `'limit'` if the project has too many segments, and `'taken'` if the name is taken. */
export async function insertSegment(
  tx: Transaction | Db,
  projectId: string,
  { id, name, definition }: Pick<PersonSegment, 'id' | 'name' | 'definition'>,
): Promise<PersonSegment | 'taken' | 'limit'> {
  if ((await countRows(tx, sql`people_segments WHERE project_id = ${projectId}`)) >= MAX_SEGMENTS) return 'limit';
  const { rows } = await sql<PersonSegment>`
    INSERT INTO people_segments (project_id, id, name, definition)
    VALUES (${projectId}, ${id}, ${name}, ${JSON.stringify(definition)}::jsonb)
    ON CONFLICT (project_id, name) DO NOTHING RETURNING *`.execute(tx);
  return rows[0] ?? 'taken';
}

/** Returns undefined if the segment does not exist, and `'taken'` if the name is taken. */
export async function updateSegment(
  tx: Transaction,
  projectId: string,
  id: string,
  { name = null, definition }: { name?: string | null | undefined; definition?: SegmentDefinition | undefined },
): Promise<PersonSegment | 'taken' | undefined> {
  try {
    const { rows } = await sql<PersonSegment>`
      UPDATE people_segments SET name = coalesce(${name}, name),
        definition = coalesce(${definition ? JSON.stringify(definition) : null}::jsonb, definition), updated_at = now()
      WHERE project_id = ${projectId} AND id = ${id} RETURNING *`.execute(tx);
    return rows[0];
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  }
}

/** Returns `'used'` if a board is limited to the segment. */
export async function deleteSegment(
  tx: Transaction,
  projectId: string,
  id: string,
): Promise<{ name: string } | 'used' | undefined> {
  try {
    const { rows } = await sql<{ name: string }>`
      DELETE FROM people_segments WHERE project_id = ${projectId} AND id = ${id} RETURNING name`.execute(tx);
    return rows[0];
  } catch (error) {
    if (isForeignKeyViolation(error)) return 'used';
    throw error;
  }
}

/** Returns the user ids of people who have several. */
export async function findMergedUserIds(db: Db, projectId: string): Promise<string[][]> {
  const { rows } = await sql<{ user_ids: string[] }>`
    SELECT user_ids FROM people WHERE project_id = ${projectId} AND cardinality(user_ids) > 1`.execute(db);
  return rows.map(({ user_ids }) => user_ids);
}

/** The person to whom an identity belongs. */
export interface Owner {
  id: string;
  user_ids: string[];
}

/** Returns the person to whom an identity belongs. */
export async function findOwner(
  db: Db,
  projectId: string,
  { kind, value }: { kind: IdentityKind; value: string },
): Promise<Owner | undefined> {
  const { rows } = await sql<Owner>`
    SELECT p.id, p.user_ids FROM people_identities i JOIN people p ON p.project_id = i.project_id AND p.id = i.person_id
    WHERE i.project_id = ${projectId} AND i.kind = ${kind} AND i.value = ${value}`.execute(db);
  return rows[0];
}

/** Returns whether a condition on `people p` holds for a person. */
export async function holdsFor(db: Db, projectId: string, personId: string, condition: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM people p WHERE p.project_id = ${projectId} AND p.id = ${personId} AND ${condition}`.execute(db);
  return rows.length > 0;
}

/** Returns a condition that holds for everyone or no one. */
export const always = (holds: boolean): RawBuilder<unknown> => sql`${holds}::boolean`;

/** Number of people up to which looking them up one by one is faster than reading all. */
const MAX_LOOKUPS = 50_000;

/** Returns the condition that `people p` have one of some user ids, or none of them. */
export function hasUserId(projectId: string, userIds: string[], { isExcluded }: { isExcluded: boolean }): RawBuilder<unknown> {
  const owners = sql`(SELECT i.person_id FROM people_identities i
    WHERE i.project_id = ${projectId} AND i.kind = 'user_id' AND i.value = ANY(${userIds}::text[]))`;
  if (isExcluded) return sql`p.id NOT IN ${owners}`;
  // PostgreSQL reads all people for a subquery, also for few of them, and looks up those of an array. It hashes the set where the condition
  // is only a part of a condition or a value, and would search an array for each person.
  return userIds.length <= MAX_LOOKUPS ? sql`p.id IN (SELECT unnest(ARRAY${owners}))` : sql`p.id IN ${owners}`;
}

interface Parts {
  records: Omit<BehaviorSources, 'events'>;
  /** The condition of all conditions on events. */
  events: RawBuilder<unknown> | undefined;
  /** The only person of interest. */
  personId: string | undefined;
  now: number;
}

/** Returns the condition on `people p` of a segment. */
export function segmentCondition(
  projectId: string,
  { match, conditions }: SegmentDefinition,
  { events, ...others }: Parts,
): RawBuilder<unknown> {
  const parts = conditions.filter((condition) => !isOfEvents(condition)).map((condition) => toSql(projectId, condition, others));
  return sql`(${sql.join(events ? [...parts, events] : parts, match === 'all' ? sql` AND ` : sql` OR `)})`;
}

function toSql(
  projectId: string,
  condition: SegmentCondition,
  { records, personId, now }: Omit<Parts, 'events'>,
): RawBuilder<unknown> {
  const { kind, at_least: atLeast = 1, within_days: days } = condition;
  const since = toStart(days, now);
  const unlessNegated = (part: RawBuilder<unknown>) => (condition.negated ? sql`NOT ${part}` : part);
  switch (kind) {
    case 'attribute':
      return attributeCondition(toFilter(condition));
    case 'company_attribute':
      // People without a company have no attributes of companies.
      return sql`coalesce((SELECT ${attributeCondition(toFilter(condition), sql`c.attributes`)} FROM companies c
        WHERE c.project_id = ${projectId} AND c.id = p.company_id), ${EMPTY_MATCHES.has(condition.operator)})`;
    case 'company':
      return companyCondition(condition);
    case 'last_seen':
      return unlessNegated(
        sql`coalesce(${sql.join(
          [
            ...(condition.until === undefined ? [] : [sql`p.last_seen_at < ${new Date(condition.until)}`]),
            ...(condition.since === undefined ? [] : [sql`p.last_seen_at >= ${new Date(condition.since)}`]),
            ...(since === undefined ? [] : [sql`p.last_seen_at >= ${new Date(since)}`]),
          ],
          sql` AND `,
        )}, false)`,
      );
    case 'feedback':
    case 'vote':
      return unlessNegated(
        records[kind](projectId, { atLeast, personId, since: since === undefined ? undefined : new Date(since) }),
      );
    default:
      return sql`false`;
  }
}

/** Operators that hold without a value. */
const EMPTY_MATCHES: ReadonlySet<string | undefined> = new Set(['is_not', 'is_not_set']);

const toFilter = ({ attribute = '', operator = 'is_set', value }: SegmentCondition): AttributeFilter => ({
  name: attribute,
  // The value has the declared type. Dates are compared as texts.
  type: typeof value === 'number' ? 'number' : 'text',
  operator,
  value,
});

function companyCondition({ operator, value }: SegmentCondition): RawBuilder<unknown> {
  if (operator === 'is_set') return sql`p.company_id IS NOT NULL`;
  if (operator === 'is_not_set') return sql`p.company_id IS NULL`;
  return operator === 'is' ? sql`coalesce(p.company_id = ${value}, false)` : sql`p.company_id IS DISTINCT FROM ${value}`;
}

/** Returns the condition that a mailbox key is an identity of one of the `people p` with a condition. */
export const ownsAddress = (
  projectId: string | RawBuilder<unknown>,
  email: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`EXISTS (
  SELECT FROM people_identities i JOIN people p ON p.project_id = i.project_id AND p.id = i.person_id
  WHERE i.project_id = ${projectId} AND i.kind = 'email' AND i.value = ${email} AND ${condition})`;

import type { VoterSort } from '@earshot/contract/services/feedback/values';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { descending, numberKey, type PageRows, readPage, textKey, timeKey } from '../../../platform/postgres/paging.ts';
import { readNumber } from '../scores/scores-store.ts';
import type { Voter } from './votes-store.ts';

/** A voter, and the person of the directory whom the voter is known as. */
export interface ListedVoter extends Voter {
  person_id: string | null;
  company_id: string | null;
  company_name: string | null;
  plan: string | null;
  mrr: number | null;
}

const plan = sql`coalesce(p.attributes ->> 'plan', c.attributes ->> 'plan')`;
const mrr = sql`coalesce(${readNumber(sql`c.attributes`, 'mrr')}, ${readNumber(sql`p.attributes`, 'mrr')})`;

const buildVotes = (projectId: string, entryId: string) => sql`feedback_votes v
  LEFT JOIN people_identities i ON i.project_id = v.project_id AND i.value = substr(v.voter, 5)
    AND i.kind = CASE left(v.voter, 4) WHEN 'end:' THEN 'user_id' WHEN 'eml:' THEN 'email' END
  LEFT JOIN people p ON p.project_id = i.project_id AND p.id = i.person_id
  LEFT JOIN companies c ON c.project_id = p.project_id AND c.id = p.company_id
  WHERE v.project_id = ${projectId} AND v.entry_id = ${entryId}`;

const latest = [timeKey(sql`v.created_at`), textKey(sql`v.voter`)];

/** Returns the voters of an entry, latest or most revenue first. */
export const listVoters = (
  db: Db,
  projectId: string,
  entryId: string,
  { sort, ...rows }: { sort?: VoterSort | undefined } & PageRows,
) =>
  readPage<ListedVoter>(db, {
    columns: sql`v.project_id, v.entry_id, v.voter, v.voter_name, v.voter_email, v.value, v.on_behalf_id, v.import_id, v.created_at,
      p.id AS person_id, c.id AS company_id, c.name AS company_name, ${plan} AS plan, ${mrr} AS mrr`,
    source: buildVotes(projectId, entryId),
    order: sort === 'mrr' ? descending(numberKey(sql`coalesce(${mrr}, '-infinity'::float8)`), ...latest) : descending(...latest),
    rows,
  });

interface VoterSums {
  company_count: number;
  mrr: number | null;
  /** Number of upvotes of people without revenue. */
  mrr_unknown: number;
}

/** Returns the number of companies of people who upvoted an entry, and the sum of their revenue: each company and person once. */
export async function sumVoters(db: Db, projectId: string, entryId: string): Promise<VoterSums> {
  const { rows } = await sql<VoterSums>`
    SELECT count(company_id)::int AS company_count, sum(mrr) AS mrr, coalesce(sum(unknown), 0)::int AS mrr_unknown FROM (
      SELECT c.id AS company_id, max(${mrr}) AS mrr, count(*) FILTER (WHERE ${mrr} IS NULL) AS unknown
      FROM ${buildVotes(projectId, entryId)} AND v.value = 1
      GROUP BY c.id, CASE WHEN c.id IS NULL THEN p.id END
    ) AS payer`.execute(db);
  return rows[0] as VoterSums;
}

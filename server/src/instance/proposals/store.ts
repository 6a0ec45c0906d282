import type { ProposalKind, ProposalState } from '@earshot/contract/instance/values';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import { countRows, descending, type PageRows, readPage, uuidKey } from '../../platform/postgres/paging.ts';
import type { Tables } from '../tables.ts';
import type { Change } from './kinds.ts';

type Row = Tables['proposals'];

export interface Proposal extends Row {
  kind: ProposalKind;
  state: ProposalState;
  change: Change | null;
}

export interface Filter {
  kind?: ProposalKind | undefined;
  state?: ProposalState | undefined;
  subject_id?: string | undefined;
}

const equals = (column: RawBuilder<unknown>, value: string | undefined) =>
  value === undefined ? sql`true` : sql`${column} = ${value}`;

/** Returns a page of the proposals of some kinds, latest first. */
export const listProposals = (
  db: Db,
  projectId: string,
  { kinds, filter, rows }: { kinds: ProposalKind[]; filter: Filter; rows: PageRows },
) =>
  readPage<Proposal>(db, {
    columns: sql`p.*`,
    source: sql`proposals p WHERE p.project_id = ${projectId} AND p.kind = ANY(${kinds}::text[])
      AND ${equals(sql`p.kind`, filter.kind)} AND ${equals(sql`p.state`, filter.state)}
      AND ${equals(sql`p.subject_id`, filter.subject_id)}`,
    order: descending(uuidKey(sql`p.id`)),
    rows,
  });

/** Returns a proposal. A locked one stays the same until the end of the transaction. */
export async function findProposal(
  db: Db,
  projectId: string,
  id: string,
  { isLocked = false } = {},
): Promise<Proposal | undefined> {
  const { rows } = await sql<Proposal>`
    SELECT * FROM proposals WHERE project_id = ${projectId} AND id = ${id} ${isLocked ? sql`FOR UPDATE` : sql``}`.execute(db);
  return rows[0];
}

/** Finds the project of a proposal, for session requests that name the proposal only. */
export async function findProposalProject(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`SELECT project_id FROM proposals WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

/** Returns the kinds of the proposals about a subject. */
export async function findKinds(db: Db, projectId: string, subjectId: string): Promise<ProposalKind[]> {
  const { rows } = await sql<{ kind: ProposalKind }>`
    SELECT DISTINCT kind FROM proposals WHERE project_id = ${projectId} AND subject_id = ${subjectId}`.execute(db);
  return rows.map(({ kind }) => kind);
}

/** First key of the locks of daily limits, by project. */
const LIMITS = 0x70_72_70_6c;

/** Counts the proposals of a project within 24 hours. Others count once the transaction ends. */
export async function countRecent(tx: Transaction, projectId: string): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(LIMITS)}, hashtext(${projectId}))`.execute(tx);
  return await countRows(tx, sql`proposals WHERE project_id = ${projectId} AND created_at > now() - interval '1 day'`);
}

export type NewProposal = Pick<Proposal, 'project_id' | 'id' | 'kind' | 'subject_id' | 'change'>;

/** First key of the locks of erasures, by project. */
const ERASURES = 0x70_72_70_65;

/** Adds a proposal that proposes nothing yet. Waits for erasures of the project, so that it is not made of records that they delete. */
export async function beginProposal(
  tx: Transaction,
  { project_id, id, kind }: Pick<Proposal, 'project_id' | 'id' | 'kind'>,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(${sql.lit(ERASURES)}, hashtext(${project_id}))`.execute(tx);
  await sql`INSERT INTO proposals (project_id, id, kind, state) VALUES (${project_id}, ${id}, ${kind}, 'empty')`.execute(tx);
}

/** Stores what a proposal proposes. It replaces an open one of the same kind about the same subject. @returns undefined when it was deleted */
export async function completeProposal(
  tx: Transaction,
  { project_id, id, kind, subject_id, change }: NewProposal,
): Promise<Proposal | undefined> {
  // Proposals that are made at the same time see each other, so that one stays open.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`proposals:${project_id}:${kind}:${subject_id}`}, 0))`.execute(tx);
  await sql`
    UPDATE proposals SET state = 'dismissed', decided_at = now()
    WHERE project_id = ${project_id} AND kind = ${kind} AND subject_id IS NOT DISTINCT FROM ${subject_id}::text AND state = 'open'`.execute(
    tx,
  );
  const { rows } = await sql<Proposal>`
    UPDATE proposals
    SET state = ${change ? 'open' : 'empty'}, subject_id = ${subject_id}, change = ${change && JSON.stringify(change)}::jsonb
    WHERE project_id = ${project_id} AND id = ${id} RETURNING *`.execute(tx);
  return rows[0];
}

export async function deleteProposal(db: Db, { project_id, id }: Pick<Proposal, 'project_id' | 'id'>): Promise<void> {
  await sql`DELETE FROM proposals WHERE project_id = ${project_id} AND id = ${id}`.execute(db);
}

/** Stores a decision. */
export async function decideProposal(
  tx: Transaction,
  { project_id, id }: Pick<Proposal, 'project_id' | 'id'>,
  { state, result_id, decided_by }: Pick<Proposal, 'state' | 'result_id' | 'decided_by'>,
): Promise<Proposal> {
  const { rows } = await sql<Proposal>`
    UPDATE proposals SET state = ${state}, result_id = ${result_id}, decided_by = ${decided_by}, decided_at = now()
    WHERE project_id = ${project_id} AND id = ${id} RETURNING *`.execute(tx);
  return rows[0] as Proposal;
}

/** Deletes the proposals of a project. Those that begin later wait until the transaction ends. Returns their number. */
export async function eraseProposals(tx: Transaction, projectId: string): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(ERASURES)}, hashtext(${projectId}))`.execute(tx);
  const { numAffectedRows } = await sql`DELETE FROM proposals WHERE project_id = ${projectId}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Deletes the proposals that are older than a number of days. */
export async function deleteOldProposals(db: Db, days: number): Promise<void> {
  await sql`/* all projects */ DELETE FROM proposals WHERE created_at < now() - make_interval(days => ${days}::int)`.execute(db);
}

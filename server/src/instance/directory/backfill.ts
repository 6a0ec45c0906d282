import type { FastifyBaseLogger } from 'fastify';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { HOURLY_RETRIES, type JobQueue } from '../../platform/jobs/queue.ts';
import { type Db, isForeignKeyViolation, transact } from '../../platform/postgres/database.ts';
import { claimOnce, listProjectIds } from './backfill-store.ts';
import { type Proof, provePeople } from './proving.ts';
import { findIdentities } from './store.ts';

const QUEUE = 'people.backfill';
// ClickHouse can be unavailable for some days.
const RETRY = { ...HOURLY_RETRIES, delaySeconds: 30 };
/** Proofs of one job, which is one transaction. */
const PAGE = 2_000;

/** A proof in the records of a service. Keys are unique within a project, and sort in the order of the pages. */
export interface RecordedProof {
  key: string;
  proof: Proof;
}

/** Reads proofs that the records of a project contain, in the order of their keys. */
export type ProofSource = (
  db: Db,
  projectId: string,
  page: { after: string | undefined; limit: number },
) => Promise<RecordedProof[]>;

interface Payload {
  project_id: string;
  /** Index of the source. */
  source: number;
  after: string | null;
}

/**
 * Defines the job that creates people from records that are older than people: events with user ids, and confirmed addresses. The first
 * start sends a job for each project. A job reads a page of proofs, and sends itself for the next one in the same transaction, so that it
 * continues after a restart, and one node works on a page. People who exist are not changed. Must be called before the queue starts.
 */
export function defineBackfill(
  { db, jobs, log }: { db: Db; jobs: JobQueue; log: Pick<FastifyBaseLogger, 'info'> },
  sources: ProofSource[],
): void {
  jobs.define<Payload>(QUEUE, RETRY, async ({ project_id: projectId, source, after }) => {
    const found = (await sources[source]?.(db, projectId, { after: after ?? undefined, limit: PAGE })) ?? [];
    const last = found.length < PAGE ? undefined : found.at(-1);
    const next = last ? { source, after: last.key } : { source: source + 1, after: null };
    try {
      await transact(db, async (tx) => {
        await provePeople(tx, projectId, await withoutKnown(tx, projectId, found));
        if (next.source < sources.length) await jobs.send(tx, QUEUE, [{ project_id: projectId, ...next }]);
        else log.info({ project_id: projectId }, 'created people from earlier records');
      });
    } catch (error) {
      // The project was deleted meanwhile.
      if (!isForeignKeyViolation(error)) throw error;
    }
  });
  jobs.onStart(() =>
    transact(db, async (tx) => {
      if (!(await claimOnce(tx, QUEUE))) return;
      const ids = await listProjectIds(tx);
      await jobs.send(
        tx,
        QUEUE,
        ids.map((id) => ({ project_id: id, source: 0, after: null })),
      );
    }),
  );
}

/** Returns the proofs of identities that nobody has yet. */
async function withoutKnown(db: Db, projectId: string, found: RecordedProof[]): Promise<Proof[]> {
  const proofs = found.map(({ proof }) => proof);
  const known = await findIdentities(db, projectId, {
    userIds: proofs.flatMap(({ userId }) => userId ?? []),
    emails: proofs.flatMap(({ email }) => (email === undefined ? [] : toMailboxKey(email))),
  });
  const values = new Set(known.map(({ kind, value }) => `${kind} ${value}`));
  return proofs.filter(
    ({ userId, email }) => !values.has(userId === undefined ? `email ${toMailboxKey(email ?? '')}` : `user_id ${userId}`),
  );
}

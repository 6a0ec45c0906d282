import type { WaitlistStatus } from '@earshot/contract/services/waitlist/values';
import { snapshot } from '../../platform/postgres/database.ts';
import type { Reads } from '../../platform/postgres/replica.ts';
import type { Project } from '../../instance/projects/store.ts';
import { type Entry, listBatch } from './store.ts';

export const EXPORT_COLUMNS = [
  'position',
  'email',
  'name',
  'status',
  'referral_code',
  'referral_url',
  'referral_count',
  'referral_source',
  'notes',
  'metadata',
  'confirmed_at',
  'invited_at',
  'created_at',
];
const BATCH_SIZE = 2_000;

/** Yields all entries from one snapshot: first the line in order of position, then all others in the order of joining. */
export async function* exportRows(
  reads: Reads,
  project: Project,
  status: WaitlistStatus | undefined,
  urlOf: (code: string) => string,
): AsyncGenerator<object> {
  let position = 0;
  const toRow = (entry: Entry, isInLine: boolean) => ({
    ...entry,
    position: isInLine ? (position += 1) : null,
    referral_url: urlOf(entry.referral_code),
    metadata: JSON.stringify(entry.metadata),
  });
  yield* snapshot(reads, async function* (tx) {
    for (const isInLine of [true, false]) {
      for (let after = 0, isDone = false; !isDone;) {
        const batch = await listBatch(tx, project.id, { isInLine, status, after, limit: BATCH_SIZE });
        for (const entry of batch) yield toRow(entry, isInLine);
        after = batch.at(-1)?.cursor ?? after;
        isDone = batch.length < BATCH_SIZE;
      }
    }
  });
}

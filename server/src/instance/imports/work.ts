import { truncate } from '@earshot/contract/shared/text';
import type { FastifyBaseLogger } from 'fastify';
import { IMPORT_COLLECTIONS, type ImportCollection, type ImportStatus } from '@earshot/contract/instance/values';
import { RECORD_OUTCOMES } from '@earshot/contract/shared/values';
import { invalidField } from '../../platform/api/errors.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { type Transaction, transact } from '../../platform/postgres/database.ts';
import { getProject } from '../projects/projects.ts';
import { type ArchiveWorkDeps, createArchiveWork } from './archive-work.ts';
import { createRehosting, type ImageDeps, undoImages } from './images.ts';
import { createReader, type ImportContext, type Importer, isRefused, type Outcome } from './importer.ts';
import { readItems, type ReadingDeps } from './reading.ts';
import { type Item, UnreadableFileError } from './sources/source.ts';
import { type Counts, deleteProblems, findImport, type Import, insertProblems, type Problem, updateImport } from './store.ts';

const QUEUE = 'imports.work';
const BATCH_SIZE = 1_000;
/** Records whose images are fetched before they are stored. A stop waits for them. */
const REHOSTED_BATCH_SIZE = 50;
/** Problems that are stored of an import; further ones are only counted. */
const MAX_PROBLEMS = 10_000;
/** A longer job would be repeated while it still runs. The rest of an import is another job. */
const MAX_JOB_MS = 10 * 60_000;
/** An archive is restored by one job. */
const MAX_ARCHIVE_SECONDS = 12 * 3_600;
/** Limits of the texts and lists of a record in the list of problems. */
const [MAX_TEXT_LENGTH, MAX_LIST_LENGTH] = [200, 20];
const FAILED =
  'The import could not be continued because of an error of the server. Its log has the cause. Run the import again to continue it.';

interface Deps extends ReadingDeps {
  images: ImageDeps;
  archives: ArchiveWorkDeps;
  log: FastifyBaseLogger;
}

type Processed = { item: Item; outcome: Outcome }[];

/** Returns what happens to records in their order; `act` stores or plans the valid ones of a collection. */
export async function processItems(
  importers: Importer[],
  items: Item[],
  act: (importer: Importer, records: never[]) => Promise<Outcome[]>,
): Promise<Processed> {
  const processed: Processed = [];
  for (const importer of importers) {
    const given = items.filter(({ collection }) => collection === importer.collection);
    if (!given.length) continue;
    const read = createReader(importer);
    const records = given.map(({ record, refusal }) =>
      refusal ? invalidField('', 'format', refusal.message) : read(structuredClone(record)),
    );
    const valid = records.filter((record) => !isRefused(record));
    const outcomes = (valid.length ? await act(importer, valid as never[]) : []).values();
    for (const [index, item] of given.entries()) {
      const record = records[index];
      processed.push({ item, outcome: isRefused(record) ? record : (outcomes.next().value as Outcome) });
    }
  }
  return processed;
}

/** Returns what would happen to records, and adds the external ids of those that would be stored to `upcoming`. */
export const planItems = (
  { db, importers }: Pick<Deps, 'db' | 'importers'>,
  context: ImportContext,
  items: Item[],
  upcoming: Set<string>,
): Promise<Processed> =>
  processItems(importers, items, async (importer, records) => {
    const outcomes = await importer.plan(db, context, records, upcoming);
    const listNames = importer.listNames ?? (({ external_id: id }: { external_id?: string }) => (id === undefined ? [] : [id]));
    for (const [index, outcome] of outcomes.entries())
      if (!isRefused(outcome)) for (const name of listNames(records[index] as never)) upcoming.add(name);
    return outcomes;
  });

/** Adds outcomes to counts by collection. */
function addCounts(counts: Counts, processed: Processed): Counts {
  const sum = structuredClone(counts);
  for (const { item, outcome } of processed) {
    if (item.refusal?.isDraft) continue;
    const of = (sum[item.collection] ??= Object.fromEntries(RECORD_OUTCOMES.map((name) => [name, 0])) as NonNullable<
      Counts[ImportCollection]
    >);
    of[isRefused(outcome) ? 'failed' : outcome.outcome]++;
  }
  return sum;
}

/** Shortens the texts and lists of a record, which remains valid JSON. */
const shorten = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? truncate(value, MAX_TEXT_LENGTH) : Array.isArray(value) ? value.slice(0, MAX_LIST_LENGTH) : value;

async function recordProblems(tx: Transaction, running: Import, processed: Processed): Promise<void> {
  const problems = processed.flatMap(({ item, outcome }): Omit<Problem, 'number'>[] => {
    const { collection, file, line, warnings = [] } = item;
    const place = { collection, file, line, record: JSON.stringify(item.record, shorten) };
    const failures = isRefused(outcome)
      ? [{ ...place, code: outcome.code, message: outcome.message, field: outcome.fields?.[0]?.path || null }]
      : [];
    return [...failures, ...warnings.map((message) => ({ ...place, field: null, code: 'warning', message }))];
  });
  await insertProblems(tx, running, problems, MAX_PROBLEMS);
}

/** Divides records into batches, so that a batch is stored in one transaction, and stores their images. */
async function* toBatches(
  items: AsyncIterable<Item>,
  { skip = 0, size = BATCH_SIZE, rehost }: { skip?: number; size?: number; rehost: (item: Item) => Promise<Item> },
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  let position = 0;
  for await (const item of items) {
    if (position++ < skip) continue;
    batch.push(await rehost(item));
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length) yield batch;
}

/** Defines the jobs that check, run and undo imports. Returns a function that sends one. */
export function defineImportJobs(jobs: JobQueue, deps: Deps) {
  const { db, log } = deps;
  // In the order in which collections refer to each other.
  const importers = IMPORT_COLLECTIONS.flatMap((name) => deps.importers.find(({ collection }) => collection === name) ?? []);
  const stopping = new AbortController();
  jobs.onStop(() => stopping.abort());
  const archiveWorks = createArchiveWork(deps.archives, stopping.signal);

  const send = async (tx: Transaction, { project_id, id }: Pick<Import, 'project_id' | 'id'>): Promise<void> =>
    await jobs.send(tx, QUEUE, [{ project_id, id }], { group: project_id });

  jobs.define(
    QUEUE,
    { limit: 5, delaySeconds: 5 },
    async ({ project_id, id }: Pick<Import, 'project_id' | 'id'>, { isLast }) => {
      const running = await findImport(db, project_id, id);
      if (!running) return;
      const works: Partial<Record<ImportStatus, (running: Import) => Promise<void>>> =
        running.source === 'earshot' ? archiveWorks : { checking: check, running: run, undoing: undo };
      const work = works[running.status];
      if (!work) return;
      try {
        await work(running);
      } catch (error) {
        const isUnreadable = error instanceof UnreadableFileError;
        if (!isUnreadable && !isLast) throw error;
        if (!isUnreadable) log.error({ import_id: id, reason: (error as Error).message }, 'import failed');
        await updateImport(
          db,
          running,
          { status: 'failed', error: isUnreadable ? error.message : FAILED },
          { statuses: [running.status] },
        );
      }
    },
    { jobs: 2, perGroup: 1, maxSeconds: MAX_ARCHIVE_SECONDS },
  );

  const buildContext = async ({ project_id, id, actor }: Import): Promise<ImportContext> => ({
    project: await getProject(db, project_id),
    actor,
    importId: id,
    notify: false,
  });

  async function check(checking: Import): Promise<void> {
    const context = await buildContext(checking);
    await deleteProblems(db, checking);
    const upcoming = new Set<string>();
    let counts: Counts = {};
    const rehost = createRehosting(deps.images, checking, { isFetching: false });
    for await (const batch of toBatches(readItems(deps, checking), { rehost })) {
      const processed = await planItems({ db, importers }, context, batch, upcoming);
      counts = addCounts(counts, processed);
      const isCurrent = await transact(db, async (tx) => {
        await recordProblems(tx, checking, processed);
        return await updateImport(tx, checking, { check_counts: counts }, { statuses: ['checking'] });
      });
      if (!isCurrent) return;
      // Begins again after the start of the server.
      if (stopping.signal.aborted) return await transact(db, (tx) => send(tx, checking));
    }
    await updateImport(db, checking, { status: 'ready', check_counts: counts }, { statuses: ['checking'] });
  }

  async function run(running: Import): Promise<void> {
    const context = await buildContext(running);
    const endsAt = Date.now() + MAX_JOB_MS;
    let { processed: done, counts } = running;
    const rehost = createRehosting(deps.images, running, { isFetching: true });
    const size = running.options.image_hosts?.length ? REHOSTED_BATCH_SIZE : BATCH_SIZE;
    for await (const batch of toBatches(readItems(deps, running), { skip: done, size, rehost })) {
      const stored = await transact(db, async (tx) => {
        const processed = await processItems(importers, batch, (importer, records) => importer.save(tx, context, records));
        await recordProblems(tx, running, processed);
        // The transaction is repeated after a deadlock: the counts change when it is committed.
        const sum = addCounts(counts, processed);
        const expected = { statuses: ['running'] as const, processed: done };
        const isCurrent = await updateImport(tx, running, { processed: done + batch.length, counts: sum }, expected);
        // Another job has stored the batch, or a member has stopped the import.
        if (!isCurrent) throw new SupersededError();
        return sum;
      }).catch((error: unknown) => {
        if (error instanceof SupersededError) return undefined;
        throw error;
      });
      if (!stored) return;
      counts = stored;
      done += batch.length;
      if (stopping.signal.aborted || Date.now() > endsAt) return await transact(db, (tx) => send(tx, running));
    }
    await updateImport(db, running, { status: 'finished' }, { statuses: ['running'], processed: done });
  }

  async function undo(undoing: Import): Promise<void> {
    for (const importer of importers.toReversed())
      for (let count = BATCH_SIZE; count > 0;) {
        if (stopping.signal.aborted) return await transact(db, (tx) => send(tx, undoing));
        count = await transact(db, (tx) => importer.undo(tx, undoing.project_id, undoing.id, BATCH_SIZE));
      }
    await undoImages(deps.images, undoing);
    await updateImport(db, undoing, { status: 'undone', processed: 0, counts: {} }, { statuses: ['undoing'] });
  }

  return { send };
}

/** A batch of an import that another job has stored, or that is no longer wanted. */
class SupersededError extends Error {}

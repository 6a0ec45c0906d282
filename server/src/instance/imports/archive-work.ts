import type { ImportCollection } from '@earshot/contract/instance/values';
import { HttpError } from '../../platform/api/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { ArchiveFiles } from '../archives/files.ts';
import { checkArchive, restoreArchive, type RestoreDeps } from '../archives/restore.ts';
import { UnreadableFileError } from './sources/source.ts';
import { type Counts, type Import, readFile, updateImport } from './store.ts';

export type ArchiveWorkDeps = RestoreDeps & { files: ArchiveFiles };

/** Tables of an archive with the records of collections. */
const TABLES: Record<ImportCollection, string> = {
  feedback: 'feedback_entries',
  comments: 'feedback_comments',
  votes: 'feedback_votes',
  waitlist: 'waitlist_entries',
  testimonials: 'testimonials',
  changelog: 'changelog_entries',
  articles: 'knowledge_documents',
  daily_totals: 'imported_days',
  events: 'events',
};

const toCounts = (rows: Record<string, number>): Counts =>
  Object.fromEntries(
    Object.entries(TABLES).map(([name, table]) => [name, { created: rows[table] ?? 0, updated: 0, unchanged: 0, failed: 0 }]),
  );

/** Interval of looking whether a member has stopped the import. */
const STOP_MS = 2_000;

/**
 * Returns the work of imports of archives, which are restored as a whole. `stopping` is aborted when the server stops; the job then starts
 * again on another node.
 */
export function createArchiveWork(deps: ArchiveWorkDeps, stopping: AbortSignal) {
  /** Calls `work` with the path of the archive, and aborts it when the import has another status. */
  async function withArchive<T>(
    db: Db,
    running: Import,
    work: (path: string, signal: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> {
    const [file] = running.files;
    if (!file || running.files.length > 1) throw new UnreadableFileError('An archive of Earshot is one ZIP file');
    const stopped = new AbortController();
    const watching = setInterval(() => {
      updateImport(db, running, { error: null }, { statuses: [running.status] }).then(
        (isCurrent) => void (isCurrent || stopped.abort()),
        () => {},
      );
    }, STOP_MS);
    const signal = AbortSignal.any([stopping, stopped.signal]);
    try {
      await using spooled = await deps.files.spool(readFile(db, running, file.number));
      return await work(spooled.path, signal);
    } catch (error) {
      if (stopped.signal.aborted) return undefined;
      throw error instanceof HttpError ? new UnreadableFileError(error.message) : error;
    } finally {
      clearInterval(watching);
    }
  }

  return {
    checking: async (checking: Import): Promise<void> => {
      const rows = await withArchive(deps.db, checking, (path, signal) => checkArchive(deps, { path, signal }));
      if (rows)
        await updateImport(deps.db, checking, { status: 'ready', check_counts: toCounts(rows) }, { statuses: ['checking'] });
    },
    running: async (running: Import): Promise<void> => {
      const { project_id: projectId } = running;
      const rows = await withArchive(deps.db, running, (path, signal) => restoreArchive(deps, { projectId, path, signal }));
      const counts = rows && toCounts(rows);
      const processed = Object.values(rows ?? {}).reduce((sum, count) => sum + count, 0);
      if (counts) await updateImport(deps.db, running, { status: 'finished', counts, processed }, { statuses: ['running'] });
    },
  };
}

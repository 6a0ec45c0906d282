import type { FastifyBaseLogger } from 'fastify';
import { HttpError } from '../../platform/api/errors.ts';
import { formatId, newId } from '../../platform/ids.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { type Db, isUniqueViolation, transact, type Transaction } from '../../platform/postgres/database.ts';
import { type Actor, recordAudit } from '../audit/audit.ts';
import { type ArchiveDeps, createArchive } from './create.ts';
import type { ArchiveFiles } from './files.ts';
import * as store from './exports-store.ts';
import { countRows } from './format.ts';

const QUEUE = 'exports.create';
const RETRY = { limit: 2, delaySeconds: 10 };
/** A project with hundreds of millions of events takes hours. */
const MAX_SECONDS = 12 * 3_600;
const LIFETIME_MS = 24 * 3_600_000;
const FAILED =
  'The archive could not be written because of an error of the server. Its log has the cause. Create another export.';

export interface ExportDeps {
  db: Db;
  files: ArchiveFiles;
  send: (tx: Transaction, created: store.Export) => Promise<void>;
}

const toTarget = ({ id }: Pick<store.Export, 'id'>) => ({ id: formatId('exp', id) });

/** @throws {HttpError} 404 */
export async function getExport(db: Db, projectId: string, id: string): Promise<store.Export> {
  const found = await store.findExport(db, projectId, id);
  if (!found) throw new HttpError('archives.not_found');
  return found;
}

/** Creates an export, and sends its job. @throws {HttpError} 409 while another export of the project is running */
export async function createExport(
  { db, send }: Pick<ExportDeps, 'db' | 'send'>,
  { projectId, hasPersonalData, actor }: { projectId: string; hasPersonalData: boolean; actor: Actor },
): Promise<store.Export> {
  return await transact(db, async (tx) => {
    const created = await store.insertExport(tx, { project_id: projectId, id: newId(), personal_data: hasPersonalData });
    const after = { personal_data: hasPersonalData };
    await recordAudit(tx, { projectId, actor, action: 'export.created', target: toTarget(created), after });
    await send(tx, created);
    return created;
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new HttpError('archives.export_running') : error;
  });
}

/** Deletes an export with its file. A running one ends. @throws {HttpError} 404 */
export async function removeExport(
  { db, files }: Pick<ExportDeps, 'db' | 'files'>,
  { projectId, id, actor }: { projectId: string; id: string; actor: Actor },
): Promise<void> {
  await transact(db, async (tx) => {
    const removed = await getExport(tx, projectId, id);
    await store.deleteExport(tx, removed);
    await recordAudit(tx, { projectId, actor, action: 'export.deleted', target: toTarget(removed) });
  });
  await files.remove(id);
}

/** Defines the job that writes archives, one at a time on all nodes, and the deletion of expired ones. Returns a function that sends one. */
export function defineExports(
  jobs: JobQueue,
  { db, log, files, ...deps }: ArchiveDeps & { files: ArchiveFiles; log: FastifyBaseLogger },
): ExportDeps['send'] {
  const stopping = new AbortController();
  jobs.onStop(() => stopping.abort());

  async function write(running: store.Export): Promise<void> {
    const deleted = new AbortController();
    const signal = AbortSignal.any([stopping.signal, deleted.signal]);
    const change = async (progress: number) => {
      if (!(await store.updateExport(db, running, { status: 'running', progress }))) deleted.abort();
    };
    await change(0);
    const path = await files.prepare(running.id);
    const { manifest, bytes, sha256 } = await createArchive(
      { db, ...deps },
      {
        projectId: running.project_id,
        path,
        hasPersonalData: running.personal_data,
        signal,
        onProgress: (done, total) => void change(done / total).catch(() => {}),
      },
    );
    await files.publish(running.id, path);
    const isKept = await store.updateExport(db, running, {
      status: 'ready',
      progress: 1,
      counts: countRows(manifest),
      size_bytes: bytes,
      sha256,
      expires_at: new Date(Date.now() + LIFETIME_MS),
    });
    if (!isKept) await files.remove(running.id);
  }

  jobs.define(
    QUEUE,
    RETRY,
    async ({ project_id, id }: Pick<store.Export, 'project_id' | 'id'>, { isLast }) => {
      const running = await store.findExport(db, project_id, id);
      if (!running || !['queued', 'running'].includes(running.status)) return;
      try {
        await write(running);
      } catch (error) {
        if (!(await store.findExport(db, project_id, id))) return;
        // A node that stops leaves the job to another one.
        if (!isLast || stopping.signal.aborted) throw error;
        log.error({ err: error, export_id: id }, 'an export failed');
        await store.updateExport(db, running, { status: 'failed', error: FAILED });
      }
    },
    { jobs: 1, perGroup: 1, maxSeconds: MAX_SECONDS },
  );
  // Each node has a folder, and the schedule runs on one of them.
  jobs.onStart(async () => files.cleanFolder(await store.expireExports(db)));
  jobs.schedule('exports.clean', '37 * * * *', async () => files.removeOthers(await store.expireExports(db)));
  return (tx, { project_id, id }) => jobs.send(tx, QUEUE, [{ project_id, id }], { group: QUEUE });
}

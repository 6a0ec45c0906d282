import { type Actor, recordAudit } from '../audit/audit.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { UPLOAD_ID } from '../../platform/ids.ts';
import { type Db, type Transaction, transactYielding } from '../../platform/postgres/database.ts';
import type { DeleteContent } from '../../platform/postgres/emptying.ts';
import { getProject, toTarget } from './projects.ts';
import { lockProject, type Project } from './store.ts';

export interface EmptyingDeps {
  deleteContent: DeleteContent[];
  /** Erases the events and searches that arrived before the call. */
  eraseAnalytics: (projectId: string) => Promise<void>;
  /** Deletes all images but some (`upl_…`). Returns the names of their files. */
  deleteImages: (tx: Transaction, projectId: string, kept: string[]) => Promise<string[]>;
  removeFiles: (names: string[]) => Promise<void>;
}

/** @throws {HttpError} 409 */
function requireTestProject({ settings }: Project): void {
  if (!settings.test.enabled) throw new HttpError('projects.not_a_test_project');
}

/**
 * Deletes all content of a test project. Settings, members, keys, webhooks, indexes, goals, segments, alerts, shared links, views and both
 * logs remain. Can be repeated after a failure.
 * @throws {HttpError} 409 unless the project is a test project; 503 while analytics is written without a pause
 */
export async function emptyProject(
  { db, ...content }: EmptyingDeps & { db: Db },
  { id, actor }: { id: string; actor: Actor },
): Promise<void> {
  requireTestProject(await getProject(db, id));
  await content.eraseAnalytics(id);
  const files = await transactYielding(db, async (tx) => {
    // Another request may have changed the setting.
    const project = await lockProject(tx, id);
    if (!project) throw new HttpError('projects.not_found');
    requireTestProject(project);
    for (const deleteContent of content.deleteContent) await deleteContent(tx, id);
    // The logo remains, like all settings.
    const kept = JSON.stringify(project.settings).match(new RegExp(UPLOAD_ID, 'g')) ?? [];
    const names = await content.deleteImages(tx, id, kept);
    await recordAudit(tx, { projectId: id, actor, action: 'project.emptied', target: toTarget(project) });
    return names;
  });
  // After the commit: an image whose file is missing would be worse than a file without a row, which is deleted within an hour.
  await content.removeFiles(files);
}

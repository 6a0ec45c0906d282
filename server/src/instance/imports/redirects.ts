import { HttpError } from '../../platform/api/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { getProject } from '../projects/projects.ts';
import { buildSiteUrl } from '../projects/site.ts';
import { isRefused } from './importer.ts';
import { readItems, type ReadingDeps } from './reading.ts';
import { type Item, UnreadableFileError } from './sources/source.ts';
import type { Import } from './store.ts';
import { planItems } from './work.ts';

const BATCH_SIZE = 500;

export interface Redirect {
  /** URL or path in the other product. */
  from: string;
  /** Public URL of the imported record. */
  to: string;
}

/**
 * Returns the old and the new URL of each imported record that has both, in the order of the files. Reads the files again, so that nothing
 * is stored for them.
 * @throws {HttpError} 409 when the files can no longer be read
 */
export async function listRedirects(
  { publicUrl, ...deps }: ReadingDeps & { publicUrl: () => string },
  imported: Import,
): Promise<AsyncIterable<Redirect>> {
  const project = await getProject(deps.db, imported.project_id);
  const site = buildSiteUrl(project, publicUrl());

  async function* toRedirects(items: Item[]): AsyncGenerator<Redirect> {
    const context = { project, actor: imported.actor, importId: imported.id, notify: false };
    const planned = await planItems(deps, context, items, new Set());
    const ids = planned.map(({ outcome }) => (isRefused(outcome) ? undefined : outcome.id));
    const paths = await findPaths(
      deps,
      project.id,
      planned.map(({ item }, index) => ({ item, id: ids[index] })),
    );
    const byItem = new Map(planned.map(({ item }, index) => [item, paths.get(ids[index] ?? '')]));
    for (const item of items) {
      const path = byItem.get(item);
      if (item.from !== undefined && path !== undefined) yield { from: item.from, to: site + path };
    }
  }

  async function* readRedirects(): AsyncGenerator<Redirect> {
    let batch: Item[] = [];
    for await (const item of readItems(deps, imported)) {
      if (item.from === undefined || item.refusal || item.record.visibility === 'private') continue;
      batch.push(item);
      if (batch.length < BATCH_SIZE) continue;
      yield* toRedirects(batch);
      batch = [];
    }
    yield* toRedirects(batch);
  }

  // An error in the middle of a download has no status.
  const redirects = readRedirects();
  try {
    const first = await redirects.next();
    return (async function* () {
      if (first.done) return;
      yield first.value;
      yield* redirects;
    })();
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    throw new HttpError('imports.unreadable', { message: error.message });
  }
}

/** Returns the paths of public pages by the ids of records. */
async function findPaths(
  { db, importers }: Pick<ReadingDeps, 'importers'> & { db: Db },
  projectId: string,
  records: { item: Item; id: string | undefined }[],
): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  for (const { collection, findPaths: find } of importers) {
    const ids = records.flatMap(({ item, id }) => (item.collection === collection && id !== undefined ? id : []));
    if (find && ids.length) for (const [id, path] of await find(db, projectId, ids)) paths.set(id, path);
  }
  return paths;
}

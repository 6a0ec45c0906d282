import { formatId, newId, NIL_ID, parseId, UPLOAD_ID } from '../../platform/ids.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import { EXTENSIONS, findExtension, type Image } from './images.ts';
import { toFinalName, type Storage } from './storage.ts';
import * as store from './store.ts';

/** Returns the given uploads that entries of a project mention. Each service provides one such function. */
export type FindMentioned = (db: Db, projectId: string, ids: string[]) => Promise<string[]>;

const NAME = new RegExp(`^(${UPLOAD_ID})\\.(${EXTENSIONS.join('|')})$`);
const KEPT_HOURS = 24;
const BATCH = 500;

/** Returns the file name of an upload. */
export const buildName = ({ id, content_type }: Pick<store.Upload, 'id' | 'content_type'>) =>
  `${formatId('upl', id)}.${findExtension(content_type)}`;

/** Returns the public URL of an upload. */
export const buildUrl = (publicUrl: string, upload: Pick<store.Upload, 'id' | 'content_type'>) =>
  `${publicUrl}/v1/uploads/${buildName(upload)}`;

/** Returns the id in a file name, or undefined for foreign files. */
export function idIn(name: string): string | undefined {
  const text = NAME.exec(name)?.[1];
  return text && parseId('upl', text);
}

/** Stores an image. The file is written before its row. */
export async function keep(
  { db, storage }: { db: Db; storage: Storage },
  { projectId, image }: { projectId: string; image: Image },
): Promise<store.Upload> {
  const { type, bytes, width, height } = image;
  const upload = {
    project_id: projectId,
    id: newId(),
    content_type: type,
    width,
    height,
    size: bytes.length,
    created_at: new Date(),
  };
  await storage.put(buildName(upload), bytes, type);
  await store.insertUpload(db, upload);
  return upload;
}

/** Deletes those of the given images that records do not mention anymore, with their files. */
export const createUploadPeople = ({ storage, mentions }: { storage: Storage; mentions: FindMentioned[] }) => ({
  erase: async (tx: Transaction, projectId: string, ids: string[]): Promise<string[]> => {
    const mentioned = new Set<string>();
    for (const find of mentions) for (const id of await find(tx, projectId, ids)) mentioned.add(id);
    const unused = ids.filter((id) => !mentioned.has(id)).flatMap((id) => parseId('upl', id) ?? []);
    return (await store.takeUploads(tx, projectId, unused)).map(buildName);
  },
  /** Deletes all images of a project but some. Returns the names of their files. */
  eraseAll: async (tx: Transaction, projectId: string, kept: string[]): Promise<string[]> => {
    const keptIds = kept.flatMap((id) => parseId('upl', id) ?? []);
    return (await store.takeAllUploads(tx, projectId, keptIds)).map(buildName);
  },
  removeFiles: async (names: string[]): Promise<void> => {
    await Promise.allSettled(names.map((name) => storage.remove(name)));
  },
});

/** Deletes unmentioned uploads a day after the upload, and files of deleted projects. Runs hourly. */
export function removeUnused(
  jobs: JobQueue,
  { db, storage, mentions }: { db: Db; storage: Storage; mentions: FindMentioned[] },
): () => Promise<void> {
  const run = async () => {
    await removeUnmentioned(db, storage, mentions);
    await removeOrphans(db, storage);
  };
  jobs.schedule('uploads.clean', '47 * * * *', run);
  return run;
}

async function removeUnmentioned(db: Db, storage: Storage, mentions: FindMentioned[]): Promise<void> {
  let after = { project_id: NIL_ID, id: NIL_ID };
  for (let isOver = false; !isOver;) {
    const uploads = await store.listOld(db, { hours: KEPT_HOURS, after, limit: BATCH });
    for (const [projectId, ofProject] of Map.groupBy(uploads, ({ project_id }) => project_id)) {
      const ids = ofProject.map(({ id }) => formatId('upl', id));
      const mentioned = new Set((await Promise.all(mentions.map((find) => find(db, projectId, ids)))).flat());
      const unused = ofProject.filter(({ id }) => !mentioned.has(formatId('upl', id)));
      await store.deleteUploads(
        db,
        projectId,
        unused.map(({ id }) => id),
      );
      for (const upload of unused) await storage.remove(buildName(upload));
    }
    after = uploads.at(-1) ?? after;
    isOver = uploads.length < BATCH;
  }
}

/** Deletes files without a row, from deleted projects or crashes. Foreign names are ignored: a bucket may contain other files. */
async function removeOrphans(db: Db, storage: Storage): Promise<void> {
  const removeUnknown = async (files: { name: string; id: string }[]) => {
    const known = await store.findKnownIds(
      db,
      files.map(({ id }) => id),
    );
    for (const { name, id } of files) if (!known.has(id)) await storage.remove(name);
  };
  let files: { name: string; id: string }[] = [];
  for await (const name of storage.listOlderThan(KEPT_HOURS * 3_600_000)) {
    const id = idIn(toFinalName(name));
    if (id) files.push({ name, id });
    if (files.length < BATCH) continue;
    await removeUnknown(files);
    files = [];
  }
  await removeUnknown(files);
}

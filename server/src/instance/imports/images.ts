import { createHash } from 'node:crypto';
import type { ImportCollection } from '@earshot/contract/instance/values';
import { HttpError } from '../../platform/api/errors.ts';
import { createLimiter } from '../../platform/async/limiter.ts';
import { formatId } from '../../platform/ids.ts';
import { replaceDestinations } from '../../platform/markdown/destinations.ts';
import { getBytes, type RequestOptions } from '../../platform/outbound/requests.ts';
import { type Db, transact } from '../../platform/postgres/database.ts';
import { rewriteImage } from '../uploads/images.ts';
import type { Storage } from '../uploads/storage.ts';
import { buildUrl, type createUploadPeople, keep } from '../uploads/uploads.ts';
import * as store from './images-store.ts';
import { type Item, UnreadableFileError } from './sources/source.ts';
import type { Import } from './store.ts';

export interface ImageDeps {
  db: Db;
  storage: Storage;
  publicUrl: () => string;
  /** Options of requests for images, such as allowed addresses. */
  options: RequestOptions;
  uploads: Pick<ReturnType<typeof createUploadPeople>, 'erase' | 'removeFiles'>;
}

/** Limit of uploads. */
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
const FETCHED_AT_ONCE = 4;
/** Requests without a response after which a host is given up until the job ends. */
const MAX_UNANSWERED = 5;
/** Fields with Markdown, by collection. */
const TEXTS: Partial<Record<ImportCollection, string>> = {
  feedback: 'description',
  comments: 'body',
  changelog: 'content',
  articles: 'content',
};

/** An image that a record refers to. */
interface Source {
  /** Hash of the URL or of the content, in hexadecimal. */
  hash: string;
  read: () => Promise<Buffer>;
}

/** Why an image keeps its URL. */
class ImageError extends Error {}

const computeHash = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/**
 * Returns a function that stores the images of records as uploads, and replaces their URLs: those of files of the import, and those on the
 * hosts that the options name. Images that cannot be stored keep their URL, with a warning. Images that were stored before are not fetched
 * again, and none are without `isFetching`.
 */
export function createRehosting(deps: ImageDeps, running: Import, { isFetching }: { isFetching: boolean }) {
  const { db } = deps;
  const hosts = new Set(running.options.image_hosts?.map((host) => host.toLowerCase()));
  const limited = createLimiter({ concurrency: FETCHED_AT_ONCE });
  const unanswered = new Map<string, number>();
  /** Results of this job by hash: each image is fetched once, also if it fails. */
  const results = new Map<string, Promise<string | undefined>>();

  async function fetchImage(url: URL): Promise<Buffer> {
    const count = () => unanswered.get(url.host) ?? 0;
    if (count() >= MAX_UNANSWERED) throw new ImageError(`${url.host} did not respond to ${MAX_UNANSWERED} requests`);
    const headers = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Earshot (imports)' };
    const receipt = await getBytes(url.href, { headers }, { maxBytes: MAX_IMAGE_BYTES, ...deps.options });
    if (receipt.status === null) unanswered.set(url.host, count() + 1);
    if (receipt.error !== null) throw new ImageError(receipt.error);
    return receipt.bytes;
  }

  async function findSource({ findImage }: Item, target: string): Promise<Source | undefined> {
    const file = findImage?.(target);
    if (file) {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of file.read()) {
        size += chunk.length;
        if (size > MAX_IMAGE_BYTES) throw new ImageError('The image has more than 5 MiB');
        chunks.push(chunk);
      }
      const bytes = Buffer.concat(chunks);
      return { hash: computeHash('file:', bytes), read: () => Promise.resolve(bytes) };
    }
    if (!/^https?:/i.test(target)) {
      if (findImage && !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(target)) throw new ImageError('The file does not exist');
      return undefined;
    }
    const url = URL.canParse(target) ? new URL(target) : undefined;
    if (!url || url.username || url.password || !(hosts.has(url.host) || hosts.has(url.hostname))) return undefined;
    url.hash = '';
    return { hash: computeHash('url:', url.href), read: () => limited(() => fetchImage(url)) };
  }

  async function storeImage({ hash, read }: Source): Promise<string | undefined> {
    const known = (await store.findImages(db, running.project_id, [hash])).get(hash);
    if (known) return buildUrl(deps.publicUrl(), known);
    if (!isFetching) return undefined;
    const image = await rewriteImage(await read(), 'The image');
    const upload = await keep(deps, { projectId: running.project_id, image });
    await store.insertImage(db, running, { hash, uploadId: upload.id });
    return buildUrl(deps.publicUrl(), upload);
  }

  /** Returns the URL of the upload of an image, or undefined if the image keeps its own. */
  async function rehost(item: Item, target: string, warnings: string[]): Promise<string | undefined> {
    try {
      const source = await findSource(item, target);
      if (!source) return undefined;
      const result = results.get(source.hash) ?? storeImage(source);
      results.set(source.hash, result);
      return await result;
    } catch (error) {
      if (!(error instanceof ImageError || error instanceof HttpError || error instanceof UnreadableFileError)) throw error;
      warnings.push(`The image ${target} keeps its URL: ${error.message}`);
      return undefined;
    }
  }

  return async (item: Item): Promise<Item> => {
    const field = TEXTS[item.collection];
    if (field === undefined || item.refusal) return item;
    const { record } = item;
    const text = record[field];
    const type = record.content_type === 'html' ? 'html' : 'markdown';
    const urls = new Map<string, string | undefined>();
    if (typeof text === 'string' && record.content_type !== 'text' && /!\[|<img/i.test(text))
      await replaceDestinations(text, type, (target, isImage) => void (isImage && urls.set(target, undefined)));
    if (typeof record.image_url === 'string') urls.set(record.image_url, undefined);
    if (!urls.size) return item;
    const warnings: string[] = [];
    await Promise.all(Array.from(urls.keys(), async (target) => urls.set(target, await rehost(item, target, warnings))));
    const rehosted = { ...record };
    if (typeof text === 'string')
      rehosted[field] = await replaceDestinations(text, type, (target, isImage) => (isImage ? urls.get(target) : undefined));
    if (typeof record.image_url === 'string') rehosted.image_url = urls.get(record.image_url) ?? record.image_url;
    return { ...item, record: rehosted, warnings };
  };
}

/** Deletes the images of an import that no record mentions any longer. */
export async function undoImages({ db, uploads }: ImageDeps, undoing: Import): Promise<void> {
  const names = await transact(db, async (tx) => {
    const ids = await store.listImages(tx, undoing);
    return await uploads.erase(
      tx,
      undoing.project_id,
      ids.map((id) => formatId('upl', id)),
    );
  });
  await uploads.removeFiles(names);
}

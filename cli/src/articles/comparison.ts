import { isDeepStrictEqual } from 'node:util';
import type { Earshot, KnowledgeDocument } from '@earshot/sdk';
import { forEachConcurrently } from '../concurrency.ts';
import { type ArticleFile, type Files, type Folder, resolveTarget, sha256 } from './folder.ts';
import { findUploaded, hashImage } from './images.ts';
import { replaceDestinations } from './markdown.ts';
import { isMarkdownPath } from './paths.ts';
import type { Problem } from './problems.ts';

/** The articles of an index, and where they are read. */
export interface Collection {
  client: Earshot;
  indexId: string;
  /** URL of the public help page. */
  helpUrl: string;
  /** All articles, without their content. */
  documents: KnowledgeDocument[];
}

const REQUESTS_AT_ONCE = 8;

/** Reads the articles of an index without their content. */
export async function readCollection(client: Earshot, projectId: string, indexId: string): Promise<Collection> {
  const readDocuments = async () => {
    const documents: KnowledgeDocument[] = [];
    for await (const document of client.indexes.documents.list(indexId, { limit: 100 })) documents.push(document);
    return documents;
  };
  const [project, documents] = await Promise.all([client.projects.get(projectId), readDocuments()]);
  return { client, indexId, helpUrl: `${project.pages_url}/help`, documents };
}

/** Calls an action with the content of each article. */
export const readContents = (
  { client, indexId }: Collection,
  { ids, signal }: { ids: Iterable<string>; signal: AbortSignal },
  action: (id: string, content: string) => void | Promise<void>,
): Promise<void> =>
  forEachConcurrently(ids, { limit: REQUESTS_AT_ONCE, signal }, async (id) =>
    action(id, (await client.indexes.documents.get(indexId, id)).content),
  );

/** URLs that replace links to files. Undefined for new articles and new images. */
export interface Urls {
  article: (path: string) => string | undefined;
  image: (path: string) => string | undefined;
}

interface Rendered {
  content: string;
  /** Whether the URL of an article or image is not known yet. */
  isIncomplete: boolean;
}

/** Returns the content of a file with URLs in place of its links to files. Links that lead nowhere are left as they are. */
export function renderContent(folder: Files, file: Pick<ArticleFile, 'path' | 'body' | 'destinations'>, urls: Urls): Rendered {
  let isIncomplete = false;
  const content = replaceDestinations(file.body, file.destinations, ({ target }) => {
    const found = resolveTarget(folder, file.path, target);
    if (found?.kind === 'source') return found.url;
    if (found?.kind !== 'file') return undefined;
    const isArticle = isMarkdownPath(found.path);
    const url = isArticle ? urls.article(found.path) : urls.image(found.path);
    if (url === undefined) isIncomplete = true;
    // The fragment of an image is its hash.
    return url && (isArticle ? url + found.fragment : url);
  });
  return { content, isIncomplete };
}

/** A folder compared with an index. */
export interface Comparison {
  /** Articles of the index by the path of their file. */
  stored: Map<string, KnowledgeDocument>;
  /** Files that differ from their article, or have none. */
  changed: ArticleFile[];
  /** Articles without an external id whose file differs. A new article takes their place. */
  replaced: KnowledgeDocument[];
  /** Published articles without a file. Drafts of the dashboard are not in the folder yet. */
  missing: KnowledgeDocument[];
  /** Hashes of the linked images, by path. */
  images: Map<string, string>;
  /** URLs of the images that were uploaded before, by hash. */
  uploaded: Map<string, string>;
  /** Broken links in changed files. */
  problems: Problem[];
}

/** Compares the files of a folder with the articles of an index, whose contents are compared by hash. */
export async function compare(folder: Folder, collection: Collection, signal: AbortSignal): Promise<Comparison> {
  const stored = pairFiles(folder, collection.documents);
  const { images, broken } = await readLinks(folder);
  const uploaded = await findUploadedImages(folder, collection, { stored, images, signal });
  const urls = createUrls(folder, { helpUrl: collection.helpUrl, stored, images, uploaded });
  const findChanged = () => folder.articles.filter((file) => !isCurrent(folder, file, stored.get(file.path), urls));
  const replaced: KnowledgeDocument[] = [];
  let changed = findChanged();
  // Links to a replaced article change as well, because the new article has a new id.
  for (let before = -1; before < replaced.length; changed = findChanged()) {
    before = replaced.length;
    for (const { path } of changed) {
      const document = stored.get(path);
      if (document?.external_id !== null) continue;
      replaced.push(document);
      stored.delete(path);
    }
  }
  const found = new Set([...stored.values(), ...replaced].map(({ id }) => id));
  return {
    stored,
    changed,
    replaced,
    missing: collection.documents.filter(({ id, status }) => status === 'published' && !found.has(id)),
    images,
    uploaded,
    problems: changed.flatMap(({ path }) => broken.get(path) ?? []),
  };
}

/** Finds the article of each file by its external id, or by its id in the front matter. */
function pairFiles({ articles }: Folder, documents: KnowledgeDocument[]): Map<string, KnowledgeDocument> {
  const byExternalId = new Map(documents.map((document) => [document.external_id, document]));
  const byId = new Map(documents.filter((document) => document.external_id === null).map((document) => [document.id, document]));
  const pairs = articles.map(({ path, externalId, id }) => [path, byExternalId.get(externalId) ?? byId.get(id ?? '')] as const);
  return new Map(pairs.flatMap(([path, document]) => (document ? [[path, document]] : [])));
}

/** Reads the hashes of linked images, and finds broken links by the path of their file. */
async function readLinks(folder: Folder): Promise<{ images: Map<string, string>; broken: Map<string, Problem[]> }> {
  const broken = new Map<string, Problem[]>();
  const results = new Map<string, Awaited<ReturnType<typeof hashImage>>>();
  for (const file of folder.articles)
    for (const { target, line } of file.destinations) {
      const found = resolveTarget(folder, file.path, target);
      if (!found || found.kind === 'source' || (found.kind === 'file' && isMarkdownPath(found.path))) continue;
      let message: string | undefined;
      if (found.kind === 'missing') message = found.message;
      else {
        const result = results.get(found.path) ?? (await hashImage(folder, found.path));
        results.set(found.path, result);
        message = 'message' in result ? result.message : undefined;
      }
      if (message === undefined) continue;
      const problem = { path: file.path, line: file.bodyLine + line - 1, message };
      broken.set(file.path, [...(broken.get(file.path) ?? []), problem]);
    }
  const images = new Map([...results].flatMap(([path, result]) => ('hash' in result ? [[path, result.hash] as const] : [])));
  return { images, broken };
}

/** Returns the URLs of images in the stored articles of files with images. Only these articles are read one by one. */
async function findUploadedImages(
  folder: Folder,
  collection: Collection,
  { stored, images, signal }: { stored: Map<string, KnowledgeDocument>; images: Map<string, string>; signal: AbortSignal },
): Promise<Map<string, string>> {
  const uploaded = new Map<string, string>();
  const hasImage = (file: ArticleFile) =>
    file.destinations.some(({ target }) => {
      const found = resolveTarget(folder, file.path, target);
      return found?.kind === 'file' && images.has(found.path);
    });
  const ids = folder.articles.filter(hasImage).flatMap(({ path }) => stored.get(path)?.id ?? []);
  await readContents(collection, { ids, signal }, (_id, content) => {
    for (const [hash, url] of findUploaded(content)) uploaded.set(hash, url);
  });
  return uploaded;
}

/** Returns the URLs of the files of a folder. The maps may grow later. */
export function createUrls(
  { articles }: Folder,
  {
    helpUrl,
    stored,
    images,
    uploaded,
  }: {
    helpUrl: string;
    stored: Map<string, { id: string }>;
    images: Map<string, string>;
    uploaded: Map<string, string>;
  },
): Urls {
  const own = new Map(articles.map(({ path, url }) => [path, url]));
  return {
    article: (path) => {
      const id = stored.get(path)?.id;
      return own.get(path) ?? (id && `${helpUrl}/${id}`);
    },
    image: (path) => uploaded.get(images.get(path) ?? ''),
  };
}

/** Returns the status of the article of a file. */
export const toStatus = ({ isDraft }: Pick<ArticleFile, 'isDraft'>) => (isDraft ? 'draft' : 'published');

/** Returns whether an article is what a push of the file would save. */
function isCurrent(folder: Folder, file: ArticleFile, document: KnowledgeDocument | undefined, urls: Urls): boolean {
  if (
    !document ||
    document.title !== file.title ||
    document.status !== toStatus(file) ||
    document.url !== (file.url ?? null) ||
    document.content_type !== (file.contentType ?? 'markdown') ||
    !isDeepStrictEqual(document.metadata, file.metadata)
  )
    return false;
  const { content, isIncomplete } = renderContent(folder, file, urls);
  // Articles from elsewhere may have other line endings, which the files keep after a pull.
  return (
    !isIncomplete &&
    [content, toLineFeeds(content), toLineFeeds(content).replaceAll('\n', '\r\n')].some(
      (text) => sha256(text) === document.content_sha256,
    )
  );
}

/** Returns text with line feeds as line endings. Checkouts of git on Windows have other ones. */
export const toLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n');

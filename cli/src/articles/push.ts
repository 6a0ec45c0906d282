import { readFile } from 'node:fs/promises';
import type { Earshot, KnowledgeDocument } from '@earshot/sdk';
import { forEachConcurrently } from '../concurrency.ts';
import type { Context } from '../context.ts';
import { CliError, describeError, UsageError } from '../errors.ts';
import { isTerminal, note, type OutputOptions, wantsJson } from '../output.ts';
import { startProgress } from '../progress.ts';
import { confirm } from '../prompts.ts';
import { count, oneLine } from '../text.ts';
import {
  type Collection,
  compare,
  type Comparison,
  createUrls,
  readCollection,
  renderContent,
  toStatus,
  toLineFeeds,
} from './comparison.ts';
import { type ArticleFile, type Folder, locate, readFolder, resolveTarget } from './folder.ts';
import { withHash } from './images.ts';
import { findIndex } from './indexes.ts';
import { printChanges, type Change } from './output.ts';
import { rejectProblems } from './problems.ts';

export interface PushOptions extends OutputOptions {
  index?: string;
  prune?: boolean;
  dryRun?: boolean;
  yes?: boolean;
  sourceUrl?: string;
}

const UPLOADS_AT_ONCE = 4;
const REMOVALS_AT_ONCE = 4;
/** Each batch is one transaction. Small batches keep the index available to others, and the progress visible. */
const MAX_BATCH_DOCUMENTS = 50;
const MAX_BATCH_BYTES = 2 * 1024 * 1024;
const BATCH_TIMEOUT_MS = 120_000;

/** Makes the articles of an index equal to the Markdown files of a folder. */
export async function pushArticles(context: Context, options: PushOptions, root: string): Promise<void> {
  const folder = await readFolder(root, { sourceUrl: options.sourceUrl });
  if (!folder.articles.length) throw new UsageError(`${root} contains no Markdown files`);
  rejectProblems(folder.problems);
  const client = await context.projectClient();
  const index = await findIndex(client, options.index);
  const collection = await readCollection(client, await context.projectId(), index.id);
  const comparison = await compare(folder, collection, context.signal);
  rejectProblems(comparison.problems);

  const removed = options.prune ? comparison.missing : [];
  const changes = listChanges(comparison, removed);
  const isSilent = !isTerminal() || wantsJson(options);
  if (!isSilent || options.dryRun) await printChanges(changes, options);
  if (comparison.missing.length && !options.prune)
    note(`${count(comparison.missing.length, 'article is', 'articles are')} not in the folder. --prune removes them.`);
  if (!options.dryRun) {
    if (removed.length) await confirm(`Remove ${count(removed.length, 'article')} from “${oneLine(index.name)}”?`, options);
    await apply(context, { folder, collection, comparison, removed });
    if (isSilent) await printChanges(changes, options);
  }
  note(summarize(changes, folder.articles.length - comparison.changed.length, options));
}

function summarize(changes: Change[], unchanged: number, { dryRun }: PushOptions): string {
  const number = (action: Change['action']) => changes.filter((change) => change.action === action).length;
  const [added, changed, removed] = [number('add'), number('change'), number('remove')];
  return dryRun
    ? `${added} to add, ${changed} to change, ${removed} to remove, ${unchanged} unchanged. Nothing was changed.`
    : `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged`;
}

function listChanges({ changed, stored, replaced }: Comparison, removed: KnowledgeDocument[]): Change[] {
  const wasStored = new Set(replaced.map(({ id }) => id));
  return [
    ...changed.map(({ path, title, id = '' }) => {
      const isChange = stored.has(path) || wasStored.has(id);
      return { action: isChange ? ('change' as const) : ('add' as const), path, title };
    }),
    ...removed.map(({ external_id: path, id, title }) => ({ action: 'remove' as const, path: path ?? id, title })),
  ];
}

interface Work {
  folder: Folder;
  collection: Collection;
  comparison: Comparison;
  removed: KnowledgeDocument[];
}

/**
 * Uploads images, saves articles, then removes articles. An interruption takes effect between two requests: every article is then
 * either in its old or in its new version, and another push completes the rest.
 */
async function apply(context: Context, { folder, collection, comparison, removed }: Work): Promise<void> {
  const { signal } = context;
  const { changed, images, uploaded, replaced } = comparison;
  const { client, indexId, helpUrl } = collection;
  const newImages = findNewImages(folder, comparison);
  const removals = [...replaced, ...removed];
  const total = newImages.size + changed.length + removals.length;
  if (!total) return;
  const progress = startProgress('Pushing', total);
  const stored = new Map<string, { id: string }>(comparison.stored);
  const urls = createUrls(folder, { helpUrl, stored, images, uploaded });
  // A link to an article that is not saved yet leads to the help page, until the second pass.
  const firstUrls = { ...urls, article: (path: string) => urls.article(path) ?? helpUrl };
  let saved = 0;

  const saveFiles = async (files: ArticleFile[], isSaved: (file: ArticleFile) => boolean) => {
    for (const batch of splitIntoBatches(files, (file) => toDocument(file, renderContent(folder, file, firstUrls).content))) {
      signal.throwIfAborted();
      const documents = await saveBatch(client, indexId, batch);
      for (const [position, { file }] of batch.entries()) stored.set(file.path, documents[position] as KnowledgeDocument);
      const done = batch.filter(({ file }) => isSaved(file)).length;
      saved += done;
      progress.advance(done);
    }
  };

  try {
    if (newImages.size) await uploadImages(context, folder, newImages, uploaded, progress.advance);
    const targets = findNewTargets(folder, comparison);
    const complete = new Set(targets.filter((file) => !renderContent(folder, file, urls).isIncomplete));
    await saveFiles(targets, (file) => complete.has(file));
    await saveFiles(
      changed.filter((file) => !complete.has(file)),
      () => true,
    );
    await forEachConcurrently(removals, { limit: REMOVALS_AT_ONCE, signal }, async ({ id }) => {
      await client.indexes.documents.delete(indexId, id).catch((error: unknown) => {
        // Somebody else deleted the article meanwhile.
        if ((error as { status?: number }).status !== 404) throw error;
      });
      progress.advance();
    });
  } catch (error) {
    progress.stop();
    process.stderr.write(`Stopped after ${saved} of ${count(changed.length, 'article')}. Push again to continue.\n`);
    throw error;
  }
  progress.stop();
}

type NewDocument = ReturnType<typeof toDocument>;

const toDocument = (file: ArticleFile, content: string) => ({
  external_id: file.externalId,
  title: file.title,
  status: toStatus(file),
  url: file.url,
  content_type: file.contentType,
  metadata: file.metadata,
  content: toLineFeeds(content),
});

interface Prepared {
  file: ArticleFile;
  document: NewDocument;
}

function splitIntoBatches(files: ArticleFile[], prepare: (file: ArticleFile) => NewDocument): Prepared[][] {
  const batches: Prepared[][] = [];
  let bytes = 0;
  for (const file of files) {
    const document = prepare(file);
    const size = Buffer.byteLength(JSON.stringify(document));
    const last = batches.at(-1);
    if (!last || last.length >= MAX_BATCH_DOCUMENTS || bytes + size > MAX_BATCH_BYTES) {
      batches.push([{ file, document }]);
      bytes = size;
    } else {
      last.push({ file, document });
      bytes += size;
    }
  }
  return batches;
}

/** Saves articles and returns these in the same order. @throws {CliError} for articles that the server rejects */
async function saveBatch({ indexes }: Earshot, indexId: string, batch: Prepared[]): Promise<KnowledgeDocument[]> {
  const { results } = await indexes.documents.createMany(
    indexId,
    batch.map(({ document }) => document),
    { timeoutMs: BATCH_TIMEOUT_MS },
  );
  const rejected = results.flatMap(({ ok, error, code }, position) =>
    ok ? [] : [`${oneLine(batch[position]?.file.path ?? '')}: ${error} (${code})`],
  );
  if (rejected.length) throw new CliError(rejected.join('\n'));
  return results.flatMap(({ document }) => document ?? []);
}

/** Returns the paths of images that changed files show and that were not uploaded before, one path for each content. */
function findNewImages(folder: Folder, { changed, images, uploaded }: Comparison): Map<string, string> {
  const paths = new Map<string, string>();
  for (const file of changed)
    for (const { target } of file.destinations) {
      const found = resolveTarget(folder, file.path, target);
      const hash = found?.kind === 'file' ? images.get(found.path) : undefined;
      if (found?.kind === 'file' && hash !== undefined && !uploaded.has(hash)) paths.set(hash, found.path);
    }
  return paths;
}

async function uploadImages(
  { publicClient, signal }: Context,
  folder: Folder,
  newImages: Map<string, string>,
  uploaded: Map<string, string>,
  advance: () => void,
): Promise<void> {
  const { uploads } = await publicClient();
  await forEachConcurrently(newImages, { limit: UPLOADS_AT_ONCE, signal }, async ([hash, path]) => {
    const bytes = await readFile(locate(folder, path));
    try {
      uploaded.set(hash, withHash((await uploads.create(new Blob([bytes]))).url, hash));
    } catch (error) {
      throw new CliError(`${oneLine(path)}: ${describeError(error)}`);
    }
    advance();
  });
}

/** Returns the new articles to which changed files link. Their URLs are known after they are saved. */
function findNewTargets(folder: Folder, { changed, stored }: Comparison): ArticleFile[] {
  const linked = new Set<string>();
  for (const file of changed)
    for (const { target } of file.destinations) {
      const found = resolveTarget(folder, file.path, target);
      if (found?.kind === 'file') linked.add(found.path);
    }
  return changed.filter(({ path, url }) => linked.has(path) && url === undefined && !stored.has(path));
}

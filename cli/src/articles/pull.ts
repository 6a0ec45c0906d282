import { existsSync } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { KnowledgeDocument } from '@earshot/sdk';
import type { Context } from '../context.ts';
import { isTerminal, note, type OutputOptions, wantsJson } from '../output.ts';
import { startProgress } from '../progress.ts';
import { confirm } from '../prompts.ts';
import { replaceFile } from '../replace-file.ts';
import { count } from '../text.ts';
import { compare, readCollection, readContents, renderContent } from './comparison.ts';
import { type Folder, locate, readFolder, titleWithoutFrontMatter } from './folder.ts';
import { renderFile } from './front-matter.ts';
import { findIndex } from './indexes.ts';
import { parseMarkdown, replaceDestinations } from './markdown.ts';
import { type Change, printChanges } from './output.ts';
import { createFolders, isSafePath, relativeLink } from './paths.ts';

export interface PullOptions extends OutputOptions {
  index?: string;
  yes?: boolean;
  dryRun?: boolean;
}

/** Writes the articles of an index to a folder as Markdown files. Files that a push would leave alone are not written. */
export async function pullArticles(context: Context, options: PullOptions, root: string): Promise<void> {
  const client = await context.projectClient();
  const index = await findIndex(client, options.index);
  const collection = await readCollection(client, await context.projectId(), index.id);
  const { helpUrl } = collection;
  const documents = collection.documents.filter(({ status }) => status !== 'archived');
  const folder: Folder = existsSync(root)
    ? await readFolder(root)
    : {
        root,
        articles: [],
        paths: new Set<string>(),
        names: new Map<string, string>(),
        excluded: new Set<string>(),
        problems: [],
      };
  const { stored, changed } = await compare(folder, collection, context.signal);
  const differing = new Set(changed.map(({ path }) => path));
  const current = new Map([...stored].map(([path, { id }]) => [id, path]));
  const paths = choosePaths(documents, current);

  const pending = documents.filter(({ id }) => !current.has(id) || differing.has(paths.get(id) ?? ''));
  const texts = await renderFiles(context, { collection, pending, paths, helpUrl });
  const changes: Change[] = [];
  for (const { id, title } of pending) {
    const path = paths.get(id) ?? id;
    const text = texts.get(path);
    const before = await readExisting(folder, path);
    if (before === text) texts.delete(path);
    else changes.push({ action: before === undefined ? 'add' : 'change', path, title });
  }
  const overwritten = changes.filter(({ action }) => action === 'change').length;
  const isSilent = !isTerminal() || wantsJson(options);
  if (!isSilent || options.dryRun) await printChanges(changes, options);
  if (!options.dryRun) {
    if (overwritten) await confirm(`Overwrite ${count(overwritten, 'file that differs', 'files that differ')}?`, options);
    await writeFiles(context, folder, texts);
    if (isSilent) await printChanges(changes, options);
  }
  const unchanged = documents.length - changes.length;
  note(
    `${changes.length - overwritten} added, ${overwritten} changed, ${unchanged} unchanged${options.dryRun ? '. Nothing was written.' : ''}`,
  );
}

/** Returns the text of a file, an empty text for anything else with its name, or undefined. */
async function readExisting(folder: Folder, path: string): Promise<string | undefined> {
  const file = locate(folder, path);
  if (folder.paths.has(path)) return await readFile(file, 'utf8');
  const exists = await lstat(file).then(
    () => true,
    () => false,
  );
  return exists ? '' : undefined;
}

/** Chooses a path below the folder for each article, by id: the path of its file, its external id, or its title. */
function choosePaths(documents: KnowledgeDocument[], current: Map<string, string>): Map<string, string> {
  const paths = new Map<string, string>(current);
  // Some file systems ignore case. A file cannot have the name of a folder.
  const files = new Set<string>();
  const folders = new Set<string>();
  const listFolders = (path: string) => {
    const segments = path.toLowerCase().split('/');
    return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
  };
  const take = (path: string) => {
    files.add(path.toLowerCase());
    for (const folder of listFolders(path)) folders.add(folder);
  };
  const isFree = (path: string) =>
    !files.has(path.toLowerCase()) && !folders.has(path.toLowerCase()) && !listFolders(path).some((folder) => files.has(folder));
  for (const path of paths.values()) take(path);
  // Oldest first, so that a new article does not take the path of another one.
  for (const document of documents.toReversed()) {
    if (paths.has(document.id)) continue;
    const path = buildCandidates(document).find((candidate) => isSafePath(candidate) && isFree(candidate)) ?? `${document.id}.md`;
    take(path);
    paths.set(document.id, path);
  }
  return paths;
}

const MAX_SLUG_LENGTH = 60;

function buildCandidates({ id, external_id: externalId, title }: KnowledgeDocument): string[] {
  const slug = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replaceAll(/^-|-$/g, '');
  // The dashboard gives articles a random external id.
  const isRandom = externalId === null || /^article-[0-9a-f-]{36}$/.test(externalId);
  return [...(isRandom ? [] : [externalId, `${externalId}.md`]), `${slug}.md`, `${slug}-${id}.md`];
}

interface Rendering {
  collection: Parameters<typeof readContents>[0];
  pending: KnowledgeDocument[];
  paths: Map<string, string>;
  helpUrl: string;
}

/** Returns the texts of files by path. */
async function renderFiles(
  { signal }: Context,
  { collection, pending, paths, helpUrl }: Rendering,
): Promise<Map<string, string>> {
  const pathsByUrl = new Map(
    collection.documents.map(({ id, url }) => [url ?? `${helpUrl}/${id}`, paths.get(id) ?? ''] as const),
  );
  const urls = new Map([...pathsByUrl].map(([url, path]) => [path, url]));
  const byId = new Map(pending.map((document) => [document.id, document]));
  const texts = new Map<string, string>();
  const progress = startProgress('Pulling', pending.length);
  try {
    await readContents(collection, { ids: byId.keys(), signal }, (id, content) => {
      const path = paths.get(id);
      const document = byId.get(id);
      if (path === undefined || !document) return;
      const isMarkdown = document.content_type === 'markdown';
      const body = isMarkdown ? restoreLinks(content, { path, pathsByUrl, urls }) : content;
      texts.set(path, renderDocument(document, path, body));
      progress.advance();
    });
  } finally {
    progress.stop();
  }
  return texts;
}

/** Replaces the URLs of articles with links to their files, if a push turns the links into the same URLs. */
function restoreLinks(
  content: string,
  { path, pathsByUrl, urls }: { path: string; pathsByUrl: Map<string, string>; urls: Map<string, string> },
): string {
  const body = replaceDestinations(content, parseMarkdown(content).destinations, ({ target }) => {
    const [, url = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(target) ?? [];
    const linked = pathsByUrl.get(target) ?? pathsByUrl.get(url);
    if (linked === undefined) return undefined;
    return relativeLink(path, linked) + (pathsByUrl.has(target) ? '' : fragment);
  });
  const file = { path, body, destinations: parseMarkdown(body).destinations };
  const files = { root: '', paths: new Set(urls.keys()), excluded: new Set<string>() };
  const pushed = renderContent(files, file, {
    article: (linked) => urls.get(linked),
    image: () => undefined,
  });
  return pushed.content === content ? body : content;
}

function renderDocument(document: KnowledgeDocument, path: string, body: string): string {
  const { id, external_id: externalId, title, url, content_type: type, metadata } = document;
  const isMarkdown = type === 'markdown';
  return renderFile(
    {
      title: titleWithoutFrontMatter(path, body, isMarkdown) === title ? undefined : title,
      url: url ?? undefined,
      contentType: isMarkdown ? undefined : type,
      externalId: externalId === null || externalId === path ? undefined : externalId,
      id: externalId === null ? id : undefined,
      ...(document.status === 'draft' && { isDraft: true }),
      metadata,
    },
    body,
  );
}

/** Writes files, and the folders that contain them. */
async function writeFiles({ signal }: Context, folder: Folder, texts: Map<string, string>): Promise<void> {
  for (const [path, text] of texts) {
    signal.throwIfAborted();
    const file = locate(folder, path);
    await createFolders(folder.root, relative(folder.root, file));
    await replaceFile(file, text);
  }
}

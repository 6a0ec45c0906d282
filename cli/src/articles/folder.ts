import { truncate } from '@earshot/contract/shared/text';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, posix, relative, sep } from 'node:path';
import ignore from 'ignore';
import { UsageError } from '../errors.ts';
import { decodeText, readText } from '../text-file.ts';
import { type FrontMatter, MAX_TITLE_LENGTH, parseFrontMatter } from './front-matter.ts';
import { type Destination, parseMarkdown } from './markdown.ts';
import { isHidden, isMarkdownPath } from './paths.ts';
import type { Problem } from './problems.ts';

/** An article as a file of the folder. */
export interface ArticleFile extends FrontMatter {
  /** Path below the folder, with slashes. */
  path: string;
  externalId: string;
  title: string;
  /** Content without front matter, with the line endings of the file. */
  body: string;
  destinations: Destination[];
  /** Line of the file in which the body starts, from 1. */
  bodyLine: number;
}

export interface Folder {
  root: string;
  articles: ArticleFile[];
  /** Paths of all files, in the composed form of Unicode (NFC), as all paths of articles and links. */
  paths: Set<string>;
  /** Names on disk of files and folders, by their path. macOS and archives made on it have decomposed names. */
  names: Map<string, string>;
  /** Paths of Markdown files that `.earshotignore` excludes. */
  excluded: Set<string>;
  /** URL of the folder in its repository, with a slash at the end. Links to files that are not published lead below it. */
  sourceUrl?: string;
  problems: Problem[];
}

/** Patterns of Markdown files that are not articles, in the syntax of `.gitignore`. */
const IGNORE_FILE = '.earshotignore';
const MAX_CONTENT_BYTES = 1024 * 1024;
const MAX_EXTERNAL_ID_LENGTH = 200;

/**
 * Reads the Markdown files of a folder and of its folders. Hidden files, `node_modules` and symbolic links are left out: a link could
 * publish a file from elsewhere. Markdown files that match a pattern in `.earshotignore` are left out as well.
 * @throws {UsageError} when the folder is not readable, or the source URL is not a web URL
 */
export async function readFolder(root: string, { sourceUrl }: { sourceUrl?: string } = {}): Promise<Folder> {
  const { paths, names, problems } = await listFiles(root);
  const ignoreFile = join(root, IGNORE_FILE);
  const patterns = existsSync(ignoreFile) ? await readText(ignoreFile) : '';
  const rules = ignore({ ignorecase: false }).add(patterns.normalize('NFC'));
  const [excluded, included] = [new Set<string>(), [] as string[]];
  for (const path of [...paths].filter(isMarkdownPath))
    if (rules.ignores(path)) excluded.add(path);
    else included.push(path);
  const articles: ArticleFile[] = [];
  for (const path of included) {
    const { article, problems: found } = parseFile(path, await readFile(locate({ root, names }, path)));
    articles.push(article);
    problems.push(...found);
  }
  problems.push(...findDuplicates(articles));
  return {
    root,
    articles,
    paths,
    names,
    excluded,
    sourceUrl: sourceUrl === undefined ? undefined : parseSourceUrl(sourceUrl),
    problems,
  };
}

function parseSourceUrl(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new UsageError('--source-url must be a URL that begins with http:// or https://');
  return text.endsWith('/') ? text : `${text}/`;
}

/** Returns the file on disk of a path. A new file has the composed form of its name, within the folders that exist. */
export function locate({ root, names }: Pick<Folder, 'root' | 'names'>, path: string): string {
  const findName = (part: string): string => {
    const parent = posix.dirname(part);
    return names.get(part) ?? (parent === '.' ? part : posix.join(findName(parent), posix.basename(part)));
  };
  return join(root, findName(path));
}

/** Lists the files of a folder and of its folders, except hidden ones whose names are not `shown`. @throws {UsageError} */
export async function listFiles(root: string, shown: string[] = []): Promise<Pick<Folder, 'paths' | 'names' | 'problems'>> {
  let entries;
  try {
    entries = await readdir(root, { withFileTypes: true, recursive: true });
  } catch {
    throw new UsageError(`${root} is not a readable folder`);
  }
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep))
    .filter((segments) => !segments.some((name) => (isHidden(name) && !shown.includes(name)) || name === 'node_modules'));
  const [paths, names, problems] = [new Set<string>(), new Map<string, string>(), [] as Problem[]];
  for (const segments of files.toSorted((one, other) => (one.join('/') < other.join('/') ? -1 : 1))) {
    const path = segments.join('/').normalize('NFC');
    if (paths.has(path)) problems.push({ path, message: 'Another file has the same name in another form of Unicode' });
    paths.add(path);
    for (let depth = 1; depth <= segments.length; depth++) {
      const name = segments.slice(0, depth).join('/');
      names.set(name.normalize('NFC'), name);
    }
  }
  return { paths: new Set([...paths].toSorted()), names, problems };
}

function parseFile(path: string, bytes: Buffer): { article: ArticleFile; problems: Problem[] } {
  let problems: { line?: number; message: string }[] = [];
  const { text = bytes.toString('latin1'), problem: encoding } = decodeText(bytes);
  if (encoding !== undefined) problems.push({ message: `The file ${encoding}` });
  const { body: full, bodyLine: firstLine, problems: found, ...front } = parseFrontMatter(text);
  problems = [...problems, ...found];
  const body = full.trim();
  if (!body && !front.isDraft) problems.push({ message: 'The article has no content' });
  if (Buffer.byteLength(body) > MAX_CONTENT_BYTES) problems.push({ message: 'The content must have at most 1 MiB' });
  const bodyLine = firstLine + full.slice(0, full.length - full.trimStart().length).split('\n').length - 1;
  const isMarkdown = (front.contentType ?? 'markdown') === 'markdown';
  const { destinations, title } = isMarkdown ? parseMarkdown(body) : { destinations: [], title: undefined };
  const externalId = front.externalId ?? path;
  if (externalId.length > MAX_EXTERNAL_ID_LENGTH)
    problems.push({ message: `The path must have at most ${MAX_EXTERNAL_ID_LENGTH} characters. Set external_id instead.` });
  const article = {
    ...front,
    path,
    externalId,
    title: front.title ?? defaultTitle(title, path),
    body,
    destinations,
    bodyLine,
  };
  return { article, problems: problems.map((problem) => ({ path, ...problem })) };
}

/** Returns the title of an article without a title in its front matter. */
function defaultTitle(heading: string | undefined, path: string): string {
  const title = heading ?? basename(path).replace(/\.[^.]*$/, '');
  return title.length <= MAX_TITLE_LENGTH ? title : `${truncate(title, MAX_TITLE_LENGTH - 1)}…`;
}

/** Returns the title that a file with this content has without a title in its front matter. */
export const titleWithoutFrontMatter = (path: string, content: string, isMarkdown: boolean): string =>
  defaultTitle(isMarkdown ? parseMarkdown(content).title : undefined, path);

function findDuplicates(articles: ArticleFile[]): Problem[] {
  const problems: Problem[] = [];
  const seen = new Map<string, string>();
  for (const { path, externalId, id } of articles)
    for (const name of [`external id ${externalId}`, ...(id ? [`id ${id}`] : [])]) {
      const first = seen.get(name);
      if (first !== undefined) problems.push({ path, message: `The ${name} is already used by ${first}` });
      else seen.set(name, path);
    }
  return problems;
}

/** Target of a relative destination: a published file, the URL of a file in the repository, or an error. */
export type Target =
  | { kind: 'file'; path: string; fragment: string }
  | { kind: 'source'; url: string }
  | { kind: 'missing'; message: string };

/** Files of a folder that links can lead to. */
export type Files = Pick<Folder, 'root' | 'paths' | 'excluded' | 'sourceUrl'>;

/** Images, also in formats that are not uploaded. Links to other files may lead to the repository. */
const IMAGE = /\.(?:png|jpe?g|webp|gif|svg|avif|bmp|tiff?|ico)$/i;

/** Returns the file to which a destination leads, or undefined for URLs, anchors and absolute paths. */
export function resolveTarget({ root, paths, excluded, sourceUrl }: Files, from: string, target: string): Target | undefined {
  if (!target || /^(?:[#/?]|[a-z][a-z0-9+.-]*:)/i.test(target)) return undefined;
  const [, encoded = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(target) ?? [];
  const linked = posix.join(posix.dirname(from), decodePath(encoded));
  const path = linked.normalize('NFC');
  const isOutside = path === '..' || path.startsWith('../');
  const isPublished =
    paths.has(path) && !excluded.has(path) && (sourceUrl === undefined || isMarkdownPath(path) || IMAGE.test(path));
  if (isPublished) return { kind: 'file', path, fragment };
  const source =
    sourceUrl === undefined ? undefined : [linked, path, path.normalize('NFD')].find((name) => existsSync(join(root, name)));
  if (source !== undefined)
    return {
      kind: 'source',
      url: new URL(encodeURI(source).replaceAll('#', '%23').replaceAll('?', '%3F') + fragment, sourceUrl).href,
    };
  const reason = isOutside ? 'is outside of the folder' : excluded.has(path) ? `is excluded by ${IGNORE_FILE}` : 'does not exist';
  const hint =
    sourceUrl === undefined && (isOutside || excluded.has(path)) ? '. Pass --source-url to link to the repository' : '';
  return { kind: 'missing', message: `${target} ${reason}${hint}` };
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

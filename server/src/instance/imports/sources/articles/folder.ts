import { posix } from 'node:path';
import { toText } from '../json.ts';
import { type FrontMatter, type ParseFrontMatter, type Reading, type SourceFile, UnreadableFileError } from '../source.ts';
import { readJson, readWhole } from '../text.ts';

/** Larger files cannot become articles, which have at most 1 MiB. */
export const MAX_ARTICLE_LENGTH = 2 * 1024 ** 2;
const MARKDOWN = /\.(?:md|markdown|mdx)$/i;
const ARTICLE = /\.(?:md|markdown|mdx|html?)$/i;
const SUMMARY = /^SUMMARY\.md$/i;
const CATEGORY_FILE = /(?:^|\/)_category_\.(?:json|ya?ml)$/i;

/** Article of a folder, as far as other articles need it. */
export interface Page {
  path: string;
  file: SourceFile;
  isMarkdown: boolean;
  /** Path in the URL of the site that was made of the folder. */
  route: string;
}

/** A folder of files that a site is made of. */
export interface Folder {
  /** Articles by path, in the order of their paths. */
  pages: Map<string, Page>;
  /** Articles by route, without slashes at its ends. */
  routes: Map<string, Page>;
  files: Map<string, SourceFile>;
  /** Names of folders, by path. */
  categories: Map<string, string>;
  /** Titles and groups of the table of contents of GitBook, by path. */
  summary: Map<string, { title: string; group: string | undefined }>;
}

/** Returns whether a file is hidden, or a part of other files. */
const isLeftOut = (path: string) => path.split('/').some((name) => /^[._]/.test(name) || name === 'node_modules');

/** Leaves out the numbers with which Docusaurus orders files and folders, unless the name is a date or a version. */
const withoutNumber = (name: string) => (/^\d+[-_.]\d/.test(name) ? name : name.replace(/^\d+\s*[-_.]+\s*(?=[^-_.\s])/, ''));

export const trimSlashes = (path: string): string => path.split('/').filter(Boolean).join('/');

/** Reads the names and addresses of all files. @throws {UnreadableFileError} without an article */
export async function readFolder({ files: given, parseFrontMatter }: Reading): Promise<Folder> {
  const files = new Map<string, SourceFile>();
  for (const file of given) {
    const path = posix.normalize(file.name.normalize('NFC')).replace(/^(?:\.?\/)+/, '');
    if (path === '..' || path.startsWith('../')) throw new UnreadableFileError(`${file.name} is outside of the folder`);
    files.set(path, file);
  }
  const paths = [...files.keys()].toSorted((a, b) => (a < b ? -1 : 1));
  const categories = new Map<string, string>();
  for (const path of paths.filter((name) => CATEGORY_FILE.test(name))) {
    const label = await readLabel(files.get(path) as SourceFile, parseFrontMatter);
    if (label) categories.set(posix.dirname(path), label);
  }
  const contents = paths.find((path) => SUMMARY.test(path));
  const summary = contents ? readSummary(await readWhole(files.get(contents) as SourceFile, MAX_ARTICLE_LENGTH)) : new Map();
  const pages = new Map<string, Page>();
  let isDocusaurus = categories.size > 0;
  for (const path of paths.filter((name) => ARTICLE.test(name) && !isLeftOut(name) && name !== contents)) {
    const file = files.get(path) as SourceFile;
    const isMarkdown = MARKDOWN.test(path);
    const { id, externalId, metadata = {} } = isMarkdown ? await readFront(file, parseFrontMatter) : {};
    isDocusaurus ||= id !== undefined || ['slug', 'sidebar_label', 'sidebar_position'].some((name) => name in metadata);
    const slug = toText(metadata.permalink) ?? toText(metadata.slug);
    pages.set(path, { path, file, isMarkdown, route: buildRoute(path, { slug, id: id ?? externalId }) });
  }
  const prefix = isDocusaurus ? 'docs/' : '';
  for (const page of pages.values()) page.route = page.isMarkdown ? `/${trimSlashes(prefix + page.route)}` : `/${page.path}`;
  const routes = new Map([...pages.values()].toReversed().map((page) => [trimSlashes(page.route), page]));
  return { pages, routes, files, categories, summary };
}

async function readFront(file: SourceFile, parseFrontMatter: ParseFrontMatter): Promise<Partial<FrontMatter>> {
  try {
    return await parseFrontMatter(await readWhole(file, MAX_ARTICLE_LENGTH));
  } catch (error) {
    // The article is refused with the reason when it is read.
    if (error instanceof UnreadableFileError) return {};
    throw error;
  }
}

async function readLabel(file: SourceFile, parseFrontMatter: ParseFrontMatter): Promise<string | undefined> {
  try {
    if (/\.json$/i.test(file.name)) return toText((((await readJson(file)) ?? {}) as Record<string, unknown>).label);
    const { metadata } = await parseFrontMatter(`---\n${await readWhole(file, MAX_ARTICLE_LENGTH)}\n---\n`);
    return toText(metadata.label);
  } catch (error) {
    // The folder then has its own name.
    if (error instanceof UnreadableFileError) return undefined;
    throw error;
  }
}

/** Returns the route of a file as Docusaurus builds it: without numbers, with the `slug`, or with the `id` as last part. */
function buildRoute(path: string, { slug, id }: { slug?: string; id?: string }): string {
  const parts = path
    .replace(ARTICLE, '')
    .split('/')
    .map((name) => withoutNumber(name));
  const folder = parts.slice(0, -1).join('/');
  if (slug !== undefined) return slug.startsWith('/') ? slug : posix.join('/', folder, slug);
  const name = id ?? parts.at(-1) ?? '';
  const isFolder = /^(?:index|readme)$/i.test(name) || name.toLowerCase() === parts.at(-2)?.toLowerCase();
  return isFolder ? folder : posix.join(folder, name);
}

/** Reads the table of contents of GitBook: a list of links below headings. */
function readSummary(text: string): Folder['summary'] {
  const summary: Folder['summary'] = new Map();
  let group: string | undefined;
  for (const line of text.split('\n')) {
    const [, heading] = /^##+\s+(\S.*)$/.exec(line.trim()) ?? [];
    if (heading) group = heading;
    const [, title, target] = /^[*+-]\s+\[([^\]]+)\]\(<?([^)>\s]+)/.exec(line.trim()) ?? [];
    if (title && target) summary.set(posix.normalize(decodePath(target).replace(/[#?].*$/, '')), { title, group });
  }
  return summary;
}

/** Decodes a path. Paths with invalid escapes stay as they are. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export const encodePath = (path: string): string =>
  encodeURI(path).replaceAll(/[#?()&'"]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns the fragment of a link with its `#`, without characters that end a destination. */
export function findFragment(target: string): string {
  const [, fragment] = /#([^#]+)$/.exec(target) ?? [];
  return fragment ? `#${encodePath(decodePath(fragment).toWellFormed())}` : '';
}

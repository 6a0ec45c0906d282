import { posix } from 'node:path';
import { truncate } from '@earshot/contract/shared/text';
import { replaceDestinations } from '../../../../platform/markdown/destinations.ts';
import { parseDate } from '../dates.ts';
import { toText } from '../json.ts';
import {
  compact,
  type FrontMatter,
  type Item,
  type Reading,
  type Source,
  type SourceFile,
  UnreadableFileError,
} from '../source.ts';
import { readWhole } from '../text.ts';
import {
  decodePath,
  encodePath,
  findFragment,
  type Folder,
  MAX_ARTICLE_LENGTH,
  type Page,
  readFolder,
  trimSlashes,
} from './folder.ts';
import { readPage } from './html.ts';
import { isZendeskFile, readZendesk } from './zendesk.ts';

const MAX_TITLE_LENGTH = 300;
/** Properties of site generators that articles have no use for. */
const OMITTED = new Set(
  [
    'slug permalink sidebar_label sidebar_position sidebar_class_name pagination_next pagination_prev pagination_label hide_title',
    'hide_table_of_contents toc_min_heading_level toc_max_heading_level custom_edit_url layout draft unlisted published hidden status date',
    'created_at updated_at last_update lastmod tags',
  ]
    .join(' ')
    .split(' '),
);

/**
 * Articles in a folder of Markdown and HTML files, as Docusaurus (https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs),
 * GitBook (https://gitbook.com/docs/getting-started/git-sync/content-configuration) and other generators have them, and articles of Zendesk
 * Guide. The path of a file is the external id of its article, by which articles link to each other.
 */
export const articles: Source = {
  isPacked: true,
  detect: async (reading) => {
    const isEmpty = !reading.files.some(({ name }) => /\.(?:md|markdown|mdx|html?|json)$/i.test(name));
    if (isEmpty) throw new UnreadableFileError('There is no Markdown, HTML or JSON file');
    return { detected: {}, options: reading.options };
  },
  read: async function* (reading) {
    const exports: SourceFile[] = [];
    for (const file of reading.files) if (await isZendeskFile(file)) exports.push(file);
    yield* readZendesk(reading, exports);
    const folder = await readFolder({ ...reading, files: reading.files.filter((file) => !exports.includes(file)) });
    if (!folder.pages.size && !exports.length) throw new UnreadableFileError('There is no article: a Markdown or HTML file');
    for (const page of folder.pages.values()) yield await readArticle(reading, folder, page);
  },
};

async function readArticle(reading: Reading, folder: Folder, page: Page): Promise<Item> {
  const place = { collection: 'articles' as const, file: page.path, from: page.route };
  try {
    const text = await readWhole(page.file, MAX_ARTICLE_LENGTH);
    return {
      ...place,
      findImage: (target) => findFile(folder, page.path, target),
      ...(await toItem(reading, folder, page, text)),
    };
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return { ...place, line: 1, record: { external_id: page.path }, refusal: { isDraft: false, message: error.message } };
  }
}

async function toItem(
  reading: Reading,
  folder: Folder,
  page: Page,
  text: string,
): Promise<Pick<Item, 'line' | 'record' | 'refusal' | 'from'>> {
  const front: FrontMatter = page.isMarkdown
    ? await reading.parseFrontMatter(text)
    : { metadata: {}, problems: [], ...(await readPage(text)) };
  const { metadata, url } = front;
  const base = { external_id: page.path, index_id: reading.options.index_id };
  const [problem] = front.problems;
  // A rule at the beginning of a text is no front matter.
  const isBroken = page.isMarkdown && problem && !('title' in front) && front.body !== text;
  if (isBroken)
    return {
      line: problem.line ?? 1,
      record: base,
      refusal: { isDraft: false, message: `The front matter is not valid YAML: ${problem.message}` },
    };
  const isDraft = front.isDraft || isUnpublished(metadata);
  const given = page.isMarkdown ? toEarshotMarkdown(front.body.trim()) : front.body;
  const type = page.isMarkdown ? 'markdown' : 'html';
  const content = await replaceDestinations(given, type, (target, isImage) =>
    isImage ? undefined : resolveLink(folder, page, target),
  );
  const created_at = toTime(metadata.created_at ?? metadata.date);
  const changed = metadata.updated_at ?? metadata.lastmod ?? metadata.last_update;
  const updated_at = toTime(typeof changed === 'object' && changed !== null ? (changed as { date?: unknown }).date : changed);
  const tags = listTags(metadata.tags);
  const record = compact({
    ...base,
    title: truncate(findTitle(folder, page, { ...front, body: given }) ?? '', MAX_TITLE_LENGTH),
    content,
    content_type: page.isMarkdown ? undefined : type,
    metadata: {
      ...Object.fromEntries(Object.entries(metadata).filter(([name]) => !OMITTED.has(name))),
      ...(tags.length && { tags }),
      ...compact({ category: toText(metadata.category) ?? findCategory(folder, page.path) }),
    },
    created_at,
    updated_at,
    status: isDraft ? 'draft' : undefined,
  });
  return {
    line: 1,
    record,
    ...(url && { from: url }),
  };
}

/** Returns whether front matter says that a text is not published. */
const isUnpublished = ({ unlisted, hidden, published, status }: Record<string, unknown>): boolean =>
  unlisted === true || hidden === true || published === false || status === 'draft';

const toTime = (value: unknown) => {
  const text = toText(value);
  return text && (parseDate(text, 'ymd') ?? text);
};

/** Returns tags in the forms of Docusaurus, Hugo and Jekyll. */
function listTags(value: unknown): string[] {
  if (typeof value === 'string')
    return value
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean);
  return (Array.isArray(value) ? (value as unknown[]) : []).flatMap(
    (tag) => toText(tag) ?? toText((tag as { label?: unknown } | null)?.label) ?? [],
  );
}

/** Returns the title, or undefined if it is the heading of the text. */
function findTitle(folder: Folder, { path }: Page, { title, metadata, body }: FrontMatter) {
  if (title) return title;
  if (/^#[ \t]+\S/m.test(body) || /<h1\b/i.test(body)) return undefined;
  const name =
    path
      .replace(/(?:\/?(?:index|README))?\.\w+$/i, '')
      .split('/')
      .at(-1) || 'Overview';
  const words = name.replaceAll(/[-_\s]+/g, ' ').trim();
  return folder.summary.get(path)?.title ?? toText(metadata.sidebar_label) ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Returns the name of the group or of the outermost folder that has one. Without, the help center names the folder. */
function findCategory({ categories, summary }: Folder, path: string): string | undefined {
  const [top = ''] = path.split('/');
  return summary.get(path)?.group ?? categories.get(top);
}

const HINT = /^([ \t]*)\{%[ \t]*hint(?:[ \t]+style="(\w+)")?[ \t]*%\}\n([\s\S]*?)\n?[ \t]*\{%[ \t]*endhint[ \t]*%\}/gm;
const ADMONITION =
  /^([ \t]*):::[ \t]*(note|tip|info|warning|caution|danger|important)\b[ \t]*\[?([^\]\n]*)\]?\n([\s\S]*?)\n[ \t]*:::[ \t]*$/gm;
const CALLOUTS: Record<string, string> = { info: 'NOTE', success: 'TIP', danger: 'CAUTION' };

/** Replaces hints of GitBook and admonitions of Docusaurus by callouts, and removes the imports at the beginning of MDX. */
function toEarshotMarkdown(text: string): string {
  const toCallout = (kind: string, title: string, body: string) =>
    `> [!${CALLOUTS[kind] ?? kind.toUpperCase()}]\n${[...(title ? [`**${title}**`, ''] : []), ...body.trim().split('\n')].map((line) => `> ${line}`.trimEnd()).join('\n')}`;
  return text
    .replace(/^(?:import [^\n]* from ['"][^\n]*\n|\s*\n)+/, '')
    .replaceAll(HINT, (_all, _indent, style = 'info', body: string) => toCallout(String(style), '', body))
    .replaceAll(ADMONITION, (_all, _indent, kind: string, title: string, body: string) => toCallout(kind, title.trim(), body));
}

/** Returns a relative destination as a path of the folder, or undefined for URLs and anchors. */
function toPath(from: string, target: string): string | undefined {
  if (!target || /^(?:[#?]|[a-z][a-z0-9+.-]*:|\/\/)/i.test(target)) return undefined;
  const path = decodePath(target.replace(/[#?].*$/s, '')).normalize('NFC');
  return posix.join(path.startsWith('/') ? '' : posix.dirname(from), path).replace(/^\/+/, '');
}

/**
 * Returns the link to an article for a link to its route, and undefined for others. The help center resolves links to files.
 */
function resolveLink({ pages, routes }: Folder, { path: from, route }: Page, target: string): string | undefined {
  const path = toPath(from, target);
  if (path === undefined || pages.has(path)) return undefined;
  const inRoutes = target.startsWith('/')
    ? path
    : posix.join(posix.dirname(trimSlashes(route)), decodePath(target.replace(/[#?].*$/s, '')));
  const page = routes.get(trimSlashes(inRoutes)) ?? routes.get(trimSlashes(inRoutes).replace(/\.\w+$/, ''));
  return page && `/${encodePath(page.path)}${findFragment(target)}`;
}

/** Finds the file of an image. Docusaurus and Hugo serve the files of a folder `static` from the root. */
function findFile({ files }: Folder, from: string, target: string): SourceFile | undefined {
  const path = toPath(from, target);
  return path === undefined ? undefined : (files.get(path) ?? (target.startsWith('/') ? files.get(`static/${path}`) : undefined));
}

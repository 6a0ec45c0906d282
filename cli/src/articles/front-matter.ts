import { CONTENT_TYPES } from '@earshot/contract/services/knowledge-base/values';
import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, LineCounter, parseDocument, stringify } from 'yaml';

export type ContentType = (typeof CONTENT_TYPES)[number];

/** Properties of an article besides its content. */
export interface FrontMatter {
  title?: string;
  url?: string;
  contentType?: ContentType;
  /** External id of an article whose external id is not the path of the file. */
  externalId?: string;
  /** Whether the article is not published. */
  isDraft?: boolean;
  /** Id of an article without an external id. */
  id?: string;
  metadata: Record<string, unknown>;
}

interface Parsed extends FrontMatter {
  body: string;
  /** Line of the file in which the body starts, from 1. */
  bodyLine: number;
  problems: { line?: number; message: string }[];
}

const BLOCK = /^---[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)/;
const MAX_METADATA_BYTES = 4096;
export const MAX_TITLE_LENGTH = 300;
const MAX_ID_LENGTH = 200;
const MAX_URL_LENGTH = 2048;

interface Rule {
  name: string;
  isValid: (value: unknown) => boolean;
  must: string;
}

const isText = (value: unknown, max: number) => typeof value === 'string' && value.trim() !== '' && value.trim().length <= max;
const isWebUrl = (value: unknown) =>
  isText(value, MAX_URL_LENGTH) && /^https?:\/\//i.test(value as string) && URL.canParse(value as string);
const isMapping = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isContentType = (value: unknown) => (CONTENT_TYPES as readonly unknown[]).includes(value);

const RULES: Rule[] = [
  {
    name: 'title',
    isValid: (value) => isText(value, MAX_TITLE_LENGTH) && !(value as string).trim().includes('\n'),
    must: `must be a line of text of 1 to ${MAX_TITLE_LENGTH} characters`,
  },
  { name: 'url', isValid: isWebUrl, must: 'must be a URL that begins with http:// or https://' },
  { name: 'content_type', isValid: isContentType, must: `must be one of ${CONTENT_TYPES.join(', ')}` },
  {
    name: 'external_id',
    isValid: (value) => isText(value, MAX_ID_LENGTH),
    must: `must be a text of 1 to ${MAX_ID_LENGTH} characters`,
  },
  {
    name: 'id',
    isValid: (value) => typeof value === 'string' && /^doc_[0-9a-z]{26}$/.test(value),
    must: 'must be the id of an article',
  },
  { name: 'draft', isValid: (value) => typeof value === 'boolean', must: 'must be true or false' },
  { name: 'metadata', isValid: isMapping, must: 'must be a mapping' },
];
const RESERVED = new Set(RULES.map(({ name }) => name));

/**
 * Parses the front matter of a file. Properties other than `title`, `url`, `content_type`,
 * `external_id`, `id`, `draft` and `metadata` are metadata of the article.
 */
export function parseFrontMatter(text: string): Parsed {
  const block = BLOCK.exec(text);
  if (!block) {
    const isOpen = /^---[ \t]*(?:\r?\n|$)/.test(text);
    const problems = isOpen ? [{ line: 1, message: 'The front matter has no end. Add a line with ---.' }] : [];
    return { body: text, bodyLine: 1, metadata: {}, problems };
  }
  const [all, source = ''] = block;
  const lineCounter = new LineCounter();
  const document = parseDocument(source, { lineCounter, prettyErrors: false, intAsBigInt: true });
  // The first line is ---.
  const lineAt = (offset: number) => lineCounter.linePos(offset).line + 1;
  const base = { body: text.slice(all.length), bodyLine: all.split('\n').length, metadata: {} };
  if (document.errors.length)
    return { ...base, problems: document.errors.map(({ pos, message }) => ({ line: lineAt(pos[0]), message })) };
  let fields: Record<string, unknown>;
  try {
    const value = (document.toJS({ maxAliasCount: 20, reviver: keepDigits }) ?? {}) as unknown;
    if (!isMapping(value)) return { ...base, problems: [{ line: 2, message: 'The front matter must consist of properties.' }] };
    fields = value as Record<string, unknown>;
  } catch (error) {
    return { ...base, problems: [{ line: 2, message: (error as Error).message }] };
  }
  const findLine = (name: string) => {
    const items = isMap(document.contents) ? document.contents.items : [];
    const key = items.map((item) => item.key).find((item) => isScalar(item) && item.value === name);
    return isScalar(key) && key.range ? lineAt(key.range[0]) : 2;
  };
  return { ...base, ...readFields(fields, findLine) };
}

/** Returns integers as numbers, and integers beyond 2^53 as strings, because a number would lose digits. */
function keepDigits(_name: unknown, value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function readFields(fields: Record<string, unknown>, lineOf: (name: string) => number) {
  const problems = RULES.filter(({ name, isValid }) => fields[name] !== undefined && !isValid(fields[name])).map(
    ({ name, must }) => ({ line: lineOf(name), message: `${name} ${must}` }),
  );
  const own = Object.entries(fields).filter(([name]) => !RESERVED.has(name));
  const metadata = { ...(isMapping(fields.metadata) ? (fields.metadata as object) : {}), ...Object.fromEntries(own) };
  for (const [name, value] of Object.entries(metadata))
    if (value === undefined || !isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value))
      problems.push({ line: lineOf(name), message: `${name} must be a JSON value` });
  if (Buffer.byteLength(JSON.stringify(metadata)) > MAX_METADATA_BYTES)
    problems.push({ line: 2, message: 'The metadata must have at most 4 KiB as JSON' });
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name].trim() : undefined);
  return {
    title: text('title'),
    url: text('url'),
    contentType: text('content_type') as ContentType | undefined,
    externalId: text('external_id'),
    id: text('id'),
    ...(fields.draft === true && { isDraft: true }),
    metadata,
    problems,
  };
}

/** Renders a file, so that `parseFrontMatter` returns the same properties and body. */
export function renderFile({ title, url, contentType, externalId, id, isDraft, metadata }: FrontMatter, body: string): string {
  const entries = Object.entries(metadata);
  const nested = entries.filter(([name]) => RESERVED.has(name));
  const fields = Object.entries({
    title,
    url,
    content_type: contentType,
    external_id: externalId,
    id,
    draft: isDraft || undefined,
    ...Object.fromEntries(entries.filter(([name]) => !RESERVED.has(name))),
    metadata: nested.length ? Object.fromEntries(nested) : undefined,
  }).filter(([, value]) => value !== undefined);
  // Content may begin with front matter of its own.
  if (!fields.length && !body.startsWith('---')) return `${body}\n`;
  const front = fields.length ? stringify(Object.fromEntries(fields), { lineWidth: 0 }) : '';
  return `---\n${front}---\n\n${body}\n`;
}

import { posix } from 'node:path';
import { unescapeHtml, escapeHtml } from '../../../platform/html/escape.ts';

/** A document to which relative links of other documents lead. */
export interface LinkTarget {
  slug: string;
  url: string | null;
  external_id: string;
}

export interface LinkOptions {
  /** Finds documents of the same index. */
  findTargets: (externalIds: string[]) => Promise<LinkTarget[]>;
  /** Returns the URL of a document without a URL of its own, or undefined when it has no page. */
  urlOf: (target: LinkTarget) => string | undefined;
  /** Whether relative links and images that lead nowhere stay as they are. Otherwise, they become text. */
  keepsUnresolved?: boolean;
}

/** Links and images in sanitized HTML, in which attributes contain neither quotes nor angle brackets. */
const ELEMENT = /<(?:a|img) [^>]*>/g;
const DESTINATION = / (?:href|src)="([^"]*)"/;
const ALT = / alt="([^"]*)"/;
const IS_RELATIVE = /^(?!#|[a-z][a-z0-9+.-]*:)./i;
const EXTENSION = /\.(?:md|markdown|mdx|html?)$/i;
const EXTENSIONS = ['.md', '.markdown', '.mdx', '.html'];
/** Files that represent their folders. */
const FOLDER_FILES = ['index.md', 'README.md', 'index.html'];

/**
 * Resolves relative links and images of a document, as in a folder of files: a link to the `external_id` of another document of the index
 * leads to this document. Others are relative to the URL of the document.
 */
export async function resolveLinks(
  html: string,
  source: { external_id: string | null; url: string | null },
  { findTargets, urlOf, keepsUnresolved = false }: LinkOptions,
): Promise<string> {
  const elements = (html.match(ELEMENT) ?? []).map(parseElement).filter(({ destination }) => IS_RELATIVE.test(destination));
  if (!elements.length) return html;
  const candidates = new Map(
    elements
      .filter(({ isImage }) => !isImage)
      .map(({ destination }) => [destination, listExternalIds(destination, source.external_id)]),
  );
  const names = [...new Set([...candidates.values()].flat())];
  const targets = new Map(names.length ? (await findTargets(names)).map((target) => [target.external_id, target]) : []);

  const resolve = (destination: string): string | undefined => {
    const target = candidates
      .get(destination)
      ?.map((name) => targets.get(name))
      .find(Boolean);
    const url = target && (target.url ?? urlOf(target));
    if (url !== undefined) return url.includes('#') ? url : url + (/#.+$/.exec(destination)?.[0] ?? '');
    return source.url !== null && URL.canParse(destination, source.url) ? new URL(destination, source.url).href : undefined;
  };
  return html.replaceAll(ELEMENT, (element) => {
    const { destination, isImage, alt } = parseElement(element);
    if (!IS_RELATIVE.test(destination)) return element;
    const url = resolve(destination);
    if (url !== undefined)
      return element.replace(DESTINATION, (attribute) => attribute.replace(/".*"/, () => `"${escapeHtml(url)}"`));
    if (keepsUnresolved) return element;
    return isImage ? alt : element.replace(DESTINATION, '');
  });
}

function parseElement(element: string): { destination: string; isImage: boolean; alt: string } {
  const destination = unescapeHtml(DESTINATION.exec(element)?.[1] ?? '');
  return { destination, isImage: element.startsWith('<img'), alt: ALT.exec(element)?.[1] ?? '' };
}

/** Returns the external ids of documents to which a link may lead, best first. A link may omit or change the extension of a file. */
function listExternalIds(destination: string, from: string | null): string[] {
  const encoded = /^[^?#]*/.exec(destination)?.[0] ?? '';
  const link = decodePath(encoded);
  const path = link.startsWith('/') ? posix.normalize(link.slice(1)) : posix.join(posix.dirname(from ?? ''), link);
  if (path.startsWith('..')) return [];
  const name = path.replace(/\/$/, '');
  const base = name.replace(EXTENSION, '');
  const files = FOLDER_FILES.map((file) => posix.join(name, file));
  return [...new Set([name, ...EXTENSIONS.map((extension) => base + extension), base, ...files])];
}

/** Decodes a path. Paths with invalid escapes stay as they are. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

import type { EventMessage } from '../../messages/messages.ts';

/** Format of a chat service. */
export interface ChatFormat {
  /** Time between two messages that the service accepts in the long run, in milliseconds. */
  intervalMs: number;
  /** Returns the body of the request. */
  render: (message: EventMessage, endpoint: URL) => object;
  /** Returns the URL that receives the request, if it is not the URL of the endpoint. */
  resolve?: (endpoint: URL) => string;
  /** Returns why the service cannot be reached with this URL, or undefined. */
  findFault?: (endpoint: URL) => string | undefined;
}

/** Escapes what starts links, mentions and tags. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns the beginning of a text with at most `max` bytes in UTF-8, without half of a character. */
export function truncateBytes(text: string, max: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= max) return text;
  const mark = '…';
  // An incomplete character at the end becomes a replacement character.
  const beginning = bytes.subarray(0, max - Buffer.byteLength(mark)).toString();
  return `${beginning.replace(/\uFFFD$/, '')}${mark}`;
}

/** Zero width space after @, so that no text of a user notifies people or groups. */
export const withoutMentions = (text: string): string => text.replaceAll('@', '@\u200B');

/** Escapes what Markdown dialects of chat services interpret. */
export const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_~|<>#[\]()!-]/g, String.raw`\$&`);

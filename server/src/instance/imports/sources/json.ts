import { type Reading, type SourceFile, UnreadableFileError } from './source.ts';
import { readJson } from './text.ts';

// Reads parts of JSON documents whose form is not certain.

export type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
export const toObject = (value: unknown): Json => (isObject(value) ? value : {});
export const toText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
export const toList = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
/** Returns the names of objects, such as tags. */
export const listNames = (value: unknown): string[] => toList(value).flatMap(({ name }) => toText(name) ?? []);

/** An object of a list of a JSON file. */
interface Listed<Name extends string> {
  list: Name;
  file: string;
  /** Position in the list, from 1. */
  line: number;
  value: Json;
}

/**
 * Yields the objects of the named lists of all files, one list after another. A file that is a list itself is named `items`. One file is in
 * memory at a time, so that several large ones are read again for each list. `unwrap` returns the part of a file that has the lists.
 * @throws {UnreadableFileError} when no file has one of the lists
 */
export async function* readLists<Name extends string>(
  { files }: Reading,
  names: readonly Name[],
  { advice, unwrap = (content) => content }: { advice: string; unwrap?: (content: unknown) => unknown },
): AsyncGenerator<Listed<Name>> {
  let isFound = false;
  let last: { file: SourceFile; content: unknown } | undefined;
  for (const list of names)
    for (const file of files) {
      if (last?.file !== file) {
        last = undefined;
        last = { file, content: unwrap(await readJson(file)) };
      }
      const { content } = last;
      const found = Array.isArray(content) ? (list === 'items' ? content : undefined) : toObject(content)[list];
      isFound ||= found !== undefined;
      for (const [index, value] of toList(found).entries()) yield { list, file: file.name, line: index + 1, value };
    }
  if (!isFound) throw new UnreadableFileError(`${files.map(({ name }) => name).join(', ')}: ${advice}`);
}

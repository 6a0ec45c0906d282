import type { EditorState } from 'prosemirror-state';
import { schema } from '../markdown/schema.ts';

/** A `/` with the beginning of a command at the cursor. */
export interface Slash {
  from: number;
  query: string;
}

const PATTERN = /(?:^|\s)\/([\p{L}\p{N} ]{0,20})$/u;

/** Returns the command that is being typed. Only in text, because code has slashes of its own. */
export function findSlash({ selection: { empty, $from } }: EditorState): Slash | undefined {
  if (!empty || $from.parent.type !== schema.nodes.paragraph) return undefined;
  // Other nodes count as one character.
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\uFFFC');
  const query = PATTERN.exec(before)?.[1];
  return query === undefined ? undefined : { from: $from.pos - query.length - 1, query };
}

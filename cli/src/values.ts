import { UsageError } from './errors.ts';
import { readText } from './text-file.ts';

export type Value = string | number | boolean | null;

/** Parses a value as JSON number, boolean or null. Other text is a string, as are integers beyond 2^53, and `@file` reads a file. */
async function parseValue(text: string): Promise<Value> {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  if (text.startsWith('@')) return await readText(text.slice(1));
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && !isLongInteger(text) ? Number(text) : text;
}

/** Returns whether a number would lose digits of an integer. */
const isLongInteger = (text: string) => /^-?\d+$/.test(text) && !Number.isSafeInteger(Number(text));

/** Parses JSON. Integers beyond 2^53 become strings, as on the server, because a number would lose digits. @throws {SyntaxError} */
export const parseJson = (text: string): unknown =>
  JSON.parse(text, ((_name: string, value: unknown, { source = '' }: { source?: string }) =>
    typeof value === 'number' && isLongInteger(source) ? source : value) as Reviver);

/** TypeScript does not know the third parameter of a reviver, the source text. */
type Reviver = Parameters<typeof JSON.parse>[1];

interface Nested {
  [name: string]: Value | Nested | (Value | Nested)[];
}

/**
 * Parses `key=value` pairs into an object. `key[]=value` appends to an array, `key[name]=value` sets a property of an object.
 * @throws {UsageError} for text without `=`
 */
export async function parsePairs(pairs: string[], isTyped: boolean): Promise<Nested> {
  const result: Nested = {};
  for (const pair of pairs) {
    const [, name, suffix, text] = /^([^=[\]]+)((?:\[[^=[\]]*\])?)=([\s\S]*)$/.exec(pair) ?? [];
    if (name === undefined || text === undefined) throw new UsageError(`${pair} must have the form key=value`);
    const value = isTyped ? await parseValue(text) : text;
    if (!suffix) result[name] = value;
    else if (suffix === '[]') result[name] = [...((result[name] as Value[] | undefined) ?? []), value];
    else result[name] = { ...(result[name] as Nested | undefined), [suffix.slice(1, -1)]: value };
  }
  return result;
}

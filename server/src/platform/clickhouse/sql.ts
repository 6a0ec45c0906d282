// Statements for ClickHouse. Values are bound with their type; text is inserted only by `raw`.

type Scalar = string | number | boolean | bigint;
type Value = Scalar | readonly Scalar[];

interface BoundValue {
  value: Value;
  /** ClickHouse type. */
  type: string;
}

/** A statement or a fragment of a statement. Plain data, so that it can be sent to another thread. */
export interface Sql {
  readonly parts: readonly (string | BoundValue)[];
}

/** Parameters travel in the URL of a request, which servers and proxies limit. Longer values are written into the statement. */
const MAX_PARAM_LENGTH = 1_000;

const isSql = (value: unknown): value is Sql => typeof value === 'object' && value !== null && 'parts' in value;

/**
 * Creates a statement or a fragment. Interpolated fragments are inserted; all other values are bound with the type that follows from
 * them: strings as String, integers as Int64, other numbers as Float64, bigints as UInt64, booleans as Bool, lists as arrays of these.
 * @throws {TypeError} when the type does not follow from the value, as for an empty list
 */
export function sql(strings: TemplateStringsArray, ...values: (Sql | Value)[]): Sql {
  const parts = strings.flatMap((text, index) => {
    const value = values[index];
    if (value === undefined) return [text];
    return isSql(value) ? [text, ...value.parts] : [text, { value, type: deduceType(value) }];
  });
  return { parts: parts.filter((part) => part !== '') };
}

/** Inserts text as it is. Never pass a value that comes from a request. */
export const raw = (text: string): Sql => ({ parts: [text] });

/** Binds a value with an explicit ClickHouse type, where the deduced type is not the right one. */
export const typed = (value: Value, type: string): Sql => ({ parts: [{ value, type }] });

/** Inserts a string or a number as an escaped literal, where ClickHouse accepts no parameter: in settings, and as the parameter of an aggregate function. */
export const literal = (value: string | number | bigint): Sql => raw(renderValue(value));

export const join = (fragments: readonly Sql[], separator = ', '): Sql => ({
  parts: fragments.flatMap(({ parts }, index) => (index ? [separator, ...parts] : parts)),
});

/** Joins conditions by AND. Conditions that contain OR need parentheses of their own. */
export const joinAnd = (conditions: readonly Sql[]): Sql => join(conditions, ' AND ');

/** Joins queries by UNION ALL. */
export const unionAll = (queries: readonly Sql[]): Sql => join(queries, '\nUNION ALL\n');

/** Returns the text of a statement with a placeholder such as `{p0:Int64}` for each value, and the values by name. */
export function compile({ parts }: Sql): { query: string; params: Record<string, Value> } {
  const params: Record<string, Value> = {};
  const names = new Map<string, string>();
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part;
    const text = renderTyped(part);
    if (text.length > MAX_PARAM_LENGTH) return text;
    const key = `${part.type} ${text}`;
    const name = names.get(key) ?? `p${names.size}`;
    names.set(key, name);
    params[name] = part.value;
    return `{${name}:${part.type}}`;
  });
  return { query: texts.join(''), params };
}

/** Returns a statement as text with its values as literals, for statements that are stored and executed later. */
export const toText = ({ parts }: Sql): string =>
  parts.map((part) => (typeof part === 'string' ? part : renderTyped(part))).join('');

function deduceType(value: Value): string {
  if (typeof value === 'object') {
    const [type, ...others] = new Set(value.map(deduceType));
    if (!type || others.length) throw new TypeError('An empty or mixed list has no ClickHouse type; use typed()');
    return `Array(${type})`;
  }
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'Int64' : 'Float64';
  if (typeof value === 'bigint') return value < 0n ? 'Int64' : 'UInt64';
  return typeof value === 'boolean' ? 'Bool' : 'String';
}

function renderValue(value: Value): string {
  if (typeof value === 'object') return `[${value.map(renderValue).join(', ')}]`;
  return typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value);
}

/** Renders a value as ClickHouse treats a parameter: a literal that is converted to the type. */
const renderTyped = ({ value, type }: BoundValue): string =>
  type === 'String' ? renderValue(value) : `CAST(${renderValue(value)}, '${type}')`;

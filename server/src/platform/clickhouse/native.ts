// Encodes blocks of ClickHouse's Native format (https://clickhouse.com/docs/interfaces/formats/Native): each column as a whole, as
// ClickHouse keeps it in memory. Parsing took three quarters of an insert of JSON, which took four times as long (ADR 80).

/** A column of a block: its name, its type, and its encoded values. */
export interface Column {
  name: string;
  type: string;
  parts: Uint8Array[];
}

/** Encodes columns with equal numbers of rows. */
export function encodeBlock(rows: number, columns: Column[]): Buffer {
  const head = Buffer.alloc(2 * MAX_LENGTH_BYTES);
  const parts: Uint8Array[] = [head.subarray(0, writeLength(head, rows, writeLength(head, columns.length, 0)))];
  for (const { name, type, parts: values } of columns) parts.push(encodeStrings([name, type]), ...values);
  return Buffer.concat(parts);
}

// Both ClickHouse and the platforms of Node.js are little-endian. Loops, because `from` of typed arrays takes twenty times as long.

const NUMBERS = { Bool: Uint8Array, Int8: Int8Array, UInt16: Uint16Array, UInt32: Uint32Array };

/** Returns a column of numbers. */
export function numbers<Row>(
  name: string,
  type: keyof typeof NUMBERS,
  rows: readonly Row[],
  valueOf: (row: Row, index: number) => number,
): Column {
  const values = new NUMBERS[type](rows.length);
  for (let index = 0; index < rows.length; index++) values[index] = valueOf(rows[index] as Row, index);
  return { name, type, parts: [toBytes(values)] };
}

/** Returns a column of 64-bit numbers, given as numbers or in decimal digits. */
export function bigNumbers<Row>(name: string, rows: readonly Row[], valueOf: (row: Row) => number | string): Column {
  const values = new BigUint64Array(rows.length);
  for (let index = 0; index < rows.length; index++) values[index] = BigInt(valueOf(rows[index] as Row));
  return { name, type: 'UInt64', parts: [toBytes(values)] };
}

/** Returns a column of times, given in milliseconds since 1970. */
export function times<Row>(name: string, rows: readonly Row[], valueOf: (row: Row) => number): Column {
  // Halves of 64-bit numbers, which are faster than a BigInt for each.
  const halves = new Uint32Array(rows.length * 2);
  for (let index = 0; index < rows.length; index++) {
    const time = valueOf(rows[index] as Row);
    halves[index * 2] = time % 2 ** 32;
    halves[index * 2 + 1] = time / 2 ** 32;
  }
  return { name, type: "DateTime64(3, 'UTC')", parts: [toBytes(halves)] };
}

const UUID_BYTES = 16;

/** Returns a column of UUIDs. */
export function uuids<Row>(name: string, rows: readonly Row[], valueOf: (row: Row) => string): Column {
  const bytes = Buffer.allocUnsafe(rows.length * UUID_BYTES);
  let last: string | undefined;
  for (let index = 0; index < rows.length; index++) {
    const value = valueOf(rows[index] as Row);
    const at = index * UUID_BYTES;
    if (value === last) bytes.copyWithin(at, at - UUID_BYTES, at);
    else bytes.write(value.replaceAll('-', ''), at, 'hex');
    last = value;
  }
  // Two 64-bit numbers, each with its last byte first.
  return { name, type: 'UUID', parts: [bytes.swap64()] };
}

/** Returns a column of text. */
export const strings = <Row>(name: string, rows: readonly Row[], valueOf: (row: Row) => string): Column => ({
  name,
  type: 'String',
  parts: [encodeStrings(rows.map(valueOf))],
});

/** Returns a column of text of which many values are equal. */
export function repeatedStrings<Row>(name: string, rows: readonly Row[], valueOf: (row: Row) => string): Column {
  const { dictionary, indexes } = createDictionary(rows, valueOf);
  return dictionaryStrings(name, dictionary, indexes);
}

/** Returns the distinct values of rows, and for each row the index of its value. */
export function createDictionary<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => string,
): { dictionary: string[]; indexes: Uint32Array } {
  const known = new Map<string, number>();
  const indexes = new Uint32Array(rows.length);
  for (let index = 0; index < rows.length; index++) {
    const value = valueOf(rows[index] as Row);
    let found = known.get(value);
    if (found === undefined) known.set(value, (found = known.size));
    indexes[index] = found;
  }
  return { dictionary: [...known.keys()], indexes };
}

/** The only version of dictionaries: `SharedDictionariesWithAdditionalKeys`. */
const DICTIONARY_VERSION = 1n;
/** `HasAdditionalKeysBit` and `NeedUpdateDictionary`: the block has the whole dictionary. */
const OWN_DICTIONARY = (1n << 9n) | (1n << 10n);

/** Returns a column of the values of a dictionary at these indexes. */
export function dictionaryStrings(name: string, dictionary: readonly string[], indexes: Uint32Array): Column {
  const [width, packed] =
    dictionary.length <= 2 ** 8
      ? [0n, new Uint8Array(indexes)]
      : dictionary.length <= 2 ** 16
        ? [1n, new Uint16Array(indexes)]
        : [2n, indexes];
  return {
    name,
    type: 'LowCardinality(String)',
    parts: [
      toBytes(BigUint64Array.of(DICTIONARY_VERSION, OWN_DICTIONARY | width, BigInt(dictionary.length))),
      encodeStrings(dictionary),
      toBytes(BigUint64Array.of(BigInt(indexes.length))),
      toBytes(packed),
    ],
  };
}

/** Returns a column of maps from text to text. */
export function stringMaps<Row>(name: string, rows: readonly Row[], valueOf: (row: Row) => Record<string, string>): Column {
  const ends = new BigUint64Array(rows.length);
  const keys: string[] = [];
  const values: string[] = [];
  for (let index = 0; index < rows.length; index++) {
    const map = valueOf(rows[index] as Row);
    for (const key in map) {
      keys.push(key);
      values.push(map[key] as string);
    }
    ends[index] = BigInt(keys.length);
  }
  return { name, type: 'Map(String, String)', parts: [toBytes(ends), encodeStrings(keys), encodeStrings(values)] };
}

const toBytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Maximum number of bytes of a UTF-16 code unit in UTF-8, and of a length. */
const [MAX_UNIT_BYTES, MAX_LENGTH_BYTES] = [3, 5];

/** Encodes strings, each after its length in bytes. */
function encodeStrings(values: readonly string[]): Buffer {
  let capacity = 0;
  for (const { length } of values) capacity += length * MAX_UNIT_BYTES + MAX_LENGTH_BYTES;
  const bytes = Buffer.allocUnsafe(capacity);
  let end = 0;
  for (const value of values) {
    end = writeLength(bytes, value.length && Buffer.byteLength(value), end);
    if (value.length) end += bytes.write(value, end);
  }
  return bytes.subarray(0, end);
}

/** Writes a length in LEB128. Returns the position after it. */
function writeLength(bytes: Buffer, length: number, start: number): number {
  let [rest, at] = [length, start];
  for (; rest >= 0x80; rest >>>= 7) bytes[at++] = (rest & 0x7f) | 0x80;
  bytes[at++] = rest;
  return at;
}

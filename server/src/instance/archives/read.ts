import { createHash } from 'node:crypto';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';
import type { ArchivedRow } from '../../platform/postgres/archived.ts';
import { type ArchivedFile, FORMAT, type Manifest, MANIFEST, PROJECT, UPLOADS, VERSION } from './format.ts';
import { invalid, type Zip } from './zip.ts';

/** Longest line. Documents have at most a megabyte. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** Longest file that is read at a time: the manifest, settings and images. */
const MAX_WHOLE_BYTES = 32 * 1024 * 1024;
const LINE_END = 10;

const FILE = {
  type: 'object',
  properties: {
    bytes: { type: 'integer', minimum: 0 },
    sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    rows: { type: 'integer', minimum: 0 },
  },
  required: ['bytes', 'sha256'],
};
const TEXT = { type: 'string' };
const MANIFEST_SCHEMA = {
  type: 'object',
  properties: {
    format: { const: FORMAT },
    version: { type: 'integer' },
    earshot_version: TEXT,
    created_at: TEXT,
    url: { type: 'string', pattern: '^https?://' },
    project: {
      type: 'object',
      properties: { id: TEXT, name: { type: 'string', minLength: 1, maxLength: 100 }, slug: TEXT },
      required: ['id', 'name', 'slug'],
    },
    personal_data: { type: 'boolean' },
    files: { type: 'object', additionalProperties: FILE },
  },
  required: ['format', 'version', 'earshot_version', 'created_at', 'url', 'project', 'personal_data', 'files'],
};

/** Returns a function that checks values against a JSON Schema. */
export function compileSchema(schema: object): ValidateFunction {
  // Unions of a text and null are intended; the properties of JSON are not described. The schemas are those of the program: checking each of
  // them would compile the schema of schemas, which takes 20 times as long.
  return addFormats.default(new Ajv2020({ strict: false, validateSchema: false })).compile(schema);
}

export const explain = ({ errors }: ValidateFunction): string => {
  const [error] = errors ?? [];
  const { additionalProperty, allowedValues } = (error?.params ?? {}) as {
    additionalProperty?: string;
    allowedValues?: string[];
  };
  const detail = additionalProperty ?? allowedValues?.join(', ');
  return `${error?.instancePath.slice(1) ?? ''} ${error?.message ?? 'is invalid'}${detail ? `: ${detail}` : ''}`.trim();
};

/** Reads a whole file. Without an entry in the manifest, only its size is checked. */
export async function readWhole(zip: Zip, name: string, file?: ArchivedFile): Promise<Buffer> {
  const size = zip.sizes.get(name) ?? 0;
  if (size > MAX_WHOLE_BYTES) throw invalid(`${name} is too large`);
  const chunks: Buffer[] = [];
  for await (const chunk of readChunks(zip, name, file)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(`${name} is not valid JSON`, error);
  }
}

/** Reads the manifest, and checks that the archive has exactly its files. `known` are the names of tables of this version. */
export async function readManifest(zip: Zip, known: ReadonlySet<string>): Promise<Manifest> {
  if (!zip.sizes.has(MANIFEST)) throw invalid(`${MANIFEST} is missing: the file is no archive of Earshot, or not complete`);
  const manifest = parseJson(String(await readWhole(zip, MANIFEST)), MANIFEST) as Manifest;
  const check = compileSchema(MANIFEST_SCHEMA);
  if (!check(manifest)) throw invalid(`${MANIFEST}: ${explain(check)}`);
  if (manifest.version !== VERSION)
    throw invalid(
      `The archive has version ${manifest.version} of the format, and this version of Earshot reads version ${VERSION}`,
    );
  const names = Object.keys(manifest.files);
  const missing = [PROJECT, ...names].find((name) => !zip.sizes.has(name) || !Object.hasOwn(manifest.files, name));
  if (missing !== undefined) throw invalid(`${missing} is missing`);
  const extra = [...zip.sizes.keys()].find((name) => name !== MANIFEST && !Object.hasOwn(manifest.files, name));
  if (extra !== undefined) throw invalid(`${extra} is not in ${MANIFEST}`);
  const unknown = names.find((name) => name !== PROJECT && !isKnown(name, known));
  if (unknown !== undefined) throw invalid(`${unknown} is unknown to this version of Earshot`);
  for (const [name, { bytes }] of Object.entries(manifest.files))
    if (zip.sizes.get(name) !== bytes) throw invalid(`${name} has another size than in ${MANIFEST}`);
  return manifest;
}

function isKnown(name: string, known: ReadonlySet<string>): boolean {
  if (name.startsWith(UPLOADS)) return true;
  const table = /^(?:schemas\/)?(\w+)\.(?:jsonl|csv|json)$/.exec(name)?.[1];
  return table !== undefined && known.has(table);
}

/** Yields a file in chunks, at most as many bytes as listed, and checks its hash at the end. */
export async function* readChunks(zip: Zip, name: string, file?: ArchivedFile): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = await zip.read(name);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      if (file && bytes > file.bytes) throw invalid(`${name} is longer than its size`);
      yield chunk;
    }
  } catch (error) {
    // Errors of zlib, and of sizes that differ from the directory.
    throw (error as { code?: string }).code === 'archives.invalid'
      ? error
      : invalid(`${name} is damaged (${(error as Error).message})`, error);
  }
  if (file && hash.digest('hex') !== file.sha256) throw invalid(`${name} has another checksum than in ${MANIFEST}`);
}

/** Yields the rows of JSON Lines with their line numbers. `mapText` changes a line before it is parsed. */
export async function* readLines(
  zip: Zip,
  name: string,
  { file, mapText = (text) => text }: { file: ArchivedFile; mapText?: (text: string) => string },
): AsyncGenerator<{ row: ArchivedRow; line: number; bytes: number }> {
  let rest: Buffer = Buffer.alloc(0);
  let line = 0;
  const parse = (bytes: Buffer) => {
    line++;
    return { row: parseJson(mapText(bytes.toString()), `${name}, line ${line}`) as ArchivedRow, line, bytes: bytes.length + 1 };
  };
  for await (const chunk of readChunks(zip, name, file)) {
    const data = rest.length ? Buffer.concat([rest, chunk]) : chunk;
    let start = 0;
    for (let end = data.indexOf(LINE_END); end >= 0; end = data.indexOf(LINE_END, start)) {
      yield parse(data.subarray(start, end));
      start = end + 1;
    }
    rest = data.subarray(start);
    if (rest.length > MAX_LINE_BYTES) throw invalid(`${name}, line ${line + 1} is too long`);
  }
  if (rest.length) yield parse(rest);
  if (line !== file.rows) throw invalid(`${name} has ${line} rows instead of ${file.rows ?? 0}`);
}

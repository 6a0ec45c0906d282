import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { buffer as readAll } from 'node:stream/consumers';
import { extract, pack } from 'tar-stream';
import { BackupError } from './errors.ts';

/** A file of an archive. Large content is divided into several members, so that each fits into memory. */
export interface Member {
  name: string;
  bytes: Uint8Array;
}

/** Version of the archive format. */
export const FORMAT = 1;
/** The first member: properties that are known when a backup starts. */
export const HEADER = 'backup.json';
/** The member after the data: numbers that are known when all data is read. */
export const CONTENTS = 'contents.json';
/** The last member: hashes of all others, in the format of `sha256sum`. An archive without this member is incomplete. */
export const SUMS = 'SHA256SUMS';

/** Larger members are damage: no writer makes them. */
const MAX_MEMBER_BYTES = 512 * 1024 * 1024;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Encodes members as a tar archive, and adds their hashes. Reads a member when the previous one is consumed. */
export async function* packArchive(members: AsyncIterable<Member>): AsyncGenerator<Uint8Array> {
  const tar = pack();
  const add = ({ name, bytes }: Member) =>
    new Promise<void>((resolve, reject) => {
      tar.entry({ name, mode: 0o600 }, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), (error) =>
        error ? reject(error) : resolve(),
      );
    });
  const feed = async () => {
    const sums: string[] = [];
    for await (const member of members) {
      sums.push(`${sha256(member.bytes)}  ${member.name}\n`);
      await add(member);
    }
    await add({ name: SUMS, bytes: Buffer.from(sums.join('')) });
    tar.finalize();
  };
  const fed = feed().catch((error: Error) => tar.destroy(error));
  try {
    yield* tar as AsyncIterable<Uint8Array>;
  } finally {
    // An error of the members has destroyed the archive, and the loop has thrown it.
    tar.destroy();
    await fed;
  }
}

/** Yields the members of a tar archive in their order. @throws {BackupError} when the archive is damaged or incomplete */
export async function* unpackArchive(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Member> {
  const tar = extract();
  let start: Uint8Array | undefined;
  const source = async function* () {
    for await (const chunk of bytes) {
      start ??= chunk;
      yield chunk;
    }
  };
  // The loop throws the errors of both: a failed source destroys the extraction.
  const written = pipeline(Readable.from(source(), { objectMode: false }), tar as unknown as NodeJS.WritableStream);
  written.catch((error: Error) => tar.destroy(error));
  let isOpened = false;
  try {
    for await (const entry of tar) {
      isOpened = true;
      const { name, size, type } = entry.header;
      // Links and devices are never written, and nothing is unpacked into a folder.
      if (type !== 'file') throw new BackupError(`The archive is damaged: ${name} is not a file`);
      if (size > MAX_MEMBER_BYTES) throw new BackupError(`The archive is damaged: ${name} is too large`);
      yield { name, bytes: await readAll(entry) };
    }
    await written;
  } catch (error) {
    const damage = describeDamage(error as Error, isOpened ? undefined : (start ?? new Uint8Array()));
    throw damage === undefined ? error : new BackupError(damage, { cause: error });
  } finally {
    tar.destroy();
  }
}

const decompress = promisify(zstdDecompress);

/** Returns the decompressed content of a member. @throws {BackupError} when it is damaged, or larger than any writer makes it */
export async function decompressMember({ name, bytes }: Member): Promise<Buffer> {
  return await decompress(bytes, { maxOutputLength: MAX_MEMBER_BYTES }).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : 'not compressed as expected';
    throw new BackupError(`The archive is damaged: ${name} is ${reason}`, { cause: error });
  });
}

/** First bytes of compressed files, by the program that decompresses them. */
const COMPRESSED = { gunzip: [0x1f, 0x8b], unzstd: [0x28, 0xb5, 0x2f, 0xfd], unzip: [0x50, 0x4b, 0x03, 0x04] };

/**
 * Returns the message for an error of the extraction, undefined for others. Errors of the extraction have no class and no code of their
 * own. `start` has the first bytes of a file without any member.
 */
function describeDamage({ message, code }: NodeJS.ErrnoException, start: Uint8Array | undefined): string | undefined {
  const isEarly =
    /Unexpected end of data|Premature close|Writable stream closed prematurely/i.test(message) ||
    code === 'ERR_STREAM_PREMATURE_CLOSE';
  if (!isEarly && !/Invalid tar header|size exceeds/i.test(message)) return undefined;
  if (start) {
    const program = Object.entries(COMPRESSED).find(([, magic]) => magic.every((byte, index) => start[index] === byte))?.[0];
    return program
      ? `The file is compressed. Decompress it with ${program} first`
      : `The file is not a backup of Earshot${isEarly ? ', or only the beginning of one' : ''}`;
  }
  return isEarly ? 'The archive is incomplete: it ends early. Copy it again' : 'The archive is damaged. Use another backup';
}

/** Properties of an instance that are known when its backup starts. */
export interface Header {
  format: number;
  /** Version of Earshot. */
  version: string;
  created_at: string;
  /** Names of the migrations of PostgreSQL, in their order. */
  migrations: string[];
  /** Tables of PostgreSQL with the columns of their members, in the order of the archive. */
  tables: { name: string; columns: string[] }[];
  /** Columns of the blocks of each table of ClickHouse. */
  clickhouse: Record<string, string[]>;
}

/** The numbers of rows by table, and of files. */
export interface Contents {
  postgres: Record<string, number>;
  clickhouse: Record<string, number>;
  sequences: Record<string, number>;
  uploads: number;
  /** Files that were deleted while the backup was made. */
  missing_uploads: number;
}

export interface Summary {
  header: Header;
  contents: Contents;
  /** Total size of the members. */
  bytes: number;
}

/**
 * Reads a whole archive and compares it with its hashes.
 * @throws {BackupError} when the archive is damaged, incomplete, or in a format of a newer version
 */
export async function verifyArchive(bytes: AsyncIterable<Uint8Array>): Promise<Summary> {
  let header: Header | undefined;
  let contents: Contents | undefined;
  let total = 0;
  let sums: string | undefined;
  const found: string[] = [];
  for await (const member of unpackArchive(bytes)) {
    if (!header) header = parseHeader(member);
    else if (member.name === CONTENTS) contents = parseJson<Contents>(member);
    if (member.name === SUMS) sums = Buffer.from(member.bytes).toString();
    else found.push(`${sha256(member.bytes)}  ${member.name}\n`);
    total += member.bytes.byteLength;
  }
  if (!header) throw new BackupError('The archive is empty');
  if (sums === undefined) throw new BackupError('The archive is incomplete: its end is missing');
  const expected = sums.split(/(?<=\n)/);
  const wrong = found.findIndex((line, index) => line !== expected[index]);
  if (wrong >= 0 || found.length !== expected.length) {
    const name = (found[wrong] ?? expected[found.length] ?? '').slice(66).trim();
    throw new BackupError(`The archive is damaged: ${name} does not match its hash`);
  }
  if (!contents) throw new BackupError(`The archive is incomplete: ${CONTENTS} is missing`);
  return { header, contents, bytes: total };
}

/** @throws {BackupError} when the first member is not a header of a known format */
function parseHeader(member: Member): Header {
  if (member.name !== HEADER) throw new BackupError('The file is not a backup of Earshot');
  const header = parseJson<Header>(member);
  if (header.format > FORMAT)
    throw new BackupError(
      `The backup was made by Earshot ${header.version}, which is newer. Install that version or a later one to restore the backup`,
    );
  return header;
}

function parseJson<T>({ name, bytes }: Member): T {
  try {
    return JSON.parse(Buffer.from(bytes).toString()) as T;
  } catch (error) {
    throw new BackupError(`The archive is damaged: ${name} is not valid JSON`, { cause: error });
  }
}

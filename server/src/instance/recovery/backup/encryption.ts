import { BackupError } from './errors.ts';

/** Keys of an encrypted archive: a passphrase, or the public key (to encrypt) or private key (to decrypt) of age. */
export interface EncryptionKeys {
  passphrase?: string;
  /** Starts with `age1`. */
  recipient?: string;
}
export interface DecryptionKeys {
  passphrase?: string;
  /** Starts with `AGE-SECRET-KEY-`. */
  identity?: string;
}

/** Suffix of the name of an encrypted archive, as the program `age` uses it. */
export const ENCRYPTED_SUFFIX = '.age';

export const isEncrypting = ({ passphrase, recipient }: EncryptionKeys) => Boolean(passphrase ?? recipient);

/** Encrypts bytes in the format of age (https://age-encryption.org/v1), so that the program `age` can decrypt them as well. */
export async function* encrypt(
  bytes: AsyncGenerator<Uint8Array>,
  { passphrase, recipient }: EncryptionKeys,
): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  if (recipient) encrypter.addRecipient(recipient);
  else if (passphrase) encrypter.setPassphrase(passphrase);
  try {
    yield* await encrypter.encrypt(ReadableStream.from(bytes));
  } finally {
    // A reader that stops early does not wait until the source has ended.
    await bytes.return(undefined);
  }
}

const MAGIC = Buffer.from('age-encryption.org/v1\n');

/** Returns whether the start of a file is that of an encrypted one. */
const isEncrypted = (start: Uint8Array) => Buffer.from(start.subarray(0, MAGIC.length)).equals(MAGIC);

/**
 * Decrypts bytes if they are encrypted, and returns others as they are. `sign` is the reason to expect encryption: without it, anyone
 * who can write to the target could replace an encrypted archive.
 * @throws {BackupError} without a key, with a wrong key, when the file is damaged, and for other bytes despite a sign of encryption
 */
export async function* decrypt(
  bytes: AsyncIterable<Uint8Array>,
  getKeys: () => Promise<DecryptionKeys>,
  sign?: string,
): AsyncGenerator<Uint8Array> {
  const { start, all } = await peek(bytes, MAGIC.length);
  if (!isEncrypted(start)) {
    if (sign !== undefined) {
      await all.return(undefined);
      throw new BackupError(`The archive is not encrypted, although ${sign}`);
    }
    yield* all;
    return;
  }
  const { passphrase, identity } = await getKeys();
  if (!passphrase && !identity)
    throw new BackupError('The backup is encrypted. Set EARSHOT_BACKUP_PASSPHRASE, or pass --identity with the file of the key');
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  if (identity) decrypter.addIdentity(identity);
  if (passphrase) decrypter.addPassphrase(passphrase);
  // An error of the source must not look like damage.
  let failure: unknown;
  const source = (async function* () {
    try {
      yield* all;
    } catch (error) {
      failure = error;
      throw error;
    }
  })();
  try {
    yield* (await decrypter.decrypt(ReadableStream.from(source))) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (failure) throw failure;
    if (/no identity matched/.test((error as Error).message))
      throw new BackupError(`The ${identity ? 'key' : 'passphrase'} is wrong for this backup`, { cause: error });
    throw new BackupError('The archive is damaged or incomplete. Copy it again, or use another backup', { cause: error });
  }
}

/** Reads at least `length` bytes, if there are as many. Returns them, and all bytes from the start. */
async function peek(
  bytes: AsyncIterable<Uint8Array>,
  length: number,
): Promise<{ start: Uint8Array; all: AsyncGenerator<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let size = 0;
  while (size < length) {
    const { done, value } = await iterator.next();
    if (done) break;
    read.push(value);
    size += value.byteLength;
  }
  const start = Buffer.concat(read);
  async function* all() {
    try {
      if (start.length) yield start;
      for (;;) {
        const { done, value } = await iterator.next();
        if (done) return;
        yield value;
      }
    } finally {
      await iterator.return?.();
    }
  }
  return { start, all: all() };
}

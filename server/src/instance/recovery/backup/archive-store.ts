import { ENCRYPTED_SUFFIX } from './encryption.ts';

/** A folder or a bucket with archives. */
export interface ArchiveStore {
  /** Returns the path or URL of an archive. */
  nameOf: (name: string) => string;
  /**
   * Writes an archive as a whole or not at all: an interrupted write leaves nothing under the name of an archive. Returns its size in bytes.
   * @throws {BackupError} when the archive exists, without permission and on a full disk
   */
  write: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<number>;
  read: (name: string) => AsyncIterable<Uint8Array>;
  /** Returns the size of an archive in bytes. @throws {BackupError} when it does not exist */
  findSize: (name: string) => Promise<number>;
  list: () => Promise<string[]>;
  remove: (name: string) => Promise<void>;
  /** Removes what killed backups left. No backup may be running. */
  clean: () => Promise<void>;
  /** Returns the free space in bytes; undefined without a known limit. */
  findSpace: () => Promise<number | undefined>;
}

/** Pattern of the names of archives. */
export const ARCHIVE = /\.tar(\.age)?$/;

const NAME = /^earshot-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar(\.age)?$/;

/** Names an archive by its time, such as `earshot-20261125T031500Z.tar`. */
export const nameArchive = (time: Date, isEncrypted: boolean) =>
  `earshot-${time.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar${isEncrypted ? ENCRYPTED_SUFFIX : ''}`;

/** Returns the time in the name of an archive; undefined for other files. */
export function readTime(name: string): Date | undefined {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

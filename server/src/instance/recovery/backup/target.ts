import { basename, dirname, resolve } from 'node:path';
import type { Config } from '../../../platform/config/config.ts';
import { createArchiveBucket } from './archive-bucket.ts';
import { ENCRYPTED_SUFFIX } from './encryption.ts';
import { BackupError } from './errors.ts';
import { createArchiveFolder } from './archive-folder.ts';
import { ARCHIVE, type ArchiveStore } from './archive-store.ts';

/** Location of backups. Without a name, each backup has a name with its time. */
export interface Target {
  archives: ArchiveStore;
  name: string | undefined;
}

const BUCKET = /^s3:\/\/([^/]+)\/?(.*)$/;

/** Opens a target: a file that ends in `.tar` or `.tar.age`, a folder, or `s3://bucket/prefix`. @throws {BackupError} */
export function openTarget(text: string, config: Config): Target {
  const [isBucket, bucket = '', path = ''] = BUCKET.exec(text) ?? [];
  const isFile = ARCHIVE.test(text);
  const folder = isFile ? dirname(isBucket ? path : resolve(text)) : isBucket ? path : resolve(text);
  const archives = isBucket ? createArchiveBucket(config, bucket, folder === '.' ? '' : folder) : createArchiveFolder(folder);
  return { archives, name: isFile ? basename(text) : undefined };
}

/** Opens an archive to read: its path, or its URL in a bucket. @throws {BackupError} when the text names no archive */
export function openSource(text: string, config: Config): { archives: ArchiveStore; name: string } {
  const { archives, name } = openTarget(text, config);
  if (!name)
    throw new BackupError(
      `${text} is not the name of an archive, which ends in .tar or .tar${ENCRYPTED_SUFFIX}. Name one archive`,
    );
  return { archives, name };
}

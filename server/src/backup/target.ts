import { basename, dirname, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { createBucketPlace } from './bucket-place.ts';
import { ENCRYPTED_SUFFIX } from './encryption.ts';
import { BackupError } from './errors.ts';
import { createFolderPlace } from './folder-place.ts';
import { ARCHIVE, type Place } from './place.ts';

/** Location of backups. Without a name, each backup has a name with its time. */
export interface Target {
  place: Place;
  name: string | undefined;
}

const BUCKET = /^s3:\/\/([^/]+)\/?(.*)$/;

/** Opens a target: a file that ends in `.tar` or `.tar.age`, a folder, or `s3://bucket/prefix`. @throws {BackupError} */
export function openTarget(text: string, config: Config): Target {
  const [isBucket, bucket = '', path = ''] = BUCKET.exec(text) ?? [];
  const isFile = ARCHIVE.test(text);
  const folder = isFile ? dirname(isBucket ? path : resolve(text)) : isBucket ? path : resolve(text);
  const place = isBucket ? createBucketPlace(config, bucket, folder === '.' ? '' : folder) : createFolderPlace(folder);
  return { place, name: isFile ? basename(text) : undefined };
}

/** Opens an archive to read: its path, or its URL in a bucket. @throws {BackupError} when the text names no archive */
export function openSource(text: string, config: Config): { place: Place; name: string } {
  const { place, name } = openTarget(text, config);
  if (!name)
    throw new BackupError(
      `${text} is not the name of an archive, which ends in .tar or .tar${ENCRYPTED_SUFFIX}. Name one archive`,
    );
  return { place, name };
}

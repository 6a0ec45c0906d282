import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { newId } from '../../platform/ids.ts';

const run = promisify(execFile);

/** The catalogs of the databases of a cluster are almost equal: a window over the whole archive stores them once. */
const WINDOW_LOG = 27;

/** Packs a folder. Blocks of zeros take no space. */
export async function pack(folder: string, file: string): Promise<number> {
  const tar = join(tmpdir(), `earshot-released-${newId()}.tar`);
  try {
    const options = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--exclude=*.log', '--exclude=.s.PGSQL*'];
    await run('tar', [...options, '-cf', tar, '-C', folder, '.']);
    const packed = await promisify(zstdCompress)(await readFile(tar), {
      params: {
        [constants.ZSTD_c_compressionLevel]: 19,
        [constants.ZSTD_c_windowLog]: WINDOW_LOG,
        [constants.ZSTD_c_enableLongDistanceMatching]: 1,
      },
    });
    await writeFile(file, packed);
    return packed.length;
  } finally {
    await rm(tar, { force: true });
  }
}

/** Unpacks a folder. The files belong to the user of this process. */
export async function unpack(file: string, folder: string): Promise<void> {
  const tar = await promisify(zstdDecompress)(await readFile(file), {
    params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG },
  });
  const running = run('tar', ['-xf', '-', '--no-same-owner', '-C', folder]);
  running.child.stdin?.end(tar);
  await running;
}

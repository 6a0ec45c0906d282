import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ref } from '@earshot/contract/shared/common';
import { Version } from '@earshot/contract/instance/diagnostics';
import type { FastifyPluginAsync } from 'fastify';
import manifest from '../../../package.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import { operation } from '../api/operation.ts';

/** Version of this release. All packages of the repository have the same one (`npm run check:versions`). */
export const VERSION = manifest.version;

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Serves the version of the instance. Requires no credential, so that clients can compare versions before they sign in. */
export const versionRoutes: FastifyPluginAsync<{ config: Pick<Config, 'EARSHOT_COMMIT' | 'EARSHOT_LLM_URL'> }> = async (
  app,
  { config },
) => {
  let commit: Promise<string | null> | undefined;
  app.get(
    '/v1/version',
    operation({
      id: 'getVersion',
      summary: 'Get the version of the instance',
      description:
        'Returns the version of the release, the version of the API, and the commit if it is known. Clients of the same API version work with newer instances.',
      tag: 'Service',
      access: { by: 'none' },
      returns: Ref(Version),
    }),
    async () => {
      commit ??= config.EARSHOT_COMMIT ? Promise.resolve(config.EARSHOT_COMMIT) : findCommit(ROOT);
      return {
        version: VERSION,
        api_version: 'v1' as const,
        commit: await commit,
        language_model: Boolean(config.EARSHOT_LLM_URL),
      };
    },
  );
};

/** Returns the commit of a clone, or null for a folder that is not the root of a Git repository. */
export async function findCommit(folder: string): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('git', ['-C', folder, 'rev-parse', '--show-prefix', 'HEAD']);
    // A prefix means that the folder is a part of another repository, whose commit says nothing about Earshot.
    const [prefix, commit = ''] = stdout.split('\n');
    return prefix === '' && /^[0-9a-f]{40,64}$/.test(commit) ? commit : null;
  } catch {
    // Git is not installed, or the folder is not a clone.
    return null;
  }
}

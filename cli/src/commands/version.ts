import type { Command } from 'commander';
import type { Version } from '@earshot/sdk';
import manifest from '../../package.json' with { type: 'json' };
import { define, run, withJson } from '../command.ts';
import { type OutputOptions, print, printData, renderValues } from '../output.ts';

const TIMEOUT_MS = 3_000;
const FIELDS = ['client', 'server', 'api', 'commit', 'url'] as const;

export function defineVersion(program: Command): void {
  withJson(
    define(
      program,
      'version',
      'Print the versions of the command line and of the instance. Requires no sign-in.\n`earshot --version` prints only the version of the command line.',
      ['earshot version', 'earshot version --jq .server'],
    ).summary('print the versions of the command line and of the instance'),
    FIELDS,
  ).action(
    run(async (context, options: OutputOptions) => {
      const { url } = context.instance();
      const found = await findVersion(url);
      const versions = {
        client: manifest.version,
        server: found?.version ?? null,
        api: found?.api_version ?? null,
        commit: found?.commit ?? null,
        url,
      };
      await printData(versions, {
        resource: FIELDS,
        options,
        printText: () =>
          print(
            renderValues([
              ['Command line', versions.client],
              ['Instance', versions.server ?? `${url} is unreachable`],
              ['API', versions.api],
              ['Commit', versions.commit],
              ['URL', url],
            ]),
          ),
      });
    }),
  );
}

/** Returns the version of the instance. Undefined when it does not answer, or is older than the operation. */
async function findVersion(url: string): Promise<Version | undefined> {
  try {
    const response = await fetch(`${url}/v1/version`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? ((await response.json()) as Version) : undefined;
  } catch {
    return undefined;
  }
}

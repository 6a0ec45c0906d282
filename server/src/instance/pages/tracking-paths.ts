import type { FastifyInstance } from 'fastify';
import { type Config, ConfigError, STANDARD_PATHS } from '../../platform/config/config.ts';

/** Scripts that the tracker loads from its own folder on use. */
const COMPANIONS = ['t-vitals.js', 't-toggle.js'];

type Paths = Pick<Config, 'EARSHOT_SCRIPT_PATH' | 'EARSHOT_INTAKE_PATH'>;

/** Returns the routed path of each configured path of the tracker and the intake. */
export function mapTrackingPaths({ EARSHOT_SCRIPT_PATH: script, EARSHOT_INTAKE_PATH: intake }: Paths): Map<string, string> {
  const folder = script.slice(0, script.lastIndexOf('/') + 1);
  return new Map([
    [script, STANDARD_PATHS.script],
    ...COMPANIONS.map((name) => [folder + name, `/${name}`] as const),
    [intake, STANDARD_PATHS.intake],
  ]);
}

/**
 * Checks when all routes are known that the configured paths hide no other path, neither of the instance nor of pages on custom domains.
 * Must be called before routes are registered.
 */
export function checkTrackingPaths(app: FastifyInstance, paths: Paths): void {
  const taken = new Map<string, string>();
  app.addHook('onRoute', ({ url }) => {
    const path = url.replace(/^\/p\/:slug(?=\/)/, '');
    for (const one of [url, path]) taken.set(one.split('/')[1] ?? '', one);
  });
  app.addHook('onReady', async () => {
    const configured = [
      ['EARSHOT_SCRIPT_PATH', STANDARD_PATHS.script],
      ['EARSHOT_INTAKE_PATH', STANDARD_PATHS.intake],
    ] as const;
    for (const [name, standard] of configured) {
      const used = paths[name] === standard ? undefined : taken.get(paths[name].split('/')[1] ?? '');
      if (used !== undefined) throw new ConfigError(`${name} conflicts with the path ${used} of Earshot`);
    }
  });
}

import type { Command } from 'commander';
import type { Earshot, ProjectKey } from '@earshot/sdk';
import { type Action, collect, define, run, withJson } from '../command.ts';
import { UsageError } from '../errors.ts';
import { type Column, type OutputOptions, printList } from '../output.ts';
import { confirm } from '../prompts.ts';
import { oneLine } from '../text.ts';

const COLUMNS: Column<ProjectKey>[] = [
  { name: 'key', text: ({ key }) => key, style: () => 'cyan' },
  { name: 'name', text: ({ name }) => name },
  { name: 'origins', text: ({ allowed_origins }) => allowed_origins.join(', ') },
  { name: 'created', text: ({ created_at }) => created_at, isTime: true },
  { name: 'last used', text: ({ last_used_at }) => last_used_at, isTime: true },
  { name: 'expires', text: ({ expires_at }) => expires_at, isTime: true },
];

interface KeyOptions extends OutputOptions {
  create?: string;
  edit?: string;
  revoke?: string;
  rotate?: boolean;
  name?: string;
  origins?: string[];
  revokeNow?: boolean;
  yes?: boolean;
}

/** Defines `project keys`, which lists the keys after a change. */
export function defineKeys(project: Command): void {
  withJson(
    define(project, 'keys', 'List the API keys of the project, for websites and apps. API keys are public.', [
      'earshot project keys',
      '# A key that only pages of one origin may use',
      'earshot project keys --create Shop --origins https://shop.example',
      '# Replace the default key; the previous key stays valid for 24 hours',
      'earshot project keys --rotate --yes',
    ]),
    'ProjectKey',
  )
    .summary('list, create, change, revoke or rotate API keys')
    .option('--create <name>', 'create a further key')
    .option('--edit <key>', 'change a key, by name or id')
    .option('--name <name>', 'with --edit: new name')
    .option('--origins <origins>', 'comma-separated origins of pages that may use the key', collect)
    .option('--revoke <key>', 'revoke a key immediately, by name or id')
    .option('--rotate', 'replace the default key by a new one')
    .option('--revoke-now', 'with --rotate: revoke the previous key immediately')
    .option('-y, --yes', 'skip the confirmation')
    .action(run(changeKeys));
}

const changeKeys: Action<KeyOptions> = async (context, options) => {
  refuseMixed(options);
  const { create, edit, revoke, rotate, name, origins, revokeNow } = options;
  const [client, id] = [await context.client(), await context.projectId()];
  if (create !== undefined) await client.projects.keys.create(id, { name: create, allowed_origins: origins });
  if (edit !== undefined) {
    const key = await findKey(client, id, edit);
    // An empty text allows all origins.
    await client.projects.keys.update(id, key.id, { name, allowed_origins: origins?.filter((origin) => origin !== '') });
  }
  if (revoke !== undefined) {
    const key = await findKey(client, id, revoke);
    await confirm(`Websites and apps with the key ${oneLine(key.name)} stop working. Revoke the key?`, options);
    await client.projects.keys.revoke(id, key.id);
  }
  if (rotate) {
    const effect = revokeNow
      ? 'Websites that use the current key stop working. Revoke the key?'
      : 'Websites require the new key within 24 hours. Replace the key?';
    await confirm(effect, options);
    await client.projects.keys.rotate(id, { revoke_now: revokeNow });
  }
  const { data } = await client.projects.keys.list(id);
  await printList(data, { resource: 'ProjectKey', options, columns: COLUMNS });
};

function refuseMixed({ create, edit, revoke, rotate, name, origins, revokeNow }: KeyOptions): void {
  const changes = [create, edit, revoke, rotate].filter((change) => change !== undefined);
  if (changes.length > 1) throw new UsageError('--create, --edit, --revoke and --rotate exclude each other');
  if (revokeNow && !rotate) throw new UsageError('--revoke-now requires --rotate');
  if (name !== undefined && edit === undefined) throw new UsageError('--name requires --edit');
  if (origins && create === undefined && edit === undefined) throw new UsageError('--origins requires --create or --edit');
  if (edit !== undefined && name === undefined && !origins) throw new UsageError('--edit requires --name or --origins');
}

/** Finds a key that does not expire. */
async function findKey(client: Earshot, projectId: string, named: string): Promise<ProjectKey> {
  const { data } = await client.projects.keys.list(projectId);
  const key = data.find(
    ({ id, name, expires_at: end }) => id === named || (end === null && name.toLowerCase() === named.toLowerCase()),
  );
  if (!key) throw new UsageError(`API key ${named} not found. \`earshot project keys\` lists all of them.`);
  return key;
}

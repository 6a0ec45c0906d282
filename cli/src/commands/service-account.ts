import type { Command } from 'commander';
import type { Earshot, NewServiceAccount, ServiceAccount } from '@earshot/sdk';
import {
  type Action,
  collect,
  define,
  defineGroup,
  type ListOptions,
  parsePositive,
  readList,
  requireChanges,
  run,
  withJson,
  withList,
} from '../command.ts';
import { UsageError } from '../errors.ts';
import { type Column, isTerminal, type OutputOptions, print, printData, printDone, printList } from '../output.ts';
import { confirm } from '../prompts.ts';
import { oneLine } from '../text.ts';

type Scopes = ServiceAccount['scopes'];
type ServiceAccountToken = ServiceAccount['tokens'][number];

const COLUMNS: Column<ServiceAccount>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'name', text: ({ name }) => name },
  { name: 'scopes', text: ({ scopes }) => scopes.join(', ') },
  { name: 'created by', text: ({ created_by }) => created_by?.name },
  { name: 'expires', text: ({ tokens }) => tokens[0]?.expires_at, isTime: true },
  { name: 'last used', text: ({ tokens }) => findLastUse(tokens), isTime: true },
];

const TOKENS: Column<ServiceAccountToken>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'token', text: ({ name }) => name },
  { name: 'created', text: ({ created_at }) => created_at, isTime: true },
  { name: 'expires', text: ({ expires_at }) => expires_at, isTime: true },
  { name: 'last used', text: ({ last_used_at }) => last_used_at, isTime: true },
];

/** Returns the time of the last use of any token. */
const findLastUse = (tokens: ServiceAccountToken[]): string | undefined =>
  tokens
    .flatMap(({ last_used_at }) => last_used_at ?? [])
    .toSorted()
    .at(-1);

export function defineServiceAccount(program: Command): void {
  const group = defineGroup(program, 'service-account', 'service accounts and their tokens');

  withList(
    define(group, 'list', 'List the service accounts of the project. Requires the role admin.', [
      'earshot service-account list',
    ]).summary('list service accounts'),
    'ServiceAccount',
  ).action(
    run(async (context, options: ListOptions) => {
      const [client, id] = [await context.client(), await context.projectId()];
      const { data } = await readList((page) => client.projects.serviceAccounts.list(id, page), options.limit);
      await printList(data, { resource: 'ServiceAccount', options, columns: COLUMNS });
    }),
  );

  withJson(
    define(
      group,
      'create <name>',
      'Create a service account, and print its token.\n\nThe account has access to this project only, and remains when you leave the\nproject. Only owners can create service accounts.',
      [
        'earshot service-account create "Release pipeline" --scopes changelog:write',
        'earshot service-account create Backup --scopes feedback:read --expires-in 90',
      ],
    ).summary('create an account, and print its token'),
    'NewServiceAccount',
  )
    .requiredOption('--scopes <scopes>', 'comma-separated scopes, such as feedback:read', collect)
    .option('--expires-in <days>', 'days until the token expires; default: never', parsePositive)
    .action(run(create));

  withJson(
    define(group, 'edit <account>', 'Change the name or the scopes of a service account, by name or id.', [
      'earshot service-account edit Backup --scopes feedback:read,waitlist:read',
    ]).summary('change name or scopes'),
    'ServiceAccount',
  )
    .option('--name <name>', 'new name')
    .option('--scopes <scopes>', 'comma-separated scopes, which replace the current ones', collect)
    .action(run(edit));

  withJson(
    define(
      group,
      'rotate <account>',
      'Create a new token for a service account, and print it.\n\nPrevious tokens stay valid for 24 hours unless --revoke-now is set.',
      ['earshot service-account rotate "Release pipeline"', 'earshot service-account rotate Backup --revoke-now'],
    ).summary('replace the token'),
    'NewServiceAccount',
  )
    .option('--expires-in <days>', 'days until the token expires; default: never', parsePositive)
    .option('--revoke-now', 'revoke previous tokens immediately')
    .action(run(rotate));

  withJson(
    define(group, 'tokens <account>', 'List the valid tokens of a service account, newest first.', [
      'earshot service-account tokens "Release pipeline"',
    ]).summary('list valid tokens'),
    'ServiceAccountToken',
  ).action(
    run(async (context, options: OutputOptions, named: string) => {
      const { tokens } = await findAccount(await context.client(), await context.projectId(), named);
      await printList(tokens, { resource: 'ServiceAccountToken', options, columns: TOKENS });
    }),
  );

  define(
    group,
    'revoke <account> <token>',
    'Revoke one token of a service account, by its id or its last four characters.\n\nOther tokens of the account stay valid.',
    ['earshot service-account revoke "Release pipeline" x7Kq --yes'],
  )
    .summary('revoke one token')
    .option('-y, --yes', 'skip the confirmation')
    .action(run(revoke));

  define(group, 'delete <account>', 'Delete a service account by name or id. Its tokens are revoked immediately.', [
    'earshot service-account delete "Release pipeline" --yes',
  ])
    .summary('delete an account and its tokens')
    .option('-y, --yes', 'skip the confirmation')
    .action(
      run(async (context, options: { yes?: boolean }, named: string) => {
        const [client, projectId] = [await context.client(), await context.projectId()];
        const { id, name } = await findAccount(client, projectId, named);
        await confirm(`Delete the service account ${oneLine(name)}? Programs that use it lose access.`, options);
        await client.projects.serviceAccounts.delete(projectId, id);
        printDone(`Deleted ${oneLine(name)}`, id);
      }),
    );
}

const create: Action<OutputOptions & { scopes: string[]; expiresIn?: number }, [string]> = async (context, options, name) => {
  const [client, projectId] = [await context.client(), await context.projectId()];
  // The server validates the scopes.
  const scopes = options.scopes as Scopes;
  const made = await client.projects.serviceAccounts.create(projectId, { name, scopes, expires_in_days: options.expiresIn });
  await printToken(made, `Created service account ${oneLine(made.name)} (${made.id})`, options);
};

const edit: Action<OutputOptions & { name?: string; scopes?: string[] }, [string]> = async (context, options, named) => {
  const changes = { name: options.name, scopes: options.scopes as Scopes | undefined };
  requireChanges(changes, 'service-account edit');
  const [client, projectId] = [await context.client(), await context.projectId()];
  const { id } = await findAccount(client, projectId, named);
  const account = await client.projects.serviceAccounts.update(projectId, id, changes);
  await printData(account, {
    resource: 'ServiceAccount',
    options,
    printText: () => printDone(`Changed ${oneLine(account.name)}: ${account.scopes.join(', ')}`, account.id),
  });
};

const rotate: Action<OutputOptions & { expiresIn?: number; revokeNow?: boolean }, [string]> = async (context, options, named) => {
  const [client, projectId] = [await context.client(), await context.projectId()];
  const { id } = await findAccount(client, projectId, named);
  const { expiresIn, revokeNow } = options;
  const made = await client.projects.serviceAccounts.rotate(projectId, id, { expires_in_days: expiresIn, revoke_now: revokeNow });
  const fate = revokeNow ? 'Previous tokens are revoked' : 'Previous tokens expire within 24 hours';
  await printToken(made, `Rotated the token of ${oneLine(made.name)}. ${fate}.`, options);
};

const revoke: Action<{ yes?: boolean }, [string, string]> = async (context, options, named, namedToken) => {
  const [client, projectId] = [await context.client(), await context.projectId()];
  const { id, name, tokens } = await findAccount(client, projectId, named);
  // The name of a token is an ellipsis and its last characters.
  const found = tokens.filter((token) => token.id === namedToken || token.name.slice(1) === namedToken.replace(/^…/, ''));
  const [token, another] = found;
  if (!token)
    throw new UsageError(`${oneLine(name)} has no valid token ${namedToken}. List its tokens with \`service-account tokens\`.`);
  if (another) throw new UsageError(`Several tokens end with ${namedToken}. Pass the id.`);
  await confirm(`Revoke the token ${token.name} of ${oneLine(name)}? Programs that use it lose access.`, options);
  await client.projects.serviceAccounts.revokeToken(projectId, id, token.id);
  printDone(`Revoked the token ${token.name} of ${oneLine(name)}`, token.id);
};

/** Prints a new token. Scripts receive the id and the token. */
async function printToken(made: NewServiceAccount, message: string, options: OutputOptions): Promise<void> {
  await printData(made, {
    resource: 'NewServiceAccount',
    options,
    printText: () => {
      printDone(message, `${made.id}\t${made.token}`);
      if (isTerminal()) print(`Token: ${made.token}\nCopy it now: it is not shown again.`);
    },
  });
}

async function findAccount(client: Earshot, projectId: string, named: string): Promise<ServiceAccount> {
  for await (const account of client.projects.serviceAccounts.list(projectId, { limit: 100 }))
    if (account.id === named || account.name.toLowerCase() === named.toLowerCase()) return account;
  throw new UsageError(`Service account ${named} not found. \`earshot service-account list\` lists all of them.`);
}

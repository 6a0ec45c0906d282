import { readEmail } from '@earshot/contract/shared/mailbox';
import { type Command, InvalidArgumentError } from 'commander';
import { define, defineGroup } from '../command.ts';
import { CliError, needsServer } from '../errors.ts';
import { print } from '../output.ts';
import type { BackupCommands } from './backup.ts';
import type { UpgradeCommands } from './upgrade/upgrade.ts';

/** Commands that use the database of the server directly, alongside a running server or without one. */
export interface MachineCommands extends BackupCommands, UpgradeCommands {
  /** Creates a personal access token for the user of an address. Returns the token. */
  createToken: (options: { email: string; name: string; expiresIn: number }) => Promise<string>;
  /** Dismisses the warning about lost events. Returns their number. */
  acceptLosses: () => Promise<number>;
  /** Returns the URL with which the first user creates an account. Undefined when a user has signed in. */
  createSetupLink: () => Promise<string | undefined>;
  /** Returns a URL that signs in the user of an address once. Undefined when no user has the address. */
  createRecoveryLink: (email: string) => Promise<string | undefined>;
}

const MAX_TOKEN_DAYS = 365;
const DEFAULT_TOKEN_DAYS = 90;

/** Defines the commands for the machine of the server. Without `machine`, these commands explain where they run. */
export function defineMachine(program: Command, analytics: Command, machine: MachineCommands | undefined): void {
  const token = defineGroup(program, 'token', "personal access tokens; on the server's machine");
  define(
    token,
    'create',
    'Create a token for any user and print only the token.\n\nUses the database of the server directly: run it in the folder of the server,\nwith its environment variables.',
    ['npm run -s earshot -- token create --email ada@example.com'],
  )
    .summary('create a token and print only the token to standard output')
    .requiredOption(
      '--email <address>',
      'email address of the user; creates an account for an unknown address, which the user takes over with the first sign-in',
      parseEmail,
    )
    .option('--name <name>', 'name in the list of tokens', 'Command line')
    .option('--expires-in <days>', `days until expiry, at most ${MAX_TOKEN_DAYS}`, parseDays, DEFAULT_TOKEN_DAYS)
    .action(async (options: { email: string; name: string; expiresIn: number }) => {
      if (!machine) throw needsServer('token create');
      print(await machine.createToken(options));
    });

  define(
    program,
    'setup-link',
    'Print a link with which the first user of an instance creates an account, which\nbecomes the owner of all projects that were made locally or with tokens. The link\nis valid once, for 30 minutes. Earlier links become invalid.\n\nUses the database of the server directly: run it in the folder of the server,\nwith its environment variables.',
    ['npm run -s earshot -- setup-link'],
  )
    .summary("print a link for the first account; on the server's machine")
    .action(async () => {
      if (!machine) throw needsServer('setup-link');
      const link = await machine.createSetupLink();
      if (!link)
        throw new CliError(
          'A user has signed in already.\nFor a user who cannot sign in: earshot user recover --email <address>',
        );
      print(link);
    });

  const user = defineGroup(program, 'user', "users of the instance; on the server's machine");
  define(
    user,
    'recover',
    'Print a link that signs in a user who lost their passkey, who was invited to an\ninstance that sends no mails, or who signed in locally before the instance had a\npublic address. It is valid once, for 30 minutes.\n\nUses the database of the server directly: run it in the folder of the server,\nwith its environment variables.',
    ['npm run -s earshot -- user recover --email ada@example.com'],
  )
    .summary('print a link that signs in a user once')
    .requiredOption('--email <address>', 'email address of the user', parseEmail)
    .action(async ({ email }: { email: string }) => {
      if (!machine) throw needsServer('user recover');
      const link = await machine.createRecoveryLink(email);
      if (!link)
        throw new CliError(
          `No user has the address ${email}.\nInvite the user to a project first, or create a token: earshot token create --email ${email}`,
        );
      print(link);
    });

  define(
    analytics,
    'accept-loss',
    'Dismiss the warning about lost events that will not be restored, and print\ntheir number.\n\nUses the database of the server directly: run it in the folder of the server,\nwith its environment variables.',
    ['npm run -s earshot -- analytics accept-loss'],
  )
    .summary("dismiss the warning about lost events; on the server's machine")
    .action(async () => {
      if (!machine) throw needsServer('analytics accept-loss');
      print(String(await machine.acceptLosses()));
    });
}

function parseEmail(text: string): string {
  const email = readEmail(text);
  if (email === undefined) throw new InvalidArgumentError('It must be an email address.');
  return email;
}

function parseDays(text: string): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > MAX_TOKEN_DAYS)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_TOKEN_DAYS}.`);
  return days;
}

import { type Command, InvalidArgumentError } from 'commander';
import { define, defineGroup } from '../command.ts';
import { CliError } from '../errors.ts';
import { print } from '../output.ts';

/** Commands that use the database of the server directly, alongside a running server or without one. */
export interface MachineCommands {
  /** Creates a personal access token for the user of an address. Returns the token. */
  createToken: (options: { email: string; name: string; expiresIn: number }) => Promise<string>;
  /** Dismisses the warning about lost events. Returns their number. */
  acceptLosses: () => Promise<number>;
  isEmail: (text: string) => boolean;
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
      'email address of the user; an unknown address gets an account, which its first sign-in claims',
      (text) => {
        if (machine && !machine.isEmail(text)) throw new InvalidArgumentError('It must be an email address.');
        return text;
      },
    )
    .option('--name <name>', 'name in the list of tokens', 'Command line')
    .option('--expires-in <days>', `days until expiry, at most ${MAX_TOKEN_DAYS}`, parseDays, DEFAULT_TOKEN_DAYS)
    .action(async (options: { email: string; name: string; expiresIn: number }) => {
      if (!machine) throw needsServer('token create');
      print(await machine.createToken(options));
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

const needsServer = (command: string) =>
  new CliError(
    `\`${command}\` uses the database of the server and requires its code and data folder.\nRun it in the folder of the server: npm run -s earshot -- ${command}`,
  );

function parseDays(text: string): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > MAX_TOKEN_DAYS)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_TOKEN_DAYS}.`);
  return days;
}

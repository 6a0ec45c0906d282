import { Command, CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { defineAlert } from './commands/alert.ts';
import { defineAnalytics } from './commands/analytics.ts';
import { defineApi } from './commands/api.ts';
import { defineArticles } from './commands/articles.ts';
import { defineAuditLog } from './commands/audit-log.ts';
import { defineAuth } from './commands/auth.ts';
import { defineChangelog } from './commands/changelog/changelog.ts';
import { defineChangelogDraft } from './commands/changelog/changelog-draft.ts';
import { defineCompletion } from './commands/completion.ts';
import { defineDoctor } from './commands/doctor.ts';
import { defineEvent } from './commands/event.ts';
import { defineExport } from './commands/export.ts';
import { defineBoard } from './commands/board.ts';
import { defineScores } from './commands/feedback/scores.ts';
import { defineFeedback } from './commands/feedback/feedback.ts';
import { defineImport } from './commands/imports/import.ts';
import { defineInit } from './commands/init.ts';
import { defineMachine, type MachineCommands } from './commands/machine.ts';
import { defineMcp } from './commands/mcp.ts';
import { defineMember } from './commands/member.ts';
import { defineNotification } from './commands/notification.ts';
import { defineProject } from './commands/project.ts';
import { defineReport } from './commands/report.ts';
import { defineRequestLog } from './commands/request-log.ts';
import { defineServiceAccount } from './commands/service-account.ts';
import { defineTestimonial } from './commands/testimonials/testimonial.ts';
import { defineProposal } from './commands/proposal.ts';
import { defineSearchCluster } from './commands/search-cluster.ts';
import { defineBackup } from './commands/backup.ts';
import { defineUpgrade } from './commands/upgrade/upgrade.ts';
import { defineVersion } from './commands/version.ts';
import { defineCompany } from './commands/people/company.ts';
import { definePerson } from './commands/people/person.ts';
import { defineSegment } from './commands/people/segment.ts';
import { defineWaitlist } from './commands/waitlist/waitlist.ts';
import { defineWebhook } from './commands/webhook/webhook.ts';
import { describeError, EXIT, toExitCode } from './errors.ts';
import { interruption } from './interruption.ts';
import { print } from './output.ts';

/** Maximum width of help texts in columns. */
const MAX_HELP_WIDTH = 80;

/** Creates all commands. `machine` runs the commands that use the database of the server directly. */
export function createProgram(machine?: MachineCommands): Command {
  const program = new Command('earshot')
    .description('Manage the projects of an Earshot instance from the terminal.')
    .option('-p, --project <project>', 'id or slug of the project')
    .option('--profile <name>', 'profile of an instance')
    .configureOutput({ getOutHelpWidth: () => helpWidth(process.stdout), getErrHelpWidth: () => helpWidth(process.stderr) })
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();

  program.commandsGroup('Account:');
  defineAuth(program);
  defineProject(program);
  defineNotification(program);
  defineMember(program);
  defineServiceAccount(program);
  defineAuditLog(program);
  defineReport(program);
  defineRequestLog(program);
  program.commandsGroup('Content:');
  defineImport(program);
  defineFeedback(program);
  defineBoard(program);
  defineScores(program);
  defineWaitlist(program);
  definePerson(program);
  defineCompany(program);
  defineSegment(program);
  defineTestimonial(program);
  defineChangelogDraft(defineChangelog(program));
  defineArticles(program);
  defineSearchCluster(program);
  defineProposal(program);
  program.commandsGroup('Data:');
  const analytics = defineAnalytics(program);
  defineAlert(program);
  defineEvent(program);
  defineExport(program);
  defineWebhook(program);
  defineApi(program);
  program.commandsGroup('Tools:');
  defineInit(program);
  defineMcp(program);
  defineDoctor(program);
  defineCompletion(program);
  defineVersion(program);
  defineMachine(program, analytics, machine);
  defineBackup(program, machine);
  defineUpgrade(program, machine);
  program.addHelpText('after', `\n${ENVIRONMENT}`);
  nameHelpAfterErrors(program);
  program.hook('preAction', (_program, command) => requireOptionValues(command));
  return program;
}

/** Ends the errors of commands with a sentence that names their help, which is longer than a terminal. */
function nameHelpAfterErrors(command: Command): void {
  const names: string[] = [];
  for (let current: Command | null = command; current; current = current.parent) names.unshift(current.name());
  command.showHelpAfterError(`Run \`${names.join(' ')} --help\` for usage.`);
  command.commands.forEach(nameHelpAfterErrors);
}

/**
 * Refuses an option without its value. Commander takes the next option as the value: `--from-git --no-editor`. Values that look like an
 * option of the command can be passed with an equals sign.
 */
function requireOptionValues(command: Command): void {
  const root = findRoot(command);
  const options = [...command.options, ...root.options];
  const end = root.rawArgs.indexOf('--');
  const args = end < 0 ? root.rawArgs : root.rawArgs.slice(0, end);
  const isOption = (text = '') =>
    options.some(({ short, long }) => text === short || text === long || text.startsWith(`${long}=`));
  for (const [index, text] of args.entries()) {
    const option = options.find(({ short, long, required }) => required && (text === short || text === long));
    if (option && isOption(args[index + 1]))
      command.error(`error: option '${option.flags}' argument missing`, { code: 'commander.optionMissingArgument' });
  }
}

const findRoot = (command: Command): Command & { rawArgs: string[] } =>
  command.parent ? findRoot(command.parent) : (command as Command & { rawArgs: string[] });

const ENVIRONMENT = `Environment:
  EARSHOT_URL          URL of the instance, instead of a profile
  EARSHOT_TOKEN        personal access token; for scripts, which never prompt
  EARSHOT_PROJECT      id or slug of the project
  EARSHOT_PROFILE      name of the profile
  EARSHOT_CONFIG_DIR   folder of profiles and tokens
  EARSHOT_PAGER        program that shows long output; default: $PAGER or less
  NO_COLOR             disables colors

Exit codes: 0 success, 1 failure, 2 wrong usage, 4 not signed in`;

const helpWidth = ({ isTTY, columns }: NodeJS.WriteStream) => Math.min((isTTY && columns) || MAX_HELP_WIDTH, MAX_HELP_WIDTH);

/** Runs a command line and sets the exit code of the process. */
export async function runCommandLine(args: string[], machine?: MachineCommands): Promise<void> {
  // A reader such as `head` may close the pipe before the end of the output.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  try {
    // Not an option of the program, because `changelog create --version` is the version of a product.
    const [first = '--help', ...others] = args;
    if (first === '--version') return print(manifest.version);
    await createProgram(machine).parseAsync([first, ...others], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed the message.
      process.exitCode = error.exitCode === 0 || error.code === 'commander.help' ? error.exitCode && EXIT.usage : EXIT.usage;
    } else if (interruption().aborted) {
      process.exitCode = EXIT.interrupted;
    } else {
      process.stderr.write(`${describeError(error)}\n`);
      process.exitCode = toExitCode(error);
    }
  }
}

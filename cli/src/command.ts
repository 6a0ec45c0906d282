import { type Command, InvalidArgumentError, Option } from 'commander';
import { createContext, type Context, type GlobalOptions } from './context.ts';
import { UsageError } from './errors.ts';
import { interruption } from './interruption.ts';
import { type Fields, type OutputOptions, parseFields } from './output.ts';

const examplesOf = new WeakMap<Command, string[]>();

/** Returns the examples of a command: lines of shell code and comments. */
export const readExamples = (command: Command): string[] => examplesOf.get(command) ?? [];

/**
 * Adds a command. `usage` is its name with arguments; `examples` are lines of shell code, or comments that begin with `#`. A default command
 * runs when no command of the group is named.
 */
export function define(
  parent: Command,
  usage: string,
  description: string,
  examples: string[] = [],
  { isDefault = false }: { isDefault?: boolean } = {},
): Command {
  const command = parent.command(usage, { isDefault }).description(description);
  examplesOf.set(command, examples);
  if (examples.length) command.addHelpText('after', `\n${renderExamples(examples)}`);
  return command;
}

const renderExamples = (examples: string[]) =>
  ['Examples:', ...examples.map((line) => (line.startsWith('#') ? `  ${line}` : `  $ ${line}`))].join('\n');

/** Adds a group of commands. */
export const defineGroup = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description);

const resources = new WeakMap<Command, Fields>();

/** Adds `--json` and `--jq`. The fields are validated before the command runs. */
export function withJson(command: Command, resource?: Fields): Command {
  if (resource) resources.set(command, resource);
  return command
    .option('--json [fields]', 'print JSON with the given comma-separated fields')
    .option('--jq <program>', 'filter the JSON with a jq program');
}

export const DEFAULT_LIMIT = 30;

/** Adds the options of lists. */
export const withList = (command: Command, resource?: Fields): Command =>
  withJson(command.option('-L, --limit <number>', 'maximum number of items', parsePositive, DEFAULT_LIMIT), resource);

export interface ListOptions extends OutputOptions {
  limit: number;
}

/** Adds the options for a text in Markdown. */
export const withBody = (command: Command): Command =>
  command
    .option('-b, --body <text>', 'text in Markdown')
    .option('-F, --body-file <file>', 'read the text from a file; - is standard input')
    .option('-e, --editor', 'write the text in $EDITOR');

/** Returns an option with a fixed set of values. */
export const choice = (flags: string, description: string, values: readonly string[]): Option =>
  new Option(flags, description).choices(values);

/** Parses an option that can be repeated or contains several values separated by commas. */
export const collect = (value: string, previous: string[] = []): string[] => [
  ...previous,
  ...value.split(',').map((part) => part.trim()),
];

/** Parses an option that can be repeated and whose values may contain commas. */
export const append = (value: string, previous: string[] = []): string[] => [...previous, value];

/** @throws {UsageError} when no option of an edit was given */
export function requireChanges(changes: object, command: string): void {
  if (Object.values(changes).every((value) => value === undefined))
    throw new UsageError(`Nothing to change. \`earshot ${command} --help\` lists the options.`);
}

export function parsePositive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
}

/** The code of a command. Receives the context, all options and the arguments. */
export type Action<Options = object, Arguments extends unknown[] = []> = (
  context: Context,
  options: Options,
  ...values: Arguments
) => Promise<void>;

/** Names of arguments that are ids. */
const ID_ARGUMENTS = new Set(['id', 'ids', 'into', 'entry', 'delivery']);

/**
 * Refuses the beginning of an id, which would not be found. It is not completed: ids begin with their time, so that the beginnings of ids
 * from one import or one minute are the same.
 * @throws {UsageError}
 */
function requireWholeId(value: unknown): void {
  const [, prefix] = /^([a-z]+)_[0-9a-z]{0,25}…?$/.exec(String(value)) ?? [];
  if (prefix) throw new UsageError(`${String(value)} is not a whole id: it has fewer than 26 characters after ${prefix}_`);
}

/** Returns the handler of a command for Commander. */
export function run<Options, Arguments extends unknown[]>(
  action: Action<Options, Arguments>,
): (...values: unknown[]) => Promise<void> {
  return async (...values) => {
    const command = values.pop() as Command;
    values.pop();
    const options = command.optsWithGlobals<GlobalOptions & OutputOptions>();
    parseFields(options, resources.get(command));
    for (const [index, argument] of command.registeredArguments.entries())
      if (ID_ARGUMENTS.has(argument.name())) [values[index]].flat().forEach(requireWholeId);
    await action(createContext(options, interruption()), options as Options, ...(values as Arguments));
  };
}

interface Page<Item> {
  data: Item[];
  total: number;
}

/** Maximum number of items of a page of the API. */
export const MAX_PAGE_SIZE = 100;

/** Returns the first `limit` items of a list with the total number. */
export async function readList<Item>(
  read: (page: { cursor?: string; limit: number }) => PromiseLike<Page<Item> & { next_cursor: string | null }>,
  limit: number,
): Promise<Page<Item>> {
  const data: Item[] = [];
  let cursor: string | null | undefined;
  for (;;) {
    const current = await read({ ...(cursor && { cursor }), limit: Math.min(limit, MAX_PAGE_SIZE) });
    data.push(...current.data);
    cursor = current.next_cursor;
    if (data.length >= limit || !cursor) return { data: data.slice(0, limit), total: current.total };
  }
}

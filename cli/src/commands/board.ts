import { BOARD_ACCESS } from '@earshot/contract/services/feedback/values';
import type { Command } from 'commander';
import type { Earshot, FeedbackBoard } from '@earshot/sdk';
import { type Action, choice, define, defineGroup, parsePositive, requireChanges, run, withJson } from '../command.ts';
import { UsageError } from '../errors.ts';
import { type Column, type OutputOptions, printData, printDone, printList } from '../output.ts';
import { confirm } from '../prompts.ts';
import { oneLine } from '../text.ts';
import { findSegment } from './people/segment.ts';

const COLUMNS: Column<FeedbackBoard>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'name', text: ({ name }) => name },
  { name: 'slug', text: ({ slug }) => slug },
  { name: 'access', text: ({ access }) => access },
  { name: 'entries', text: ({ feedback_count }) => feedback_count },
];

const ACCESS = 'who reads the entries';
const SEGMENT = 'segment of people, by name or id, for the access segment';

const FIELDS = 'custom fields of the form: keys with commas, or all';

export function defineBoard(program: Command): void {
  const group = defineGroup(program, 'board', 'feedback boards');

  withJson(
    define(group, 'list', 'List the feedback boards of the project in their order.', ['earshot board list']).summary(
      'list boards',
    ),
    'FeedbackBoard',
  ).action(
    run(async (context, options: OutputOptions) => {
      const client = await context.projectClient();
      const { data } = await client.feedback.boards.list();
      await printList(data, { resource: 'FeedbackBoard', options, columns: COLUMNS });
    }),
  );

  withJson(
    define(group, 'create <name>', 'Create a feedback board.', [
      'earshot board create Ideas',
      'earshot board create Bugs --access signed_in --description "What broke?"',
    ]).summary('create a board'),
    'FeedbackBoard',
  )
    .option('--slug <slug>', 'part of the URL (default: made of the name)')
    .option('--description <text>', 'text below the title')
    .addOption(choice('--access <access>', ACCESS, BOARD_ACCESS).default('public'))
    .option('--segment <segment>', SEGMENT)
    .option('--fields <keys>', FIELDS)
    .action(run(create));

  withJson(
    define(group, 'edit <board>', 'Change a feedback board, by slug or id.', [
      'earshot board edit ideas --access team',
      'earshot board edit ideas --position 1',
      'earshot board edit ideas --fields plan,seats',
    ]).summary('change a board'),
    'FeedbackBoard',
  )
    .option('--name <name>', 'new name')
    .option('--slug <slug>', 'new part of the URL')
    .option('--description <text>', 'new text below the title')
    .addOption(choice('--access <access>', ACCESS, BOARD_ACCESS))
    .option('--segment <segment>', SEGMENT)
    .option('--fields <keys>', FIELDS)
    .option('--position <number>', 'place among the boards, from 1', parsePositive)
    .action(run(edit));

  define(group, 'delete <board>', 'Delete a feedback board, by slug or id.', ['earshot board delete ideas --move-to feedback'])
    .summary('delete a board')
    .option('--move-to <board>', 'board that receives the entries, by slug or id')
    .option('-y, --yes', 'skip the confirmation')
    .action(run(remove));
}

interface Fields extends OutputOptions {
  name?: string;
  slug?: string;
  description?: string;
  access?: FeedbackBoard['access'];
  segment?: string;
  fields?: string;
  position?: number;
}

/** Returns the board with a slug or id. @throws {UsageError} when there is none */
export async function findBoard(client: Earshot, text: string): Promise<FeedbackBoard> {
  const { data } = await client.feedback.boards.list();
  const board = data.find(({ id, slug }) => id === text || slug === text);
  if (!board) throw new UsageError(`Board ${text} not found. The boards are ${data.map(({ slug }) => slug).join(', ')}.`);
  return board;
}

const toSegment = async (client: Earshot, text: string | undefined) =>
  text === undefined ? {} : { segment_id: (await findSegment(client, text)).id };

const toKeys = (text: string | undefined) =>
  text === undefined ? {} : { fields: text === 'all' ? null : text.split(',').flatMap((key) => key.trim() || []) };

const create: Action<Fields, [string]> = async (
  context,
  { slug, description, access, segment, fields: keys, ...options },
  name,
) => {
  const client = await context.projectClient();
  const fields = { name, slug, description, access, ...toKeys(keys), ...(await toSegment(client, segment)) };
  const board = await client.feedback.boards.create(fields);
  await printBoard(board, options, `Created ${board.id} “${oneLine(board.name)}”`);
};

const edit: Action<Fields, [string]> = async (context, options, text) => {
  const { name, slug, description, access, position, segment, fields } = options;
  const given = { name, slug, description, access, ...toKeys(fields), position: position && position - 1 };
  requireChanges({ ...given, segment }, 'board edit');
  const client = await context.projectClient();
  const changes = { ...given, ...(await toSegment(client, segment)) };
  const board = await client.feedback.boards.update((await findBoard(client, text)).id, changes);
  await printBoard(board, options, `Changed ${board.id} “${oneLine(board.name)}”`);
};

const printBoard = async (board: FeedbackBoard, options: OutputOptions, message: string) =>
  await printData(board, { resource: 'FeedbackBoard', options, printText: () => printDone(message, board.id) });

const remove: Action<{ moveTo?: string; yes?: boolean }, [string]> = async (context, options, text) => {
  const client = await context.projectClient();
  const board = await findBoard(client, text);
  const target = options.moveTo === undefined ? undefined : await findBoard(client, options.moveTo);
  await confirm(`Delete the board “${oneLine(board.name)}”?`, options);
  await client.feedback.boards.delete(board.id, { move_to: target?.id });
  printDone(`Deleted ${board.id} “${oneLine(board.name)}”`, board.id);
};

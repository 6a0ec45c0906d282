import { DATE_ORDERS, IMPORT_COLLECTIONS, IMPORT_ENCODINGS, IMPORT_SOURCES } from '@earshot/contract/instance/values';
import type { Import } from '@earshot/sdk';
import type { Command } from 'commander';
import {
  type Action,
  append,
  choice,
  define,
  defineGroup,
  type ListOptions,
  readList,
  run,
  withJson,
  withList,
} from '../../command.ts';
import { type Column, type OutputOptions, print, printData, printDone, printList } from '../../output.ts';
import { confirm } from '../../prompts.ts';
import { count, oneLine } from '../../text.ts';
import { type ImportOptions, renderCounts, waitFor } from './work.ts';

const IMPORTS: Column<Import>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'source', text: ({ source }) => source },
  { name: 'status', text: ({ status }) => status, style: ({ status }) => (status === 'failed' ? 'red' : undefined) },
  { name: 'records', text: ({ counts }) => oneLine(renderCounts(counts)) },
  { name: 'created', text: ({ created_at }) => created_at, isTime: true },
];

export function defineImport(program: Command): void {
  const imports = defineGroup(program, 'import', 'records from other products and from files');

  withJson(
    define(
      imports,
      'files <source> [files...]',
      `Import files of another product.

Checks all records first, shows what would happen, and asks. Dates, authors,
votes and comments are kept. Nobody is notified, and no settings change. A
second import of the same source updates records instead of doubling them.

Sources: ${IMPORT_SOURCES.join(', ')}.
The columns of a CSV file are recognized by their names; --map and --value
correct that.`,
      [
        'earshot import csv ideas.csv --collection feedback',
        'earshot import csv wishes.csv --map Wish=title --value status:open=new',
        'earshot import canny posts.json votes.json comments.json --dry-run',
        'earshot import keep_a_changelog CHANGELOG.md --yes',
        'CANNY_API_KEY=… earshot import canny --new-project Acme --yes',
        'earshot import articles docs --index idx_01kaga0zrefb8tqs3yh4kx9m2d',
      ],
      { isDefault: true },
    ).summary('import files of another product'),
    'Import',
  )
    .addOption(choice('-c, --collection <collection>', 'kind of the records of a CSV file', IMPORT_COLLECTIONS))
    .option('-m, --map <column=field>', 'field of a column; can be repeated', append)
    .option('-V, --value <field:text=value>', 'value of a text in a field; can be repeated', append)
    .addOption(choice('--encoding <encoding>', 'encoding of CSV files', IMPORT_ENCODINGS))
    .addOption(choice('--date-order <order>', 'order of day, month and year', DATE_ORDERS))
    .option('-i, --index <index>', 'id of the collection, for articles of a project with several')
    .option('--image-host <host>', 'host whose images are stored as uploads; can be repeated', append)
    .option('--redirects <file>', 'write a CSV file of old and new URLs')
    .option('--api-key <key>', 'API key of Canny, instead of files; or CANNY_API_KEY')
    .option('--new-project <name>', 'create a project, and import into it')
    .option('-n, --dry-run', 'check the records and import nothing')
    .option('-y, --yes', 'import without asking')
    .action(
      run(async (context, options: ImportOptions, source: Import['source'], files: string[]) => {
        const { importFiles } = await import('./files.ts');
        await importFiles(context, options, source, files);
      }),
    );

  withList(
    define(imports, 'list', 'List imports, the latest first.', ['earshot import list']).summary('list imports'),
    'Import',
  ).action(
    run(async (context, options: ListOptions) => {
      const client = await context.projectClient();
      const { data } = await readList((page) => client.imports.list(page), options.limit);
      await printList(data, { resource: 'Import', options, columns: IMPORTS });
    }),
  );

  withList(
    define(imports, 'problems <id>', 'List the records that could not be imported, with line and reason.', [
      'earshot import problems imp_01kaga0zrefb8tqs3yh4kx9m2d',
    ]).summary('list records that could not be imported'),
    'ImportProblem',
  ).action(run(listProblems));

  withJson(
    define(imports, 'resume <id>', 'Continue an import that was stopped or failed.', [
      'earshot import resume imp_01kaga0zrefb8tqs3yh4kx9m2d',
    ]).summary('continue an import'),
    'Import',
  ).action(run(resumeImport));

  withJson(
    define(
      imports,
      'undo <id>',
      'Delete all records that an import created, with everything that was added\nto them since. Records that it only updated keep their content.',
      ['earshot import undo imp_01kaga0zrefb8tqs3yh4kx9m2d'],
    ).summary('delete the records of an import'),
    'Import',
  )
    .option('-y, --yes', 'skip the confirmation')
    .action(run(undoImport));
}

const listProblems: Action<ListOptions, [id: string]> = async (context, options, id) => {
  const client = await context.projectClient();
  const { data } = await readList((page) => client.imports.problems.list(id, page), options.limit);
  await printList(data, {
    resource: 'ImportProblem',
    options,
    columns: [
      { name: 'file', text: ({ file }) => file },
      { name: 'line', text: ({ line }) => line },
      { name: 'field', text: ({ field }) => field },
      { name: 'problem', text: ({ message }) => oneLine(message) },
    ],
  });
};

const resumeImport: Action<OutputOptions, [id: string]> = async (context, options, id) => {
  const client = await context.projectClient();
  await client.imports.run(id);
  const finished = await waitFor(client, id, context.signal);
  await printData(finished, { resource: 'Import', options, printText: () => print(renderCounts(finished.counts)) });
};

const undoImport: Action<OutputOptions & { yes?: boolean }, [id: string]> = async (context, options, id) => {
  const client = await context.projectClient();
  const { counts } = await client.imports.get(id);
  const created = Object.values(counts).reduce((sum, of) => sum + of.created, 0);
  await confirm(`Delete ${count(created, 'record')} of the import?`, options);
  await client.imports.undo(id);
  const undone = await waitFor(client, id, context.signal);
  await printData(undone, { resource: 'Import', options, printText: () => printDone(`Deleted ${count(created, 'record')}`, id) });
};

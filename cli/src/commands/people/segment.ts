import type { Command } from 'commander';
import type { Earshot, PersonSegment } from '@earshot/sdk';
import { type Action, define, defineGroup, requireChanges, run, withJson } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { type Column, type OutputOptions, print, printData, printDone, printList, renderValues } from '../../output.ts';
import { confirm } from '../../prompts.ts';
import { count, oneLine } from '../../text.ts';

type Definition = PersonSegment['definition'];
type Condition = Definition['conditions'][number];

const COLUMNS: Column<PersonSegment>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'name', text: ({ name }) => name },
  { name: 'match', text: ({ definition }) => definition.match },
  { name: 'conditions', text: ({ definition }) => definition.conditions.length },
];

interface Conditions {
  attribute?: string[];
  companyAttribute?: string[];
  event?: string[];
  page?: string[];
  definition?: string;
  any?: boolean;
}

const withConditions = (command: Command): Command =>
  command
    .option('-a, --attribute <filter...>', 'attribute of people, such as plan:is:pro or seats:gt:10')
    .option('--company-attribute <filter...>', 'attribute of companies, such as mrr:gte:500')
    .option('--event <name...>', 'event, with a number of times and days if any, such as export:3:30')
    .option('--page <path...>', 'viewed page, with a number of times and days if any, such as /pricing:2')
    .option('--definition <json>', 'definition as in the API, for all other conditions')
    .option('--any', 'people match at least one condition instead of all');

export function defineSegment(program: Command): void {
  const group = defineGroup(program, 'segment', 'segments of people');

  withJson(
    define(group, 'list', 'List the segments of people by name.', ['earshot segment list']).summary('list segments'),
    'PersonSegment',
  ).action(
    run(async (context, options: OutputOptions) => {
      const { people } = await context.projectClient();
      const { data } = await people.segments.list();
      await printList(data, { resource: 'PersonSegment', options, columns: COLUMNS });
    }),
  );

  withJson(
    define(group, 'view <segment>', 'Show a segment with its definition and the number of its people, by name or id.', [
      'earshot segment view Customers',
      '# Its people',
      'earshot person list --segment Customers',
    ]).summary('show a segment'),
    'CountedPersonSegment',
  ).action(run(view));

  withConditions(
    withJson(
      define(group, 'create <name>', 'Create a segment of people.', [
        'earshot segment create Customers --attribute plan:is:pro --event export:3:30',
        'earshot segment create Quiet --definition "$(cat quiet.json)"',
      ]).summary('create a segment'),
      'PersonSegment',
    ),
  ).action(run(create));

  withConditions(
    withJson(
      define(group, 'edit <segment>', 'Change the name of a segment, or replace its conditions, by name or id.', [
        'earshot segment edit Customers --name "Paying customers"',
        'earshot segment edit Customers --attribute plan:is:pro plan:is:team --any',
      ]).summary('change a segment'),
      'PersonSegment',
    ).option('--name <name>', 'new name'),
  ).action(run(edit));

  withConditions(
    withJson(
      define(group, 'preview', 'Count the people who match conditions, without saving them.', [
        'earshot segment preview --page /pricing:2:7',
      ]).summary('count people'),
      'PersonSegmentPreview',
    ),
  ).action(run(preview));

  define(group, 'delete <segment>', 'Delete a segment, by name or id. People are kept.', ['earshot segment delete Customers'])
    .summary('delete a segment')
    .option('-y, --yes', 'skip the confirmation')
    .action(run(remove));
}

/** Returns the segment with a name or id. @throws {UsageError} when there is none */
export async function findSegment(client: Earshot, text: string): Promise<PersonSegment> {
  const { data } = await client.people.segments.list();
  const segment = data.find(({ id, name }) => id === text || name === text);
  if (!segment) throw new UsageError(`Segment ${text} not found. See \`earshot segment list\`.`);
  return segment;
}

/** Returns the definition that options describe, or undefined without any. @throws {UsageError} */
async function readDefinition(client: Earshot, options: Conditions): Promise<Definition | undefined> {
  const { attribute = [], companyAttribute = [], event = [], page = [], any: isAny = false } = options;
  const given = options.definition === undefined ? undefined : parseJson(options.definition);
  const { data: declared } = attribute.length || companyAttribute.length ? await client.people.attributes() : { data: [] };
  const compare = (kind: 'attribute' | 'company_attribute') => (text: string) => {
    const [name = '', operator = '', ...rest] = text.split(':');
    const subject = kind === 'attribute' ? 'person' : 'company';
    const type = declared.find((one) => one.subject === subject && one.name === name)?.type;
    const value = rest.join(':');
    return {
      kind,
      attribute: name,
      // The server knows the operators.
      operator: operator as Condition['operator'],
      ...(rest.length > 0 && { value: type === 'number' ? Number(value) : type === 'boolean' ? value === 'true' : value }),
    };
  };
  const conditions: Condition[] = [
    ...(given?.conditions ?? []),
    ...attribute.map(compare('attribute')),
    ...companyAttribute.map(compare('company_attribute')),
    ...event.map((text) => ({ kind: 'event' as const, ...parseTimes(text, 'event') })),
    ...page.map((text) => ({ kind: 'page' as const, ...parseTimes(text, 'page') })),
  ];
  if (!conditions.length) return undefined;
  return { match: isAny ? 'any' : (given?.match ?? 'all'), conditions };
}

function parseJson(text: string): Definition {
  try {
    return JSON.parse(text) as Definition;
  } catch {
    throw new UsageError('--definition must be JSON');
  }
}

/** Parses a name with a number of times and days: `export:3:30`. */
function parseTimes(text: string, field: 'event' | 'page') {
  const [, name = '', times, days] = /^(.+?)(?::(\d+))?(?::(\d+))?$/.exec(text) ?? [];
  return { [field]: name, ...(times && { at_least: Number(times) }), ...(days && { within_days: Number(days) }) };
}

const requireConditions = (definition: Definition | undefined): Definition => {
  if (!definition) throw new UsageError('Name at least one condition, such as --attribute plan:is:pro');
  return definition;
};

const printSegment = async (segment: PersonSegment, options: OutputOptions, verb: string) =>
  await printData(segment, {
    resource: 'PersonSegment',
    options,
    printText: () => printDone(`${verb} ${segment.id} “${oneLine(segment.name)}”`, segment.id),
  });

const create: Action<OutputOptions & Conditions, [string]> = async (context, options, name) => {
  const client = await context.projectClient();
  const definition = requireConditions(await readDefinition(client, options));
  await printSegment(await client.people.segments.create({ name, definition }), options, 'Created');
};

const edit: Action<OutputOptions & Conditions & { name?: string }, [string]> = async (context, options, text) => {
  const client = await context.projectClient();
  const changes = { name: options.name, definition: await readDefinition(client, options) };
  requireChanges(changes, 'segment edit');
  const { id } = await findSegment(client, text);
  await printSegment(await client.people.segments.update(id, changes), options, 'Changed');
};

const preview: Action<OutputOptions & Conditions> = async (context, options) => {
  const client = await context.projectClient();
  const counted = await client.people.segments.preview(requireConditions(await readDefinition(client, options)));
  await printData(counted, {
    resource: 'PersonSegmentPreview',
    options,
    printText: () => print(count(counted.people_count, 'person', 'people')),
  });
};

const view: Action<OutputOptions, [string]> = async (context, options, text) => {
  const client = await context.projectClient();
  const segment = await client.people.segments.get((await findSegment(client, text)).id);
  await printData(segment, {
    resource: 'CountedPersonSegment',
    options,
    printText: () =>
      print(
        renderValues([
          ['id', segment.id],
          ['name', segment.name],
          ['people', String(segment.people_count)],
          ['match', segment.definition.match],
          ...segment.definition.conditions.map((condition): [string, string] => ['condition', JSON.stringify(condition)]),
        ]),
      ),
  });
};

const remove: Action<{ yes?: boolean }, [string]> = async (context, options, text) => {
  const client = await context.projectClient();
  const segment = await findSegment(client, text);
  await confirm(`Delete the segment “${oneLine(segment.name)}”?`, options);
  await client.people.segments.delete(segment.id);
  printDone(`Deleted ${segment.id} “${oneLine(segment.name)}”`, segment.id);
};

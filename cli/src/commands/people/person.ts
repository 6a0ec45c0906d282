import { PEOPLE_SORTS, TIMELINE_KINDS, type TimelineKind } from '@earshot/contract/instance/values';
import type { Command } from 'commander';
import type { Earshot, Person, TimelineEntry } from '@earshot/sdk';
import { type Action, choice, define, defineGroup, type ListOptions, readList, run, withJson, withList } from '../../command.ts';
import { type CsvOptions, withCsv, writeCsv } from '../../download.ts';
import { UsageError } from '../../errors.ts';
import {
  type Column,
  isInteractive,
  type OutputOptions,
  print,
  printData,
  printDone,
  printList,
  renderValues,
} from '../../output.ts';
import { confirm } from '../../prompts.ts';
import { findSegment } from './segment.ts';
import { count, oneLine } from '../../text.ts';

const COLUMNS: Column<Person>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'user id', text: ({ user_ids }) => user_ids.join(', ') },
  { name: 'email', text: ({ emails: [email] }) => email },
  { name: 'name', text: ({ name }) => name },
  { name: 'company', text: ({ company }) => company && (company.name ?? company.id) },
  { name: 'last seen', text: ({ last_seen_at }) => last_seen_at, isTime: true },
];

const TIMELINE_COLUMNS: Column<TimelineEntry>[] = [
  { name: 'time', text: ({ occurred_at }) => occurred_at, isTime: true },
  { name: 'kind', text: ({ kind }) => kind },
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'title', text: ({ title }) => title },
  { name: 'text', text: ({ text }) => text && oneLine(text) },
];

interface PeopleFilter {
  search?: string;
  attribute?: string[];
  company?: string;
  segment?: string;
}

const withFilter = (command: Command): Command =>
  command
    .option('-S, --search <text>', 'search in names, addresses and user ids')
    .option('-a, --attribute <filter...>', 'filter such as plan:is:pro or seats:gt:10')
    .option('--company <id>', 'only people of this company')
    .option('--segment <segment>', 'only people in this segment, by name or id');

const toQuery = async (client: Earshot, { search, attribute, company, segment }: PeopleFilter) => ({
  q: search,
  attribute,
  company_id: company,
  ...(segment !== undefined && { segment: (await findSegment(client, segment)).id }),
});

export function definePerson(program: Command): void {
  const person = defineGroup(program, 'person', 'people, their identities and attributes');

  withFilter(
    withList(
      define(person, 'list', 'List people.', [
        'earshot person list --attribute plan:is:pro seats:gte:10',
        'earshot person list --search ada@example.com',
      ]).summary('list people'),
      'Person',
    ),
  )
    .addOption(choice('--sort <order>', 'sort order', PEOPLE_SORTS).default('newest'))
    .action(
      run(async (context, options: ListOptions & PeopleFilter & { sort: (typeof PEOPLE_SORTS)[number] }) => {
        const client = await context.projectClient();
        const query = { ...(await toQuery(client, options)), sort: options.sort };
        const { data, total } = await readList((page) => client.people.list({ ...query, ...page }), options.limit);
        const title = `Showing ${data.length} of ${count(total, 'person', 'people')}`;
        await printList(data, { resource: 'Person', options, columns: COLUMNS, title });
      }),
    );

  withJson(
    define(person, 'view <id>', 'Show a person with all identities and attributes.', [
      'earshot person view per_01k0q6v3e8f5ntgjx1s6d2p9ra',
    ]).summary('show a person'),
    'PersonWithIdentities',
  ).action(run(view));

  withList(
    define(person, 'timeline <id>', 'Show what a person did and received, the latest first.', [
      'earshot person timeline per_01k0q6v3e8f5ntgjx1s6d2p9ra --kind vote comment',
    ]).summary('show the timeline of a person'),
    'TimelineEntry',
  )
    .addOption(choice('-k, --kind <kind...>', 'only entries of these kinds', TIMELINE_KINDS))
    .action(run(showTimeline));

  withJson(
    define(person, 'set <user-id> [attributes...]', 'Create or update the person with an id in your application.', [
      'earshot person set u_42 plan=pro seats=12 admin=true',
      'earshot person set u_42 --name Ada --email ada@example.com --company acme',
      '# Remove an attribute',
      'earshot person set u_42 plan=',
    ]).summary('create or update a person'),
    'PersonWithIdentities',
  )
    .option('--name <name>', 'name')
    .option('--email <address>', 'address, which your application verified')
    .option('--company <id>', 'company, which is created if necessary')
    .action(run(set));

  withJson(
    define(person, 'merge <id> <into>', 'Give all identities of a person to another one, and delete the person.', [
      'earshot person merge per_01k0q6v3e8f5ntgjx1s6d2p9ra "$KEPT"',
    ]).summary('merge a person into another'),
    'PersonWithIdentities',
  )
    .option('-y, --yes', 'skip the confirmation')
    .action(
      run(async (context, options: OutputOptions & { yes?: boolean }, id: string, into: string) => {
        const { people } = await context.client();
        if (isInteractive()) await confirm(`Merge ${id} into ${into}, and delete ${id}?`, options);
        const merged = await people.merge(id, into);
        await printData(merged, {
          resource: 'PersonWithIdentities',
          options,
          printText: () => printDone(`Merged ${id} into ${merged.id}`, merged.id),
        });
      }),
    );

  withJson(
    define(person, 'separate <id> <identity>', 'Give a user id or an address of a person to a new person.', [
      'earshot person separate per_01k0q6v3e8f5ntgjx1s6d2p9ra team@example.com',
    ]).summary('separate an identity of a person'),
    'PersonWithIdentities',
  ).action(
    run(async (context, options: OutputOptions, id: string, identity: string) => {
      const { people } = await context.client();
      const { identities } = await people.get(id);
      const found = identities.find(({ value }) => value === identity || value === identity.toLowerCase());
      if (!found) throw new UsageError(`${identity} is no identity of ${id}: see \`earshot person view ${id}\``);
      const separated = await people.separate(id, found.kind === 'email' ? { email: found.value } : { user_id: found.value });
      await printData(separated, {
        resource: 'PersonWithIdentities',
        options,
        printText: () => printDone(`Separated ${found.value}`, separated.id),
      });
    }),
  );

  withFilter(
    withCsv(
      define(person, 'export', 'Export people as CSV.', ['earshot person export --output people.csv']).summary(
        'export people as CSV',
      ),
    ),
  ).action(
    run(async (context, options: CsvOptions & PeopleFilter) => {
      const client = await context.projectClient();
      const query = await toQuery(client, options);
      await writeCsv(context, options, (call) => client.people.exportCsv({ ...query, bom: options.bom }, call));
    }),
  );
}

const view: Action<OutputOptions, [string]> = async (context, options, id) => {
  const person = await (await context.client()).people.get(id);
  await printData(person, {
    resource: 'PersonWithIdentities',
    options,
    printText: () =>
      print(
        renderValues([
          ['id', person.id],
          ['name', person.name ?? person.given_name ?? ''],
          ...person.identities.map(({ kind, value, proof }): [string, string] => [
            kind === 'email' ? 'email' : 'user id',
            `${value} (${proof})`,
          ]),
          ['company', person.company ? (person.company.name ?? person.company.id) : ''],
          ...Object.entries(person.attributes).map(([name, value]): [string, string] => [name, String(value)]),
        ]),
      ),
  });
};

const showTimeline: Action<ListOptions & { kind?: TimelineKind[] }, [string]> = async (context, options, id) => {
  const { people } = await context.client();
  const { data } = await people.timeline(id, { kind: options.kind, limit: Math.min(options.limit, 100) });
  await printList(data, {
    resource: 'TimelineEntry',
    options,
    columns: TIMELINE_COLUMNS,
    title: `Showing ${count(data.length, 'entry', 'entries')}`,
  });
};

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Parses `name=value`: numbers, `true` and `false` are no texts, and an empty value removes the attribute. */
function parseAttribute(text: string): [string, string | number | boolean | null] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`${text} must have the form name=value`);
  const [name, value] = [text.slice(0, at), text.slice(at + 1)];
  if (value === '') return [name, null];
  if (value === 'true' || value === 'false') return [name, value === 'true'];
  return [name, NUMBER.test(value) ? Number(value) : value];
}

const set: Action<OutputOptions & { name?: string; email?: string; company?: string }, [string, string[]]> = async (
  context,
  options,
  userId,
  attributes,
) => {
  const { name, email, company } = options;
  const person = await (
    await context.projectClient()
  ).people.put(userId, {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(company !== undefined && { company: { id: company } }),
    attributes: Object.fromEntries(attributes.map(parseAttribute)),
  });
  await printData(person, {
    resource: 'PersonWithIdentities',
    options,
    printText: () => printDone(`Saved ${userId}`, person.id),
  });
};

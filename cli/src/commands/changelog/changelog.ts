import { ANNOUNCEMENTS, STATUSES, TYPES } from '@earshot/contract/services/changelog/values';
import { type Command, InvalidArgumentError } from 'commander';
import type { ChangelogEntry } from '@earshot/sdk';
import {
  type Action,
  choice,
  collect,
  define,
  defineGroup,
  type ListOptions,
  parsePositive,
  readList,
  requireChanges,
  run,
  withBody,
  withJson,
  withList,
} from '../../command.ts';
import type { Context } from '../../context.ts';
import { defineEffect } from './effect.ts';
import { defineSubscribers } from './subscribers.ts';
import { defineChangelogAdoption } from './adoption.ts';
import { findSegment } from '../people/segment.ts';
import { type CsvOptions, withCsv, writeCsv } from '../../download.ts';
import { type BodyOptions, readBody } from '../../editor.ts';
import {
  type Column,
  isInteractive,
  isTerminal,
  type OutputOptions,
  paint,
  printData,
  printDone,
  printList,
  printPaged,
  renderValues,
  showTime,
} from '../../output.ts';
import { ask, confirm } from '../../prompts.ts';
import { count, oneLine, sanitize } from '../../text.ts';
import { parseRange, parseTime, type RangeOptions, withRange } from '../../times.ts';

const sumReactions = (counts: NonNullable<ChangelogEntry['reactions']>): number =>
  Object.values(counts).reduce((sum, reactions) => sum + reactions, 0);

const COLUMNS: Column<ChangelogEntry>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'title', text: ({ title }) => title },
  { name: 'version', text: ({ version }) => version },
  { name: 'type', text: ({ type }) => type },
  {
    name: 'status',
    text: ({ status }) => status,
    style: ({ status }) => (status === 'published' ? 'green' : status === 'scheduled' ? 'yellow' : undefined),
  },
  { name: 'published', text: ({ published_at, scheduled_at }) => published_at ?? scheduled_at, isTime: true },
  { name: 'views', text: ({ view_count }) => view_count },
  { name: 'reactions', text: ({ reactions }) => reactions && sumReactions(reactions) },
];

/** Adds the commands of changelog entries. Returns their group. */
export function defineChangelog(program: Command): Command {
  const changelog = defineGroup(program, 'changelog', 'changelog entries');

  withRange(
    withList(
      define(changelog, 'list', 'List changelog entries, newest first.', [
        'earshot changelog list --status draft',
        "earshot changelog list --limit 1 --jq '.[0].version'",
      ]).summary('list entries'),
      'ChangelogEntry',
    ),
    'published',
  )
    .addOption(choice('-s, --status <status>', 'filter by status', STATUSES))
    .addOption(choice('-t, --type <type>', 'filter by type', TYPES))
    .option('--tag <tag>', 'filter by tag')
    .option('-S, --search <text>', 'search in title, content, version and tags')
    .action(run(listEntries));

  withCsv(
    define(changelog, 'export', 'Export all entries as CSV, with their content as Markdown.', [
      'earshot changelog export --output changelog.csv',
    ])
      .summary('export all entries as CSV')
      .addOption(choice('-s, --status <status>', 'filter by status', STATUSES)),
  ).action(
    run(async (context, options: CsvOptions & { status?: ChangelogEntry['status'] }) => {
      const { changelog: entries } = await context.projectClient();
      const { status, bom } = options;
      await writeCsv(context, options, (call) => entries.exportCsv({ status, bom }, call));
    }),
  );

  withJson(
    define(changelog, 'view <entry>', 'Show an entry by id or slug.', [
      'earshot changelog view cl_01k0q6v3e8f5ntgjx1s6d2p9ra',
    ]).summary('show an entry'),
    'ChangelogEntry',
  ).action(
    run(async (context, options: OutputOptions, named: string) => {
      const entry = await (await context.projectClient()).changelog.get(named);
      await printData(entry, { resource: 'ChangelogEntry', options, printText: () => printPaged(renderEntry(entry)) });
    }),
  );

  withFields(
    define(changelog, 'create', 'Create a draft, or a published entry with --publish.', [
      'earshot changelog create --title "CSV export" --body-file release.md',
      'earshot changelog create -t "Spring" -F notes.md --version 1.4 --publish',
    ]).summary('create an entry'),
  )
    .option('--publish', 'publish the entry now')
    .action(run(createEntry));

  withFields(
    define(changelog, 'edit <entry>', 'Edit an entry.', [
      'earshot changelog edit cl_01k0q6v3e8f5ntgjx1s6d2p9ra --editor',
      'earshot changelog edit cl_01k0q6v3e8f5ntgjx1s6d2p9ra --type fix',
    ]).summary('edit an entry'),
  ).action(run(editEntry));

  withJson(
    define(
      changelog,
      'publish <entry>',
      'Publish an entry now. Linked feedback is set to done, and subscribers are\nnotified by mail.',
      ['earshot changelog publish cl_01k0q6v3e8f5ntgjx1s6d2p9ra --yes'],
    ).summary('publish an entry now'),
    'ChangelogEntry',
  )
    .option('-y, --yes', 'skip the confirmation')
    .action(run(publishEntry));

  withJson(
    define(changelog, 'schedule <entry> <time>', 'Publish an entry automatically at a time in ISO 8601.', [
      'earshot changelog schedule cl_01k0q6v3e8f5ntgjx1s6d2p9ra 2027-03-01T09:00Z',
    ]).summary('publish an entry at a time'),
    'ChangelogEntry',
  ).action(
    run(async (context, options: OutputOptions, id: string, time: string) => {
      const scheduled_at = parseTime('time', time, 'such as 2027-03-01T09:00Z');
      const entry = await (await context.client()).changelog.update(id, { scheduled_at });
      await printChanged(entry, options, `Scheduled for ${entry.scheduled_at}: `);
    }),
  );
  defineSubscribers(changelog);
  defineEffect(changelog);
  defineChangelogAdoption(changelog);
  return changelog;
}

/** Adds the options for the fields of an entry. */
const withFields = (command: Command): Command =>
  withBody(withJson(command, 'ChangelogEntry'))
    .option('-t, --title <title>', 'title')
    .addOption(choice('--type <type>', 'type', TYPES))
    .option('--slug <slug>', 'URL segment; derived from the title by default')
    .option('--version <version>', 'version of the product', parseVersion)
    .option('--tag <tag>', 'tag; repeatable', collect)
    .option('--feedback <id>', 'linked feedback entry; repeatable', collect)
    .option('--image <url>', 'cover image; none to remove it')
    .option('--image-alt <text>', 'text of the cover image for people who do not see it')
    .addOption(choice('--announce <form>', 'form in which widgets announce the entry', [...ANNOUNCEMENTS, 'none']))
    .option('--announce-until <time>', 'time at which the announcement ends; none for no end')
    .option('--segment <segment>', 'only for people in a segment, by name or id; none for everyone')
    .option('--page <path>', 'page on which widgets show the entry; repeatable; none', collect)
    .option('--language <code>', 'language of its readers; repeatable; none for all', collect)
    .option('--success <event>', 'event or /page that shows use of the release; or none')
    .option('--window-days <days>', 'days in which uses count', parsePositive);

/** Rejects an empty version. */
function parseVersion(text: string): string {
  if (!text.trim()) throw new InvalidArgumentError('It must not be empty.');
  return text;
}

interface Fields extends BodyOptions, OutputOptions {
  title?: string;
  type?: ChangelogEntry['type'];
  slug?: string;
  version?: string;
  tag?: string[];
  feedback?: string[];
  segment?: string;
  page?: string[];
  language?: string[];
  success?: string;
  windowDays?: number;
  image?: string;
  imageAlt?: string;
  announce?: NonNullable<ChangelogEntry['announcement']> | 'none';
  announceUntil?: string;
}

const listEntries: Action<
  ListOptions & RangeOptions & { status?: ChangelogEntry['status']; type?: ChangelogEntry['type']; tag?: string; search?: string }
> = async (context, options) => {
  const client = await context.projectClient();
  const { since, until: published_before } = parseRange(options);
  // The filter of the API excludes its own time.
  const published_after = since === undefined ? undefined : new Date(Date.parse(since) - 1).toISOString();
  const filter = { status: options.status, type: options.type, tag: options.tag, q: options.search };
  const query = { ...filter, published_after, published_before };
  const { data, total } = await readList((page) => client.changelog.list({ ...query, ...page }), options.limit);
  const title = `Showing ${data.length} of ${count(total, 'entry', 'entries')}`;
  await printList(data, { resource: 'ChangelogEntry', options, columns: COLUMNS, title });
};

function renderEntry(entry: ChangelogEntry): string {
  const values = renderValues([
    ['id', entry.id],
    ['title', entry.title],
    ['version', entry.version],
    ['type', entry.type],
    ['status', entry.status],
    ['tags', entry.tags.join(', ')],
    ['feedback', entry.feedback_ids.join(', ')],
    ['published', showTime(entry.published_at)],
    ['scheduled', showTime(entry.scheduled_at)],
    ['url', entry.url],
  ]);
  const content = sanitize(entry.content);
  return isTerminal() ? `${paint('bold', oneLine(entry.title))}\n\n${values}\n\n${content}` : `${values}\n--\n${content}`;
}

const toFields = async (context: Context, options: Fields, current?: string) => ({
  title: options.title,
  type: options.type,
  slug: options.slug,
  version: options.version,
  tags: options.tag,
  feedback_ids: options.feedback,
  segment_id: await findSegmentId(context, options.segment),
  pages: toItems(options.page),
  languages: toItems(options.language),
  success: options.success === undefined ? undefined : parseSuccess(options.success),
  window_days: options.windowDays,
  image_url: options.image === 'none' ? null : options.image,
  image_alt: options.imageAlt,
  announcement: options.announce === 'none' ? null : options.announce,
  announcement_ends_at: parseEnd(options.announceUntil),
  content: await readBody(options, current),
});

/** Returns the items of an option, no items for `none`, and undefined without an option. */
const toItems = (items: string[] | undefined) => items?.filter((item) => item !== 'none');

/** Returns a time, null for `none`, and undefined without an option. */
const parseEnd = (text: string | undefined) =>
  text === undefined ? undefined : text === 'none' ? null : parseTime('--announce-until', text, 'such as 2027-03-01');

/** Returns an event or a page, and null for `none`. */
const parseSuccess = (text: string) => (text === 'none' ? null : /^[/*]/.test(text) ? { page: text } : { event: text });

/** Returns the id of a segment, null for `none`, and undefined without an option. @throws {UsageError} when there is no such segment */
async function findSegmentId(context: Context, text: string | undefined): Promise<string | null | undefined> {
  if (text === undefined) return undefined;
  return text === 'none' ? null : (await findSegment(await context.projectClient(), text)).id;
}

const createEntry: Action<Fields & { publish?: boolean }> = async (context, options) => {
  const title = options.title ?? (await ask('Title', 'Pass --title.'));
  const client = await context.projectClient();
  const entry = await client.changelog.create({ ...(await toFields(context, options)), title, published: options.publish });
  await printChanged(entry, options, entry.published ? 'Published ' : 'Created draft ');
};

const editEntry: Action<Fields, [string]> = async (context, options, id) => {
  const { changelog } = await context.client();
  const changes = await toFields(context, options, options.editor ? (await changelog.get(id)).content : undefined);
  requireChanges(changes, 'changelog edit');
  await printChanged(await changelog.update(id, changes), options, 'Edited ');
};

const publishEntry: Action<OutputOptions & { yes?: boolean }, [string]> = async (context, options, id) => {
  const { changelog } = await context.client();
  if (isInteractive() && !options.yes) {
    const { people } = await changelog.audience(id);
    await confirm(`Publish ${id} and notify ${count(people, 'person', 'people')}?`, options);
  }
  await printChanged(await changelog.update(id, { published: true }), options, 'Published ');
};

/** Prints an entry after a change. `done` precedes its id. */
export const printChanged = async (entry: ChangelogEntry, options: OutputOptions, done: string) =>
  await printData(entry, {
    resource: 'ChangelogEntry',
    options,
    printText: () => printDone(`${done}${entry.id} “${oneLine(entry.title)}”\n  ${entry.url}`, entry.id),
  });

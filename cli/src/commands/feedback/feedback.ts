import { STATUS_NAMES } from '@earshot/contract/services/feedback/statuses';
import { MEMBER_SORTS, STATUSES, TYPES, VISIBILITIES } from '@earshot/contract/services/feedback/values';
import type { Command } from 'commander';
import type { Comment, Earshot, Feedback } from '@earshot/sdk';
import {
  type Action,
  choice,
  collect,
  define,
  defineGroup,
  type ListOptions,
  readList,
  requireChanges,
  run,
  withBody,
  withJson,
  withList,
} from '../../command.ts';
import { type BodyOptions, readBody } from '../../editor.ts';
import { UsageError } from '../../errors.ts';
import {
  type Column,
  isTerminal,
  type OutputOptions,
  paint,
  printData,
  printList,
  printPaged,
  renderValues,
  showTime,
  type Style,
} from '../../output.ts';
import { ask } from '../../prompts.ts';
import { count, oneLine, sanitize } from '../../text.ts';
import { parseRange, type RangeOptions, withRange } from '../../times.ts';
import { listCustomFields, parseCustomFields } from './custom-fields.ts';
import { defineBursts } from './bursts.ts';
import { defineDemand } from './scores.ts';
import { findBoard } from '../board.ts';
import { defineFeedbackActions, printChanged } from './feedback-actions.ts';

const STATUS_STYLES: Record<Feedback['status'], Style> = {
  new: 'cyan',
  under_review: 'yellow',
  planned: 'blue',
  in_progress: 'magenta',
  done: 'green',
  declined: 'dim',
  duplicate: 'dim',
};

const COLUMNS: Column<Feedback>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'title', text: ({ title }) => title },
  { name: 'type', text: ({ type }) => type },
  { name: 'status', text: (entry) => renderStatus(entry), style: ({ status }) => STATUS_STYLES[status] },
  { name: 'votes', text: ({ upvote_count }) => upvote_count },
  { name: 'created', text: ({ created_at }) => created_at, isTime: true },
];
const SCORE: Column<Feedback>[] = [
  { name: 'score', text: ({ score }) => score?.value },
  { name: 'unknown', text: ({ score }) => score?.unknown },
];
const SIMILAR: Column<Feedback> = { name: 'similar', text: ({ similar }) => similar?.map(({ id }) => id).join(' ') };

export function defineFeedback(program: Command): void {
  const feedback = defineGroup(program, 'feedback', 'feedback entries, votes and comments');

  withRange(
    withList(
      define(feedback, 'list', 'List feedback entries, newest first.', [
        'earshot feedback list --status planned --sort top',
        '# Completed during the last week',
        'earshot feedback list --status done --changed-since 7d',
        "earshot feedback list --search export --json id,title --jq '.[].id'",
      ]).summary('list entries'),
      'Feedback',
    ),
    'created',
  )
    .option('--changed-since <time>', 'status changed last at or after this time')
    .option('--changed-until <time>', 'status changed last before this time')
    .addOption(choice('-s, --status <status>', 'filter by status', STATUSES))
    .option('--custom-status <key>', 'filter by custom status, or none; repeatable', collect)
    .addOption(choice('-t, --type <type>', 'filter by type', TYPES))
    .option('--tag <tag>', 'filter by tag')
    .option('--board <board>', 'filter by board, by slug or id')
    .option('-S, --search <text>', 'search in title, description and tags')
    .addOption(choice('--visibility <visibility>', 'filter by visibility', VISIBILITIES))
    .option('--assignee <member>', 'filter by assignee: the id of a member, me, or none; repeatable', collect)
    .option('--not-assignee <member>', 'exclude entries of an assignee; repeatable', collect)
    .option('--unanswered', 'only entries that await a public answer of the team')
    .option('--field <condition>', 'filter by custom field, such as plan:is:pro or seats:gt:10; repeatable', collect)
    .addOption(choice('--sort <order>', 'sort order (default: newest; with --search, best match)', MEMBER_SORTS))
    .option('--score <name>', 'score to show, for --sort score and --score-min')
    .option('--score-min <points>', 'only entries with at least this score', Number)
    .option('--similar', 'show the open entries that are probably duplicates')
    .action(run(listFeedback));

  withJson(
    define(feedback, 'view <id>', 'Show an entry with its comments.', [
      'earshot feedback view fb_01k0q6v3e8f5ntgjx1s6d2p9ra --comments',
    ]).summary('show an entry'),
    'Feedback',
  )
    .option('-c, --comments', 'show the comments')
    .option('-w, --web', 'open the entry in the browser')
    .action(run(viewFeedback));

  withBody(
    withJson(
      define(feedback, 'create', 'Create an entry. Without --title, you are asked for the title and the text.', [
        'earshot feedback create --title "Export as CSV" --type feature',
        'earshot feedback create --title "Crash" --type bug --body-file report.md',
      ]).summary('create an entry'),
      'Feedback',
    ),
  )
    .option('-t, --title <title>', 'title')
    .addOption(choice('--type <type>', 'type', TYPES).default('feedback'))
    .option('--tag <tag>', 'tag; repeatable', collect)
    .option('--board <board>', 'board, by slug or id (default: the default board)')
    .action(run(createFeedback));

  withBody(
    withJson(
      define(feedback, 'edit <id>', 'Edit an entry.', [
        'earshot feedback edit fb_01k0q6v3e8f5ntgjx1s6d2p9ra --title "CSV export"',
        'earshot feedback edit fb_01k0q6v3e8f5ntgjx1s6d2p9ra --visibility public',
        'earshot feedback edit fb_01k0q6v3e8f5ntgjx1s6d2p9ra --due 2026-12-24',
        '# Values of custom fields; an empty value clears the field',
        'earshot feedback edit fb_01k0q6v3e8f5ntgjx1s6d2p9ra --field plan=pro',
        'earshot feedback edit fb_01k0q6v3e8f5ntgjx1s6d2p9ra --field plan=',
      ]).summary('edit an entry'),
      'Feedback',
    ),
  )
    .option('-t, --title <title>', 'new title')
    .addOption(choice('--type <type>', 'new type', TYPES))
    .option('--tag <tag>', 'new tags, which replace all tags; repeatable', collect)
    .option('--board <board>', 'board to move the entry to, by slug or id')
    .addOption(choice('--visibility <visibility>', 'visibility; public approves the entry', VISIBILITIES))
    .option('--assignee <member>', 'assignee: the id of a member, me, or none')
    .option('--due <date>', 'due date, such as 2026-12-24, or none')
    .option('--field <key=value>', 'value of a custom field; repeatable', collect)
    .option('--pin', 'pin the entry')
    .option('--unpin', 'unpin the entry')
    .action(run(editFeedback));

  defineFeedbackActions(feedback);
  defineBursts(feedback);
  defineDemand(feedback);
}

interface Filters extends RangeOptions {
  changedSince?: string;
  changedUntil?: string;
  status?: Feedback['status'];
  type?: Feedback['type'];
  tag?: string;
  board?: string;
  search?: string;
  visibility?: (typeof VISIBILITIES)[number];
  assignee?: string[];
  notAssignee?: string[];
  customStatus?: string[];
  unanswered?: boolean;
  field?: string[];
  sort?: (typeof MEMBER_SORTS)[number];
  score?: string;
  scoreMin?: number;
  similar?: boolean;
}

const listFeedback: Action<ListOptions & Filters> = async (context, options) => {
  const { status, type, tag, board, search: q, visibility, assignee, notAssignee, field, sort, score, scoreMin } = options;
  const client = await context.projectClient();
  const created = parseRange(options);
  const changed = parseRange({ since: options.changedSince, until: options.changedUntil }, 'changed-');
  const times = {
    created_since: created.since,
    created_until: created.until,
    status_changed_since: changed.since,
    status_changed_until: changed.until,
  };
  const board_id = board === undefined ? undefined : (await findBoard(client, board)).id;
  const query = {
    status,
    custom_status: options.customStatus,
    type,
    tag,
    board_id,
    q,
    visibility,
    assignee,
    assignee_not: notAssignee,
    ...(options.unanswered && { answered: false }),
    field,
    sort,
    score,
    score_min: scoreMin,
    similar: options.similar,
    ...times,
  };
  const { data, total } = await readList((page) => client.feedback.list({ ...query, ...page }), options.limit);
  await printList(data, {
    resource: 'Feedback',
    options,
    columns: [...COLUMNS, ...(score === undefined ? [] : SCORE), ...(options.similar ? [SIMILAR] : [])],
    title: `Showing ${data.length} of ${count(total, 'entry', 'entries')}`,
  });
};

const viewFeedback: Action<OutputOptions & { comments?: boolean; web?: boolean }, [string]> = async (context, options, id) => {
  const client = await context.client();
  const entry = await client.feedback.get(id);
  if (options.web) {
    const { openBrowser } = await import('../../browser.ts');
    const { slug } = await client.projects.get(entry.project_id);
    return openBrowser(`${context.instance().url}/projects/${slug}/feedback/${entry.id}`);
  }
  await printData(entry, {
    resource: 'Feedback',
    options,
    printText: async () => {
      const { data } = options.comments ? await readList((page) => client.feedback.comments.list(id, page), 1000) : { data: [] };
      await printPaged([renderEntry(entry), ...data.map(renderComment)].join('\n\n'));
    },
  });
};

/** Returns a status, with the name that the project gives to it. */
const renderStatus = ({ status, status_name: name }: Feedback): string =>
  name === STATUS_NAMES[status] ? status : `${status} (${oneLine(name)})`;

function renderEntry(entry: Feedback): string {
  const values = renderValues([
    ['id', entry.id],
    ['title', entry.title],
    ['board', entry.board_id],
    ['type', entry.type],
    ['status', renderStatus(entry)],
    ['visibility', entry.visibility],
    ['votes', `${entry.upvote_count} up, ${entry.downvote_count} down`],
    ['searches', entry.search_count || null],
    ['comments', entry.comment_count],
    ['tags', entry.tags.join(', ')],
    ['author', entry.submitter_name],
    ['email', entry.submitter_email],
    ['assignee', entry.assignee_id],
    ['due', entry.due_on],
    ...listCustomFields(entry),
    ['merged into', entry.merged_into],
    ['created', showTime(entry.created_at)],
  ]);
  const title = isTerminal() ? `${paint('bold', oneLine(entry.title))}\n\n` : '';
  return [
    title + values,
    ...(entry.description ? [isTerminal() ? sanitize(entry.description) : `--\n${sanitize(entry.description)}`] : []),
  ].join(isTerminal() ? '\n\n' : '\n');
}

function renderComment({ author_name, author_role, created_at, internal, body, ...comment }: Comment): string {
  const audience = internal
    ? ', internal'
    : comment.private
      ? `, private to ${oneLine(comment.recipient_name ?? 'the submitter')}`
      : '';
  const author = paint('bold', oneLine(author_name ?? author_role));
  return `${author} ${paint('dim', `${showTime(created_at)}${audience}`)}\n${sanitize(body)}`;
}

interface Fields extends BodyOptions, OutputOptions {
  title?: string;
  type?: Feedback['type'];
  tag?: string[];
  board?: string;
}

const createFeedback: Action<Fields> = async (context, options) => {
  const title = options.title ?? (await ask('Title', 'Pass --title.'));
  const entry = { title, description: await readBody(options), type: options.type, tags: options.tag };
  const created =
    options.board === undefined
      ? await (await context.publicClient()).feedback.submit(entry)
      : await addToBoard(await context.projectClient(), entry, options.board);
  await printChanged(created, options, `Created ${created.id} “${oneLine(created.title)}”`);
};

/** Adds an entry as a member, who may submit to every board. */
const addToBoard = async (client: Earshot, entry: Parameters<Earshot['feedback']['add']>[0], board: string): Promise<Feedback> =>
  await client.feedback.add({ ...entry, board_id: (await findBoard(client, board)).id });

interface Changes extends Fields {
  visibility?: (typeof VISIBILITIES)[number];
  assignee?: string;
  due?: string;
  field?: string[];
  pin?: boolean;
  unpin?: boolean;
}

const editFeedback: Action<Changes, [string]> = async (context, options, id) => {
  const client = await context.client();
  if (options.pin && options.unpin) throw new UsageError('--pin and --unpin can’t be combined');
  const current = options.editor ? (await client.feedback.get(id)).description : '';
  const description = await readBody(options, current);
  const changes = {
    title: options.title,
    board_id: options.board === undefined ? undefined : (await findBoard(await context.projectClient(), options.board)).id,
    type: options.type,
    tags: options.tag,
    visibility: options.visibility,
    pinned: options.pin ? true : options.unpin ? false : undefined,
    assignee_id: options.assignee === 'me' ? (await client.session.get()).user.id : orNull(options.assignee),
    due_on: orNull(options.due),
    fields: options.field && (await parseCustomFields(client, id, options.field)),
    description,
  };
  requireChanges(changes, 'feedback edit');
  const entry = await client.feedback.update(id, changes);
  await printChanged(entry, options, `Edited ${entry.id} “${oneLine(entry.title)}”`);
};

/** Returns null for the word that clears a field. */
const orNull = (value: string | undefined) => (value === 'none' ? null : value);

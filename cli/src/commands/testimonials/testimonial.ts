import { SORTS, STATUSES } from '@earshot/contract/services/testimonials/values';
import type { Command } from 'commander';
import type { Testimonial } from '@earshot/sdk';
import { choice, define, defineGroup, type ListOptions, readList, run, withJson, withList } from '../../command.ts';
import { type CsvOptions, withCsv, writeCsv } from '../../download.ts';
import { type Column, type OutputOptions, printData, printDone, printList } from '../../output.ts';
import { count, oneLine } from '../../text.ts';
import { defineCollections } from './collections.ts';
import { defineRules } from './rules.ts';
import { parseRange, type RangeOptions, withRange } from '../../times.ts';

const COLUMNS: Column<Testimonial>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'author', text: ({ author_name }) => author_name },
  { name: 'rating', text: ({ rating }) => rating },
  { name: 'status', text: ({ status }) => status },
  { name: 'featured', text: ({ featured }) => (featured ? 'featured' : '') },
  { name: 'text', text: ({ content }) => content },
  { name: 'created', text: ({ created_at }) => created_at, isTime: true },
];

export function defineTestimonial(program: Command): void {
  const testimonial = defineGroup(program, 'testimonial', 'testimonials and their moderation');

  withRange(
    withList(
      define(testimonial, 'list', 'List testimonials, newest first.', [
        'earshot testimonial list --status pending',
        "earshot testimonial list --jq 'map(.rating) | add / length'",
      ]).summary('list testimonials'),
      'Testimonial',
    ),
    'created',
  )
    .addOption(choice('-s, --status <status>', 'filter by status', STATUSES))
    .option('--tag <tag>', 'filter by tag')
    .option('--collection <slug>', 'filter by collection')
    .addOption(choice('--sort <order>', 'sort order', SORTS).default('newest'))
    .action(
      run(
        async (
          context,
          options: ListOptions &
            RangeOptions & {
              status?: Testimonial['status'];
              tag?: string;
              collection?: string;
              sort: (typeof SORTS)[number];
            },
        ) => {
          const client = await context.projectClient();
          const { since: created_since, until: created_until } = parseRange(options);
          const { status, tag, collection, sort } = options;
          const query = { status, tag, collection, sort, created_since, created_until };
          const { data, total } = await readList((page) => client.testimonials.list({ ...query, ...page }), options.limit);
          const title = `Showing ${data.length} of ${count(total, 'testimonial')}`;
          await printList(data, { resource: 'Testimonial', options, columns: COLUMNS, title });
        },
      ),
    );

  withCsv(
    define(testimonial, 'export', 'Export all testimonials as CSV.', [
      'earshot testimonial export --status approved --output testimonials.csv',
    ])
      .summary('export all testimonials as CSV')
      .addOption(choice('-s, --status <status>', 'filter by status', STATUSES)),
  ).action(
    run(async (context, options: CsvOptions & { status?: Testimonial['status'] }) => {
      const { testimonials } = await context.projectClient();
      const { status, bom } = options;
      await writeCsv(context, options, (call) => testimonials.exportCsv({ status, bom }, call));
    }),
  );

  defineRules(testimonial);
  defineCollections(testimonial);
  defineUpdate(testimonial, 'approve', 'Approve testimonials, which publishes them.', 'Approved', () => ({ status: 'approved' }));
  defineUpdate(testimonial, 'reject', 'Reject testimonials.', 'Rejected', () => ({ status: 'rejected' }));
  defineUpdate(testimonial, 'feature', 'Feature testimonials: widgets show these first.', 'Changed', ({ off }) => ({
    featured: !off,
  })).option('--off', 'remove from featured');
}

type Changes = { status?: Testimonial['status']; featured?: boolean };

/** Defines a command that updates testimonials by id. */
function defineUpdate(
  group: Command,
  name: string,
  description: string,
  done: string,
  changesOf: (options: { off?: boolean }) => Changes,
): Command {
  return withJson(
    define(group, `${name} <ids...>`, description, [`earshot testimonial ${name} tm_01k0q6v3e8f5ntgjx1s6d2p9ra`]),
    'Testimonial',
  ).action(
    run(async (context, options: OutputOptions & { off?: boolean }, ids: string[]) => {
      const client = await context.client();
      const updated: Testimonial[] = [];
      for (const id of ids) {
        context.signal.throwIfAborted();
        updated.push(await client.testimonials.update(id, changesOf(options)));
      }
      await printData(updated, {
        resource: 'Testimonial',
        options,
        printText: () => {
          for (const { id, author_name } of updated) printDone(`${done} ${id} by ${oneLine(author_name)}`, id);
        },
      });
    }),
  );
}

import type { Earshot, TestimonialCollection } from '@earshot/sdk';
import type { Command } from 'commander';
import { type Action, define, defineGroup, requireChanges, run, withJson } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { type Column, type OutputOptions, printData, printDone, printList } from '../../output.ts';
import { confirm } from '../../prompts.ts';
import { count, oneLine } from '../../text.ts';

const COLUMNS: Column<TestimonialCollection>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'slug', text: ({ slug }) => slug },
  { name: 'name', text: ({ name }) => name },
  { name: 'testimonials', text: ({ count: approved }) => approved },
  { name: 'rating', text: ({ average_rating }) => average_rating },
  { name: 'url', text: ({ url }) => url },
];

/** Defines the commands of collections, each with its own wall. */
export function defineCollections(testimonial: Command): void {
  const collection = defineGroup(testimonial, 'collection', 'collections of testimonials, each with a wall');

  withJson(
    define(collection, 'list', 'List collections with their figures.', ['earshot testimonial collection list']).summary(
      'list collections',
    ),
    'TestimonialCollection',
  ).action(
    run(async (context, options: OutputOptions) => {
      const { data } = await (await context.projectClient()).testimonials.collections.list();
      await printList(data, { resource: 'TestimonialCollection', options, columns: COLUMNS });
    }),
  );

  withFields(
    define(collection, 'create <name>', 'Create an empty collection.', [
      'earshot testimonial collection create Agencies --slug agencies',
    ]).summary('create a collection'),
  ).action(
    run(async (context, options: Fields, name: string) => {
      const client = await context.projectClient();
      const created = await client.testimonials.collections.create({ name, slug: options.slug });
      await printCollection(created, options, `Created ${oneLine(created.name)}`);
    }),
  );

  withFields(
    define(collection, 'edit <collection>', 'Change the name or slug of a collection.', [
      'earshot testimonial collection edit agencies --name Partners',
    ]).summary('change a collection'),
  )
    .option('-n, --name <name>', 'name')
    .action(run(editCollection));

  withJson(
    define(collection, 'add <collection> <ids...>', 'Add testimonials to a collection, or remove them from it.', [
      'earshot testimonial collection add agencies tm_01k0q6v3e8f5ntgjx1s6d2p9ra',
    ]).summary('add testimonials to a collection'),
    'TestimonialCollection',
  )
    .option('--remove', 'remove the testimonials')
    .action(run(addTestimonials));

  define(collection, 'delete <collection>', 'Delete a collection and its wall. The testimonials remain.', [
    'earshot testimonial collection delete agencies',
  ])
    .summary('delete a collection')
    .option('-y, --yes', 'skip the confirmation')
    .action(
      run(async (context, options: { yes?: boolean }, given: string) => {
        const client = await context.projectClient();
        const { id, name } = await findCollection(client, given);
        await confirm(`Delete the collection ${oneLine(name)} and its wall?`, options);
        await client.testimonials.collections.delete(id);
        printDone(`Deleted the collection ${oneLine(name)}`, id);
      }),
    );
}

interface Fields extends OutputOptions {
  name?: string;
  slug?: string;
}

const withFields = (command: Command): Command =>
  withJson(command, 'TestimonialCollection').option('--slug <slug>', 'part of the URL of the wall');

/** Returns a collection by slug or id. @throws {UsageError} */
async function findCollection(client: Earshot, given: string): Promise<TestimonialCollection> {
  const { data } = await client.testimonials.collections.list();
  const found = data.find(({ id, slug }) => id === given || slug === given);
  if (!found) throw new UsageError(`Collection ${oneLine(given)} not found. List them with earshot testimonial collection list`);
  return found;
}

const editCollection: Action<Fields, [string]> = async (context, { name, slug, ...options }, given) => {
  const changes = { name, slug };
  requireChanges(changes, 'testimonial collection edit');
  const client = await context.projectClient();
  const { id } = await findCollection(client, given);
  const changed = await client.testimonials.collections.update(id, changes);
  await printCollection(changed, options, `Changed ${oneLine(changed.name)}`);
};

const addTestimonials: Action<OutputOptions & { remove?: boolean }, [string, string[]]> = async (
  context,
  options,
  given,
  ids,
) => {
  const client = await context.projectClient();
  const { id } = await findCollection(client, given);
  const action = options.remove ? 'remove_from_collection' : 'add_to_collection';
  const { results } = await client.testimonials.changeMany({ action, ids, collection_id: id });
  const missing = results.find(({ outcome }) => outcome === 'not_found');
  if (missing) throw new UsageError(`Testimonial ${missing.id} not found`);
  const message = `${options.remove ? 'Removed' : 'Added'} ${count(ids.length, 'testimonial')}`;
  await printCollection(await findCollection(client, id), options, message);
};

const printCollection = async (collection: TestimonialCollection, options: OutputOptions, message: string) =>
  await printData(collection, {
    resource: 'TestimonialCollection',
    options,
    printText: () => printDone(message, collection.id),
  });

import { Id, PageNumber, Timestamp } from '@earshot/contract/shared/common';
import { ChangelogEffectMeasure } from '@earshot/contract/services/changelog/effect';
import * as contract from '@earshot/contract/services/changelog/schemas';
import { ChangelogAdoption } from '@earshot/contract/services/changelog/adoption';
import type { ChangelogEntry } from '@earshot/sdk';
import { Type } from 'typebox';
import { createView, listOutput } from '../output.ts';
import { excerpt, listResult } from '../results.ts';
import { defineTool, onProject, pick } from '../tool.ts';

const onEntry = { id: Id('cl', 'Id of the changelog entry') };

/** Fields that tools leave to the dashboard. */
const {
  scheduled_at: _1,
  published: _2,
  success: _3,
  window_days: _4,
  image_url: _9,
  image_alt: _10,
  ...draft
} = contract.CreateChangelogEntry.properties;
const {
  scheduled_at: _5,
  published: _6,
  success: _7,
  window_days: _8,
  image_url: _11,
  image_alt: _12,
  expected_updated_at: _13,
  ...changes
} = contract.UpdateChangelogEntry.properties;

const view = createView(
  contract.ChangelogEntry,
  'id',
  'title',
  'slug',
  'content',
  'version',
  'type',
  'tags',
  'status',
  'published_at',
  'scheduled_at',
  'announcement',
  'announcement_ends_at',
  'pages',
  'languages',
  'feedback_ids',
  'view_count',
  'reactions',
  'url',
);
const output = view.properties;

const effect = createView(ChangelogEffectMeasure, 'metric', 'goal', 'verdict', 'after', 'expected', 'low', 'high');

const describeEntry = (entry: ChangelogEntry) => view.select(entry);
const summarize = (entry: ChangelogEntry) => view.select({ ...entry, content: excerpt(entry.content) });

const adoption = createView(
  ChangelogAdoption,
  'title',
  'success',
  'window_ends_at',
  'is_complete',
  'asked',
  'identified',
  'unknown',
  'told',
  'returned',
  'silent',
  'used',
  'others',
);

export const changelogTools = [
  defineTool({
    name: 'list_changelog',
    title: 'Search changelog entries',
    description: 'Lists or searches the changelog entries of a project, including drafts. Long contents are shortened.',
    effect: 'read',
    scopes: ['changelog:read'],
    input: {
      ...onProject,
      ...pick(contract.ListChangelogQuery.properties, 'q', 'status', 'type', 'tag', 'published_after', 'published_before'),
      ...PageNumber,
    },
    output: listOutput(output),
    run: async (api, query) => listResult(await api('GET /v1/changelog', { query }), summarize),
  }),
  defineTool({
    name: 'get_changelog_entry',
    title: 'Read a changelog entry',
    description: 'Returns a changelog entry with its content.',
    effect: 'read',
    scopes: ['changelog:read'],
    input: onEntry,
    output,
    run: async (api, path) => describeEntry(await api('GET /v1/changelog/{id}', { path })),
  }),
  defineTool({
    name: 'get_changelog_adoption',
    title: 'Read who uses a release',
    description: 'Returns how many of the people who asked for a release used it, if its entry has a success event or page.',
    effect: 'read',
    scopes: ['changelog:read'],
    input: onEntry,
    output: adoption.properties,
    run: async (api, path) => adoption.select(await api('GET /v1/changelog/{id}/adoption', { path })),
  }),
  defineTool({
    name: 'get_changelog_effect',
    title: 'Compare figures before and after a release',
    description:
      'Compares success events, conversion, bounce rate and new feedback of the week after a release with the range that earlier weeks predict. The verdict none means no visible effect.',
    effect: 'read',
    scopes: ['changelog:read', 'analytics:read'],
    input: onEntry,
    output: { days: Type.Integer(), other_releases: Type.Integer(), measures: Type.Array(Type.Object(effect.properties)) },
    run: async (api, path) => {
      const { days, other_releases, measures } = await api('GET /v1/changelog/{id}/effect', { path });
      return { days, other_releases, measures: measures.map(effect.select) };
    },
  }),
  defineTool({
    name: 'draft_changelog_entry',
    title: 'Draft a changelog entry',
    description: 'Creates a draft of a changelog entry, which is not public. publish_changelog_entry publishes it.',
    effect: 'create',
    scopes: ['changelog:write'],
    input: { ...onProject, ...draft },
    output,
    run: async (api, { project_id, ...body }) =>
      describeEntry(await api('POST /v1/changelog', { query: { project_id }, body: { ...body, published: false } })),
  }),
  defineTool({
    name: 'update_changelog_entry',
    title: 'Edit a changelog entry',
    description: 'Changes the texts of a changelog entry. Changes of a published entry are public at once.',
    effect: 'change',
    scopes: ['changelog:write'],
    input: { ...onEntry, ...changes },
    output,
    run: async (api, { id, ...body }) => describeEntry(await api('PATCH /v1/changelog/{id}', { path: { id }, body })),
  }),
  defineTool({
    name: 'publish_changelog_entry',
    title: 'Publish a changelog entry',
    description:
      'Publishes a changelog entry now, or at scheduled_at. Publishing mails the subscribers, and sets linked feedback to done. Show the draft to the user and ask for approval first.',
    effect: 'announce',
    scopes: ['changelog:write'],
    input: {
      ...onEntry,
      scheduled_at: Type.Optional(Timestamp({ description: 'Time of publication in ISO 8601. Defaults to now.' })),
    },
    output,
    run: async (api, { id, scheduled_at }) =>
      describeEntry(
        await api('PATCH /v1/changelog/{id}', { path: { id }, body: scheduled_at ? { scheduled_at } : { published: true } }),
      ),
  }),
];

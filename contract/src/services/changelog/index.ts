import { Nullable, Url } from '../../shared/common.ts';
import { RecordCount, Records } from '../../shared/people.ts';
import type { ServiceContract } from '../../shared/service.ts';
import { Section, Toggle } from '../../shared/settings.ts';
import * as adoption from './adoption.ts';
import * as effect from './effect.ts';
import { events } from './events.ts';
import * as imports from './imports.ts';
import * as schemas from './schemas.ts';
import { sections } from './sections.ts';

export const changelog = {
  name: 'changelog',
  tag: { name: 'Changelog', description: 'Changelog entries, publishing, feeds and subscriptions' },
  scopes: {
    'changelog:read': 'Read changelog entries, including drafts',
    'changelog:write': 'Create, publish and delete changelog entries',
  },
  appScopes: ['changelog:read', 'changelog:write'],
  errors: {
    'changelog.not_found': { status: 404, message: 'Changelog entry not found' },
    'changelog.adoption_not_found': {
      status: 404,
      message: 'The adoption of the changelog entry is not measured; publish it with a success event or page',
    },
    'changelog.slug_taken': { status: 409, message: 'slug is already taken', field: { path: 'slug', code: 'taken' } },
    'changelog.external_id_taken': {
      status: 409,
      message: 'external_id is already taken',
      field: { path: 'external_id', code: 'taken' },
    },
    'changelog.version_ambiguous': {
      status: 409,
      message: 'Several changelog entries have this version; update the entry by id',
    },
    'changelog.edit_conflict': {
      status: 409,
      message: 'The changelog entry was changed since expected_updated_at; read it again',
    },
    'changelog.published': {
      status: 409,
      message: 'The changelog entry is already published; set published to false to unpublish or reschedule it',
    },
    'changelog.reactions_off': { status: 403, message: 'The project accepts no reactions to changelog entries' },
    'changelog.too_many_reactions': {
      status: 429,
      message: 'Too many reactions to this entry from your network today; sign in to react, or try again tomorrow',
    },
    'subscribers.not_found': { status: 404, message: 'Subscription not found' },
  },
  auditActions: [
    'changelog_entry.published',
    'changelog_entry.scheduled',
    'changelog_entry.unpublished',
    'changelog_entry.deleted',
    'changelog_subscriber.deleted',
    'changelog_subscribers.added',
    'changelog.exported',
  ],
  events,
  notifications: {},
  settings: Section({
    reactions: Toggle(true, 'Whether readers can react to entries, on pages and in widgets'),
    page_url: Nullable(
      Url({
        default: null,
        description: 'URL of the changelog page, used in emails and feeds. Defaults to the page of this instance.',
      }),
    ),
  }),
  sections,
  erased: {
    changelog_subscriptions: RecordCount('Deleted changelog subscriptions'),
    changelog_reactions: RecordCount('Deleted reactions to changelog entries'),
  },
  exported: {
    changelog_subscriptions: Records('Changelog subscription of the person'),
    changelog_reactions: Records('Reactions of the person to changelog entries'),
  },
  schemas: { ...schemas, ...adoption, ...effect, ...imports },
} as const satisfies ServiceContract;

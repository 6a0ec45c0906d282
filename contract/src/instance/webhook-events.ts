import { type TObject, Type } from 'typebox';
import { ChangelogEntry } from '../services/changelog/schemas.ts';
import { Component, Id, OneOf, Timestamp } from '../shared/common.ts';
import { Comment, Feedback } from '../services/feedback/schemas.ts';
import { Testimonial } from '../services/testimonials/schemas.ts';
import { WaitlistEntry } from '../services/waitlist/schemas.ts';
import { buildExample } from '../shared/examples.ts';
import { EVENT_TYPES } from './webhooks.ts';

/** When each event is sent. */
export const EVENT_DESCRIPTIONS: Record<(typeof EVENT_TYPES)[number] | 'webhook.test', string> = {
  'feedback.created': 'An entry was submitted',
  'feedback.updated': 'An entry was changed, or separated after a merge',
  'feedback.status_changed': 'The status of an entry was changed; sent in addition to `feedback.updated`',
  'feedback.commented': 'The team or a user commented on an entry',
  'feedback.voted':
    'Votes on an entry were cast or withdrawn; sent at most once a minute for an entry, with all votes since the previous event',
  'feedback.merged': 'An entry was merged into another',
  'feedback.deleted': 'An entry was deleted',
  'waitlist.joined': 'A person joined the waitlist',
  'waitlist.confirmed': 'A person confirmed their email address',
  'waitlist.invited': 'A person was invited',
  'testimonial.submitted': 'A testimonial was submitted',
  'testimonial.approved': 'A testimonial was approved',
  'testimonial.rejected': 'A testimonial was rejected',
  'changelog.published': 'A changelog entry was published',
  'knowledge_base.searched_without_results': 'A search in the knowledge base had no results',
  'webhook.test': 'A test was requested; sent to one endpoint',
};

const ENTRY = '`data` is the feedback entry';

/** Content of the payload of each event. */
export const PAYLOAD_DESCRIPTIONS: Record<keyof typeof EVENT_DESCRIPTIONS, string> = {
  'feedback.created': `${ENTRY} as submitted. With moderation, its \`visibility\` is \`pending\`.`,
  'feedback.updated': `${ENTRY} after the change, and \`changes\` lists the changed fields with their old and new values. Sent for each update that changes a value; \`changes\` is omitted when a merge is undone.`,
  'feedback.status_changed': `${ENTRY} after the change, and \`changes\` has the previous and the new status. Also sent when a publication sets the status to \`done\`.`,
  'feedback.voted': `${ENTRY} with its current votes, the numbers of new and withdrawn votes since the previous event, and in \`changes\` the previous and the new counts. Never contains the voters, even with \`include_personal_data\`.`,
  'feedback.commented':
    '`data` is the comment; `feedback_id` is the entry. Sent for internal notes as well: check `internal` before you show the text to others, and `visibility` for comments awaiting approval.',
  'feedback.merged': `${ENTRY} that was merged, with the status \`duplicate\`; \`merged_into\` is the entry that has its votes and comments now.`,
  'feedback.deleted': `${ENTRY} before its deletion. Entries that were merged into it are deleted with it, each with an event of its own.`,
  'waitlist.joined':
    '`data` is the waitlist entry. With `double_opt_in`, it is not confirmed yet: `confirmed_at` is null, and `waitlist.confirmed` follows.',
  'waitlist.confirmed': '`data` is the waitlist entry with `confirmed_at`. Sent only with `double_opt_in`.',
  'waitlist.invited':
    '`data` is the waitlist entry with the status `invited` and `invited_at`. Sent once for each invited entry.',
  'testimonial.submitted':
    '`data` is the testimonial with the status `pending`, which is not public. `image_url` and `source_url` are unverified user input.',
  'testimonial.approved': '`data` is the testimonial, which is public now; `changes` has the previous status.',
  'testimonial.rejected': '`data` is the testimonial, which is no longer public; `changes` has the previous status.',
  'changelog.published':
    '`data` is the changelog entry with its public `url`. Sent when an entry is published by hand or at its scheduled time, and again when it is unpublished and published again.',
  'knowledge_base.searched_without_results':
    '`data` has the index and the search text, in which email addresses are masked. Sent at most once an hour for a search text and its inflections.',
  'webhook.test': '`data` has a message. Sent by `POST /v1/webhooks/{id}/test` to one webhook, regardless of its event types.',
};

/** Fields that webhooks send only when `include_personal_data` is set. */
const PERSONAL = 'Only with `include_personal_data`.';

/** Returns a resource as events contain it: without the fields `omitted`, and with the fields `personal` only on request. */
function eventData(resource: TObject, personal: readonly string[], omitted: readonly string[] = []) {
  const properties = Object.entries(resource.properties).filter(([name]) => !omitted.includes(name));
  return Type.Object(
    Object.fromEntries(
      properties.map(([name, schema]) => {
        if (!personal.includes(name)) return [name, schema];
        const { description = '' } = schema as { description?: string };
        return [name, Type.Optional({ ...schema, description: `${description} ${PERSONAL}`.trim() })];
      }),
    ),
    { additionalProperties: false },
  );
}

const changes = Type.Array(
  Type.Object({
    field: Type.String({ examples: ['status'] }),
    old: Type.Unknown({ examples: ['new'] }),
    new: Type.Unknown({ examples: ['planned'] }),
  }),
  { description: 'Changed fields. Personal fields are listed only with `include_personal_data`.' },
);

const eventOf = <const T extends readonly string[], Data extends TObject>(name: string, types: T, data: Data) =>
  Component(name, {
    id: Id('evt', 'Id of the event, the same for each attempt and endpoint'),
    type: OneOf(types, { examples: [types[0]] }),
    version: Type.Integer({ description: 'Version of the format', examples: [1] }),
    created_at: Timestamp(),
    project_id: Id('prj'),
    data,
    changes: Type.Optional(changes),
  });

const startingWith = <Prefix extends string>(prefix: Prefix) =>
  EVENT_TYPES.filter((type): type is Extract<(typeof EVENT_TYPES)[number], `${Prefix}${string}`> => type.startsWith(prefix));

const feedbackData = eventData(
  Feedback,
  ['submitter_name', 'submitter_email', 'author_name', 'author_email', 'metadata', 'from_query'],
  ['viewer_vote'],
);

export const FeedbackEvent = eventOf(
  'FeedbackEvent',
  startingWith('feedback.').filter((type) => type !== 'feedback.commented' && type !== 'feedback.voted'),
  feedbackData,
);
export const VoteEvent = eventOf(
  'VoteEvent',
  ['feedback.voted'],
  Type.Object(
    {
      ...feedbackData.properties,
      new_votes: Type.Integer({
        description: 'Number of upvotes and downvotes cast since the previous event. A changed vote counts as withdrawn and new.',
        examples: [3],
      }),
      withdrawn_votes: Type.Integer({ description: 'Number of votes withdrawn since the previous event', examples: [1] }),
    },
    { additionalProperties: false },
  ),
);
export const CommentEvent = eventOf(
  'CommentEvent',
  ['feedback.commented'],
  eventData(Comment, ['author_name', 'author_avatar_url'], ['body_html', 'content_html']),
);
export const WaitlistEvent = eventOf(
  'WaitlistEvent',
  startingWith('waitlist.'),
  eventData(WaitlistEntry, ['email', 'name', 'metadata'], ['position', 'referral_url', 'notes']),
);
export const TestimonialEvent = eventOf(
  'TestimonialEvent',
  startingWith('testimonial.'),
  eventData(Testimonial, ['author_name', 'author_email', 'author_title', 'author_company', 'author_avatar_url', 'consent']),
);
export const ChangelogEvent = eventOf('ChangelogEvent', startingWith('changelog.'), eventData(ChangelogEntry, []));
export const MissedSearchEvent = eventOf(
  'MissedSearchEvent',
  ['knowledge_base.searched_without_results'],
  Type.Object({ index_id: Id('idx'), query: Type.String({ examples: ['csv export'] }) }),
);
export const TestEvent = eventOf(
  'TestEvent',
  ['webhook.test'],
  Type.Object({ message: Type.String({ examples: ['This is a test'] }) }),
);

const EVENT_SCHEMAS = [
  FeedbackEvent,
  VoteEvent,
  CommentEvent,
  WaitlistEvent,
  TestimonialEvent,
  ChangelogEvent,
  MissedSearchEvent,
  TestEvent,
];

/** Returns the schema of the requests that webhooks send about an event. @throws for an unknown type */
export function schemaOfEvent(type: string): (typeof EVENT_SCHEMAS)[number] & { $id: string } {
  const schema = EVENT_SCHEMAS.find(({ properties }) => (properties.type as unknown as { enum: string[] }).enum.includes(type));
  if (!schema) throw new Error(`No schema of the event ${type}`);
  return schema as typeof schema & { $id: string };
}

const TIME = '2026-11-20T09:30:00.000Z';

/** Fields of the resource that differ from its example after an event. */
const AFTER: Partial<Record<string, object>> = {
  'feedback.status_changed': { status: 'planned' },
  'feedback.merged': { status: 'duplicate', merged_into: 'fb_01kaga0zrefb8tqs3yh4kx9m2e' },
  'waitlist.confirmed': { confirmed_at: TIME },
  'waitlist.invited': { status: 'invited', confirmed_at: TIME, invited_at: TIME },
  'testimonial.approved': { status: 'approved' },
  'testimonial.rejected': { status: 'rejected' },
  'changelog.published': { status: 'published', published: true, published_at: TIME, scheduled_at: null },
};

/** Changes that an event lists. */
const CHANGES: Partial<Record<string, object[]>> = {
  'feedback.updated': [{ field: 'title', old: 'CSV', new: 'Export as CSV' }],
  'feedback.status_changed': [{ field: 'status', old: 'new', new: 'planned' }],
  'testimonial.approved': [{ field: 'status', old: 'pending', new: 'approved' }],
  'testimonial.rejected': [{ field: 'status', old: 'pending', new: 'rejected' }],
};

/** Returns an example of the request that webhooks send about an event, without personal data. @throws for an unknown type */
export function exampleOfEvent(type: string): object {
  const example = buildExample(schemaOfEvent(type)) as { data: object };
  const listed = CHANGES[type];
  return { ...example, type, data: { ...example.data, ...AFTER[type] }, ...(listed && { changes: listed }) };
}

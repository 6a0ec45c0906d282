import { type TObject, Type } from 'typebox';
import { ChangelogEntry } from './changelog.ts';
import { Component, Id, OneOf, Timestamp } from './common.ts';
import { Comment, Feedback } from './feedback.ts';
import { Testimonial } from './testimonials.ts';
import { WaitlistEntry } from './waitlist.ts';
import { EVENT_TYPES } from './webhooks.ts';

/** When each event is sent. */
export const EVENT_DESCRIPTIONS: Record<(typeof EVENT_TYPES)[number] | 'webhook.test', string> = {
  'feedback.created': 'An entry was submitted',
  'feedback.updated': 'An entry was changed, or separated after a merge',
  'feedback.status_changed': 'The status of an entry was changed; sent in addition to `feedback.updated`',
  'feedback.commented': 'The team or a user commented on an entry',
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

export const FeedbackEvent = eventOf(
  'FeedbackEvent',
  startingWith('feedback.').filter((type) => type !== 'feedback.commented'),
  eventData(
    Feedback,
    ['submitter_name', 'submitter_email', 'author_name', 'author_email', 'metadata', 'from_query'],
    ['viewer_vote'],
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

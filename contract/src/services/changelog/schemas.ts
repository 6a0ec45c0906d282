import { Type } from 'typebox';
import {
  Body,
  Component,
  Email,
  exportQuery,
  Id,
  Nullable,
  OneOf,
  Page,
  SLUG_PATTERN,
  Timestamp,
  Url,
} from '../../shared/common.ts';
import { ExternalId, ExternalIdFilter, PastTime } from '../../shared/batches.ts';
import { success, windowDays } from './adoption.ts';
import { reactionCounts } from './reactions.ts';
import { BASE_LANGUAGE_PATTERN } from '../../shared/languages.ts';
import { ANNOUNCEMENTS, MAX_ADDED_SUBSCRIBERS, MAX_AUDIENCE_ITEMS, STATUSES, TYPES } from './values.ts';

export * from './reactions.ts';

export const title = () => Type.String({ minLength: 1, maxLength: 200, examples: ['Export as CSV'] });
export const slug = () =>
  Type.String({
    maxLength: 100,
    pattern: SLUG_PATTERN,
    examples: ['export-as-csv'],
    description: 'URL segment of the entry, unique in the project. Derived from the title by default.',
  });
export const content = () =>
  Type.String({
    maxLength: 50_000,
    description:
      'Content in GitHub Flavored Markdown: tables, task lists, footnotes and callouts such as `> [!NOTE]`, without raw HTML',
    examples: ['Every list has a **download** now.'],
  });
export const version = () => Type.String({ maxLength: 50, examples: ['2.3.1'] });
export const tags = () =>
  Type.Array(Type.String({ minLength: 1, maxLength: 50, examples: ['reports'] }), { maxItems: 20, uniqueItems: true });
export const feedbackIds = () =>
  Type.Array(Id('fb'), {
    maxItems: 100,
    uniqueItems: true,
    description: 'Related feedback entries. Publishing sets their status to `done` and notifies their subscribers.',
  });
const imageUrl = () =>
  Type.Optional(Nullable(Url({ description: 'Cover image, shown above the text on pages, in widgets, feeds and emails' })));
const imageAlt = () =>
  Type.Optional(
    Type.String({
      maxLength: 300,
      description: 'Text of the cover image for people who do not see it. Empty for a decoration.',
      examples: ['The list with its download button'],
    }),
  );
const published = () => Type.Boolean({ description: 'True publishes the entry now, false unpublishes it' });
export const publishedAt = () =>
  PastTime(
    'Time of the publication elsewhere: publishes the entry at this time, without emails, webhooks and changes of feedback',
    'no publication',
  );
const segmentId = () =>
  Type.Optional(
    Nullable(
      Id(
        'psg',
        'Segment of people for whom the entry is: for everyone else it does not exist on pages, in widgets, feeds and emails. Null for everyone. Returned for session tokens.',
      ),
    ),
  );
const languages = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ pattern: BASE_LANGUAGE_PATTERN, examples: ['de'] }), {
      maxItems: MAX_AUDIENCE_ITEMS,
      uniqueItems: true,
      description,
    }),
  );
/** Fields that limit an entry to pages and languages. */
const audience = () => ({
  pages: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 1_000, pattern: '^[/*]', examples: ['/billing/*'] }), {
      maxItems: MAX_AUDIENCE_ITEMS,
      uniqueItems: true,
      description:
        'Paths of the pages on which widgets show the entry; `*` stands for any characters. Empty for all. Feeds, emails and public lists omit entries for pages. Returned for session tokens.',
    }),
  ),
  languages: languages(
    'ISO 639 codes of the readers’ languages. Empty for all. Readers without a known language see no entry for languages. Returned for session tokens.',
  ),
});
const announcement = () =>
  Nullable(
    OneOf(ANNOUNCEMENTS, {
      description:
        'Form in which the widget `earshot-changelog-announcement` shows the published entry, once to each visitor: a line or a card. Null for no announcement.',
    }),
  );
const announcementEndsAt = () =>
  Nullable(Timestamp({ description: 'Time at which the announcement ends. Null for an announcement without end.' }));
const announcing = () => ({
  announcement: Type.Optional(announcement()),
  announcement_ends_at: Type.Optional(announcementEndsAt()),
});
const scheduledAt = () => Timestamp({ description: 'Time at which the entry is published automatically' });

export const ChangelogEntry = Component('ChangelogEntry', {
  id: Id('cl'),
  project_id: Id('prj'),
  title: Type.String({ examples: ['Export as CSV'] }),
  slug: Type.String({ examples: ['export-as-csv'] }),
  content: Type.String({ description: 'Content in Markdown', examples: ['Every list has a **download** now.'] }),
  content_html: Type.String({
    description:
      'Content rendered as sanitized HTML. Relative links and images are absolute, relative to `url`. Links to footnotes stay within the text, except in webhooks.',
    examples: ['<p>Every list has a <strong>download</strong> now.</p>\n'],
  }),
  version: Nullable(Type.String({ examples: ['2.3.1'] })),
  type: OneOf(TYPES),
  tags: Type.Array(Type.String({ examples: ['reports'] })),
  status: OneOf(STATUSES),
  published: Type.Boolean(),
  published_at: Nullable(Timestamp()),
  scheduled_at: Nullable(Timestamp()),
  feedback_ids: Type.Array(Id('fb')),
  external_id: Type.Optional(
    Nullable(
      Type.String({
        description: 'Id in the system that the entry comes from. Requires a session token.',
        examples: ['github:v2.3.1'],
      }),
    ),
  ),
  segment_id: segmentId(),
  ...audience(),
  success: Type.Optional(success()),
  window_days: Type.Optional(windowDays()),
  image_url: Nullable(Type.String({ description: 'Cover image', examples: ['https://acme.example/export.png'] })),
  image_alt: Type.String({ description: 'Text of the cover image', examples: ['The list with its download button'] }),
  announcement: announcement(),
  announcement_ends_at: announcementEndsAt(),
  reactions: Type.Optional(reactionCounts()),
  view_count: Type.Optional(
    Type.Integer({
      description: 'Number of views on pages and in widgets of Earshot: each reader counts once a day. Requires a session token.',
      examples: [240],
    }),
  ),
  url: Type.String({ description: 'URL of the published entry', examples: ['https://acme.example/changelog#export-as-csv'] }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

export const CreateChangelogEntry = Body(
  {
    title: title(),
    slug: Type.Optional(slug()),
    content: Type.Optional(content()),
    version: Type.Optional(Nullable(version())),
    type: Type.Optional(OneOf(TYPES, { default: 'feature' })),
    tags: Type.Optional(tags()),
    feedback_ids: Type.Optional(feedbackIds()),
    segment_id: segmentId(),
    ...audience(),
    image_url: imageUrl(),
    image_alt: imageAlt(),
    ...announcing(),
    success: Type.Optional(success()),
    window_days: Type.Optional(windowDays()),
    published: Type.Optional(published()),
    published_at: publishedAt(),
    external_id: ExternalId('entry'),
    scheduled_at: Type.Optional(Nullable(scheduledAt())),
  },
  {
    examples: [
      {
        title: 'Export as CSV',
        content: 'Every list has a **download** now.',
        version: '2.3.1',
        type: 'feature',
        published: true,
      },
    ],
  },
);

export const UpdateChangelogEntry = Body(
  {
    title: Type.Optional(title()),
    slug: Type.Optional(slug()),
    content: Type.Optional(content()),
    version: Type.Optional(Nullable(version())),
    type: Type.Optional(OneOf(TYPES)),
    tags: Type.Optional(tags()),
    feedback_ids: Type.Optional(feedbackIds()),
    segment_id: segmentId(),
    ...audience(),
    image_url: imageUrl(),
    image_alt: imageAlt(),
    ...announcing(),
    success: Type.Optional(success()),
    window_days: Type.Optional(windowDays()),
    published: Type.Optional(published()),
    scheduled_at: Type.Optional(Nullable(scheduledAt())),
    expected_updated_at: Type.Optional(
      Timestamp({
        description:
          '`updated_at` of the entry that you read. The request fails with `changelog.edit_conflict` if the entry was changed since then.',
      }),
    ),
  },
  { minProperties: 1, examples: [{ tags: ['reports'] }] },
);

export const SaveChangelogEntry = Body(
  {
    title: title(),
    slug: Type.Optional(slug()),
    content: Type.Optional(content()),
    type: Type.Optional(OneOf(TYPES)),
    tags: Type.Optional(tags()),
    feedback_ids: Type.Optional(feedbackIds()),
    segment_id: segmentId(),
    ...audience(),
    image_url: imageUrl(),
    image_alt: imageAlt(),
    ...announcing(),
    success: Type.Optional(success()),
    window_days: Type.Optional(windowDays()),
    published: Type.Optional(published()),
    published_at: publishedAt(),
    external_id: ExternalId('entry'),
    scheduled_at: Type.Optional(Nullable(scheduledAt())),
  },
  { examples: [{ title: 'Export as CSV', content: 'Every list has a **download** now.', published: true }] },
);

export const ReaderHeaders = Type.Object({
  'x-user-token': Type.Optional(
    Type.String({
      description: 'JWT that your server signed for the user, who also reads the entries for segments that the user is in',
    }),
  ),
});

export const EntryParams = Type.Object({
  id: Type.String({
    description: 'Id or slug of the entry. With a session token, a slug requires `project_id` or an API key.',
    examples: ['export-as-csv'],
  }),
});

export const VersionParams = Type.Object({ version: Type.String({ minLength: 1, maxLength: 50, examples: ['2.3.1'] }) });

export const ListChangelogQuery = Type.Object({
  status: Type.Optional(OneOf(STATUSES, { description: 'Requires a session token' })),
  type: Type.Optional(OneOf(TYPES)),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  external_id: Type.Optional(ExternalIdFilter()),
  announced: Type.Optional(
    Type.Boolean({ description: 'Only published entries with an announcement that has not ended, or only other entries' }),
  ),
  published_after: Type.Optional(
    Timestamp({ description: 'Only entries published after this time, for example to count unread entries' }),
  ),
  published_before: Type.Optional(Timestamp({ description: 'Only entries published before this time' })),
  path: Type.Optional(
    Type.String({
      maxLength: 4_000,
      pattern: '^/',
      description:
        'Path of the page on which a reader is: also returns entries for this page. With a session token, hides others.',
      examples: ['/billing/invoices'],
    }),
  ),
  language: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'Language of a reader (BCP 47): also returns entries for this language. With a session token, hides those for others.',
      examples: ['de-AT'],
    }),
  ),
  q: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Search for words that start with the given text, in title, content, version and tags',
    }),
  ),
  ...Page,
});

export const ExportChangelogQuery = exportQuery(ListChangelogQuery);

export const PreviewChangelog = Body(
  {
    content: content(),
    languages: languages(
      'ISO 639 codes of the readers’ languages. Titles of callouts and other words of Earshot are in the only one, otherwise in the language of the pages.',
    ),
  },
  { examples: [{ content: 'Every list has a **download** now.' }] },
);

export const ChangelogPreview = Component('ChangelogPreview', {
  content_html: Type.String({
    description: 'Content rendered as sanitized HTML',
    examples: ['<p>Every list has a <strong>download</strong> now.</p>'],
  }),
});

export const ChangelogEntryPreview = Component('ChangelogEntryPreview', {
  page: Type.String({ description: 'Public page of the entry, as a complete HTML document' }),
  mail: Type.Object(
    {
      subject: Type.String({ examples: ['Exports – new at Acme'] }),
      text: Type.String(),
      html: Type.String({ description: 'The email as a complete HTML document' }),
    },
    { description: 'Email to subscribers' },
  ),
});

export const ChangelogAudience = Component('ChangelogAudience', {
  subscribers: Type.Integer({ description: 'Number of confirmed changelog subscribers', examples: [240] }),
  feedback: Type.Array(
    Type.Object({
      id: Id('fb'),
      title: Type.String({ examples: ['Export as CSV'] }),
      status: Type.String({ description: 'Current status. Publishing sets it to `done`.', examples: ['in_progress'] }),
      subscribers: Type.Integer({ description: 'Number of subscribers of the entry', examples: [12] }),
    }),
    { description: 'Related feedback entries. Merged entries are replaced by their merge target.' },
  ),
  people: Type.Integer({ description: 'Number of recipients. Each address receives one email.', examples: [247] }),
});

export const SubscribeToChangelog = Body({ email: Email() }, { examples: [{ email: 'ada@example.com' }] });

export const ChangelogSubscriber = Component('ChangelogSubscriber', {
  id: Id('sub'),
  project_id: Id('prj'),
  email: Type.String({ examples: ['ada@example.com'] }),
  language: Nullable(
    Type.String({
      description: 'Language of the page on which the person subscribed or confirmed. Null for unknown.',
      examples: ['de'],
    }),
  ),
  confirmed_at: Nullable(
    Timestamp({ description: 'Time of the confirmation. Null until the address is confirmed; no emails are sent before.' }),
  ),
  created_at: Timestamp(),
});

export const AddSubscribers = Body(
  {
    emails: Type.Array(Email(), {
      minItems: 1,
      maxItems: MAX_ADDED_SUBSCRIBERS,
      description: 'Addresses of people who asked for updates elsewhere',
    }),
  },
  { examples: [{ emails: ['ada@example.com', 'grace@example.com'] }] },
);

export const AddedSubscribers = Component('AddedChangelogSubscribers', {
  asked: Type.Integer({ description: 'Number of addresses that were asked to confirm', examples: [2] }),
  skipped: Type.Integer({
    description:
      'Number of addresses that are confirmed already, are given twice, were asked in the last 30 days, unsubscribed, or are over their daily limit of emails',
    examples: [0],
  }),
});

export const ListSubscribersQuery = Type.Object({
  confirmed: Type.Optional(Type.Boolean({ description: 'Filter by whether the address is confirmed' })),
  ...Page,
});

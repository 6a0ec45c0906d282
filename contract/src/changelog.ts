import { Type } from 'typebox';
import { Body, Component, Email, Id, Nullable, OneOf, Page, Timestamp } from './common.ts';
import { SLUG_PATTERN } from './projects.ts';

export const TYPES = ['feature', 'improvement', 'fix', 'breaking'] as const;
export const STATUSES = ['draft', 'scheduled', 'published'] as const;

export type ChangelogType = (typeof TYPES)[number];
export type ChangelogStatus = (typeof STATUSES)[number];

const title = () => Type.String({ minLength: 1, maxLength: 200, examples: ['Export as CSV'] });
const slug = () =>
  Type.String({
    maxLength: 100,
    pattern: SLUG_PATTERN,
    examples: ['export-as-csv'],
    description: 'Names the entry in links; from the title, unless given; unique in the project',
  });
const content = () =>
  Type.String({
    maxLength: 50_000,
    description: 'Markdown (CommonMark and tables)',
    examples: ['Every list has a **download** now.'],
  });
const version = () => Type.String({ maxLength: 50, examples: ['2.3.1'] });
const tags = () =>
  Type.Array(Type.String({ minLength: 1, maxLength: 50, examples: ['reports'] }), { maxItems: 20, uniqueItems: true });
const feedbackIds = () =>
  Type.Array(Id('fb'), {
    maxItems: 100,
    uniqueItems: true,
    description: 'Publishing sets these to `done` and tells who follows them',
  });
const published = () => Type.Boolean({ description: 'True publishes now; false takes back' });
const scheduledAt = () => Timestamp({ description: 'Publishes at this time' });

export const ChangelogEntry = Component('ChangelogEntry', {
  id: Id('cl'),
  project_id: Id('prj'),
  title: Type.String({ examples: ['Export as CSV'] }),
  slug: Type.String({ examples: ['export-as-csv'] }),
  content: Type.String({ description: 'Markdown', examples: ['Every list has a **download** now.'] }),
  content_html: Type.String({
    description: 'Rendered and sanitised: safe to put in a page',
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
  url: Type.String({ description: 'Where people read it', examples: ['https://acme.example/changelog#export-as-csv'] }),
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
    published: Type.Optional(published()),
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
    published: Type.Optional(published()),
    scheduled_at: Type.Optional(Nullable(scheduledAt())),
  },
  { minProperties: 1, examples: [{ tags: ['reports'] }] },
);

export const ListChangelogQuery = Type.Object({
  status: Type.Optional(OneOf(STATUSES, { description: 'By session only' })),
  type: Type.Optional(OneOf(TYPES)),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  q: Type.Optional(
    Type.String({ maxLength: 500, description: 'Words that title, text, version or tags begin with; any language' }),
  ),
  ...Page,
});

export const PreviewChangelog = Body({ content: content() }, { examples: [{ content: 'Every list has a **download** now.' }] });

export const ChangelogPreview = Component('ChangelogPreview', {
  content_html: Type.String({
    description: 'As it would be shown',
    examples: ['<p>Every list has a <strong>download</strong> now.</p>'],
  }),
});

export const ChangelogAudience = Component('ChangelogAudience', {
  subscribers: Type.Integer({ description: 'Confirmed subscribers of the changelog', examples: [240] }),
  feedback: Type.Array(
    Type.Object({
      id: Id('fb'),
      title: Type.String({ examples: ['Export as CSV'] }),
      status: Type.String({ description: 'Now; publishing sets it to `done`', examples: ['in_progress'] }),
      subscribers: Type.Integer({ description: 'Who follow this entry', examples: [12] }),
    }),
    { description: 'The entries that it tells of; where one was merged, the one where it lives on' },
  ),
  people: Type.Integer({ description: 'Who get a mail: each address once', examples: [247] }),
});

export const SubscribeToChangelog = Body({ email: Email() }, { examples: [{ email: 'ada@example.com' }] });

export const ChangelogSubscriber = Component('ChangelogSubscriber', {
  id: Id('sub'),
  email: Type.String({ examples: ['ada@example.com'] }),
  confirmed_at: Nullable(Timestamp({ description: 'Null until the link in the mail was used: no mails until then' })),
  created_at: Timestamp(),
});

export const ListSubscribersQuery = Type.Object(Page);

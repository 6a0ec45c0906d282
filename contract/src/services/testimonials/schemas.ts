import { Type } from 'typebox';
import {
  Body,
  Component,
  createdRange,
  Email,
  exportQuery,
  Honeypot,
  Id,
  Nullable,
  OneOf,
  Page,
  Timestamp,
  Url,
} from '../../shared/common.ts';
import { ExternalIdFilter } from '../../shared/batches.ts';
import { collectionFilter } from './walls.ts';
import { BULK_ACTIONS, BULK_OUTCOMES, DISCLOSURES, MAX_BULK, SORTS, STATUSES } from './values.ts';

export const authorName = () => Type.String({ minLength: 1, maxLength: 100, examples: ['Ada Lovelace'] });
export const short = (example: string) => Type.String({ maxLength: 100, examples: [example] });
export const content = () => Type.String({ minLength: 1, maxLength: 5_000, examples: ['It saves us an hour a day.'] });
export const rating = () => Type.Integer({ minimum: 1, maximum: 5, examples: [5] });
export const tags = () =>
  Type.Array(Type.String({ minLength: 1, maxLength: 50, examples: ['support'] }), { maxItems: 20, uniqueItems: true });
export const disclosure = (options: object = {}) =>
  OneOf(DISCLOSURES, {
    description:
      'Relationship between author and project, shown on the testimonial card. `incentive`: the author received a benefit. `affiliated`: the author belongs to the project.',
    ...options,
  });

export const videoUrl = () =>
  Url({ description: 'Link to a video on YouTube, Vimeo or Loom', examples: ['https://vimeo.com/76979871'] });

export const consentText = () =>
  Type.String({ minLength: 1, maxLength: 2_000, examples: ['You may show this on your website.'] });
export const consentVersion = () => Type.String({ minLength: 1, maxLength: 50, examples: ['2026-01'] });

export const Testimonial = Component('Testimonial', {
  id: Id('tm'),
  project_id: Id('prj'),
  status: OneOf(STATUSES),
  author_name: Type.String({ examples: ['Ada Lovelace'] }),
  author_email: Type.Optional(
    Nullable(Type.String({ description: 'Requires a session token and the role member', examples: ['ada@example.com'] })),
  ),
  author_title: Nullable(short('Countess')),
  author_company: Nullable(short('Analytical Engines')),
  author_avatar_url: Nullable(Type.String({ examples: ['https://example.com/ada.png'] })),
  content: Type.String({ examples: ['It saves us an hour a day.'] }),
  rating: rating(),
  image_url: Nullable(Type.String({ examples: ['https://example.com/screenshot.png'] })),
  video_url: Nullable(
    Type.String({ description: 'Page of a video on YouTube, Vimeo or Loom', examples: ['https://vimeo.com/76979871'] }),
  ),
  source_url: Nullable(Type.String({ description: 'URL of the original publication', examples: ['https://example.com/post/1'] })),
  tags: Type.Array(Type.String({ examples: ['support'] })),
  featured: Type.Boolean(),
  disclosure: disclosure(),
  consent: Type.Optional(
    Nullable(
      Type.Object(
        { text: consentText(), version: consentVersion(), agreed_at: Timestamp() },
        { description: 'Consent of the author. Requires a session token and the role member.' },
      ),
    ),
  ),
  external_id: Type.Optional(
    Nullable(
      Type.String({
        description: 'Id in the system that the testimonial comes from. Requires a session token and the role member.',
        examples: ['senja:5f3a'],
      }),
    ),
  ),
  collection_ids: Type.Optional(
    Type.Array(Id('tcl'), { description: 'Collections of the testimonial. Requires a session token and the role member.' }),
  ),
  answers: Type.Optional(
    Type.Array(
      Type.Object({
        question: Type.String({ examples: ['What changed?'] }),
        answer: Type.String({ examples: ['We export in seconds.'] }),
      }),
      {
        description: 'Answers to the questions of the request, never published. Requires a session token and the role member.',
      },
    ),
  ),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

const author = {
  author_title: Type.Optional(short('Countess')),
  author_company: Type.Optional(short('Analytical Engines')),
  author_avatar_url: Type.Optional(Url()),
};

export const SubmitTestimonial = Body(
  {
    author_name: authorName(),
    content: content(),
    rating: rating(),
    author_email: Type.Optional(
      Email({
        description: 'Address that receives a link for changing or withdrawing the testimonial. Never returned for API keys.',
      }),
    ),
    ...author,
    image_url: Type.Optional(Url()),
    video_url: Type.Optional(videoUrl()),
    source_url: Type.Optional(Url()),
    tags: Type.Optional(tags()),
    disclosure: Type.Optional(disclosure({ default: 'none' })),
    consent: Type.Optional(Body({ text: consentText(), version: consentVersion() })),
    website: Type.Optional(Honeypot()),
  },
  { examples: [{ author_name: 'Ada Lovelace', content: 'It saves us an hour a day.', rating: 5 }] },
);

export const UpdateTestimonial = Body(
  {
    status: Type.Optional(OneOf(STATUSES)),
    featured: Type.Optional(Type.Boolean()),
    tags: Type.Optional(tags()),
    disclosure: Type.Optional(disclosure()),
    author_name: Type.Optional(authorName()),
    author_email: Type.Optional(Nullable(Email())),
    author_title: Type.Optional(Nullable(short('Countess'))),
    author_company: Type.Optional(Nullable(short('Analytical Engines'))),
    author_avatar_url: Type.Optional(Nullable(Url())),
    video_url: Type.Optional(Nullable(videoUrl())),
    collection_ids: Type.Optional(
      Type.Array(Id('tcl'), { maxItems: 50, uniqueItems: true, description: 'All collections of the testimonial' }),
    ),
  },
  { minProperties: 1, examples: [{ status: 'approved' }] },
);

export const ChangeTestimonials = Body(
  {
    ids: Type.Array(Id('tm'), { minItems: 1, maxItems: MAX_BULK, uniqueItems: true }),
    action: OneOf(BULK_ACTIONS, {
      description: '`add_to_collection` adds to the collection `collection_id`, and `remove_from_collection` takes out of it.',
    }),
    collection_id: Type.Optional(Id('tcl', 'Collection for `add_to_collection` and `remove_from_collection`, which require it')),
  },
  { examples: [{ ids: ['tm_01kaga0zrefb8tqs3yh4kx9m2d'], action: 'approve' }] },
);

export const TestimonialChanges = Component('TestimonialChanges', {
  results: Type.Array(Type.Object({ id: Id('tm'), outcome: OneOf(BULK_OUTCOMES) }), {
    description: 'One result per testimonial, in the order of the request',
  }),
});

export const ChangeOwnTestimonial = Body(
  {
    action: OneOf(['change', 'withdraw']),
    content: Type.Optional(content()),
    rating: Type.Optional(rating()),
  },
  { examples: [{ action: 'change', content: 'It saves us two hours a day.', rating: 5 }] },
);

export const ListTestimonialsQuery = Type.Object({
  status: Type.Optional(OneOf(STATUSES, { description: 'Filter by status. Requires a session token.' })),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  collection: collectionFilter(),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Only testimonials whose content, author name, title or company contains this text in any case',
      examples: ['support'],
    }),
  ),
  external_id: Type.Optional(ExternalIdFilter()),
  ...createdRange('testimonials'),
  sort: Type.Optional(OneOf(SORTS, { default: 'newest' })),
  ...Page,
});

export const ExportTestimonialsQuery = exportQuery(ListTestimonialsQuery);

export const SummaryQuery = Type.Object({
  of: Type.Optional(
    OneOf(['approved', 'all'], {
      default: 'approved',
      description: 'Testimonials to summarize. `all` includes pending and rejected testimonials.',
    }),
  ),
});

export const TestimonialSummary = Component('TestimonialSummary', {
  count: Type.Integer({ examples: [12] }),
  average_rating: Nullable(
    Type.Number({ description: 'Mean rating, rounded to two decimals. Null without testimonials.', examples: [4.67] }),
  ),
  statuses: Type.Optional(
    Type.Object(
      Object.fromEntries(STATUSES.map((status) => [status, Type.Integer({ examples: [3] })])) as Record<
        (typeof STATUSES)[number],
        ReturnType<typeof Type.Integer>
      >,
      { description: 'Number of testimonials of each status, regardless of `of`. Requires a session token.' },
    ),
  ),
  ratings: Type.Object(
    Object.fromEntries(['1', '2', '3', '4', '5'].map((stars) => [stars, Type.Integer({ examples: [2] })])) as Record<
      '1' | '2' | '3' | '4' | '5',
      ReturnType<typeof Type.Integer>
    >,
  ),
});

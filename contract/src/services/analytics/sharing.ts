import { Type } from 'typebox';
import { Body, Component, Id, Nullable, Timestamp } from '../../shared/common.ts';

const segmentFields = {
  name: Type.String({ minLength: 1, maxLength: 100, examples: ['Customers in Germany'] }),
  filters: Type.Array(Type.String({ maxLength: 2_100 }), {
    minItems: 1,
    maxItems: 20,
    description: 'Filters in the form of the report parameter `filter`: `dimension:operator:value`',
    examples: [['country:is:DE', 'property:plan:is:pro']],
  }),
};

export const Segment = Component('AnalyticsSegment', {
  id: Id('seg'),
  project_id: Id('prj'),
  name: Type.String({ examples: ['Customers in Germany'] }),
  filters: Type.Array(Type.String(), { examples: [['country:is:DE', 'property:plan:is:pro']] }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});
export const CreateSegment = Body(segmentFields, {
  examples: [{ name: 'Customers in Germany', filters: ['country:is:DE', 'property:plan:is:pro'] }],
});
export const UpdateSegment = Body(
  { name: Type.Optional(segmentFields.name), filters: Type.Optional(segmentFields.filters) },
  { minProperties: 1, examples: [{ name: 'Customers in Germany' }] },
);

const password = Type.String({ minLength: 8, maxLength: 200, examples: ['correct horse'] });
const shareFields = {
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Name of the link, visible to project members',
    examples: ['For our investors'],
  }),
  password: Type.Optional(Nullable(password)),
  segment_id: Type.Optional(Nullable(Id('seg', 'Segment to which the link is limited'))),
  embed: Type.Optional(Type.Boolean({ default: false, description: 'Whether websites may show the reports in a frame' })),
};

export const Share = Component('AnalyticsShare', {
  id: Id('shr'),
  project_id: Id('prj'),
  name: Type.String({ examples: ['For our investors'] }),
  url: Type.String({
    description: 'Public URL. Anyone with the URL can view the reports.',
    examples: ['https://earshot.example.com/share/3Yx1mKpYyqk4ExJ0Z8oVhV'],
  }),
  embed: Type.Boolean(),
  embed_url: Nullable(
    Type.String({
      description: 'URL for frames of websites. `?theme=light` or `?theme=dark` sets the colors. Null without `embed`.',
      examples: ['https://earshot.example.com/embed/3Yx1mKpYyqk4ExJ0Z8oVhV'],
    }),
  ),
  has_password: Type.Boolean(),
  segment_id: Nullable(Id('seg')),
  last_opened_at: Nullable(Timestamp()),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});
export const CreateShare = Body(shareFields, { examples: [{ name: 'For our investors' }] });
export const UpdateShare = Body(
  {
    ...shareFields,
    name: Type.Optional(shareFields.name),
    embed: Type.Optional(Type.Boolean({ description: 'Whether websites may show the reports in a frame' })),
  },
  { minProperties: 1, examples: [{ password: 'correct horse' }] },
);

export const OpenShare = Body(
  {
    link: Type.String({
      description: 'Last path segment of the URL',
      minLength: 1,
      maxLength: 100,
      examples: ['3Yx1mKpYyqk4ExJ0Z8oVhV'],
    }),
    password: Type.Optional(Type.String({ maxLength: 200 })),
    embed: Type.Optional(Type.Boolean({ description: 'Whether the reports are shown in a frame, which the link must allow' })),
    last_token: Type.Optional(
      Type.String({
        description:
          'Token that was previously issued for this link and expired at most 30 days ago. Exempts the request from the limit on incorrect passwords.',
        maxLength: 200,
      }),
    ),
  },
  { examples: [{ link: '3Yx1mKpYyqk4ExJ0Z8oVhV' }] },
);
export const OpenedShare = Component('OpenedAnalyticsShare', {
  token: Type.String({
    description: 'Token for the header `Authorization: Bearer`, accepted by the reports available to shared links',
    examples: ['earshot_st_3Yx1mKpYyqk4ExJ0Z8oVhV_t9k3zc_u5bE7rZsTq4x'],
  }),
  expires_in: Type.Integer({ description: 'Lifetime in seconds', examples: [86_400] }),
  project_name: Type.String({ examples: ['Acme'] }),
  segment_name: Nullable(Type.String({ examples: ['Customers in Germany'] })),
});

import { Type } from 'typebox';
import { BatchOf, ExternalId, PastTime } from '../../shared/batches.ts';
import { Component, Nullable, OneOf } from '../../shared/common.ts';
import { content, feedbackIds, publishedAt, slug, tags, title, version } from './schemas.ts';
import { TYPES } from './values.ts';

export const ChangelogRecord = Component('ChangelogRecord', {
  external_id: ExternalId('entry'),
  title: title(),
  slug: Type.Optional(slug()),
  content: Type.Optional(content()),
  version: Type.Optional(Nullable(version())),
  type: Type.Optional(OneOf(TYPES, { description: 'Type of the entry, `feature` by default' })),
  tags: Type.Optional(tags()),
  feedback_ids: Type.Optional(feedbackIds()),
  feedback_external_ids: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      maxItems: 100,
      uniqueItems: true,
      description: 'Related feedback entries, by their `external_id`. Their status stays as it is.',
      examples: [['canny:553c3ef8']],
    }),
  ),
  published_at: publishedAt(),
  created_at: PastTime('Time of creation', 'the time of the publication'),
});

export const ImportChangelog = BatchOf(ChangelogRecord, {
  external_id: 'github:v2.3.1',
  title: 'Export as CSV',
  content: 'Every list has a **download** now.',
  version: '2.3.1',
  published_at: '2025-03-14T09:30:00.000Z',
});

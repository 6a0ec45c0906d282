import { Type } from 'typebox';
import { BatchOf, ExternalId, PastTime } from '../../shared/batches.ts';
import { Body, Component, Email, Nullable, OneOf, Url } from '../../shared/common.ts';
import { authorName, consentText, consentVersion, content, disclosure, rating, short, tags, videoUrl } from './schemas.ts';
import { STATUSES } from './values.ts';

export const TestimonialRecord = Component('TestimonialRecord', {
  external_id: ExternalId('testimonial'),
  status: Type.Optional(
    OneOf(STATUSES, {
      description:
        'Status, `pending` by default, so that the team approves what is shown. A decision that was made here is kept.',
    }),
  ),
  author_name: authorName(),
  author_email: Type.Optional(Nullable(Email())),
  author_title: Type.Optional(Nullable(short('Countess'))),
  author_company: Type.Optional(Nullable(short('Analytical Engines'))),
  author_avatar_url: Type.Optional(Nullable(Url())),
  content: content(),
  rating: rating(),
  image_url: Type.Optional(Nullable(Url())),
  video_url: Type.Optional(Nullable(videoUrl())),
  source_url: Type.Optional(Nullable(Url())),
  tags: Type.Optional(tags()),
  featured: Type.Optional(Type.Boolean()),
  disclosure: Type.Optional(disclosure()),
  consent: Type.Optional(
    Nullable(
      Body(
        { text: consentText(), version: consentVersion(), agreed_at: PastTime('Time of the consent', 'the creation time') },
        { description: 'Consent of the author. Null or omitted if it was given elsewhere and has no text.' },
      ),
    ),
  ),
  created_at: PastTime('Time at which the testimonial was written'),
});

export const ImportTestimonials = BatchOf(TestimonialRecord, {
  external_id: 'senja:5f3a',
  status: 'approved',
  author_name: 'Ada Lovelace',
  content: 'It saves us an hour a day.',
  rating: 5,
  created_at: '2025-03-14T09:30:00.000Z',
});

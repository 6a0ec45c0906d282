import type { TestimonialStatus } from '@earshot/contract/services/testimonials/values';
import { formatId } from '../../platform/ids.ts';
import type { Subject } from '../../platform/jobs/events.ts';
import type { Testimonial } from './store.ts';

/** Projection for the public and for viewers. */
export const testimonialForPublic = (testimonial: Testimonial) => ({
  id: formatId('tm', testimonial.id),
  project_id: formatId('prj', testimonial.project_id),
  status: testimonial.status,
  author_name: testimonial.author_name,
  author_title: testimonial.author_title,
  author_company: testimonial.author_company,
  author_avatar_url: testimonial.author_avatar_url,
  content: testimonial.content,
  rating: testimonial.rating,
  image_url: testimonial.image_url,
  video_url: testimonial.video_url,
  source_url: testimonial.source_url,
  tags: testimonial.tags,
  featured: testimonial.featured,
  disclosure: testimonial.disclosure,
  created_at: testimonial.created_at.toISOString(),
  updated_at: testimonial.updated_at.toISOString(),
});

/** Projection for members, admins and owners. */
export const testimonialForMember = (testimonial: Testimonial) => ({
  ...testimonialForPublic(testimonial),
  author_email: testimonial.author_email,
  consent: testimonial.consent,
  external_id: testimonial.external_id,
  answers: testimonial.answers ?? [],
  collection_ids: testimonial.collection_ids.map((id) => formatId('tcl', id)),
});

/** Projection for events. */
export function testimonialForEvent(testimonial: Testimonial): Subject {
  const { author_name, author_title, author_company, author_avatar_url, ...data } = testimonialForPublic(testimonial);
  const { author_email, consent } = testimonial;
  return { data, personal: { author_name, author_email, author_title, author_company, author_avatar_url, consent } };
}

/** Returns the number of testimonials, their mean rating with two decimals, and the count of each rating. */
export function buildSummary(counts: { rating: number; count: number }[]) {
  const count = counts.reduce((sum, one) => sum + one.count, 0);
  const stars = counts.reduce((sum, one) => sum + one.rating * one.count, 0);
  const of = (rating: number) => counts.find((one) => one.rating === rating)?.count ?? 0;
  return {
    count,
    average_rating: count ? Math.round((stars / count) * 100) / 100 : null,
    ratings: { 1: of(1), 2: of(2), 3: of(3), 4: of(4), 5: of(5) },
  };
}

/** Returns the number of testimonials of each status. */
export const buildStatusCounts = (counts: { status: TestimonialStatus; count: number }[]): Record<TestimonialStatus, number> => ({
  pending: 0,
  approved: 0,
  rejected: 0,
  ...Object.fromEntries(counts.map(({ status, count }) => [status, count])),
});

import { useRead } from '../api.ts';

const POLL_MS = 60_000;

/** Number of items to review in each part of the project. */
export function useReviewCounts(): Partial<Record<string, number>> {
  const feedback = useRead('GET /v1/feedback', { query: { status: 'new', limit: 1 } }, { every: POLL_MS });
  const testimonials = useRead('GET /v1/testimonials', { query: { status: 'pending', limit: 1 } }, { every: POLL_MS });
  const notifications = useRead('GET /v1/notifications', { query: { unread: true, limit: 1 } }, { every: POLL_MS });
  return { notifications: notifications.data?.total, feedback: feedback.data?.total, testimonials: testimonials.data?.total };
}

import { useRead } from '../api.ts';

const OFTEN_MS = 60_000;

/** How much waits for the team in each part of the project. */
export function useWaiting(): Partial<Record<string, number>> {
  const feedback = useRead('GET /v1/feedback', { query: { status: 'new', limit: 1 } }, { every: OFTEN_MS });
  const testimonials = useRead('GET /v1/testimonials', { query: { status: 'pending', limit: 1 } }, { every: OFTEN_MS });
  return { feedback: feedback.data?.total, testimonials: testimonials.data?.total };
}

import type { Instance } from '../../instance/instance.ts';
import { transact } from '../../platform/postgres/database.ts';
import { isNews } from '../../instance/notifications/notifications.ts';
import { findTestimonial, findTestimonials } from './store.ts';

const RETRY = { limit: 10, delaySeconds: 10 };
const HEADINGS = { pending: 'Testimonial awaiting approval', approved: 'Testimonial approved', rejected: 'Testimonial rejected' };

/** Tells members of submitted testimonials. */
export function notifyMembers({ db, events, notifications }: Pick<Instance, 'db' | 'events' | 'notifications'>): void {
  events.on('testimonial.submitted', 'notify', RETRY, async ({ id, created_at, project_id, data }) => {
    const testimonial = await findTestimonial(db, project_id, data.entry_id);
    if (!testimonial || !isNews(testimonial)) return;
    const occurrence = { kind: 'testimonial.submitted', subject: testimonial.id, event: { id, created_at } } as const;
    await transact(db, (tx) => notifications.notify(tx, project_id, occurrence));
  });
  notifications.define('testimonial.submitted', async (reader, projectId, ids) => {
    const testimonials = await findTestimonials(reader, projectId, ids);
    return new Map(
      testimonials.map(({ id, status, content, rating }) => [
        id,
        {
          heading: HEADINGS[status],
          title: content,
          facts: [rating !== null && '★'.repeat(rating)],
          link: 'testimonials',
        },
      ]),
    );
  });
}

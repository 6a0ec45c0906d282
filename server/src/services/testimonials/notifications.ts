import type { Instance } from '../../instance/instance.ts';
import { isNews } from '../../instance/notifications/notifications.ts';
import { findTestimonial, findTestimonials } from './store.ts';

const HEADINGS = { pending: 'Testimonial awaiting approval', approved: 'Testimonial approved', rejected: 'Testimonial rejected' };

/** Notifies members of submitted testimonials. */
export function notifyMembers({ db, notifications }: Pick<Instance, 'db' | 'notifications'>): void {
  notifications.on('testimonial.submitted', async ({ project_id, data }) => {
    const testimonial = await findTestimonial(db, project_id, data.entry_id);
    return testimonial && isNews(testimonial) ? [{ kind: 'testimonial.submitted', subject: testimonial.id }] : [];
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

import type { Instance } from '../../instance/instance.ts';
import { isNews } from '../../instance/notifications/notifications.ts';
import { findTestimonial, findTestimonials } from './store.ts';
import { testimonialTexts } from './texts/texts.ts';

/** Notifies members of submitted testimonials. */
export function notifyMembers({ db, notifications }: Pick<Instance, 'db' | 'notifications'>): void {
  notifications.on('testimonial.submitted', async ({ project_id, data }) => {
    const testimonial = await findTestimonial(db, project_id, data.entry_id);
    return testimonial && isNews(testimonial) ? [{ kind: 'testimonial.submitted', subject: testimonial.id }] : [];
  });
  notifications.define('testimonial.submitted', async (reader, projectId, ids, language) => {
    const testimonials = await findTestimonials(reader, projectId, ids);
    return new Map(
      testimonials.map(({ id, status, content, rating }) => [
        id,
        {
          heading: testimonialTexts(language).notices[status],
          title: content,
          facts: [rating !== null && '★'.repeat(rating)],
          link: 'testimonials',
        },
      ]),
    );
  });
}

import type { DomainEvents } from '../jobs/events.ts';
import { composeMail, type Mailing } from '../mail/compose.ts';
import { signLink } from '../mail/links.ts';
import { transact } from '../postgres/database.ts';
import { findProject } from '../projects/store.ts';
import { findTestimonial } from './store.ts';

const RETRY = { limit: 10, delaySeconds: 10 };
export const OWN_TESTIMONIAL = 'testimonial.own';

/** What the link in the thank-you mail names. */
export interface TestimonialLink {
  project_id: string;
  testimonial_id: string;
}

/** Thanks authors who left an address, with the link by which they change or withdraw what they wrote. */
export function thankAuthors({ db, events, sendMails, linkSecret, publicUrl }: Mailing & { events: DomainEvents }): void {
  events.on('testimonial.submitted', 'thank', RETRY, async ({ project_id, data }) => {
    const [project, testimonial] = await Promise.all([
      findProject(db, project_id),
      findTestimonial(db, project_id, data.entry_id),
    ]);
    const recipient = testimonial?.author_email;
    if (!project?.settings.testimonials.thank_you_mail || !recipient) return;
    const link: TestimonialLink = { project_id, testimonial_id: testimonial.id };
    await transact(db, (tx) =>
      sendMails(tx, project_id, [
        composeMail(project, {
          cause: `testimonial.thanks:${testimonial.id}`,
          recipient,
          subject: `Thank you for your words about ${project.name}`,
          heading: 'Thank you',
          paragraphs: [
            `Thank you for what you wrote about ${project.name}, ${testimonial.author_name}:`,
            `“${testimonial.content}”`,
            'It is yours: you can change it or take it back at any time.',
          ],
          action: {
            label: 'Change or withdraw it',
            url: `${publicUrl()}/v1/testimonials/mine?token=${signLink(linkSecret, OWN_TESTIMONIAL, link)}`,
          },
          footer: `You get this mail because this address was left with a testimonial about ${project.name}.`,
        }),
      ]),
    );
  });
}

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
    const email = testimonial?.author_email;
    if (!project?.settings.testimonials.thank_you_mail || !email) return;
    const link: TestimonialLink = { project_id, testimonial_id: testimonial.id };
    await transact(db, (tx) =>
      sendMails(tx, project_id, [
        composeMail(project, {
          // One a day for a mailbox: anybody can submit any address, as often as they like.
          cause: `testimonial.thanks:${testimonial.created_at.toISOString().slice(0, 10)}`,
          // In lower case, so that an address in other letters is the same one.
          recipient: email.toLowerCase(),
          isUnsolicited: true,
          subject: `Thank you for your words about ${project.name}`,
          heading: 'Thank you',
          // Nothing of what was submitted: nobody knows yet whether the address is its author's.
          paragraphs: [
            `Thank you for your testimonial about ${project.name}. You can read, change or withdraw it at any time. If you did not write one, ignore this mail.`,
          ],
          action: {
            label: 'View or change it',
            url: `${publicUrl()}/v1/testimonials/mine?token=${signLink(linkSecret, OWN_TESTIMONIAL, link)}`,
          },
          footer: `You get this mail because this address was left with a testimonial about ${project.name}.`,
        }),
      ]),
    );
  });
}

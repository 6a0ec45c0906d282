import type { DomainEvents } from '../../platform/jobs/events.ts';
import { composeMail, type Mailing } from '../../instance/mail/compose.ts';
import { signLink } from '../../instance/mail/links.ts';
import { commonTexts } from '../../platform/html/texts/texts.ts';
import { transact } from '../../platform/postgres/database.ts';
import { findProject } from '../../instance/projects/store.ts';
import { findTestimonial } from './store.ts';
import { testimonialTexts } from './texts/texts.ts';

const RETRY = { limit: 10, delaySeconds: 10 };
export const OWN_TESTIMONIAL = 'testimonial.own';

/** Payload of the link in the thank-you mail. */
export interface TestimonialLink {
  project_id: string;
  testimonial_id: string;
}

/** Thanks authors who gave an address, with a link to change or withdraw their testimonial. */
export function thankAuthors({ db, events, sendMails, linkSecret, publicUrl }: Mailing & { events: DomainEvents }): void {
  events.on('testimonial.submitted', 'thank', RETRY, async ({ project_id, data }) => {
    const [project, testimonial] = await Promise.all([
      findProject(db, project_id),
      findTestimonial(db, project_id, data.entry_id),
    ]);
    const email = testimonial?.author_email;
    if (!project?.settings.testimonials.thank_you_mail || !email || data.is_past) return;
    const language = data.language ?? project.settings.pages.language;
    const t = testimonialTexts(language).mails;
    const link: TestimonialLink = { project_id, testimonial_id: testimonial.id };
    await transact(db, (tx) =>
      sendMails(tx, project_id, [
        composeMail(project, {
          language,
          // At most one mail per mailbox and day, because anyone can submit any address repeatedly.
          cause: `testimonial.thanks:${testimonial.created_at.toISOString().slice(0, 10)}`,
          // Lower case, so that all spellings of an address count as one.
          recipient: email.toLowerCase(),
          isUnsolicited: true,
          subject: t.thanksSubject(project.name),
          heading: commonTexts(language).thanks,
          // Contains no submitted text, because the address is not verified.
          paragraphs: [t.thanksText(project.name)],
          action: {
            label: t.edit,
            url: `${publicUrl()}/v1/testimonials/mine?token=${signLink(linkSecret, OWN_TESTIMONIAL, link)}`,
          },
          footer: t.submitted(project.name),
        }),
      ]),
    );
  });
}

import type { RuleTrigger } from '@earshot/contract/services/testimonials/values';
import { composeMail, type Mailing } from '../../../instance/mail/compose.ts';
import { linkAction } from '../../../instance/mail/link-actions.ts';
import { signLink } from '../../../instance/mail/links.ts';
import type { Project } from '../../../instance/projects/store.ts';
import { findBrand } from '../../../instance/projects/store.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { closeRequest, findRequest, type Rule } from './store.ts';

export const ANSWER_REQUEST = 'testimonial.request';
const STOP_REQUESTS = 'testimonial.stop';

/** Payload of the links in a request. */
export interface RequestLink {
  project_id: string;
  request_id: string;
}

/** Sentences that tell people why they are asked. */
const REASONS: Record<RuleTrigger, (subject: string | null) => string> = {
  release_used: (title) => (title === null ? 'You use what you asked for.' : `You asked for “${title}”, and have used it.`),
  goal_reached: () => 'You have used it for a while now.',
  answer_helpful: () => 'You found a helpful answer in our help center.',
};

/** Returns the mail that asks a person for a testimonial. */
export function composeRequest(
  { linkSecret, publicUrl }: Mailing,
  project: Project,
  { id, email, subject, rule }: { id: string; email: string; subject: string | null; rule: Rule },
) {
  const payload: RequestLink = { project_id: project.id, request_id: id };
  const linkTo = (path: string, purpose: string) =>
    `${publicUrl()}/v1/testimonials/requests/${path}?token=${signLink(linkSecret, purpose, payload)}`;
  return composeMail(project, {
    cause: `testimonial.request:${id}`,
    recipient: email,
    subject: `How do you like ${project.name}?`,
    heading: `How do you like ${project.name}?`,
    paragraphs: [
      REASONS[rule.trigger](subject),
      ...(rule.message === null ? [] : [rule.message]),
      'Would you write a few sentences about it? We publish them with your name only if you agree.',
    ],
    action: { label: 'Write a testimonial', url: linkTo('answer', ANSWER_REQUEST) },
    footer: `You received this email because you use ${project.name}. We ask at most once a year.`,
    unsubscribe: { label: 'Don’t ask again', url: linkTo('stop', STOP_REQUESTS) },
  });
}

/** Action of the link that declines requests. */
export const requestLinks = (db: Db) => [
  linkAction<RequestLink>({
    path: '/requests/stop',
    id: 'stopTestimonialRequests',
    summary: 'Decline requests for testimonials',
    description:
      'For the link in a request by email: its `token` is the only credential. The person is not asked again. Browsers that accept HTML receive a page.',
    tag: 'Testimonials',
    purpose: STOP_REQUESTS,
    ask: async ({ project_id, request_id }) =>
      (await findRequest(db, project_id, request_id)) && {
        brand: await findBrand(db, project_id),
        title: 'Don’t ask again?',
        text: 'You will receive no more requests for testimonials.',
        button: 'Don’t ask again',
      },
    act: async ({ project_id, request_id }) => {
      if (!(await findRequest(db, project_id, request_id))) return undefined;
      await closeRequest(db, project_id, request_id, { status: 'declined' });
      return {
        brand: await findBrand(db, project_id),
        title: 'No more requests',
        text: 'You will not be asked for a testimonial again.',
      };
    },
  }),
];

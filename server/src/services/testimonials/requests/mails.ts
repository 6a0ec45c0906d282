import type { Language } from '@earshot/contract/shared/languages';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { composeMail, type Mailing } from '../../../instance/mail/compose.ts';
import type { Mail } from '../../../instance/mail/store.ts';
import { linkAction } from '../../../instance/mail/link-actions.ts';
import { signLink } from '../../../instance/mail/links.ts';
import { findBrand, inLanguage, type Project } from '../../../instance/projects/store.ts';
import { formatId, NIL_ID, parseId } from '../../../platform/ids.ts';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { testimonialTexts } from '../texts/texts.ts';
import { closeRequest, findRequest, type Rule } from './store.ts';
import { type FindReleaseTitles, nameReleases } from './subjects.ts';

/** Kind of requests, and purpose of the links that answer them. */
export const ANSWER_REQUEST = 'testimonial.request';
/** Kind of reminders. */
export const REMINDER = 'testimonial.reminder';
const STOP_REQUESTS = 'testimonial.stop';

/** Payload of the links in a request. */
export interface RequestLink {
  project_id: string;
  request_id: string;
}

interface Asking {
  id: string;
  email: string;
  subject: string | null;
  /** Release whose title is the subject. */
  release_id: string | null;
  rule: Pick<Rule, 'trigger' | 'message'>;
  isReminder?: boolean;
}

/** Returns the mail that asks a person for a testimonial, or reminds of it. */
function composeRequest(
  { linkSecret, publicUrl }: Pick<Mailing, 'linkSecret' | 'publicUrl'>,
  project: Project,
  { id, email, subject, release_id: releaseId, rule, isReminder = false }: Asking,
) {
  const t = testimonialTexts(project.settings.pages.language).mails;
  const payload: RequestLink = { project_id: project.id, request_id: id };
  const linkTo = (path: string, purpose: string) =>
    `${publicUrl()}/v1/testimonials/requests/${path}?token=${signLink(linkSecret, purpose, payload)}`;
  return composeMail(project, {
    cause: `${isReminder ? REMINDER : ANSWER_REQUEST}:${id}`,
    recipient: email,
    ...(releaseId !== null && subject !== null && { about: { ids: [formatId('cl', releaseId)] } }),
    subject: isReminder ? t.reminder(project.name) : t.question(project.name),
    heading: t.question(project.name),
    paragraphs: [
      ...(isReminder ? [t.reminderText] : []),
      t.reasons[rule.trigger](subject),
      ...(rule.message === null ? [] : [rule.message]),
      t.requestText,
    ],
    action: { label: testimonialTexts(project.settings.pages.language).write, url: linkTo('answer', ANSWER_REQUEST) },
    footer: isReminder ? t.remindsOnce(project.name) : t.usesIt(project.name),
    unsubscribe: { label: t.stop, url: linkTo('stop', STOP_REQUESTS) },
  });
}

export interface RequestMailing extends Mailing {
  /** Returns the languages of keys of mailboxes to which other services write in a language. */
  findLanguages: (db: Db, projectId: string, keys: string[]) => Promise<Map<string, Language>>;
  findReleaseTitles: FindReleaseTitles;
}

/** Returns the mails to people of a project, in the language of the person, if it is known. */
export async function composeRequests(
  mailing: RequestMailing,
  { tx, project }: { tx: Transaction; project: Project },
  asked: Asking[],
) {
  const keys = asked.map(({ email }) => toMailboxKey(email));
  const languages = await mailing.findLanguages(tx, project.id, keys);
  const named = await nameReleases({ ...mailing, db: tx }, project.id, asked);
  return named.map((one) => composeRequest(mailing, inLanguage(project, languages.get(toMailboxKey(one.email))), one));
}

/** Returns the reason for which a waiting mail must not be sent: it names a release that not everyone may read anymore. */
export async function findHiddenRelease(
  { db, findReleaseTitles }: Pick<RequestMailing, 'db' | 'findReleaseTitles'>,
  { project_id: projectId, subject_ids: named }: Pick<Mail, 'project_id' | 'subject_ids'>,
): Promise<string | undefined> {
  const ids = named.flatMap((id) => parseId('cl', id) ?? []);
  const titles = ids.length ? await findReleaseTitles(db, projectId, ids) : undefined;
  return titles && titles.size < ids.length ? 'The release was unpublished, deleted or limited to a segment' : undefined;
}

/** Returns the mails of a rule as people would receive them, with links that do nothing. */
export function previewRequest(mailing: Pick<Mailing, 'linkSecret' | 'publicUrl'>, project: Project, rule: Rule) {
  const show = (isReminder: boolean) => {
    const asking = { id: NIL_ID, email: 'ada@example.com', subject: rule.event ?? rule.page, release_id: null, rule, isReminder };
    const { subject, text_body: text, html_body: html } = composeRequest(mailing, project, asking);
    return { subject, text, html };
  };
  const isMailed = rule.channel === 'mail';
  return { mail: isMailed ? show(false) : null, reminder: isMailed && rule.reminder_days !== null ? show(true) : null };
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
    ask: async ({ project_id, request_id }, language) =>
      (await findRequest(db, project_id, request_id)) && {
        brand: await findBrand(db, project_id),
        title: testimonialTexts(language).mails.stopQuestion,
        text: testimonialTexts(language).mails.stopText,
        button: testimonialTexts(language).mails.stop,
      },
    act: async ({ project_id, request_id }, language) => {
      if (!(await findRequest(db, project_id, request_id))) return undefined;
      await closeRequest(db, project_id, request_id, { status: 'declined' });
      return {
        brand: await findBrand(db, project_id),
        title: testimonialTexts(language).mails.stopped,
        text: testimonialTexts(language).mails.stoppedText,
      };
    },
  }),
];

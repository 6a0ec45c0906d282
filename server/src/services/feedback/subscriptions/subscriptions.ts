import type { Language } from '@earshot/contract/shared/languages';
import { isSameMailbox, toMailboxKey } from '@earshot/contract/shared/mailbox';
import type { PeopleDirectory } from '../../../instance/directory/directory.ts';
import { composeMail, type Mailing } from '../../../instance/mail/compose.ts';
import { linkAction } from '../../../instance/mail/link-actions.ts';
import { type Expiring, expireConfirmation, signLink } from '../../../instance/mail/links.ts';
import { type Transaction, transact } from '../../../platform/postgres/database.ts';
import { toBrand, findProject, type Project } from '../../../instance/projects/store.ts';
import { commonTexts } from '../../../platform/html/texts/texts.ts';
import { feedbackTexts } from '../texts/texts.ts';
import type { Author } from '../authors.ts';
import { lockEntry, refuseMerged } from '../feedback.ts';
import {
  confirmSubscriptions,
  findUnconfirmed,
  insertSubscribers,
  listPending,
  type NewSubscription,
  type Unconfirmed,
} from './subscribers-store.ts';

const CONFIRM = 'feedback.confirm';

/** Payload of a confirmation link. It confirms the subscriptions that were pending when the mail was sent, not later ones. */
interface ConfirmationLink extends Expiring {
  project_id: string;
  email: string;
  /** ISO 8601, by the clock of the database. */
  as_of: string;
}

/** Returns whether the address certainly belongs to the author: they signed in with it, or the customer's app signed it. */
export const isVerified = (author: Author, email: string): boolean => author.email !== null && isSameMailbox(author.email, email);

export type Subscriptions = ReturnType<typeof createSubscriptions>;

/** Creates the subscription functions with double opt-in: an unconfirmed address gets no mail except the confirmation. */
export function createSubscriptions({ db, people, sendMails, linkSecret, publicUrl }: Mailing & { people: PeopleDirectory }) {
  /** Subscribes addresses and mails the unconfirmed ones. Returns whether all are confirmed. */
  async function add(tx: Transaction, projectId: string, subscriptions: NewSubscription[]): Promise<boolean> {
    const unconfirmed = await insertSubscribers(tx, projectId, subscriptions);
    if (!unconfirmed.length) return true;
    const project = await findProject(tx, projectId);
    const languages = new Map(subscriptions.map(({ email, language }) => [toMailboxKey(email), language]));
    if (project)
      await sendMails(
        tx,
        projectId,
        unconfirmed.map((address) => confirmation(project, address, languages.get(toMailboxKey(address.email)))),
      );
    return false;
  }

  /** The mail contains no title and no name, because anyone can submit these with the address of another person. */
  function confirmation(
    project: Project,
    { email, last_confirmed_at, as_of }: Unconfirmed,
    language: Language = project.settings.pages.language,
  ) {
    const t = feedbackTexts(language).mails;
    const link: ConfirmationLink = { project_id: project.id, email, as_of: as_of.toISOString(), ...expireConfirmation(project) };
    const day = new Date().toISOString().slice(0, 10);
    return composeMail(project, {
      // One mail per day, plus one after each confirmation, so that several entries can be followed in a day.
      cause: `feedback.confirm:${email}:${day}:${last_confirmed_at?.getTime() ?? 'first'}`,
      language,
      recipient: email,
      isUnsolicited: true,
      subject: t.confirmSubject(project.name),
      heading: t.confirm,
      paragraphs: [t.confirmText(project.name)],
      action: {
        label: commonTexts(language).confirmEmail,
        url: `${publicUrl()}/v1/feedback/confirm?token=${signLink(linkSecret, CONFIRM, link)}`,
      },
      footer: t.entered(project.name),
    });
  }

  return {
    add,
    /** Subscribes an address to an entry. Locks the entry against concurrent merges. @throws {HttpError} 404, 409 */
    subscribe: (
      projectId: string,
      { entryId, email, author, language }: { entryId: string; email: string; author: Author; language?: Language | undefined },
    ) =>
      transact(db, async (tx) => {
        refuseMerged(await lockEntry(tx, projectId, entryId));
        const subscription = { entry_id: entryId, email, isVerified: isVerified(author, email), isRequested: true, language };
        return await add(tx, projectId, [subscription]);
      }),
    /** The action of the link in the confirmation mail. */
    confirmLink: linkAction<ConfirmationLink>({
      path: '/confirm',
      id: 'confirmFeedbackSubscription',
      summary: 'Confirm feedback subscriptions',
      description:
        'For the link in the confirmation email: its `token` is the only credential. Confirms all subscriptions that the email lists. Entries that were followed later require a new confirmation, which is sent.',
      tag: 'Feedback',
      purpose: CONFIRM,
      renewal: (language) => feedbackTexts(language).mails.renewal,
      ask: async ({ project_id, email, as_of }, language) => {
        const t = feedbackTexts(language).mails;
        const [project, pending] = [await findProject(db, project_id), await listPending(db, project_id, email, as_of)];
        if (!project || !pending.length) return undefined;
        const titles = pending.flatMap(({ title }) => (title === null ? [] : [t.quote(title)]));
        return {
          brand: toBrand(project),
          title: t.confirm,
          text: t.willReceive(email, titles.join(', ')),
          button: commonTexts(language).confirm,
        };
      },
      act: ({ project_id, email, as_of }, language) =>
        transact(db, async (tx) => {
          const project = await findProject(tx, project_id);
          if (!project || !(await confirmSubscriptions(tx, project_id, email, as_of))) return undefined;
          people.note(project_id, { by: 'confirmed_email', email });
          // Entries followed later, perhaps by another person, need a separate confirmation.
          const added = await findUnconfirmed(tx, project_id, email);
          if (added) await sendMails(tx, project_id, [confirmation(project, added, language)]);
          const { mails: t, followingText: text } = feedbackTexts(language);
          return {
            brand: toBrand(project),
            title: t.confirmed,
            text: added ? `${text} ${t.followedMore}` : text,
          };
        }),
    }),
  };
}

import type { DomainEvent, DomainEvents } from '../../platform/jobs/events.ts';
import { composeMail, type Mailing } from '../../instance/mail/compose.ts';
import { linkAction } from '../../instance/mail/link-actions.ts';
import { signLink } from '../../instance/mail/links.ts';
import { type Db, transact } from '../../platform/postgres/database.ts';
import { findBrand, findProject, type Project } from '../../instance/projects/store.ts';
import { buildEntryUrl } from './links.ts';
import { shippedEntries } from './shipping.ts';
import { findEntry } from './store.ts';
import { deleteSubscriber, listSubscribers } from './subscriptions/subscribers-store.ts';

const RETRY = { limit: 10, delaySeconds: 10 };
/** A publication can be taken back within this time. Subscribers of the changelog get their mail later (changelog/mails.ts). */
const AFTER_PUBLICATION_S = 2;
const UNSUBSCRIBE = 'feedback.unsubscribe';

/** Payload of an unsubscribe link. */
interface SubscriptionLink {
  project_id: string;
  entry_ids: string[];
  email: string;
}

export interface Deps extends Mailing {
  events: DomainEvents;
  /** Returns whether a changelog entry is published. */
  isPublished: (db: Db, projectId: string, changelogEntryId: string) => Promise<boolean>;
}

/** Mails the subscribers of an entry when its status changes, once for each change. */
export function mailSubscribers({ db, events, sendMails, linkSecret, publicUrl, isPublished }: Deps): void {
  /** Returns the recipient and the unsubscribe link of a mail to a follower. */
  const following = (project: Project, entryIds: string[], email: string) => {
    const link: SubscriptionLink = { project_id: project.id, entry_ids: entryIds, email };
    const url = `${publicUrl()}/v1/feedback/unsubscribe?token=${signLink(linkSecret, UNSUBSCRIBE, link)}`;
    return {
      recipient: email,
      footer: `You received this email because you follow ${entryIds.length > 1 ? 'these posts' : 'this post'} on ${project.name}.`,
      unsubscribe: { label: 'Unsubscribe', url },
    };
  };

  /** Returns the public URL of an entry, if the project has public pages. */
  const buildPageUrl = (project: Project, entryId: string) =>
    project.settings.pages.sections.includes('feedback')
      ? { label: 'View post', url: buildEntryUrl(project, publicUrl(), entryId) }
      : undefined;

  events.on('feedback.status_changed', 'mail-subscribers', RETRY, async ({ id, project_id, data }) => {
    // The mail about the changelog entry covers all entries that it ships.
    if (data.changelog_entry_id) return;
    const [project, entry] = await Promise.all([findProject(db, project_id), findEntry(db, project_id, data.entry_id, 'public')]);
    // Deleted or made private meanwhile.
    if (!project || !entry) return;
    const status = data.new_status.replaceAll('_', ' ');
    const subscribers = await listSubscribers(db, project_id, [entry.id]);
    await transact(db, (tx) =>
      sendMails(
        tx,
        project_id,
        subscribers.map(({ email }) =>
          composeMail(project, {
            ...following(project, [entry.id], email),
            cause: id,
            subject: `“${entry.title}” is now ${status}`,
            heading: entry.title,
            paragraphs: [`The status of a post that you follow on ${project.name} changed to “${status}”.`],
            action: buildPageUrl(project, entry.id),
          }),
        ),
      ),
    );
  });

  events.on('changelog.published', 'mail-followers', { ...RETRY, afterSeconds: AFTER_PUBLICATION_S }, async (event) =>
    tellFollowers(event),
  );

  /** Mails each follower of the shipped entries once. */
  async function tellFollowers({ project_id, data }: DomainEvent<'changelog.published'>): Promise<void> {
    if (!data.feedback_ids.length) return;
    const project = await findProject(db, project_id);
    // Unpublished or deleted meanwhile: the link would be broken.
    if (!project || !(await isPublished(db, project_id, data.entry_id))) return;
    const ids = await shippedEntries(db, project_id, data.feedback_ids);
    const entries = await Promise.all(ids.map((id) => findEntry(db, project_id, id, 'public')));
    const titles = new Map(entries.flatMap((entry) => (entry ? [[entry.id, entry.title] as const] : [])));
    const subscribers = await listSubscribers(db, project_id, [...titles.keys()]);
    await transact(db, (tx) =>
      sendMails(
        tx,
        project_id,
        subscribers.map(({ email, entry_ids }) =>
          composeMail(project, {
            ...following(project, entry_ids, email),
            // Same cause as the mail to changelog subscribers, so a person who is both gets one mail.
            cause: data.cause,
            subject: `${data.title} – shipped on ${project.name}`,
            heading: data.title,
            paragraphs: [
              `Posts that you follow on ${project.name} are now done:`,
              ...entry_ids.map((id) => `• ${titles.get(id)}`),
            ],
            action: { label: 'Read the update', url: data.url },
          }),
        ),
      ),
    );
  }
}

/** The action of the unsubscribe link. */
export const unsubscribeLink = (db: Db) =>
  linkAction<SubscriptionLink>({
    path: '/unsubscribe',
    id: 'unsubscribeFromFeedback',
    summary: 'Unsubscribe from feedback entries',
    description:
      'For the link in emails and for the one-click unsubscribe of mail programs (RFC 8058): its `token` is the only credential. Ends the subscriptions to the entries of the email. Unsubscribing again has no effect.',
    tag: 'Feedback',
    purpose: UNSUBSCRIBE,
    ask: async ({ project_id }) => ({
      brand: await findBrand(db, project_id),
      title: 'Unsubscribe?',
      text: 'You will no longer receive emails about this post.',
      button: 'Unsubscribe',
    }),
    act: async ({ project_id, entry_ids, email }) => {
      await transact(db, async (tx) => {
        for (const id of entry_ids) await deleteSubscriber(tx, project_id, id, email);
      });
      return {
        brand: await findBrand(db, project_id),
        title: 'Unsubscribed',
        text: 'You will no longer receive emails about this post.',
      };
    },
  });

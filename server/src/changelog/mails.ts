import type { DomainEvents } from '../jobs/events.ts';
import { composeMail, type Mailing } from '../mail/compose.ts';
import { linkAction } from '../mail/link-actions.ts';
import { type Expiring, expireConfirmation, signLink } from '../mail/links.ts';
import { type Db, transact } from '../postgres/database.ts';
import { findBrand, findProject, type Project } from '../projects/store.ts';
import { findEntry } from './store.ts';
import { confirmSubscriber, deleteSubscriber, insertSubscriber, listConfirmed } from './subscribers-store.ts';

// Who follows what was done gets the mail that says so: theirs go first, where the two meet.
const RETRY = { limit: 10, delaySeconds: 10, afterSeconds: 5 };
const CONFIRM = 'changelog.confirm';
const UNSUBSCRIBE = 'changelog.unsubscribe';
/** Mails of one transaction. */
const BATCH = 200;

/** What the links in these mails name. */
interface SubscriberLink {
  project_id: string;
  email: string;
}

/** A confirmation link confirms what was there when its mail was written, not what somebody adds later. */
interface ConfirmationLink extends SubscriberLink, Expiring {
  /** ISO 8601, by the clock of the database. */
  as_of: string;
}

const linkTo = ({ linkSecret, publicUrl }: Mailing, purpose: string, path: string, link: SubscriberLink) =>
  `${publicUrl()}/v1/changelog/${path}?token=${signLink(linkSecret, purpose, link)}`;

/** Notes an address and mails it the link by which it is confirmed. One that is confirmed already is left alone, and nobody can tell. */
export async function subscribe(deps: Mailing, project: Project, email: string): Promise<void> {
  // Once an hour at most for a mailbox, however the address is written: nobody's mailbox is filled by subscribing in their name.
  const hour = new Date().toISOString().slice(0, 13);
  await transact(deps.db, async (tx) => {
    const { isConfirmed, asOf } = await insertSubscriber(tx, project.id, email);
    if (isConfirmed) return;
    const link: ConfirmationLink = { project_id: project.id, email, as_of: asOf.toISOString(), ...expireConfirmation(project) };
    await deps.sendMails(tx, project.id, [
      composeMail(project, {
        cause: `changelog.confirm:${hour}`,
        recipient: email,
        isUnsolicited: true,
        subject: `Confirm that you want news of ${project.name}`,
        heading: 'One click to confirm',
        paragraphs: [
          `Confirm your address to hear by mail what is new at ${project.name}. If that was not you, ignore this mail.`,
        ],
        action: { label: 'Confirm my address', url: linkTo(deps, CONFIRM, 'confirm', link) },
        footer: `You get this mail because this address was entered at the changelog of ${project.name}.`,
      }),
    ]);
  });
}

/** Mails subscribers what was published: each once for an entry, also when they follow what it tells of. */
export function mailChangelog(deps: Mailing & { events: DomainEvents }): void {
  const { db, events, sendMails } = deps;
  events.on('changelog.published', 'mail-subscribers', RETRY, async ({ project_id, data }) => {
    const [project, entry] = await Promise.all([
      findProject(db, project_id),
      findEntry(db, project_id, { id: data.entry_id }, { isPublic: true }),
    ]);
    // Taken back or deleted since: there is nothing to tell of.
    if (!project || !entry) return;
    for (let after = '', isOver = false; !isOver;) {
      const emails = await listConfirmed(db, project_id, { after, limit: BATCH });
      await transact(db, (tx) =>
        sendMails(
          tx,
          project_id,
          emails.map((email) =>
            composeMail(project, {
              cause: data.cause,
              recipient: email,
              subject: `${entry.title} – new at ${project.name}`,
              heading: entry.title,
              paragraphs: [],
              article: { text: entry.content, html: entry.content_html },
              action: { label: 'Read it on the web', url: data.url },
              footer: `You get this mail because you subscribed to the changelog of ${project.name}.`,
              unsubscribe: { label: 'Unsubscribe', url: linkTo(deps, UNSUBSCRIBE, 'unsubscribe', { project_id, email }) },
            }),
          ),
        ),
      );
      after = emails.at(-1) ?? after;
      isOver = emails.length < BATCH;
    }
  });
}

/** What the links in the mails do. */
export const subscriberLinks = (db: Db) => [
  linkAction<ConfirmationLink>({
    path: '/confirm',
    id: 'confirmChangelogSubscription',
    summary: 'Confirm a changelog subscription',
    tag: 'Changelog',
    purpose: CONFIRM,
    renewal: 'Subscribe to the changelog once more, and you get a mail with a new link.',
    ask: async ({ project_id, email }) => {
      const brand = await findBrand(db, project_id);
      return (
        brand && {
          brand,
          title: 'Confirm your subscription',
          text: `${email} hears by mail what is new at ${brand.name}.`,
          button: 'Confirm',
        }
      );
    },
    act: async ({ project_id, email, as_of }) => {
      const brand = await findBrand(db, project_id);
      if (!brand || !(await confirmSubscriber(db, project_id, email, as_of))) return undefined;
      return { brand, title: 'You are subscribed', text: `You will hear by mail what is new at ${brand.name}.` };
    },
  }),
  linkAction<SubscriberLink>({
    path: '/unsubscribe',
    id: 'unsubscribeFromChangelog',
    summary: 'Unsubscribe from the changelog',
    tag: 'Changelog',
    purpose: UNSUBSCRIBE,
    ask: async ({ project_id, email }) => {
      const brand = await findBrand(db, project_id);
      return (
        brand && { brand, title: 'Unsubscribe?', text: `${email} gets no more mails about what is new.`, button: 'Unsubscribe' }
      );
    },
    act: async ({ project_id, email }) => {
      await deleteSubscriber(db, project_id, email);
      return {
        brand: await findBrand(db, project_id),
        title: 'Unsubscribed',
        text: `${email} gets no more mails about what is new.`,
      };
    },
  }),
];

import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { formatId } from '../../platform/ids.ts';
import type { DomainEvents } from '../../platform/jobs/events.ts';
import { buildArticle } from '../../instance/mail/article.ts';
import type { PeopleDirectory } from '../../instance/directory/directory.ts';
import type { PersonSegments } from '../../instance/directory/segments/segments.ts';
import { composeMail, createComposer, type Mailing } from '../../instance/mail/compose.ts';
import { linkAction } from '../../instance/mail/link-actions.ts';
import { type Expiring, expireConfirmation, signLink } from '../../instance/mail/links.ts';
import type { Outbox } from '../../instance/mail/outbox.ts';
import { deleteCanceled } from '../../instance/mail/store.ts';
import { memoize } from '../../platform/async/memoize.ts';
import { commonTexts } from '../../platform/html/texts/texts.ts';
import { type Db, type Transaction, transact } from '../../platform/postgres/database.ts';
import { findBrand, findProject, inLanguage, type Project } from '../../instance/projects/store.ts';
import type { Language } from '@earshot/contract/shared/languages';
import { TEAM } from '../../instance/end-users/readers.ts';
import { withCover } from './cover.ts';
import { type Entry, findEntry } from './store.ts';
import { recordAsked, recordUnasked, recordUnsubscribed } from './asked-store.ts';
import { changelogTexts } from './texts/texts.ts';
import {
  confirmSubscriber,
  deleteSubscriber,
  type FindFollowing,
  findOwned,
  findSubscribed,
  insertSubscriber,
  insertSubscribers,
  listConfirmed,
  listFeedback,
  listUnconfirmed,
  type FindFeedbackReaders,
} from './subscribers-store.ts';

// Followers of shipped feedback get the mail about their feedback. It is sent first, so that people who are both get one mail.
const RETRY = { limit: 10, delaySeconds: 10, afterSeconds: 5 };
/** Kind of the mails about a published entry. Their cause is the kind with the id of the entry. */
export const RELEASE_MAIL = 'changelog';
const CONFIRM = 'changelog.confirm';
const UNSUBSCRIBE = 'changelog.unsubscribe';
/** Mails per transaction. */
const BATCH = 200;

/** Payload of the links in these mails. */
interface SubscriberLink {
  project_id: string;
  email: string;
}

/** Payload of a confirmation link. It confirms a subscription that existed when the mail was sent, not a later one. */
interface ConfirmationLink extends SubscriberLink, Expiring {
  /** ISO 8601, by the clock of the database. */
  as_of: string;
}

const linkTo = (
  { linkSecret, publicUrl }: Pick<Mailing, 'linkSecret' | 'publicUrl'>,
  purpose: string,
  path: string,
  link: SubscriberLink,
) => `${publicUrl()}/v1/changelog/${path}?token=${signLink(linkSecret, purpose, link)}`;

/**
 * Subscribes an address and mails it a confirmation link, unless the subscriber proved to own the address. Ignores confirmed addresses,
 * without telling the caller.
 */
export async function subscribe(
  deps: Mailing,
  project: Project,
  email: string,
  { isVerified = false, language: known }: { isVerified?: boolean; language: Language | undefined },
): Promise<void> {
  const language = known ?? project.settings.pages.language;
  const t = changelogTexts(language).mails;
  // At most one mail per mailbox and hour, so that repeated requests cannot flood a mailbox.
  const hour = new Date().toISOString().slice(0, 13);
  await transact(deps.db, async (tx) => {
    const { isConfirmed, asOf } = await insertSubscriber(tx, project.id, { email, isVerified, language: known });
    if (isConfirmed) return;
    if (isVerified) {
      await confirmSubscriber(tx, project.id, { email, asOf: asOf.toISOString(), language });
      await recordUnsubscribed(tx, deps.linkSecret, { projectId: project.id, email, isUnsubscribed: false });
      return;
    }
    await deps.sendMails(tx, project.id, [
      composeConfirmation(deps, project, {
        cause: `changelog.confirm:${hour}`,
        email,
        asOf,
        language,
        text: t.askedText(project.name),
        footer: t.askedFooter(project.name),
      }),
    ]);
  });
}

/**
 * Asks addresses that the team added to confirm, within a transaction: a mailbox at most once in 30 days, and never after it unsubscribed.
 * Nobody is subscribed without a confirmation. Returns the number of addresses that are asked: those over their daily limit of mails can be
 * asked again.
 */
export async function askSubscribers(
  tx: Transaction,
  deps: Omit<Mailing, 'db'>,
  project: Project,
  emails: string[],
): Promise<number> {
  const { language } = project.settings.pages;
  const t = changelogTexts(language).mails;
  const cause = `changelog.added:${new Date().toISOString().slice(0, 10)}`;
  const byKey = new Map(emails.map((email) => [toMailboxKey(email), email]));
  const unconfirmed = await listUnconfirmed(tx, project.id, [...byKey.keys()]);
  const asked = await recordAsked(tx, deps.linkSecret, { projectId: project.id, emails: unconfirmed });
  const asOf = await insertSubscribers(tx, project.id, asked);
  await deps.sendMails(
    tx,
    project.id,
    asked.map((key) =>
      composeConfirmation(deps, project, {
        cause,
        email: byKey.get(key) ?? key,
        asOf,
        language,
        text: t.addedText(project.name),
        footer: t.addedFooter(project.name),
      }),
    ),
  );
  return asked.length - (await recordUnasked(tx, deps.linkSecret, { projectId: project.id, emails: asked, cause }));
}

interface Confirmation {
  cause: string;
  email: string;
  /** Time of the database at which the subscription existed. */
  asOf: Date;
  language: Language;
  text: string;
  footer: string;
}

function composeConfirmation(
  deps: Omit<Mailing, 'db'>,
  project: Project,
  { cause, email, asOf, language, text, footer }: Confirmation,
): ReturnType<typeof composeMail> {
  const t = changelogTexts(language).mails;
  const link: ConfirmationLink = { project_id: project.id, email, as_of: asOf.toISOString(), ...expireConfirmation(project) };
  return composeMail(project, {
    cause,
    language,
    recipient: email,
    isUnsolicited: true,
    subject: t.confirmSubject(project.name),
    heading: t.confirm,
    paragraphs: [text],
    action: { label: commonTexts(language).confirmEmail, url: linkTo(deps, CONFIRM, 'confirm', link) },
    footer,
  });
}

/**
 * Mails published entries to the subscribers for whom they are, one mail per person and entry, even for followers of shipped feedback. An
 * entry for a segment is mailed to subscribers whose address belongs to a person in it at this time.
 */
export function mailChangelog(
  deps: Mailing & {
    events: DomainEvents;
    segments: PersonSegments;
    outbox: Pick<Outbox, 'defineKind'>;
    findFollowing: FindFollowing;
    findFeedbackReaders: FindFeedbackReaders;
  },
): void {
  const { db, events, segments, sendMails, outbox, findFollowing, findFeedbackReaders } = deps;
  outbox.defineKind(RELEASE_MAIL, {
    findObjections: async ({ project_id: projectId, cause, subject_ids: ids, recipients }) => {
      const feedbackIds = listFeedback(ids);
      const keys = recipients.map(toMailboxKey);
      const entry = await findEntry(db, projectId, { id: cause.slice(RELEASE_MAIL.length + 1) }, TEAM);
      if (entry?.status !== 'published') return () => 'The entry was unpublished or deleted';
      const people = entry.segment_id ? await segments.findCondition(projectId, entry.segment_id) : undefined;
      const [subscribed, following, owned, readers] = await Promise.all([
        findSubscribed(db, projectId, keys),
        feedbackIds.length ? findFollowing(db, projectId, keys, feedbackIds) : new Set(),
        people && findOwned(db, projectId, keys, people),
        feedbackIds.length ? findFeedbackReaders(db, projectId, keys, feedbackIds) : undefined,
      ]);
      return (recipient) => {
        const key = toMailboxKey(recipient);
        // Two requests that end both subscriptions at the same moment do not see each other, so neither cancels the mail.
        if (!subscribed.has(key) && !following.has(key)) return 'The person unsubscribed, or the feedback was deleted';
        if (owned && !owned.has(key)) return 'The recipient is not in the segment of the entry';
        return readers && !readers.has(key) ? 'The recipient may not read the feedback anymore' : undefined;
      };
    },
  });
  events.on('changelog.published', 'mail-subscribers', RETRY, async ({ project_id, data }) => {
    const [project, entry] = await Promise.all([
      findProject(db, project_id),
      findEntry(db, project_id, { id: data.entry_id }, TEAM),
    ]);
    // Unpublished or deleted meanwhile.
    if (!project || entry?.status !== 'published') return;
    // Mails that waited while the entry was withdrawn.
    await deleteCanceled(db, project_id, data.cause);
    const people = entry.segment_id ? await segments.findCondition(project_id, entry.segment_id) : undefined;
    const article = await buildArticle(withCover(entry), data.url);
    const addressIn = memoize((language: Language) =>
      renderEntryMail(inLanguage(project, language), { entry, article, url: data.url, cause: data.cause }),
    );
    for (let after = '', isOver = false; !isOver;) {
      const recipients = await listConfirmed(db, project_id, { after, limit: BATCH, people, entry });
      await transact(db, (tx) =>
        sendMails(
          tx,
          project_id,
          recipients.map(({ email, language }) =>
            addressIn(language ?? project.settings.pages.language)(
              email,
              linkTo(deps, UNSUBSCRIBE, 'unsubscribe', { project_id, email }),
            ),
          ),
        ),
      );
      after = recipients.at(-1)?.email ?? after;
      isOver = recipients.length < BATCH;
    }
  });
}

interface EntryMail {
  entry: Entry;
  article: Awaited<ReturnType<typeof buildArticle>>;
  /** URL of the entry. */
  url: string;
  cause: string;
}

/** Renders the mail about an entry to all subscribers. Returns a function that addresses it to one of them. */
export function renderEntryMail(project: Project, { entry, article, url, cause }: EntryMail) {
  const { language } = project.settings.pages;
  const t = changelogTexts(language).mails;
  const address = createComposer(project, {
    cause,
    about: { event: 'changelog.published', ids: [formatId('cl', entry.id)] },
    subject: t.entrySubject(entry.title, project.name),
    heading: entry.title,
    paragraphs: [],
    article,
    action: { label: t.view, url },
    footer: t.footer(project.name),
  });
  return (recipient: string, unsubscribeUrl: string) =>
    address({ recipient, unsubscribe: { label: commonTexts(language).unsubscribe, url: unsubscribeUrl } });
}

/** Actions of the links in the mails. */
export const subscriberLinks = ({
  db,
  people,
  linkSecret,
  findFollowing,
}: {
  db: Db;
  people: PeopleDirectory;
  linkSecret: Buffer;
  findFollowing: FindFollowing;
}) => [
  linkAction<ConfirmationLink>({
    path: '/confirm',
    id: 'confirmChangelogSubscription',
    summary: 'Confirm a changelog subscription',
    description:
      'For the link in the confirmation email: its `token` is the only credential. The address receives emails about new entries from then on. Confirming again has no effect. Browsers that accept HTML receive a page.',
    tag: 'Changelog',
    purpose: CONFIRM,
    renewal: (language) => changelogTexts(language).mails.renewal,
    ask: async ({ project_id, email }, language) => {
      const brand = await findBrand(db, project_id);
      const t = changelogTexts(language).mails;
      return (
        brand && {
          brand,
          title: t.confirm,
          text: t.willReceive(email, brand.name),
          button: commonTexts(language).confirm,
        }
      );
    },
    act: async ({ project_id, email, as_of }, language) => {
      const brand = await findBrand(db, project_id);
      if (!brand || !(await confirmSubscriber(db, project_id, { email, asOf: as_of, language }))) return undefined;
      await recordUnsubscribed(db, linkSecret, { projectId: project_id, email, isUnsubscribed: false });
      people.note(project_id, { by: 'confirmed_email', email });
      const t = changelogTexts(language).mails;
      return { brand, title: t.confirmed, text: t.confirmedText(brand.name) };
    },
  }),
  linkAction<SubscriberLink>({
    path: '/unsubscribe',
    id: 'unsubscribeFromChangelog',
    summary: 'Unsubscribe from the changelog',
    description:
      'For the link in emails and for the one-click unsubscribe of mail programs (RFC 8058): its `token` is the only credential. Deletes the address from the subscribers, after which the team cannot ask it to subscribe. Unsubscribing again has no effect.',
    tag: 'Changelog',
    purpose: UNSUBSCRIBE,
    ask: async ({ project_id, email }, language) => {
      const { unsubscribe, unsubscribeQuestion } = commonTexts(language);
      const brand = await findBrand(db, project_id);
      return (
        brand && {
          brand,
          title: unsubscribeQuestion,
          text: changelogTexts(language).mails.unsubscribeText(email),
          button: unsubscribe,
        }
      );
    },
    act: async ({ project_id, email }, language) => {
      await transact(db, async (tx) => {
        await deleteSubscriber(tx, { projectId: project_id, email, findFollowing });
        await recordUnsubscribed(tx, linkSecret, { projectId: project_id, email, isUnsubscribed: true });
      });
      return {
        brand: await findBrand(db, project_id),
        title: commonTexts(language).unsubscribed,
        text: changelogTexts(language).mails.unsubscribeText(email),
      };
    },
  }),
];

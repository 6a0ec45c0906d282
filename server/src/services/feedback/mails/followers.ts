import type { Language } from '@earshot/contract/shared/languages';
import { createComposer, type Mailing } from '../../../instance/mail/compose.ts';
import type { InboundMail } from '../../../instance/mail/inbound/inbound.ts';
import type { Content } from '../../../instance/mail/template.ts';
import { inLanguage, type Project } from '../../../instance/projects/store.ts';
import { formatId } from '../../../platform/ids.ts';
import type { EventType } from '../../../platform/jobs/events.ts';
import { commonTexts } from '../../../platform/html/texts/texts.ts';
import { memoize } from '../../../platform/async/memoize.ts';
import { transact } from '../../../platform/postgres/database.ts';
import { REPLIES } from '../comments/by-mail.ts';
import { buildEntryUrl } from '../links.ts';
import type { Entry } from '../store.ts';
import { feedbackTexts } from '../texts/texts.ts';
import { signUnsubscribe, signUnsubscribeAll } from './unsubscribe.ts';
import type { PersonSegments } from '../../../instance/directory/segments/segments.ts';
import { findBoardSegments } from '../boards/segments-store.ts';
import { listSubscribers } from '../subscriptions/subscribers-store.ts';

/** Mails of one transaction. It locks the mailboxes of its recipients, so that other mails of the project wait for it. */
const BATCH = 1_000;
/** Conversations that a mail names, so that its headers stay short. */
const MAX_THREADS = 10;

/** An address with the entries that a mail is about. */
export interface Follower {
  email: string;
  /** Null: the language of the project. */
  language: Language | null;
  entry_ids: string[];
}

export interface News extends Pick<Content, 'heading' | 'paragraphs' | 'article' | 'action'> {
  /** Identifies the reason for the mail. A recipient gets one mail for each cause. */
  cause: string;
  /** The event that is recorded as told. */
  event: EventType;
  /** TypeID of the release that the mail announces, besides the entries. */
  releaseId?: string;
  subject: string;
}

/** Dependencies for composing mails that can be replied to. */
export interface Conversing extends Mailing {
  inboundMail: Pick<InboundMail, 'buildReplyTo'>;
  segments: PersonSegments;
}

/** Returns the texts of emails to followers. */
export const textsFor = ({ settings }: Project) => feedbackTexts(settings.pages.language).mails;

/** Returns a function that composes news once in each language. */
export function oncePerLanguage(compose: (project: Project) => News): (project: Project) => News {
  const known = new Map<Language, News>();
  return (project) => {
    const { language } = project.settings.pages;
    const news = known.get(language) ?? compose(project);
    known.set(language, news);
    return news;
  };
}

/** Creates the functions that mail followers. */
export function createFollowerMails({ db, sendMails, linkSecret, publicUrl, inboundMail, segments }: Conversing) {
  /** Returns a stable message id that all mails about an entry answer, so that mail programs group them. */
  const buildThreadId = (entryId: string) => `<${formatId('fb', entryId)}@${new URL(publicUrl()).hostname}>`;

  /** Returns the link that ends all mails about the feedback of a project to an address. */
  const buildUnsubscribeAll = (project: Project, email: string) => ({
    label: textsFor(project).unsubscribeAll,
    url: `${publicUrl()}${signUnsubscribeAll(linkSecret, { project_id: project.id, email })}`,
  });

  /** Returns the address for replies to a mail about one entry. */
  const buildReply = (
    project: Project,
    reply: 'comment' | 'private',
    { entryId, recipient }: { entryId: string; recipient: string },
  ) => {
    const { kind } = REPLIES[reply];
    const { replyPublicly, replyPrivately } = textsFor(project);
    return {
      to: inboundMail.buildReplyTo({ kind, subject: entryId }, recipient),
      hint: reply === 'comment' ? replyPublicly : replyPrivately,
    };
  };

  /** Renders a mail to followers of the same entries. Returns a function that addresses it to one of them. */
  const render = (project: Project, entryIds: string[], { event, releaseId, ...news }: News) => {
    const [entryId, ...others] = entryIds;
    const address = createComposer(project, {
      ...news,
      about: { event, ids: [...(releaseId ? [releaseId] : []), ...entryIds.map((id) => formatId('fb', id))] },
      footer: textsFor(project).followed(entryIds.length, project.name),
      thread: entryIds.slice(0, MAX_THREADS).map(buildThreadId),
    });
    return (email: string) =>
      address({
        recipient: email,
        reply: entryId && !others.length ? buildReply(project, 'comment', { entryId, recipient: email }) : undefined,
        unsubscribe: {
          label: commonTexts(project.settings.pages.language).unsubscribe,
          url: `${publicUrl()}${signUnsubscribe(linkSecret, { project_id: project.id, entry_ids: entryIds, email })}`,
        },
        footerLinks: [buildUnsubscribeAll(project, email)],
      });
  };

  const listSegments = (projectId: string) => findBoardSegments({ db, segments }, projectId);

  return {
    listSegments,
    /** Returns confirmed followers of any of the entries, with the entries that they may read. */
    list: async (projectId: string, entryIds: string[]): Promise<Follower[]> =>
      await listSubscribers(db, projectId, { entryIds, segments: await listSegments(projectId) }),
    buildReply,
    buildThreadId,
    buildUnsubscribeAll,
    /** Returns the URL of the page of an entry, if the project has public pages and the entry is on one. */
    buildPageLink: (project: Project, { id, board_access: access }: Pick<Entry, 'id' | 'board_access'>) =>
      project.settings.pages.sections.includes('feedback') && (access === 'public' || access === 'signed_in')
        ? { label: textsFor(project).viewEntry, url: buildEntryUrl(project, publicUrl(), id) }
        : undefined,
    /**
     * Queues a mail for each follower, except those for whom `compose` returns nothing. `compose` receives the project in the language of the
     * follower. Batches are committed one by one: a repetition after a crash queues those that are missing, because the outbox knows the cause.
     */
    mail: async (
      project: Project,
      followers: Follower[],
      compose: (follower: Follower, project: Project) => News | undefined,
    ): Promise<void> => {
      // Followers of the same entries get the same news, which is rendered once.
      const rendered = new Map<string, { news: News; address: ReturnType<typeof render> }>();
      const translated = memoize((language: Language) => inLanguage(project, language));
      const toMail = (follower: Follower) => {
        const language = follower.language ?? project.settings.pages.language;
        const own = translated(language);
        const news = compose(follower, own);
        if (!news) return [];
        const key = [language, ...follower.entry_ids].join(' ');
        let known = rendered.get(key);
        if (known?.news !== news) rendered.set(key, (known = { news, address: render(own, follower.entry_ids, news) }));
        return [known.address(follower.email)];
      };
      let stored: Promise<void> = Promise.resolve();
      for (let at = 0; at < followers.length; at += BATCH) {
        // Composed while the database stores the batch before.
        const mails = followers.slice(at, at + BATCH).flatMap(toMail);
        await stored;
        stored = transact(db, (tx) => sendMails(tx, project.id, mails));
      }
      await stored;
    },
  };
}

export type FollowerMails = ReturnType<typeof createFollowerMails>;

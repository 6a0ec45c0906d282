import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { buildArticle } from '../../../instance/mail/article.ts';
import { composeMail } from '../../../instance/mail/compose.ts';
import { linkAction } from '../../../instance/mail/link-actions.ts';
import { signLink } from '../../../instance/mail/links.ts';
import type { Instance } from '../../../instance/instance.ts';
import { buildSiteUrl } from '../../../instance/projects/site.ts';
import { findBrand, findProject, type Project } from '../../../instance/projects/store.ts';
import { commonTexts } from '../../../platform/html/texts/texts.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { newId, NIL_ID } from '../../../platform/ids.ts';
import { renderEntry } from '../../../platform/markdown/render.ts';
import { type Db, type Transaction, transact } from '../../../platform/postgres/database.ts';
import { type GivenFilter, parseFilter } from '../filter.ts';
import { type Entry, type Filter, findEntry } from '../store.ts';
import { waitlistTexts } from '../texts/texts.ts';
import * as store from './broadcasts-store.ts';

const QUEUE = 'waitlist.broadcast';
/** About an hour in total. */
const RETRY = { limit: 10, delaySeconds: 10, maxDelaySeconds: 600 };
/** Time without progress after which a broadcast counts as stopped: longer than all attempts. */
const STALLED_HOURS = 4;
/** Emails of one job. */
const BATCH = 200;
const UNSUBSCRIBE = 'waitlist.unsubscribe';
/** Kind of the emails. The cause of an email continues with the id of its broadcast, so each person gets one. */
const KIND = 'waitlist.broadcast';

export interface Content {
  subject: string;
  /** Markdown. */
  body: string;
}

/** Payload of the link that unsubscribes from broadcasts. */
interface UnsubscribeLink {
  project_id: string;
  entry_id: string;
  broadcast_id: string;
}

export type Broadcasts = ReturnType<typeof createBroadcasts>;

type Deps = Pick<Instance, 'db' | 'jobs' | 'outbox' | 'sendMails' | 'segments' | 'linkSecret' | 'publicUrl'>;

/** Defines the job that sends broadcasts, and returns functions that preview and send them. Call it before the queue starts. */
export function createBroadcasts({ db, jobs, outbox, sendMails, segments, linkSecret, publicUrl }: Deps) {
  const parse = (project: Project, filter: GivenFilter) => parseFilter({ project, segments }, filter);

  /** Returns a function that composes the email to a person. */
  const prepare = async (project: Project, { subject, body }: Content, { id, cause }: { id: string; cause: string }) => {
    const rendered = await renderEntry(body, undefined, project.settings.pages.language);
    const article = await buildArticle(rendered, buildSiteUrl(project, publicUrl()));
    return (entry: Pick<Entry, 'id' | 'email' | 'language'>) => {
      const language = entry.language ?? project.settings.pages.language;
      const link: UnsubscribeLink = { project_id: project.id, entry_id: entry.id, broadcast_id: id };
      return composeMail(project, {
        cause,
        language,
        recipient: entry.email,
        subject,
        heading: subject,
        paragraphs: [],
        article,
        footer: waitlistTexts(language).mails.footer(project.name),
        unsubscribe: {
          label: commonTexts(language).unsubscribe,
          url: `${publicUrl()}/v1/waitlist/unsubscribe?token=${signLink(linkSecret, UNSUBSCRIBE, link)}`,
        },
      });
    };
  };

  const queueNext = (tx: Transaction, projectId: string, id: string) => jobs.send(tx, QUEUE, [{ project_id: projectId, id }]);

  /** Returns the filter of a broadcast; undefined when its segment, reward or question was deleted. @throws {HttpError} 503 */
  const parseStored = (project: Project, { filter }: store.Broadcast) =>
    parse(project, filter).catch((error: unknown) => {
      if (error instanceof HttpError && error.statusCode < 500) return undefined;
      throw error;
    });

  /** Puts the next emails of a broadcast into the outbox, and adds a job for those that follow. */
  const sendNext = async (tx: Transaction, project: Project, id: string, filter: Filter): Promise<void> => {
    const broadcast = await store.lockUnsent(tx, project.id, id);
    if (!broadcast) return;
    const recipients = await store.listRecipients(tx, broadcast, filter, BATCH);
    const compose = await prepare(project, broadcast, { id, cause: `${KIND}:${id}` });
    await sendMails(tx, project.id, recipients.map(compose));
    const isOver = recipients.length < BATCH;
    const last = recipients.at(-1)?.number ?? broadcast.last_number;
    await store.recordQueued(tx, broadcast, { count: recipients.length, last, isOver });
    if (!isOver) await queueNext(tx, project.id, id);
  };

  jobs.define<{ project_id: string; id: string }>(QUEUE, RETRY, async ({ project_id, id }, { isLast }) => {
    const project = await findProject(db, project_id);
    const broadcast = project && (await store.findBroadcast(db, project_id, id));
    if (!broadcast) return;
    try {
      const filter = await parseStored(project, broadcast);
      if (filter) await transact(db, (tx) => sendNext(tx, project, id, filter));
      else await store.stopBroadcast(db, project_id, id, 'filter');
    } catch (error) {
      if (isLast) await store.stopBroadcast(db, project_id, id, 'error');
      throw error;
    }
  });
  jobs.schedule('waitlist.stalled-broadcasts', '23 * * * *', () => store.stopStalled(db, STALLED_HOURS));
  outbox.defineKind(KIND, {
    findObjections: async ({ project_id, recipients }) => {
      const receiving = await store.findReceiving(db, project_id, recipients.map(toMailboxKey));
      return (recipient) => (receiving.has(toMailboxKey(recipient)) ? undefined : 'The person unsubscribed or left the waitlist');
    },
    record: async (tx, { project_id, cause, from, to, count }) => {
      const change = (...statuses: (string | undefined)[]) =>
        count * (Number(statuses.includes(to)) - Number(statuses.includes(from)));
      const [delivered, failed] = [change('sent'), change('failed', 'suppressed')];
      if (delivered || failed) await store.addFigures(tx, project_id, cause.slice(KIND.length + 1), { delivered, failed });
    },
  });

  return {
    /** Returns the email as a person would receive it, with a link that does nothing, and the number of recipients. @throws {HttpError} 400, 503 */
    preview: async (project: Project, content: Content, filter: GivenFilter) => {
      const compose = await prepare(project, content, { id: NIL_ID, cause: 'preview' });
      const mail = compose({ id: NIL_ID, email: 'ada@example.com', language: null });
      const recipient_count = await store.countRecipients(db, project.id, await parse(project, filter));
      return { subject: mail.subject, text: mail.text_body, html: mail.html_body, recipient_count };
    },

    /** Composes the email to a member, whose link does nothing. */
    composeTest: async (project: Project, content: Content, email: string) =>
      (await prepare(project, content, { id: NIL_ID, cause: `waitlist.broadcast-test:${newId()}` }))({
        id: NIL_ID,
        email,
        language: null,
      }),

    /** Records a broadcast, which a job sends. @throws {HttpError} 400, 503 */
    send: async (tx: Transaction, project: Project, content: Content, filter: GivenFilter): Promise<store.Broadcast> => {
      const recipient_count = await store.countRecipients(tx, project.id, await parse(project, filter));
      const broadcast = await store.insertBroadcast(tx, project.id, { id: newId(), ...content, filter, recipient_count });
      await queueNext(tx, project.id, broadcast.id);
      return broadcast;
    },

    /** Checks that a stopped broadcast can continue. @throws {HttpError} 409, 503 */
    checkFilter: async (project: Project, broadcast: store.Broadcast): Promise<void> => {
      if (!(await parseStored(project, broadcast))) throw new HttpError('waitlist_broadcasts.filter_deleted');
    },

    /** Continues a stopped broadcast after its last email. Returns false for others. */
    resume: async (tx: Transaction, { project_id, id }: store.Broadcast): Promise<boolean> => {
      const isStopped = await store.resumeBroadcast(tx, project_id, id);
      if (isStopped) await queueNext(tx, project_id, id);
      return isStopped;
    },
  };
}

/** Action of the link in broadcasts. */
export const broadcastLinks = (db: Db) => [
  linkAction<UnsubscribeLink>({
    path: '/unsubscribe',
    id: 'unsubscribeFromWaitlist',
    summary: 'Unsubscribe from broadcasts of a waitlist',
    description:
      'For the link in emails and for the one-click unsubscribe of mail programs (RFC 8058): its `token` is the only credential. The person keeps their place, and receives no more broadcasts. Unsubscribing again has no effect.',
    tag: 'Waitlist',
    purpose: UNSUBSCRIBE,
    ask: async ({ project_id, entry_id }, language) => {
      const { unsubscribe, unsubscribeQuestion } = commonTexts(language);
      const [brand, entry] = await Promise.all([findBrand(db, project_id), findEntry(db, project_id, entry_id)]);
      return (
        brand &&
        entry && {
          brand,
          title: unsubscribeQuestion,
          text: waitlistTexts(language).mails.unsubscribeText(entry.email, brand.name),
          button: unsubscribe,
        }
      );
    },
    act: async ({ project_id, entry_id, broadcast_id }, language) => {
      const target = { entryId: entry_id, broadcastId: broadcast_id };
      const isKnown = await transact(db, (tx) => store.unsubscribe(tx, project_id, target));
      const brand = await findBrand(db, project_id);
      return isKnown && brand
        ? {
            brand,
            title: commonTexts(language).unsubscribed,
            text: waitlistTexts(language).mails.unsubscribedText(brand.name),
          }
        : undefined;
    },
  }),
];

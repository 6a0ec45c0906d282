import { listKindsForRole, NOTIFICATIONS } from '@earshot/contract/instance/notifications';
import { type Role, ROLES } from '@earshot/contract/instance/values';
import { coalesce } from '../../platform/async/coalesce.ts';
import { newId } from '../../platform/ids.ts';
import type { DomainEvent, DomainEvents, EventType } from '../../platform/jobs/events.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { type Db, type Transaction, transact } from '../../platform/postgres/database.ts';
import type { InboundMail } from '../mail/inbound/inbound.ts';
import type { Outbox, SendMails } from '../mail/outbox.ts';
import type { EventSummary } from '../messages/messages.ts';
import type { PersonSegments } from '../directory/segments/segments.ts';
import { buildDashboardUrl } from '../projects/dashboard-url.ts';
import { findMembers } from '../projects/members/store.ts';
import { findProject } from '../projects/store.ts';
import { composeNotifications } from './mails.ts';
import * as store from './store.ts';
import { createSummaries, type DescribedNotification, type Summaries } from './summaries.ts';

export interface Notifications extends Summaries {
  /**
   * Registers a listener of a domain event, which returns what members are notified of: all of it in one transaction. Must be called before
   * the queue starts.
   */
  on: <Type extends EventType>(
    type: Type,
    findOccurrences: (event: DomainEvent<Type>) => Promise<Omit<store.Occurrence, 'event'>[]>,
  ) => void;
  /** Tells the members who are concerned of an event, except the one who caused it. Repeating it for the same event has no effect. */
  notify: (tx: Transaction, projectId: string, occurrence: store.Occurrence) => Promise<void>;
}

const QUEUE = 'notifications.mail';
/** Kind of the mails. Their cause continues with the member, the role that may read the mail, and an id: notifications are taken once. */
const KIND = 'notifications';
const RETRY = { limit: 10, delaySeconds: 10 };
/** A member gets one mail in this time: notifications that follow a mail are sent together. */
const MIN_INTERVAL_MS = 5 * 60_000;

/** Records of the past, such as imported ones and sample data, are no news. */
const NEWS_MS = 24 * 60 * 60 * 1000;

/** Returns whether a record that was just added is news to members. */
export const isNews = ({ created_at }: { created_at: Date }): boolean => created_at.getTime() > Date.now() - NEWS_MS;

/** A member who is notified of an event, with the mail that contains the notification. */
interface NotifiedMember {
  user_id: string;
  pending_mail: store.PendingMail;
}

interface MailJob {
  project_id: string;
  user_id: string;
  mail: store.PendingMail;
  /** ISO 8601: the mail contains notifications before this time. */
  until?: string;
}

const isRole = (text: string): text is Role => ROLES.some((role) => role === text);

/** Returns the lowest role that may read all of the notifications. */
const findRole = (described: DescribedNotification[]): Role =>
  ROLES.findLast((role) => described.some(({ kind }) => NOTIFICATIONS[kind].role === role)) ?? 'viewer';

interface Deps {
  outbox: Pick<Outbox, 'defineKind'>;
  db: Db;
  jobs: JobQueue;
  events: DomainEvents;
  sendMails: SendMails;
  inboundMail: Pick<InboundMail, 'buildReplyTo'>;
  publicUrl: () => string;
  segments: Pick<PersonSegments, 'findMemberships'>;
}

/** Returns what replies to a mail belong to, if it is the same for all of its notifications. */
function findReply(described: DescribedNotification[]): EventSummary['reply'] {
  const [first, ...others] = described.map(({ summary }) => summary.reply);
  return first && others.every((other) => other?.kind === first.kind && other.subject === first.subject) ? first : undefined;
}

/** Creates the notifications of members: the list in the dashboard, mails about single events, and a daily mail at 8:00. */
export function createNotifications({
  db,
  jobs,
  events,
  outbox,
  sendMails,
  inboundMail,
  publicUrl,
  segments,
}: Deps): Notifications {
  const summaries = createSummaries(publicUrl);

  jobs.define<MailJob>(QUEUE, RETRY, ({ project_id: projectId, user_id: userId, mail, until }) =>
    transact(db, async (tx) => {
      const taken = await store.takePending(tx, { projectId, userId, mail, until });
      const [project, [member]] = [await findProject(tx, projectId), await findMembers(tx, projectId, [userId])];
      // Addresses of people who have not signed in are unverified.
      if (!project || !member?.email || member.is_invited) return;
      const language = member.language ?? project.settings.pages.language;
      const readable = listKindsForRole(member.role);
      const described = await summaries.describe(
        tx,
        project,
        taken.filter(({ kind }) => readable.includes(kind)),
        language,
      );
      if (!described.length) return;
      const settingsUrl = buildDashboardUrl(publicUrl(), project.slug, 'settings/notifications');
      // Viewers cannot comment.
      const target = member.role === 'viewer' ? undefined : findReply(described);
      const reply = target && { to: inboundMail.buildReplyTo(target, member.email), hint: target.hint };
      const cause = `${KIND}:${userId}:${findRole(described)}:${newId()}`;
      const composed = await composeNotifications(project, described, {
        cause,
        recipient: member.email,
        language,
        mail,
        settingsUrl,
        reply,
      });
      await sendMails(tx, projectId, [composed]);
    }),
  );
  outbox.defineKind(KIND, {
    findObjection: async ({ project_id: projectId, cause, recipient }) => {
      const [, userId = '', role = ''] = cause.split(':');
      // Mails of earlier versions do not name the member.
      if (!isRole(role)) return undefined;
      const [member] = await findMembers(db, projectId, [userId]);
      const mayRead = member?.email === recipient && ROLES.indexOf(member.role) >= ROLES.indexOf(role);
      return mayRead ? undefined : 'The recipient is no longer a member who may read this email';
    },
  });
  jobs.schedule('notifications.daily', '*/15 * * * *', async () => {
    const digests = await store.findDigests(db);
    await transact(db, (tx) =>
      jobs.send(
        tx,
        QUEUE,
        digests.map((digest): MailJob => ({ ...digest, mail: 'daily' })),
      ),
    );
  });
  jobs.schedule('notifications.clean', '11 4 * * *', () => store.deleteOldNotifications(db));

  /** Adds jobs for the mails of members. Those who were mailed recently wait. */
  async function queueMails(tx: Transaction, projectId: string, userIds: string[]): Promise<void> {
    const last = await store.findLastMails(tx, projectId, userIds);
    const now = Date.now();
    const groups = Map.groupBy(userIds, (id) => Math.max(now, (last.get(id)?.getTime() ?? 0) + MIN_INTERVAL_MS));
    for (const [startAt, ids] of groups)
      await jobs.send(
        tx,
        QUEUE,
        ids.map((userId): MailJob => ({ project_id: projectId, user_id: userId, mail: 'immediate' })),
        startAt > now ? { startAfter: new Date(startAt) } : {},
      );
  }

  /** Returns the recipients whose segment the person of an event is in, and those without a segment. */
  async function findInterested(
    projectId: string,
    recipients: store.Recipient[],
    person: store.Occurrence['person'],
  ): Promise<store.Recipient[]> {
    if (person === undefined) return recipients;
    const chosen = [...new Set(recipients.flatMap(({ segment_id: id }) => id ?? []))];
    const memberships = person ? await segments.findMemberships(projectId, chosen, person) : [];
    return recipients.filter(({ segment_id: id }) => id === null || memberships.includes(id));
  }

  const shareRecipients = coalesce<store.Recipient[]>();

  /** Returns the members who are notified of an event. Without a transaction, concurrent calls for similar events share a query. */
  async function findNotifiedMembers(handle: Db, projectId: string, occurrence: store.Occurrence): Promise<NotifiedMember[]> {
    const { kind, actorId, to, person, isUrgent } = occurrence;
    const read = () => store.findRecipients(handle, projectId, occurrence);
    const all = await (handle.isTransaction ? read() : shareRecipients(JSON.stringify([projectId, kind, actorId, to]), read));
    const interested = await findInterested(
      projectId,
      all.filter(({ preference }) => preference !== 'off'),
      person,
    );
    return interested.flatMap(({ user_id, preference }) =>
      preference === 'off' ? [] : [{ user_id, pending_mail: isUrgent ? ('immediate' as const) : preference }],
    );
  }

  async function insertAndQueueMails(
    tx: Transaction,
    projectId: string,
    occurrence: store.Occurrence,
    recipients: NotifiedMember[],
  ): Promise<void> {
    if (!recipients.length) return;
    const notifiedIds = new Set(await store.insertNotifications(tx, projectId, occurrence, recipients));
    const immediate = recipients.filter(({ user_id, pending_mail }) => pending_mail === 'immediate' && notifiedIds.has(user_id));
    if (immediate.length)
      await queueMails(
        tx,
        projectId,
        immediate.map(({ user_id }) => user_id),
      );
  }

  return {
    ...summaries,
    notify: async (tx, projectId, occurrence) =>
      await insertAndQueueMails(tx, projectId, occurrence, await findNotifiedMembers(tx, projectId, occurrence)),
    on: (type, findOccurrences) =>
      events.on(type, 'notify', RETRY, async (event) => {
        const { project_id: projectId } = event;
        const occurrences = (await findOccurrences(event)).map((occurrence) => ({ ...occurrence, event }));
        const recipients = await Promise.all(occurrences.map((occurrence) => findNotifiedMembers(db, projectId, occurrence)));
        if (!recipients.some(({ length }) => length)) return;
        await transact(db, async (tx) => {
          for (const [index, occurrence] of occurrences.entries())
            await insertAndQueueMails(tx, projectId, occurrence, recipients[index] ?? []);
        });
      }),
  };
}

import type { Metrics } from '../../platform/observe/metrics.ts';
import type { FastifyBaseLogger } from 'fastify';
import { HttpError } from '../../platform/api/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { type Db, type Transaction, transact } from '../../platform/postgres/database.ts';
import { createGroupCommit } from '../../platform/postgres/group-commit.ts';
import { createMailServer, MailRefusedError, type MailServer } from './delivery.ts';
import { createMailKinds, type MailKinds } from './kinds.ts';
import { findDailyLimit, findMail, findMails, insertMails, lockAndCheckLimit, type Mail, type NewMail } from './store.ts';

/** Adds mails to the outbox in the transaction of the change that they announce. Jobs send them after the commit. */
export type SendMails = (tx: Transaction, projectId: string, mails: Omit<NewMail, 'id'>[]) => Promise<void>;

type MailKind = 'wanted' | 'unsolicited';
const toMailKind = ({ is_unsolicited }: Pick<Mail, 'is_unsolicited'>): MailKind => (is_unsolicited ? 'unsolicited' : 'wanted');

export interface Outbox {
  send: SendMails;
  /** Defines rules of the mails whose cause begins with a name. Must be called before the queue starts. */
  defineKind: MailKinds['define'];
  /**
   * Adds a mail and sends it immediately.
   * @throws {HttpError} 409 while its recipient is over the daily limit, and the mail is suppressed; 503 with the reason of the mail server
   */
  sendNow: (projectId: string, mail: Omit<NewMail, 'id'>) => Promise<Mail>;
  /** Queues an unsent mail again. @throws {HttpError} 404, or 409 while its recipient is over the daily limit */
  retry: (projectId: string, mailId: string) => Promise<Mail>;
  /** Address of the mail server, without credentials. Null without a mail server. */
  serverName: string | null;
  /** Connects to the mail server and signs in. @throws {Error} with the reason */
  check: () => Promise<unknown>;
  /** Logs a warning when the mail server is unreachable or rejects the credentials. */
  verify: () => Promise<void>;
  metrics: Metrics;
  close: () => void;
}

const QUEUE = 'mail.send';
// About 12 hours in total, with doubled delays: enough time to repair a mail server.
const RETRY = { limit: 13, delaySeconds: 5 };
/**
 * Mails of one call that are sent to many people, and the time after which their delivery begins: until then, the next calls queue the
 * mails to the others, which takes a fifth of the time without deliveries.
 */
const MANY = 100;
const DELAY_OF_MANY_MS = 3_000;
const INTERRUPTED =
  'The connection was lost during the transfer, so the mail server may have accepted the mail. It is not retried automatically';

/** Returns the error of a mail whose recipient is over the daily limit. */
const refuseOverLimit = (mail: Mail): HttpError =>
  new HttpError('mails.limit_exceeded', {
    message: `${mail.recipient} already received the daily maximum of ${findDailyLimit(mail)} ${mail.is_unsolicited ? 'unsolicited ' : ''}emails; try again tomorrow`,
  });

interface Deps {
  db: Db;
  jobs: JobQueue;
  log: FastifyBaseLogger;
  smtpUrl: string | undefined;
  from: string;
  /** Returns whether a project is a test project, whose mails are not sent. */
  isTestProject: (projectId: string) => Promise<boolean>;
}

/**
 * Creates the outbox. A mail is stored once for each cause and recipient, and reaches the mail server at most once. Attempts are
 * repeated until the transfer of its text begins. When the outcome of a transfer is unknown, the mail is marked `failed` with the
 * reason, and the project owner decides: a duplicate is worse than a missing mail, because a confirmation can be requested again.
 * Without a mail server, and in test projects, mails stay in the outbox, where the team can read them. A mail to a person who unsubscribed
 * or lost access after it was queued is `canceled` (kinds.ts).
 */
export function createOutbox({ db, jobs, log, smtpUrl, from, isTestProject }: Deps): Outbox {
  const server = smtpUrl ? createMailServer(smtpUrl, from) : undefined;
  const suppressedCounts: Record<MailKind, number> = { wanted: 0, unsolicited: 0 };

  const kinds = createMailKinds();
  const { deliver, recordFailure } = createDelivery({ db, log, server, isTestProject, kinds });

  const readTogether = createGroupCommit<string, Mail | undefined>(async (projectId, ids) => {
    const mails = new Map((await findMails(db, projectId, ids)).map((mail) => [mail.id, mail]));
    return ids.map((id) => mails.get(id));
  });

  jobs.define<{ project_id: string; mail_id: string }>(QUEUE, RETRY, async ({ project_id, mail_id }, { isLast }) => {
    const mail = await readTogether(project_id, mail_id);
    // The job runs again, so the process that was sending the mail has ended.
    if (mail?.status === 'sending') await kinds.move(db, mail, { from: ['sending'], to: 'failed', error: INTERRUPTED });
    if (mail?.status !== 'queued') return;
    try {
      await deliver(mail);
    } catch (error) {
      const isFinal = await recordFailure(mail, error as Error, isLast);
      if (!isFinal) throw error;
    }
  });

  const insert = async (tx: Transaction, projectId: string, mails: Omit<NewMail, 'id'>[]) => {
    const inserted = await insertMails(
      tx,
      projectId,
      mails.map((mail) => ({ ...mail, id: newId() })),
    );
    const suppressed = inserted.filter(({ status }) => status === 'suppressed');
    for (const [cause, { length: count }] of Map.groupBy(suppressed, (mail) => mail.cause))
      await kinds.record(tx, { project_id: projectId, cause, to: 'suppressed', count });
    return inserted;
  };
  const queue = (tx: Transaction, projectId: string, ids: string[]) =>
    jobs.send(
      tx,
      QUEUE,
      ids.map((mail_id) => ({ project_id: projectId, mail_id })),
      ids.length > MANY ? { startAfter: new Date(Date.now() + DELAY_OF_MANY_MS) } : {},
    );
  const getMail = async (projectId: string, id: string, reader = db) => {
    const mail = await findMail(reader, projectId, id);
    if (!mail) throw new HttpError('mails.not_found');
    return mail;
  };

  return {
    defineKind: kinds.define,
    send: async (tx, projectId, mails) => {
      if (!mails.length) return;
      const inserted = await insert(tx, projectId, mails);
      const suppressed = inserted.filter(({ status }) => status === 'suppressed');
      if (suppressed.length) {
        for (const mail of suppressed) suppressedCounts[toMailKind(mail)] += 1;
        log.warn(
          { project_id: projectId, mails: suppressed.length },
          'mails suppressed, their recipient is over the daily limit (GET /v1/projects/:id/mails?status=suppressed)',
        );
      }
      const queued = inserted.filter(({ status }) => status === 'queued');
      await queue(
        tx,
        projectId,
        queued.map(({ id }) => id),
      );
    },
    sendNow: async (projectId, mail) => {
      const [inserted] = await transact(db, (tx) => insert(tx, projectId, [mail]));
      const written = await getMail(projectId, inserted?.id ?? '');
      if (written.status === 'suppressed') {
        suppressedCounts[toMailKind(written)] += 1;
        throw refuseOverLimit(written);
      }
      try {
        await deliver(written);
      } catch (error) {
        await recordFailure(written, error as Error, true);
        throw new HttpError('mails.server_unavailable', {
          message: `The mail server ${server?.name} (SMTP_URL) did not accept the mail: ${(error as Error).message}`,
        });
      }
      return await getMail(projectId, written.id);
    },
    retry: async (projectId, id) => {
      const mail = await getMail(projectId, id);
      return await transact(db, async (tx) => {
        if (mail.status === 'suppressed' && !(await lockAndCheckLimit(tx, mail))) throw refuseOverLimit(mail);
        if (await kinds.move(tx, mail, { from: ['failed', 'kept', 'suppressed', 'canceled'], to: 'queued' }))
          await queue(tx, projectId, [id]);
        // Read before the mail can be delivered.
        return await getMail(projectId, id, tx);
      });
    },
    serverName: server?.name ?? null,
    check: async () => await server?.verify(),
    verify: async () => {
      if (server && /@localhost>?$/.test(from))
        log.warn({ from }, 'EARSHOT_MAIL_FROM is not set, mails have a sender at localhost, which most mail servers reject');
      await server?.verify().catch((error: Error) => {
        log.error(
          { smtp: server.name, reason: error.message },
          'mail server (SMTP_URL) unreachable or credentials rejected, mails stay in the outbox and are retried for 12 hours',
        );
      });
    },
    metrics: [
      {
        name: 'earshot_mails_suppressed_total',
        help: 'Wanted emails held back because their recipient reached the daily limit of a project',
        type: 'counter',
        read: () => suppressedCounts.wanted,
      },
      {
        name: 'earshot_unsolicited_mails_suppressed_total',
        help: 'Unsolicited emails, such as requests to confirm an address, held back because of their daily limit',
        type: 'counter',
        read: () => suppressedCounts.unsolicited,
      },
    ],
    close: () => server?.close(),
  };
}

/** Returns functions that hand over a mail to the mail server and record the result. */
function createDelivery({
  db,
  log,
  server,
  isTestProject,
  kinds,
}: Pick<Deps, 'db' | 'log' | 'isTestProject'> & { server: MailServer | undefined; kinds: MailKinds }) {
  /** @throws {MailRefusedError} */
  async function deliver(mail: Mail): Promise<void> {
    const objection = await kinds.findObjection(mail);
    if (objection !== undefined) {
      await kinds.move(db, mail, { from: ['queued'], to: 'canceled', error: objection });
      return;
    }
    if (!server) {
      await kinds.move(db, mail, { from: ['queued'], to: 'kept' });
      log.info({ mail_id: mail.id }, 'SMTP_URL is not set, mail kept in the outbox (GET /v1/projects/:id/mails)');
      return;
    }
    if (await isTestProject(mail.project_id)) {
      await kinds.move(db, mail, { from: ['queued'], to: 'kept' });
      return;
    }
    await server.send(mail, async () => {
      if (!(await kinds.move(db, mail, { from: ['queued'], to: 'sending' })))
        throw new Error('Another node is sending this mail');
    });
    await kinds.move(db, mail, { from: ['sending', 'failed'], to: 'sent' });
  }

  /** Returns true when the mail must not be retried. @throws the original error when it does not come from the mail server */
  async function recordFailure(mail: Mail, error: Error, isLast: boolean): Promise<boolean> {
    if (!(error instanceof MailRefusedError)) {
      // The transfer succeeded but storing the result failed: the mail must not be sent again.
      await kinds.move(db, mail, { from: ['sending'], to: 'failed', error: INTERRUPTED });
      throw error;
    }
    const { message, hasBegun, isUncertain } = error;
    // Reverts the status only if this attempt has set it.
    const present = hasBegun ? 'sending' : 'queued';
    const text = isUncertain ? `${message}. ${INTERRUPTED}` : message;
    await kinds.move(db, mail, { from: [present], to: isLast || isUncertain ? 'failed' : 'queued', error: text });
    return isUncertain;
  }

  return { deliver, recordFailure };
}

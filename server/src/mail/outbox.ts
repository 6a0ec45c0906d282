import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';
import { newId } from '../ids.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Db, Transaction } from '../postgres/database.ts';
import { findMail, insertMails, type NewMail, recordOutcome } from './store.ts';

/** Writes mails into the outbox, in the transaction of what they tell of; they leave from there. */
export type SendMails = (tx: Transaction, projectId: string, mails: Omit<NewMail, 'id'>[]) => Promise<void>;

const QUEUE = 'mail.send';
// About half a day in all, with doubling: time to mend a mail server.
const RETRY = { limit: 10, delaySeconds: 30 };
const SMTP_TIMEOUT_MS = 20_000;

interface Deps {
  db: Db;
  jobs: JobQueue;
  log: FastifyBaseLogger;
  smtpUrl: string | undefined;
  from: string;
}

/**
 * A mail is written once for a cause and recipient, and handed to the mail server at least once: after a crash between its "250 OK"
 * and our note of it, it goes out again with the same Message-ID. Without a mail server it stays in the outbox for the owner to read.
 */
export function createOutbox({ db, jobs, log, smtpUrl, from }: Deps): { send: SendMails; close: () => void } {
  const transport = smtpUrl
    ? createTransport({
        url: smtpUrl,
        connectionTimeout: SMTP_TIMEOUT_MS,
        greetingTimeout: SMTP_TIMEOUT_MS,
        socketTimeout: SMTP_TIMEOUT_MS,
      } as object)
    : undefined;

  jobs.define<{ project_id: string; mail_id: string }>(QUEUE, RETRY, async ({ project_id, mail_id }, { isLast }) => {
    const mail = await findMail(db, project_id, mail_id);
    if (!mail || mail.status === 'sent') return;
    if (!transport) {
      await recordOutcome(db, project_id, mail_id, 'kept', null);
      log.info({ mail_id, project_id }, 'no SMTP_URL: a mail is kept in the outbox (GET /v1/projects/:id/mails)');
      return;
    }
    try {
      await transport.sendMail({
        from,
        to: mail.recipient,
        subject: mail.subject,
        text: mail.text_body,
        html: mail.html_body,
        headers: mail.headers,
        messageId: `<${mail.id}@earshot>`,
      });
      await recordOutcome(db, project_id, mail_id, 'sent', null);
    } catch (error) {
      await recordOutcome(db, project_id, mail_id, isLast ? 'failed' : 'queued', (error as Error).message);
      throw error;
    }
  });

  return {
    send: async (tx, projectId, mails) => {
      if (!mails.length) return;
      const ids = await insertMails(
        tx,
        projectId,
        mails.map((mail) => ({ ...mail, id: newId() })),
      );
      await jobs.send(
        tx,
        QUEUE,
        ids.map((mail_id) => ({ project_id: projectId, mail_id })),
      );
    },
    close: () => transport?.close(),
  };
}

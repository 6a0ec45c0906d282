import { createHmac, randomInt, randomUUID } from 'node:crypto';
import type { Language } from '@earshot/contract/shared/languages';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import type { FastifyBaseLogger } from 'fastify';
import { type Db, transact } from '../../platform/postgres/database.ts';
import { newSecret, sha256 } from '../identity/secrets.ts';
import { composeMail } from '../mail/compose.ts';
import type { MailServer } from '../mail/delivery.ts';
import type { SendMails } from '../mail/outbox.ts';
import type { Project } from '../projects/store.ts';
import { endUserTexts } from './texts/texts.ts';
import { insertCode, lockCodes, takeCode } from './codes-store.ts';

/** Lifetime of a mailed code, and how often it can be entered. */
export const CODE_MINUTES = 10;
const MAX_TRIES = 5;
/** Mailed codes of a project per address and hour: for requests of one network, and for all. */
const MAX_CODES = { max: 5, maxOfAll: 10 };

interface Deps {
  db: Db;
  /** Undefined without a mail server. */
  server: MailServer | undefined;
  sendMails: SendMails;
  /** Hashes networks. */
  secret: Buffer;
  log: FastifyBaseLogger;
}

export type Codes = ReturnType<typeof createCodes>;

/** Signs in people by codes that are mailed to their address. */
export function createCodes({ db, server, sendMails, secret, log }: Deps) {
  return {
    /**
     * Mails a code. Returns the secret with which the browser enters it, or undefined when the address received too many codes. No outbox
     * lists the mail, because a code signs in as another person, except in test projects, whose team reads all mails there.
     */
    mailCode: async (
      project: Project,
      { email: given, network, language }: { email: string; network: string; language: Language },
    ): Promise<string | undefined> => {
      // To the key of the mailbox, because a server may tell apart addresses that are one mailbox here.
      const email = toMailboxKey(given);
      const attempt = newSecret();
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const networkHash = createHmac('sha256', secret).update(`codes of end users ${network}`).digest();
      const mail = composeCode(project, { email, code, language });
      const isWithinLimits = await transact(db, async (tx) => {
        await lockCodes(tx, project.id, email);
        const hashes = { attemptHash: sha256(attempt), codeHash: hashCode(attempt, code), networkHash };
        const isInserted = await insertCode(tx, { projectId: project.id, email, ...hashes }, MAX_CODES);
        if (isInserted && project.settings.test.enabled) await sendMails(tx, project.id, [mail]);
        return isInserted;
      });
      if (!isWithinLimits) return undefined;
      if (!project.settings.test.enabled)
        void server
          ?.send({ ...mail, id: randomUUID() }, async () => {})
          .catch((error: Error) => log.error({ reason: error.message }, 'a sign-in code could not be mailed'));
      return attempt;
    },
    /** Returns the address of a right code, once. */
    enterCode: (projectId: string, { attempt, code }: { attempt: string; code: string }): Promise<string | undefined> =>
      takeCode(db, projectId, {
        attemptHash: sha256(attempt),
        codeHash: hashCode(attempt, code.replaceAll(/\D/g, '')),
        minutes: CODE_MINUTES,
        maxTries: MAX_TRIES,
      }),
  };
}

/** The hash depends on a secret that is not stored, because there are few codes. */
const hashCode = (attempt: string, code: string) => sha256(`${attempt} ${code}`);

function composeCode(project: Project, { email, code, language }: { email: string; code: string; language: Language }) {
  const t = endUserTexts(language).mail;
  return composeMail(project, {
    language,
    cause: `sign-in:${randomUUID()}`,
    recipient: email,
    isUnsolicited: true,
    subject: t.subject(code, project.name),
    heading: t.heading(code),
    paragraphs: [t.text(project.name, CODE_MINUTES), t.ignore],
    footer: t.footer(project.name),
  });
}

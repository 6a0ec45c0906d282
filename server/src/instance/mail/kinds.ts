import type { MAIL_STATUSES } from '@earshot/contract/instance/values';
import { createGroupCommit } from '../../platform/postgres/group-commit.ts';
import { type Db, type Transaction, transact } from '../../platform/postgres/database.ts';
import { type Mail, moveMail } from './store.ts';

type Status = (typeof MAIL_STATUSES)[number];

/** Mails of one cause whose status changed. */
export interface Moved {
  project_id: string;
  cause: string;
  /** Undefined for new mails. */
  from?: Status;
  to: Status;
  count: number;
}

/** Mails with the same cause, subjects and time. */
export interface MailsOfCause extends Pick<Mail, 'project_id' | 'cause' | 'subject_ids' | 'created_at'> {
  recipients: string[];
}

/** Rules of the mails whose cause begins with a name, up to the colon, or else whose event has this name. */
export interface MailKind {
  /** Returns the reason for which a queued mail must no longer be sent. It is asked immediately before each attempt. */
  findObjection?: (mail: Mail) => Promise<string | undefined>;
  /** Returns the same for mails to several people, which were queued together and differ only by their recipients. */
  findObjections?: (mails: MailsOfCause) => Promise<(recipient: string) => string | undefined>;
  /** Records changes of the status, in their transaction. */
  record?: (tx: Transaction, moved: Moved) => Promise<void>;
}

export type MailKinds = ReturnType<typeof createMailKinds>;

/** Creates the kinds of mails with rules of their own. */
export function createMailKinds() {
  const kinds = new Map<string, MailKind>();
  const find = ({ cause }: { cause: string }) => kinds.get(cause.split(':', 1)[0] ?? '');
  const findForSending = (mail: Mail) => find(mail) ?? kinds.get(mail.event ?? '');
  // A mailing to thousands would otherwise spend a fifth of its processor time on the same questions.
  const askTogether = createGroupCommit<Mail, string | undefined>(async (_key, mails) => {
    const [mail] = mails as [Mail];
    const recipients = mails.map(({ recipient }) => recipient);
    const objectionTo = await findForSending(mail)?.findObjections?.({ ...mail, recipients });
    return recipients.map((recipient) => objectionTo?.(recipient));
  });
  const toGroup = ({ project_id, cause, event, subject_ids, created_at }: Mail) =>
    JSON.stringify([project_id, cause, event, subject_ids, created_at]);
  return {
    define: (name: string, kind: MailKind): void => void kinds.set(name, kind),
    findObjection: async (mail: Mail) => {
      const kind = findForSending(mail);
      return kind?.findObjections ? await askTogether(toGroup(mail), mail) : await kind?.findObjection?.(mail);
    },
    record: async (tx: Transaction, moved: Moved) => await find(moved)?.record?.(tx, moved),
    /** Changes the status of a mail. Returns false when its current status is not `from`. */
    move: async (db: Db, mail: Pick<Mail, 'project_id' | 'id' | 'cause'>, change: Parameters<typeof moveMail>[2]) => {
      const { project_id, cause } = mail;
      const record = find(mail)?.record;
      if (!record) return (await moveMail(db, mail, change)) !== undefined;
      return await transact(db, async (tx) => {
        const from = await moveMail(tx, mail, change);
        if (from) await record(tx, { project_id, cause, from, to: change.to, count: 1 });
        return from !== undefined;
      });
    },
  };
}

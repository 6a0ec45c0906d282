import type { MAIL_STATUSES } from '@earshot/contract/instance/values';
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

/** Rules of the mails whose cause begins with a name, up to the colon, or else whose event has this name. */
export interface MailKind {
  /** Returns the reason for which a queued mail must no longer be sent. It is asked immediately before each attempt. */
  findObjection?: (mail: Mail) => Promise<string | undefined>;
  /** Records changes of the status, in their transaction. */
  record?: (tx: Transaction, moved: Moved) => Promise<void>;
}

export type MailKinds = ReturnType<typeof createMailKinds>;

/** Creates the kinds of mails with rules of their own. */
export function createMailKinds() {
  const kinds = new Map<string, MailKind>();
  const find = ({ cause }: { cause: string }) => kinds.get(cause.split(':', 1)[0] ?? '');
  return {
    define: (name: string, kind: MailKind): void => void kinds.set(name, kind),
    findObjection: async (mail: Mail) => await (find(mail) ?? kinds.get(mail.event ?? ''))?.findObjection?.(mail),
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

import type { Db } from './database.ts';

/** How long a project keeps records of one kind, and how they are deleted. */
export interface Retention {
  /** Name in `settings.retention`. */
  setting: 'mail_days' | 'webhook_delivery_days' | 'unconfirmed_days';
  /** Deletes up to `limit` records older than so many days, and returns how many there were. */
  deleteOld: (db: Db, projectId: string, old: { days: number; limit: number }) => Promise<number>;
}

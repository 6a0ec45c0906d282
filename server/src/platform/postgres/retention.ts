import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Retention period of one kind of records, and their deletion. */
export interface Retention {
  /** Name in `settings.retention`. */
  setting: 'mail_days' | 'told_days' | 'webhook_delivery_days' | 'unconfirmed_days' | 'audit_log_days';
  /** Deletes up to `limit` records older than `days` days. Returns the number of deleted records. */
  deleteOld: (db: Db, projectId: string, old: { days: number; limit: number }) => Promise<number>;
}

/** Returns the retention of double opt-in subscriptions: unconfirmed ones are deleted. */
export const createSubscriptionRetention = (
  name: 'changelog_subscribers' | 'feedback_subscribers' | 'report_subscriptions',
): Retention => ({
  setting: 'unconfirmed_days',
  deleteOld: async (db, projectId, { days, limit }) => {
    const table = sql.table(name);
    const { numAffectedRows } = await sql`
      DELETE FROM ${table} WHERE project_id = ${projectId} AND confirmed_at IS NULL AND ctid IN (
        SELECT ctid FROM ${table}
        WHERE project_id = ${projectId} AND confirmed_at IS NULL AND created_at < now() - make_interval(days => ${days}) LIMIT ${limit})`.execute(
      db,
    );
    return Number(numAffectedRows);
  },
});

import { sql } from 'kysely';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { type ArchivedTables, pseudonym } from '../../platform/postgres/archived.ts';
import { BUCKET_BITS } from './line-store.ts';
import type { Entry } from './store.ts';
import { lexemesFor } from './waitlist.ts';

/** The waitlist in the archives of projects. */
export const archivedWaitlist: ArchivedTables = {
  tables: [
    {
      table: 'waitlist_entries',
      ids: { id: 'wl', referred_by: 'wl' },
      omitted: ['search', 'email_key', 'import_id'],
      // Places without addresses remain: `.invalid` never receives mail (RFC 2606).
      personal: {
        email: `${pseudonym('email_key')} || '@removed.invalid'`,
        name: 'NULL',
        notes: 'NULL',
        metadata: "'{}'",
        answers: "'{}'",
      },
      hasCsv: true,
      derive: (row: Entry, projectId) => ({ email_key: toMailboxKey(row.email), search: lexemesFor(projectId, row) }),
    },
    {
      table: 'waitlist_broadcasts',
      ids: { id: 'wbr' },
      omitted: ['last_number', 'queued_count', 'stop_reason', 'progressed_at'],
      // A filter may search for an address, or name a segment that the archive does not have.
      personal: { filter: "'{}'" },
      // A restored project sends no email.
      where: 'sent_at IS NOT NULL',
    },
  ],
  omitted: { waitlist_lines: 'computed from the entries', waitlist_rank_buckets: 'computed from the entries' },
  rebuild: async (tx, projectId) => {
    await sql`
      INSERT INTO waitlist_lines (project_id, last_number, last_rank, unconfirmed, waiting, invited, joined, removed)
      SELECT project_id, max(number), coalesce(max(rank), 0), count(*) FILTER (WHERE status = 'waiting' AND confirmed_at IS NULL),
        count(*) FILTER (WHERE status = 'waiting' AND confirmed_at IS NOT NULL), count(*) FILTER (WHERE status = 'invited'),
        count(*) FILTER (WHERE status = 'joined'), count(*) FILTER (WHERE status = 'removed')
      FROM waitlist_entries WHERE project_id = ${projectId} GROUP BY 1`.execute(tx);
    await sql`
      INSERT INTO waitlist_rank_buckets (project_id, bucket, count)
      SELECT project_id, rank >> ${BUCKET_BITS}::int, count(*) FROM waitlist_entries
      WHERE project_id = ${projectId} AND status = 'waiting' AND rank IS NOT NULL GROUP BY 1, 2`.execute(tx);
  },
};

import { createHmac } from 'node:crypto';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import type { Person } from '../../platform/postgres/person.ts';

/** The team may ask an address again after this time. */
const ASKED_DAYS = 30;

/** Returns the keyed hash of an address in a project. */
const hashAddress = (secret: Buffer, projectId: string, email: string): Buffer =>
  createHmac('sha256', secret)
    .update(`changelog.asked ${projectId} ${toMailboxKey(email)}`)
    .digest();

/** Records that the team asks addresses, and returns those that may be asked: neither asked recently nor unsubscribed. */
export async function recordAsked(
  tx: Transaction,
  secret: Buffer,
  { projectId, emails }: { projectId: string; emails: string[] },
): Promise<string[]> {
  const byHash = new Map(emails.map((email) => [hashAddress(secret, projectId, email).toString('hex'), email]));
  const { rows } = await sql<{ address: string }>`
    INSERT INTO changelog_asked AS a (project_id, address, asked_at)
    SELECT ${projectId}, decode(hash, 'hex'), now() FROM unnest(${[...byHash.keys()]}::text[]) AS hash ORDER BY 2
    ON CONFLICT (project_id, address) DO UPDATE SET asked_at = excluded.asked_at
    WHERE a.unsubscribed_at IS NULL AND (a.asked_at IS NULL OR a.asked_at <= now() - make_interval(days => ${ASKED_DAYS}))
    RETURNING encode(address, 'hex') AS address`.execute(tx);
  const allowed = new Set(rows.map(({ address }) => address));
  return [...byHash].flatMap(([hash, email]) => (allowed.has(hash) ? email : []));
}

/** Records that an address unsubscribed, or subscribed again. */
export async function recordUnsubscribed(
  db: Db,
  secret: Buffer,
  { projectId, email, isUnsubscribed }: { projectId: string; email: string; isUnsubscribed: boolean },
): Promise<void> {
  const address = hashAddress(secret, projectId, email);
  await (
    isUnsubscribed
      ? sql`
          INSERT INTO changelog_asked (project_id, address, unsubscribed_at) SELECT id, ${address}, now() FROM projects WHERE id = ${projectId}
          ON CONFLICT (project_id, address) DO UPDATE SET unsubscribed_at = excluded.unsubscribed_at`
      : sql`UPDATE changelog_asked SET unsubscribed_at = NULL WHERE project_id = ${projectId} AND address = ${address}`
  ).execute(db);
}

/** Deletes what is known of the addresses of a person. */
export async function deleteAsked(tx: Transaction, secret: Buffer, projectId: string, { emails }: Person): Promise<void> {
  const addresses = emails.map((email) => hashAddress(secret, projectId, email));
  await sql`DELETE FROM changelog_asked WHERE project_id = ${projectId} AND address = ANY(${addresses}::bytea[])`.execute(tx);
}

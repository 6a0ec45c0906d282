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

/**
 * Deletes the record of those addresses to which no mail was written: it was over the daily limit, or went to the same mailbox with another
 * tag. Returns their number.
 */
export async function recordUnasked(
  tx: Transaction,
  secret: Buffer,
  { projectId, emails, cause }: { projectId: string; emails: string[]; cause: string },
): Promise<number> {
  const { rows } = await sql<{ recipient: string }>`
    SELECT recipient FROM mails WHERE project_id = ${projectId} AND cause = ${cause} AND status <> 'suppressed'`.execute(tx);
  const written = new Set(rows.map(({ recipient }) => toMailboxKey(recipient)));
  const unasked = emails.filter((email) => !written.has(email));
  const addresses = unasked.map((email) => hashAddress(secret, projectId, email));
  await sql`
    UPDATE changelog_asked SET asked_at = NULL WHERE project_id = ${projectId} AND address = ANY(${addresses}::bytea[])`.execute(
    tx,
  );
  return unasked.length;
}

/** Deletes the times of requests after which the team may ask again. Records of people who unsubscribed remain. */
export async function forgetAsked(db: Db): Promise<void> {
  const isOver = sql`asked_at <= now() - make_interval(days => ${ASKED_DAYS})`;
  await sql`/* all projects */ DELETE FROM changelog_asked WHERE unsubscribed_at IS NULL AND ${isOver}`.execute(db);
  await sql`/* all projects */ UPDATE changelog_asked SET asked_at = NULL WHERE unsubscribed_at IS NOT NULL AND ${isOver}`.execute(
    db,
  );
  await sql`/* all projects */ DELETE FROM changelog_asked WHERE unsubscribed_at IS NULL AND asked_at IS NULL`.execute(db);
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

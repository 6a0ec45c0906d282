import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';

/** Replies of one mailbox that are taken in an hour. A person does not write more. */
const MAX_PER_HOUR = 30;
/** Days that a mail is remembered. Providers repeat a delivery for some days. */
const REMEMBERED_DAYS = 30;

/**
 * Remembers a mail by keyed hashes of its message id and its sender, so that it is taken once. Returns undefined for a known mail. Mails of
 * one sender wait for each other until the transaction ends.
 */
export async function remember(
  tx: Transaction,
  { message, sender }: { message: Buffer; sender: Buffer },
): Promise<{ isOverLimit: boolean } | undefined> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('inbound mails'), hashtext(encode(${sender}, 'hex')))`.execute(tx);
  const { rows } = await sql<{ is_over_limit: boolean }>`
    INSERT INTO inbound_mails (message, sender) VALUES (${message}, ${sender}) ON CONFLICT DO NOTHING
    RETURNING (
      SELECT count(*) >= ${MAX_PER_HOUR} FROM inbound_mails
      WHERE sender = ${sender} AND received_at > now() - interval '1 hour') AS is_over_limit`.execute(tx);
  return rows[0] && { isOverLimit: rows[0].is_over_limit };
}

/** Records that a mail is answered. Returns false when its sender received an answer within a day. */
export async function recordAnswer(tx: Transaction, { message, sender }: { message: Buffer; sender: Buffer }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE inbound_mails SET is_answered = true WHERE message = ${message} AND NOT EXISTS (
      SELECT FROM inbound_mails WHERE sender = ${sender} AND is_answered AND received_at > now() - interval '1 day')`.execute(tx);
  return Number(numAffectedRows) > 0;
}

export async function forgetOld(db: Db): Promise<void> {
  await sql`DELETE FROM inbound_mails WHERE received_at < now() - make_interval(days => ${REMEMBERED_DAYS})`.execute(db);
}

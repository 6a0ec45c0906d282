import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';

/** A sign-in of this browser that waits for a passkey, a code or a link. */
export async function isWaiting(
  db: Db,
  { stateHash, browserHash }: { stateHash: Buffer; browserHash: Buffer },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM login_attempts
    WHERE state_hash = ${stateHash} AND browser_hash = ${browserHash} AND provider = 'account' AND expires_at > now()`.execute(
    db,
  );
  return rows.length > 0;
}

/** Stores the challenge of a passkey. Replaces an earlier one. */
export async function setChallenge(db: Db, stateHash: Buffer, challenge: string, seconds: number): Promise<void> {
  await sql`
    INSERT INTO account_sign_ins (state_hash, challenge, expires_at) VALUES (${stateHash}, ${challenge}, now() + make_interval(secs => ${seconds}))
    ON CONFLICT (state_hash) DO UPDATE SET challenge = excluded.challenge, expires_at = excluded.expires_at`.execute(db);
}

/** Removes and returns the challenge of a passkey. */
export async function takeChallenge(db: Db, stateHash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ challenge: string | null }>`
    WITH before AS (SELECT state_hash, challenge FROM account_sign_ins WHERE state_hash = ${stateHash} AND expires_at > now() FOR UPDATE)
    UPDATE account_sign_ins SET challenge = NULL FROM before WHERE account_sign_ins.state_hash = before.state_hash
    RETURNING before.challenge`.execute(db);
  return rows[0]?.challenge ?? undefined;
}

/** Stores the hash of a mailed code. Replaces an earlier code of this sign-in. */
export async function setMailCode(
  tx: Transaction,
  code: { stateHash: Buffer; email: string; hash: Buffer; codeSeconds: number; seconds: number },
): Promise<void> {
  await sql`
    INSERT INTO account_sign_ins (state_hash, email, mail_code_hash, mail_code_expires_at, expires_at)
    VALUES (${code.stateHash}, ${code.email}, ${code.hash}, now() + make_interval(secs => ${code.codeSeconds}),
      now() + make_interval(secs => ${code.seconds}))
    ON CONFLICT (state_hash) DO UPDATE SET email = excluded.email, mail_code_hash = excluded.mail_code_hash,
      mail_code_expires_at = excluded.mail_code_expires_at, mail_code_tries = 0, expires_at = excluded.expires_at`.execute(tx);
}

/**
 * Counts an attempt to enter the code, and removes the code if it is right, in one statement: of concurrent attempts, one succeeds. Returns
 * the address of a right code while attempts are left.
 */
export async function takeMailCode(
  db: Db,
  { stateHash, codeHash, maxTries }: { stateHash: Buffer; codeHash: Buffer; maxTries: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string; is_right: boolean }>`
    WITH before AS (
      SELECT state_hash, email, mail_code_hash = ${codeHash} AS is_right FROM account_sign_ins
      WHERE state_hash = ${stateHash} AND mail_code_hash IS NOT NULL AND mail_code_expires_at > now() AND mail_code_tries < ${maxTries}
      FOR UPDATE
    )
    UPDATE account_sign_ins a
    SET mail_code_tries = mail_code_tries + 1, mail_code_hash = CASE WHEN before.is_right THEN NULL ELSE mail_code_hash END
    FROM before WHERE a.state_hash = before.state_hash RETURNING before.email, before.is_right`.execute(db);
  return rows[0]?.is_right ? rows[0].email : undefined;
}

/** Lets concurrent requests for an address wait for each other, so that their codes are counted one after the other. */
export async function lockMailedCodes(tx: Transaction, email: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`mailed code ${email}`}, 0))`.execute(tx);
}

const codesOfLastHour = (email: string) =>
  sql`FROM mailed_codes WHERE email = ${email} AND created_at > now() - interval '1 hour'`;

/**
 * Counts a mail to this address. Returns false when, within the last hour, the address received `max` codes for requests of this network,
 * or `maxOfAll` for requests of all networks. Codes for known browsers are counted apart. Requires `lockMailedCodes`.
 */
export async function countMailedCode(
  tx: Transaction,
  { email, networkHash, max, maxOfAll }: { email: string; networkHash: Buffer; max: number; maxOfAll: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO mailed_codes (email, network_hash)
    SELECT ${email}, ${networkHash}
    WHERE (SELECT count(*) ${codesOfLastHour(email)} AND network_hash = ${networkHash}) < ${max}
      AND (SELECT count(*) ${codesOfLastHour(email)} AND network_hash IS NOT NULL) < ${maxOfAll}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Counts a mail that was requested with a browser of the user. Returns false when there were `max` within the last hour. Requires `lockMailedCodes`. */
export async function countCodeForKnownBrowser(tx: Transaction, email: string, max: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO mailed_codes (email)
    SELECT ${email} WHERE (SELECT count(*) ${codesOfLastHour(email)} AND network_hash IS NULL) < ${max}`.execute(tx);
  return numAffectedRows === 1n;
}

/** The result of a verification: a user, or the owner of an address without an account. */
export type Verified = { userId: string } | { email: string; name: string | null };

/** Stores the result of the verification for the callback. A code or challenge of this sign-in can't be used again. */
export async function setVerified(
  db: Db,
  { stateHash, codeHash, verified, seconds }: { stateHash: Buffer; codeHash: Buffer; verified: Verified; seconds: number },
): Promise<void> {
  const {
    userId = null,
    email = null,
    name = null,
  } = verified as Partial<{ userId: string; email: string; name: string | null }>;
  await sql`
    INSERT INTO account_sign_ins (state_hash, code_hash, user_id, verified_email, name, expires_at)
    VALUES (${stateHash}, ${codeHash}, ${userId}, ${email}, ${name}, now() + make_interval(secs => ${seconds}))
    ON CONFLICT (state_hash) DO UPDATE SET code_hash = excluded.code_hash, user_id = excluded.user_id,
      verified_email = excluded.verified_email, name = excluded.name, expires_at = excluded.expires_at,
      challenge = NULL, mail_code_hash = NULL`.execute(db);
}

/** Deletes a verified sign-in. Returns who was verified, if the code is the right one. */
export async function takeVerified(db: Db, stateHash: Buffer, codeHash: Buffer): Promise<Verified | undefined> {
  const { rows } = await sql<{ user_id: string | null; verified_email: string | null; name: string | null }>`
    DELETE FROM account_sign_ins WHERE state_hash = ${stateHash} AND code_hash = ${codeHash} AND expires_at > now()
    RETURNING user_id, verified_email, name`.execute(db);
  const [row] = rows;
  if (row?.user_id) return { userId: row.user_id };
  return row?.verified_email ? { email: row.verified_email, name: row.name } : undefined;
}

/** Deletes expired sign-ins, challenges and links, and counts of mailed codes. */
export async function deleteExpiredAccountSignIns(db: Db): Promise<void> {
  await sql`DELETE FROM account_sign_ins WHERE expires_at < now()`.execute(db);
  await sql`DELETE FROM passkey_challenges WHERE expires_at < now()`.execute(db);
  await sql`DELETE FROM sign_in_links WHERE expires_at < now()`.execute(db);
  await sql`DELETE FROM mailed_codes WHERE created_at < now() - interval '1 hour'`.execute(db);
}

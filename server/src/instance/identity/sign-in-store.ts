import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { Tables } from '../tables.ts';

export interface Attempt extends Pick<
  Tables['login_attempts'],
  'provider' | 'provider_verifier' | 'nonce' | 'return_to' | 'client_state' | 'code_challenge'
> {
  nonce: string;
}

export async function insertAttempt(
  db: Db,
  { stateHash, browserHash, seconds, ...attempt }: Attempt & { stateHash: Buffer; browserHash: Buffer; seconds: number },
): Promise<void> {
  await sql`
    INSERT INTO login_attempts (state_hash, browser_hash, provider, provider_verifier, nonce, return_to, client_state, code_challenge, expires_at)
    VALUES (${stateHash}, ${browserHash}, ${attempt.provider}, ${attempt.provider_verifier}, ${attempt.nonce}, ${attempt.return_to},
      ${attempt.client_state}, ${attempt.code_challenge}, now() + make_interval(secs => ${seconds}))`.execute(db);
}

/** Deletes and returns a sign-in attempt of this browser. */
export async function takeAttempt(db: Db, stateHash: Buffer, browserHash: Buffer): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`
    DELETE FROM login_attempts WHERE state_hash = ${stateHash} AND browser_hash = ${browserHash} AND expires_at > now()
    RETURNING provider, provider_verifier, nonce, return_to, client_state, code_challenge`.execute(db);
  return rows[0];
}

export async function insertCode(
  db: Db,
  code: { hash: Buffer; userId: string; codeChallenge: string; seconds: number },
): Promise<void> {
  await sql`
    INSERT INTO authorization_codes (hash, user_id, code_challenge, expires_at)
    VALUES (${code.hash}, ${code.userId}, ${code.codeChallenge}, now() + make_interval(secs => ${code.seconds}))`.execute(db);
}

/** Consumes a code and assigns it to a sign-in. Returns undefined when it is unknown, expired or already used. */
export async function takeCode(
  db: Db,
  hash: Buffer,
  signInId: string,
): Promise<{ userId: string; codeChallenge: string } | undefined> {
  const { rows } = await sql<{ userId: string; codeChallenge: string }>`
    UPDATE authorization_codes SET sign_in_id = ${signInId}
    WHERE hash = ${hash} AND sign_in_id IS NULL AND expires_at > now()
    RETURNING user_id AS "userId", code_challenge AS "codeChallenge"`.execute(db);
  return rows[0];
}

/** Deletes the sign-in that a code created. */
export async function endSignInOfCode(db: Db, hash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM sign_ins WHERE id = (SELECT sign_in_id FROM authorization_codes WHERE hash = ${hash})`.execute(db);
  return numAffectedRows === 1n;
}

/** Codes are kept for a day after their use, to detect replays. */
export async function deleteExpiredSignIns(db: Db): Promise<void> {
  await sql`DELETE FROM login_attempts WHERE expires_at < now()`.execute(db);
  await sql`DELETE FROM authorization_codes WHERE expires_at < now() - interval '1 day'`.execute(db);
}

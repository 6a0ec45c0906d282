import { sql } from 'kysely';
import type { Db, Transaction } from '../../platform/postgres/database.ts';

/** Lets concurrent requests for an address wait for each other, so that their codes are counted one after the other. */
export async function lockCodes(tx: Transaction, projectId: string, email: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`end user code ${projectId} ${email}`}, 0))`.execute(tx);
}

const codesOfLastHour = (projectId: string, email: string) =>
  sql`FROM end_user_codes WHERE project_id = ${projectId} AND email = ${email} AND created_at > now() - interval '1 hour'`;

interface NewCode {
  projectId: string;
  attemptHash: Buffer;
  codeHash: Buffer;
  email: string;
  networkHash: Buffer;
}

/**
 * Inserts a code. Returns false when, within the last hour, the address had `max` codes for requests of this network, or `maxOfAll` for
 * requests of all networks. Requires `lockCodes`.
 */
export async function insertCode(
  tx: Transaction,
  { projectId, attemptHash, codeHash, email, networkHash }: NewCode,
  { max, maxOfAll }: { max: number; maxOfAll: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO end_user_codes (project_id, attempt_hash, code_hash, email, network_hash)
    SELECT ${projectId}, ${attemptHash}, ${codeHash}, ${email}, ${networkHash}
    WHERE (SELECT count(*) ${codesOfLastHour(projectId, email)} AND network_hash = ${networkHash}) < ${max}
      AND (SELECT count(*) ${codesOfLastHour(projectId, email)}) < ${maxOfAll}`.execute(tx);
  return numAffectedRows === 1n;
}

/**
 * Counts an attempt to enter the code, and removes the code if it is right, in one statement: of concurrent attempts, one succeeds. Returns
 * the address of a right code while attempts are left.
 */
export async function takeCode(
  db: Db,
  projectId: string,
  { attemptHash, codeHash, minutes, maxTries }: { attemptHash: Buffer; codeHash: Buffer; minutes: number; maxTries: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string; is_right: boolean }>`
    WITH before AS (
      SELECT attempt_hash, email, code_hash = ${codeHash} AS is_right FROM end_user_codes
      WHERE project_id = ${projectId} AND attempt_hash = ${attemptHash} AND code_hash IS NOT NULL
        AND created_at > now() - make_interval(mins => ${minutes}) AND tries < ${maxTries}
      FOR UPDATE
    )
    UPDATE end_user_codes c SET tries = tries + 1, code_hash = CASE WHEN before.is_right THEN NULL ELSE code_hash END
    FROM before WHERE c.project_id = ${projectId} AND c.attempt_hash = before.attempt_hash
    RETURNING before.email, before.is_right`.execute(db);
  return rows[0]?.is_right ? rows[0].email : undefined;
}

/** Deletes codes of all projects that are not counted anymore. */
export async function deleteOldCodes(db: Db): Promise<void> {
  await sql`/* all projects */ DELETE FROM end_user_codes WHERE created_at <= now() - interval '1 hour'`.execute(db);
}

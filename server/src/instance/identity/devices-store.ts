import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { Tables } from '../tables.ts';

export interface WaitingDevice extends Pick<
  Tables['device_authorizations'],
  'user_code' | 'client_id' | 'created_at' | 'expires_at'
> {}

/** Returns false when the user code is taken. */
export async function insertDevice(
  db: Db,
  device: { deviceHash: Buffer; userCode: string; clientId?: string; intervalSeconds: number; seconds: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO device_authorizations (device_hash, user_code, client_id, interval_seconds, expires_at)
    VALUES (${device.deviceHash}, ${device.userCode}, ${device.clientId ?? null}, ${device.intervalSeconds}, now() + make_interval(secs => ${device.seconds}))
    ON CONFLICT (user_code) DO NOTHING`.execute(db);
  return numAffectedRows === 1n;
}

const isWaiting = sql`user_id IS NULL AND expires_at > now()`;

export async function findWaitingDevice(db: Db, userCode: string): Promise<WaitingDevice | undefined> {
  const { rows } = await sql<WaitingDevice>`
    SELECT user_code, client_id, created_at, expires_at FROM device_authorizations WHERE user_code = ${userCode} AND ${isWaiting}`.execute(
    db,
  );
  return rows[0];
}

/** Stores the decision once. Returns false when no device is waiting with this code. */
export async function decideDevice(
  db: Db,
  { userCode, userId, allow }: { userCode: string; userId: string; allow: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE device_authorizations SET user_id = ${userId}, denied = ${!allow} WHERE user_code = ${userCode} AND ${isWaiting}`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/** Deletes and returns an approved device. */
export async function takeAllowedDevice(
  db: Db,
  deviceHash: Buffer,
): Promise<{ userId: string; clientId: string | null } | undefined> {
  const { rows } = await sql<{ userId: string; clientId: string | null }>`
    DELETE FROM device_authorizations WHERE device_hash = ${deviceHash} AND user_id IS NOT NULL AND NOT denied AND expires_at > now()
    RETURNING user_id AS "userId", client_id AS "clientId"`.execute(db);
  return rows[0];
}

export interface Poll {
  denied: boolean;
  is_expired: boolean;
  is_too_soon: boolean;
}

/** Records a poll. Polling too fast adds 5 seconds to the interval (RFC 8628, 3.5); half a second is tolerated. */
export async function notePoll(db: Db, deviceHash: Buffer): Promise<Poll | undefined> {
  const { rows } = await sql<Poll>`
    WITH before AS (
      SELECT device_hash, denied, expires_at <= now() AS is_expired,
        coalesce(polled_at + make_interval(secs => interval_seconds - 0.5) > now(), false) AS is_too_soon
      FROM device_authorizations WHERE device_hash = ${deviceHash} FOR UPDATE
    )
    UPDATE device_authorizations d SET polled_at = now(), interval_seconds = d.interval_seconds + CASE WHEN before.is_too_soon THEN 5 ELSE 0 END
    FROM before WHERE d.device_hash = before.device_hash
    RETURNING before.denied, before.is_expired, before.is_too_soon`.execute(db);
  return rows[0];
}

/** Expired devices are kept for a day, so that polls can report the expiry. */
export async function deleteExpiredDevices(db: Db): Promise<void> {
  await sql`DELETE FROM device_authorizations WHERE expires_at < now() - interval '1 day'`.execute(db);
}

import type { DeliveryStatus } from '@earshot/contract/instance/values';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import { descending, type PageRows, readPage, timeKey, uuidKey } from '../../platform/postgres/paging.ts';
import type { Tables } from '../tables.ts';

export interface Delivery extends Pick<
  Tables['webhook_deliveries'],
  | 'project_id'
  | 'id'
  | 'endpoint_id'
  | 'event_id'
  | 'type'
  | 'body'
  | 'status'
  | 'attempt_count'
  | 'next_attempt_at'
  | 'replayed_at'
  | 'attempts_before_replay'
  | 'created_at'
  | 'updated_at'
> {
  status: DeliveryStatus;
  /** Time of the last replay, and the number of attempts before it. */
  replayed_at: Date | null;
}

export interface Attempt extends Pick<
  Tables['webhook_attempts'],
  'id' | 'url' | 'request_headers' | 'status_code' | 'response_headers' | 'response_body' | 'error' | 'duration_ms' | 'created_at'
> {
  request_headers: Record<string, string>;
  response_headers: Record<string, string>;
}

export type NewDelivery = Pick<Delivery, 'id' | 'endpoint_id' | 'event_id' | 'type' | 'body'>;

export async function insertDeliveries(tx: Transaction, projectId: string, deliveries: NewDelivery[]): Promise<void> {
  await sql`
    INSERT INTO webhook_deliveries (project_id, id, endpoint_id, event_id, type, body, next_attempt_at)
    SELECT ${projectId}, d.id, d.endpoint_id, d.event_id, d.type, d.body, now()
    FROM jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) AS d (id uuid, endpoint_id uuid, event_id uuid, type text, body text)`.execute(
    tx,
  );
}

export async function findDelivery(db: Db, projectId: string, id: string): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`SELECT * FROM webhook_deliveries WHERE project_id = ${projectId} AND id = ${id}`.execute(
    db,
  );
  return rows[0];
}

export async function lockDelivery(tx: Transaction, projectId: string, id: string): Promise<Delivery | undefined> {
  const { rows } =
    await sql<Delivery>`SELECT * FROM webhook_deliveries WHERE project_id = ${projectId} AND id = ${id} FOR UPDATE`.execute(tx);
  return rows[0];
}

export async function updateDelivery(tx: Transaction, delivery: Delivery): Promise<void> {
  await sql`
    UPDATE webhook_deliveries SET status = ${delivery.status}, attempt_count = ${delivery.attempt_count},
      next_attempt_at = ${delivery.next_attempt_at}, updated_at = now()
    WHERE project_id = ${delivery.project_id} AND id = ${delivery.id}`.execute(tx);
}

export async function insertAttempt(tx: Transaction, { project_id, id }: Delivery, attempt: Attempt): Promise<void> {
  await sql`
    INSERT INTO webhook_attempts (project_id, delivery_id, id, url, request_headers, status_code, response_headers, response_body, error,
      duration_ms, created_at)
    VALUES (${project_id}, ${id}, ${attempt.id}, ${attempt.url}, ${JSON.stringify(attempt.request_headers)}, ${attempt.status_code},
      ${JSON.stringify(attempt.response_headers)}, ${attempt.response_body}, ${attempt.error}, ${attempt.duration_ms},
      ${attempt.created_at})`.execute(tx);
}

/** Returns the attempts of a delivery, latest first. */
export async function listAttempts(db: Db, projectId: string, deliveryId: string): Promise<Attempt[]> {
  const { rows } = await sql<Attempt>`
    SELECT * FROM webhook_attempts WHERE project_id = ${projectId} AND delivery_id = ${deliveryId} ORDER BY id DESC`.execute(db);
  return rows;
}

/** Returns whether the endpoint accepted any delivery since a time. */
export async function hasSucceededSince(tx: Transaction, projectId: string, endpointId: string, since: Date): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT EXISTS (
      SELECT FROM webhook_deliveries
      WHERE project_id = ${projectId} AND endpoint_id = ${endpointId} AND status = 'succeeded' AND updated_at >= ${since}
    ) AS exists`.execute(tx);
  return rows[0]?.exists ?? false;
}

/** Selection of deliveries that are sent again. */
export interface ReplayFilter {
  since: string;
  until: string | undefined;
  statuses: readonly DeliveryStatus[];
  /** Event types. All types when empty. */
  types: readonly string[];
  /** Event type that is never sent again. */
  except: string;
}

/** Locks and returns up to `limit` deliveries of an endpoint, oldest first. */
export async function lockDeliveries(
  tx: Transaction,
  projectId: string,
  endpointId: string,
  { since, until, statuses, types, except, limit }: ReplayFilter & { limit: number },
): Promise<Pick<Delivery, 'id' | 'attempt_count'>[]> {
  const { rows } = await sql<Pick<Delivery, 'id' | 'attempt_count'>>`
    SELECT id, attempt_count FROM webhook_deliveries
    WHERE project_id = ${projectId} AND endpoint_id = ${endpointId} AND created_at >= ${since}::timestamptz
      AND created_at < ${until ?? 'infinity'}::timestamptz AND status = ANY(${statuses}::text[]) AND type <> ${except}
      ${types.length ? sql`AND type = ANY(${types}::text[])` : sql``}
    ORDER BY created_at, id LIMIT ${limit} FOR UPDATE`.execute(tx);
  return rows;
}

/** Makes deliveries pending, as if they were new. */
export async function resetDeliveries(tx: Transaction, projectId: string, ids: string[]): Promise<void> {
  await sql`
    UPDATE webhook_deliveries SET status = 'pending', next_attempt_at = now(), replayed_at = now(),
      attempts_before_replay = attempt_count, updated_at = now()
    WHERE project_id = ${projectId} AND id = ANY(${ids}::uuid[])`.execute(tx);
}

/** Returns deliveries of an endpoint, newest first. */
export const listDeliveries = (
  db: Db,
  projectId: string,
  endpointId: string,
  { status, type, ...rows }: { status?: DeliveryStatus; type?: string } & PageRows,
) =>
  readPage<Delivery>(db, {
    columns: sql`webhook_deliveries.*`,
    source: sql`webhook_deliveries WHERE project_id = ${projectId} AND endpoint_id = ${endpointId}
      ${status ? sql`AND status = ${status}` : sql``} ${type === undefined ? sql`` : sql`AND type = ${type}`}`,
    order: descending(timeKey(sql`created_at`), uuidKey(sql`id`)),
    rows,
  });

/** Deletes completed deliveries with their attempts. */
export async function deleteOldDeliveries(
  db: Db,
  projectId: string,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM webhook_deliveries WHERE project_id = ${projectId} AND id IN (
      SELECT id FROM webhook_deliveries
      WHERE project_id = ${projectId} AND status <> 'pending' AND created_at < now() - make_interval(days => ${days}) LIMIT ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows);
}

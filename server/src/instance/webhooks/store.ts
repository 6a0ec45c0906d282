import type { WebhookFormat } from '@earshot/contract/instance/webhook-formats';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import { descending, type PageRows, readPage, timeKey, uuidKey } from '../../platform/postgres/paging.ts';
import type { Tables } from '../tables.ts';

export interface Endpoint extends Pick<
  Tables['webhook_endpoints'],
  | 'project_id'
  | 'id'
  | 'url'
  | 'description'
  | 'types'
  | 'format'
  | 'statuses'
  | 'tags'
  | 'min_votes'
  | 'enabled'
  | 'disabled_reason'
  | 'include_personal_data'
  | 'include_internal_notes'
  | 'secret'
  | 'previous_secret'
  | 'created_at'
  | 'updated_at'
> {
  format: WebhookFormat;
  /** The previous secret, while it still signs too. */
  previous_secret: string | null;
}

/** Properties of an endpoint that a team sets. */
export type EndpointSettings = Pick<
  Endpoint,
  | 'url'
  | 'description'
  | 'types'
  | 'format'
  | 'statuses'
  | 'tags'
  | 'min_votes'
  | 'include_personal_data'
  | 'include_internal_notes'
>;

export type NewEndpoint = EndpointSettings & Pick<Endpoint, 'id' | 'secret'>;

const columns = sql`e.project_id, e.id, e.url, e.description, e.types, e.format, e.statuses, e.tags, e.min_votes,
  e.enabled, e.disabled_reason, e.include_personal_data, e.include_internal_notes, e.secret,
  CASE WHEN e.previous_secret_expires_at > now() THEN e.previous_secret END AS previous_secret, e.created_at, e.updated_at`;

export async function insertEndpoint(db: Db, projectId: string, endpoint: NewEndpoint): Promise<void> {
  await sql`
    INSERT INTO webhook_endpoints (project_id, id, url, description, types, format, statuses, tags, min_votes,
      include_personal_data, include_internal_notes, secret)
    VALUES (${projectId}, ${endpoint.id}, ${endpoint.url}, ${endpoint.description}, ${endpoint.types}, ${endpoint.format},
      ${endpoint.statuses}, ${endpoint.tags}, ${endpoint.min_votes}, ${endpoint.include_personal_data}, ${endpoint.include_internal_notes}, ${endpoint.secret})`.execute(
    db,
  );
}

export async function findEndpoint(db: Db, projectId: string, id: string): Promise<Endpoint | undefined> {
  const { rows } =
    await sql<Endpoint>`SELECT ${columns} FROM webhook_endpoints e WHERE e.project_id = ${projectId} AND e.id = ${id}`.execute(
      db,
    );
  return rows[0];
}

export async function findEndpoints(db: Db, projectId: string, ids: string[]): Promise<Endpoint[]> {
  const { rows } = await sql<Endpoint>`
    SELECT ${columns} FROM webhook_endpoints e WHERE e.project_id = ${projectId} AND e.id = ANY(${ids}::uuid[])`.execute(db);
  return rows;
}

export async function lockEndpoint(tx: Transaction, projectId: string, id: string): Promise<Endpoint | undefined> {
  const { rows } = await sql<Endpoint>`
    SELECT ${columns} FROM webhook_endpoints e WHERE e.project_id = ${projectId} AND e.id = ${id} FOR UPDATE`.execute(tx);
  return rows[0];
}

/** Returns the project of an endpoint, for session requests that name the endpoint only. */
export async function findProjectId(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`SELECT project_id FROM webhook_endpoints WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

/** Returns the enabled endpoints of a project, which subscribe to different types of events. */
export async function findListeners(tx: Transaction, projectId: string): Promise<Endpoint[]> {
  const { rows } =
    await sql<Endpoint>`SELECT ${columns} FROM webhook_endpoints e WHERE e.project_id = ${projectId} AND e.enabled`.execute(tx);
  return rows;
}

/** Returns the endpoints of a project, newest first. */
export const listEndpoints = (db: Db, projectId: string, rows: PageRows) =>
  readPage<Endpoint>(db, {
    columns,
    source: sql`webhook_endpoints e WHERE e.project_id = ${projectId}`,
    order: descending(timeKey(sql`e.created_at`), uuidKey(sql`e.id`)),
    rows,
  });

export type EndpointChange = Partial<EndpointSettings & Pick<Endpoint, 'enabled'>>;

/** Updates the given fields. Enabling an endpoint clears the reason why it was disabled. */
export async function updateEndpoint(db: Db, projectId: string, id: string, change: EndpointChange): Promise<void> {
  await sql`
    UPDATE webhook_endpoints SET url = coalesce(${change.url ?? null}, url), description = coalesce(${change.description ?? null}, description),
      types = coalesce(${change.types ?? null}::text[], types), format = coalesce(${change.format ?? null}, format),
      statuses = coalesce(${change.statuses ?? null}::text[], statuses), tags = coalesce(${change.tags ?? null}::text[], tags),
      min_votes = coalesce(${change.min_votes ?? null}, min_votes), enabled = coalesce(${change.enabled ?? null}, enabled),
      include_personal_data = coalesce(${change.include_personal_data ?? null}, include_personal_data),
      include_internal_notes = coalesce(${change.include_internal_notes ?? null}, include_internal_notes),
      disabled_reason = CASE WHEN ${change.enabled ?? null}::boolean IS NULL THEN disabled_reason END, updated_at = now()
    WHERE project_id = ${projectId} AND id = ${id}`.execute(db);
}

/** Returns false when the endpoint was already disabled. */
export async function disableEndpoint(tx: Transaction, projectId: string, id: string, reason: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE webhook_endpoints SET enabled = false, disabled_reason = ${reason}, updated_at = now()
    WHERE project_id = ${projectId} AND id = ${id} AND enabled`.execute(tx);
  return numAffectedRows === 1n;
}

/** Sets a new secret. The previous one stays valid for `graceSeconds`. */
export async function replaceSecret(
  db: Db,
  projectId: string,
  id: string,
  { secret, graceSeconds }: { secret: string; graceSeconds: number },
): Promise<void> {
  await sql`
    UPDATE webhook_endpoints SET previous_secret = secret, previous_secret_expires_at = now() + make_interval(secs => ${graceSeconds}),
      secret = ${secret}, updated_at = now()
    WHERE project_id = ${projectId} AND id = ${id}`.execute(db);
}

/**
 * Reserves the next time at which a chat service accepts a message of an endpoint, `intervalMs` after the one before. Returns null when
 * it is now, and undefined when the endpoint does not exist.
 */
export async function reserveSlot(
  tx: Transaction,
  { project_id, id }: Pick<Endpoint, 'project_id' | 'id'>,
  intervalMs: number,
): Promise<Date | null | undefined> {
  const { rows } = await sql<{ slot: Date | null }>`
    UPDATE webhook_endpoints SET next_slot_at = greatest(next_slot_at, now()) + ${intervalMs} * interval '1 ms'
    WHERE project_id = ${project_id} AND id = ${id}
    RETURNING nullif(next_slot_at - ${intervalMs} * interval '1 ms', now()) AS slot`.execute(tx);
  return rows[0]?.slot;
}

export async function deleteEndpoint(db: Db, projectId: string, id: string): Promise<void> {
  await sql`DELETE FROM webhook_endpoints WHERE project_id = ${projectId} AND id = ${id}`.execute(db);
}

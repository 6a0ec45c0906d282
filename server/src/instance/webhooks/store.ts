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
  | 'enabled'
  | 'disabled_reason'
  | 'include_personal_data'
  | 'secret'
  | 'previous_secret'
  | 'created_at'
  | 'updated_at'
> {
  /** The previous secret, while it still signs too. */
  previous_secret: string | null;
}

export type NewEndpoint = Pick<Endpoint, 'id' | 'url' | 'description' | 'types' | 'include_personal_data' | 'secret'>;

const columns = sql`e.project_id, e.id, e.url, e.description, e.types, e.enabled, e.disabled_reason, e.include_personal_data, e.secret,
  CASE WHEN e.previous_secret_expires_at > now() THEN e.previous_secret END AS previous_secret, e.created_at, e.updated_at`;

export async function insertEndpoint(db: Db, projectId: string, endpoint: NewEndpoint): Promise<void> {
  await sql`
    INSERT INTO webhook_endpoints (project_id, id, url, description, types, include_personal_data, secret)
    VALUES (${projectId}, ${endpoint.id}, ${endpoint.url}, ${endpoint.description}, ${endpoint.types},
      ${endpoint.include_personal_data}, ${endpoint.secret})`.execute(db);
}

export async function findEndpoint(db: Db, projectId: string, id: string): Promise<Endpoint | undefined> {
  const { rows } =
    await sql<Endpoint>`SELECT ${columns} FROM webhook_endpoints e WHERE e.project_id = ${projectId} AND e.id = ${id}`.execute(
      db,
    );
  return rows[0];
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

export type EndpointChange = Partial<Pick<Endpoint, 'url' | 'description' | 'types' | 'enabled' | 'include_personal_data'>>;

/** Updates the given fields. Enabling an endpoint clears the reason why it was disabled. */
export async function updateEndpoint(db: Db, projectId: string, id: string, change: EndpointChange): Promise<void> {
  await sql`
    UPDATE webhook_endpoints SET url = coalesce(${change.url ?? null}, url), description = coalesce(${change.description ?? null}, description),
      types = coalesce(${change.types ?? null}::text[], types), enabled = coalesce(${change.enabled ?? null}, enabled),
      include_personal_data = coalesce(${change.include_personal_data ?? null}, include_personal_data),
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

export async function deleteEndpoint(db: Db, projectId: string, id: string): Promise<void> {
  await sql`DELETE FROM webhook_endpoints WHERE project_id = ${projectId} AND id = ${id}`.execute(db);
}

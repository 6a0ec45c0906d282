import { sql } from 'kysely';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import { type ExportPage, mentions, namesAny, type Person } from '../../platform/postgres/person.ts';
import type { Delivery } from './deliveries-store.ts';

const TEXTS_OF_ATTEMPTS = sql`concat_ws(' ', a.url, a.request_headers::text, a.response_headers::text, a.response_body, a.error)`;

const isAbout = (projectId: string, person: Person, ids: string[]) => sql`(
  ${mentions(sql`d.body`, person)} OR ${namesAny(sql`d.body`, ids)}
  OR EXISTS (SELECT FROM webhook_attempts a
    WHERE a.project_id = ${projectId} AND a.delivery_id = d.id
      AND (${mentions(TEXTS_OF_ATTEMPTS, person)} OR ${namesAny(TEXTS_OF_ATTEMPTS, ids)})))`;

/** Returns deliveries that contain an address of the person. */
export async function findPersonDeliveries(
  db: Db,
  projectId: string,
  person: Person,
  { limit, offset }: ExportPage,
): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    SELECT d.* FROM webhook_deliveries d WHERE d.project_id = ${projectId} AND ${isAbout(projectId, person, [])}
    ORDER BY d.id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

/** Deletes deliveries, including pending ones, that contain an address of the person or the id of one of their records. */
export async function deletePersonDeliveries(tx: Transaction, projectId: string, person: Person, ids: string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM webhook_deliveries d WHERE d.project_id = ${projectId} AND ${isAbout(projectId, person, ids)}`.execute(tx);
  return Number(numAffectedRows);
}

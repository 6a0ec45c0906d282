import type { DOMAIN_STATES } from '@earshot/contract/instance/domains';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { Tables } from '../tables.ts';

export interface CustomDomain extends Pick<
  Tables['project_domains'],
  'project_id' | 'domain' | 'state' | 'checked_at' | 'verified_at' | 'missing_since' | 'error'
> {
  state: (typeof DOMAIN_STATES)[number];
  /** Time of the last check that found the record. */
  verified_at: Date | null;
  /** Time of the first check since then that did not find it, while the domain is served. */
  missing_since: Date | null;
}

const columns = sql`project_id, domain, state, checked_at, verified_at, missing_since, error`;
const isServed = sql`state IN ('verified', 'failing')`;

export async function findDomain(db: Db, projectId: string): Promise<CustomDomain | undefined> {
  const { rows } = await sql<CustomDomain>`SELECT ${columns} FROM project_domains WHERE project_id = ${projectId}`.execute(db);
  return rows[0];
}

/** Sets the unverified domain of a project. Returns false when the domain is unchanged, which keeps its state. */
export async function claimDomain(db: Db, projectId: string, domain: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO project_domains (project_id, domain) VALUES (${projectId}, ${domain})
    ON CONFLICT (project_id) DO UPDATE SET domain = excluded.domain, state = 'pending', checked_at = NULL, verified_at = NULL,
      missing_since = NULL, error = NULL
    WHERE project_domains.domain <> excluded.domain`.execute(db);
  return numAffectedRows === 1n;
}

export async function deleteDomain(db: Db, projectId: string): Promise<void> {
  await sql`DELETE FROM project_domains WHERE project_id = ${projectId}`.execute(db);
}

/** Counts a check that a member causes. Returns the count in the current hour, and the seconds left. */
export async function countCheck(db: Db, projectId: string): Promise<{ count: number; seconds: number }> {
  const isOver = sql`c.started_at <= now() - interval '1 hour'`;
  const { rows } = await sql<{ count: number; seconds: number }>`
    INSERT INTO project_domain_checks AS c (project_id) VALUES (${projectId})
    ON CONFLICT (project_id) DO UPDATE SET count = CASE WHEN ${isOver} THEN 1 ELSE c.count + 1 END,
      started_at = CASE WHEN ${isOver} THEN now() ELSE c.started_at END
    RETURNING count, ceil(extract(epoch FROM started_at + interval '1 hour' - now()))::int AS seconds`.execute(db);
  return rows[0] as { count: number; seconds: number };
}

const DOMAIN_LOCK = 0x65_61_72_64;

/** Locks a domain name until the transaction ends, so that only one of several projects can verify it. */
export async function lockDomain(tx: Db, domain: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${DOMAIN_LOCK}, hashtext(${domain}))`.execute(tx);
}

export async function lockProjectDomain(tx: Db, projectId: string): Promise<CustomDomain | undefined> {
  const { rows } = await sql<CustomDomain>`
    SELECT ${columns} FROM project_domains WHERE project_id = ${projectId} FOR UPDATE`.execute(tx);
  return rows[0];
}

export async function updateDomain(
  tx: Db,
  { project_id, state, checked_at, verified_at, missing_since, error }: Omit<CustomDomain, 'domain'>,
): Promise<void> {
  await sql`
    UPDATE project_domains SET state = ${state}, checked_at = ${checked_at}, verified_at = ${verified_at},
      missing_since = ${missing_since}, error = ${error}
    WHERE project_id = ${project_id}`.execute(tx);
}

/** Returns the project that serves a domain. */
export async function findServingProject(db: Db, domain: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`
    SELECT project_id FROM project_domains WHERE domain = ${domain} AND ${isServed}`.execute(db);
  return rows[0]?.project_id;
}

/** Returns the domains of all projects, for scheduled checks. */
export async function listDomains(db: Db): Promise<Pick<CustomDomain, 'project_id' | 'domain'>[]> {
  const { rows } = await sql<Pick<CustomDomain, 'project_id' | 'domain'>>`
    /* all projects */ SELECT project_id, domain FROM project_domains ORDER BY project_id`.execute(db);
  return rows;
}

/** Returns the project slug for each served domain of the instance. */
export async function listServedDomains(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ slug: string; domain: string }>`
    /* all projects */ SELECT p.slug, d.domain FROM project_domains d JOIN projects p ON p.id = d.project_id WHERE ${isServed}`.execute(
    db,
  );
  return new Map(rows.map(({ slug, domain }) => [domain, slug]));
}

import type { CredentialKind, LoggedMethod } from '@earshot/contract/instance/values';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import { descending, type PageRows, readPage, timeKey, uuidKey } from '../../platform/postgres/paging.ts';

export interface LogEntry {
  project_id: string;
  /** UUID of the request id. */
  request_id: string;
  method: LoggedMethod;
  path: string;
  status: number;
  code: string | null;
  duration_ms: number;
  credential: CredentialKind | null;
  credential_name: string | null;
  /** Number of requests that the entry stands for. */
  count: number;
  created_at: Date;
}

/** Inserts entries, except those of projects that do not exist. Entries that exist already are skipped, so that a retry is safe. */
export async function insertEntries(db: Db, entries: LogEntry[]): Promise<void> {
  await sql`
    INSERT INTO request_log (project_id, request_id, method, path, status, code, duration_ms, credential, credential_name, count, created_at)
    SELECT e.* FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS e (project_id uuid, request_id uuid, method text, path text,
      status smallint, code text, duration_ms real, credential text, credential_name text, count integer, created_at timestamptz)
    WHERE EXISTS (SELECT FROM projects p WHERE p.id = e.project_id)
    ON CONFLICT DO NOTHING`.execute(db);
}

export interface LogFilter {
  /** A status such as `404`, or a class such as `4xx`. */
  status?: string;
  method?: string;
  code?: string;
  credential?: string;
  /** `dashboard` for requests of a sign-in, `programs` for all others. */
  client?: 'programs' | 'dashboard';
  /** A part of the path, or the beginning of a request id. */
  q?: string;
  since?: string;
  until?: string;
}

/** Returns entries of a project, newest first. */
export const listEntries = (
  db: Db,
  projectId: string,
  { status, method, code, credential, client, q, since, until }: LogFilter,
  rows: PageRows,
) =>
  readPage<LogEntry>(db, {
    columns: sql`project_id, request_id, method, path, status, code, duration_ms, credential, credential_name, count, created_at`,
    source: sql`request_log WHERE project_id = ${projectId}
      ${status === undefined ? sql`` : hasStatus(status)}
      ${method === undefined ? sql`` : sql`AND method = ${method}`}
      ${code === undefined ? sql`` : sql`AND status >= 400 AND code = ${code}`}
      ${credential === undefined ? sql`` : sql`AND credential = ${credential}`}
      ${client === undefined ? sql`` : sql`AND (credential = 'session') IS ${client === 'dashboard' ? sql`TRUE` : sql`NOT TRUE`}`}
      ${q === undefined ? sql`` : sql`AND (position(lower(${q}) IN lower(path)) > 0 OR starts_with('req_' || request_id::text, ${q}))`}
      ${since === undefined ? sql`` : sql`AND created_at >= ${since}::timestamptz`}
      ${until === undefined ? sql`` : sql`AND created_at < ${until}::timestamptz`}`,
    order: descending(timeKey(sql`created_at`), uuidKey(sql`request_id`)),
    rows,
  });

/** Returns the condition of a status or class. The literal lets PostgreSQL use the index of errors. */
function hasStatus(status: string): RawBuilder<unknown> {
  const [first, last] = status.endsWith('xx')
    ? [Number(status[0]) * 100, Number(status[0]) * 100 + 99]
    : [Number(status), Number(status)];
  return sql`AND status BETWEEN ${first} AND ${last} ${first >= 400 ? sql`AND status >= 400` : sql``}`;
}

/** Deletes up to `limit` entries older than `days` days. Returns the number of deleted entries. */
export async function deleteOldEntries(db: Db, { days, limit }: { days: number; limit: number }): Promise<number> {
  const { numAffectedRows } = await sql`
    /* all projects */ DELETE FROM request_log WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM request_log WHERE created_at < now() - make_interval(days => ${days}) LIMIT ${limit}))`.execute(db);
  return Number(numAffectedRows);
}

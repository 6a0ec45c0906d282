import { findIdentities, findPeople } from '../../../instance/directory/store.ts';
import { formatId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { PageOf, PageRows } from '../../../platform/postgres/paging.ts';
import type { ReportDeps, ReportQuery } from '../query/report-query.ts';
import { selectUsers, selectUserVisits, type UserSort } from './sql/user-statements.ts';

type Listed<T> = PageOf<T> & { total: number };

interface FoundRow {
  total: number;
  key: string;
  position_text: string;
}

interface FoundUser extends FoundRow {
  first_seen_at: string;
  last_seen_at: string;
  visit_count: number;
  page_views: number;
  events: number;
}

interface FoundVisit extends FoundRow {
  user_id: string;
  started_at: string;
  ended_at: string;
  page_views: number;
  events: number;
  entry_page: string;
  exit_page: string;
  source: string;
  country: string;
  device: string;
  browser: string;
  os: string;
}

/** Returns a page of the users with visits in a period. */
export async function listUsers({ db, clickhouse }: ReportDeps, query: ReportQuery, sort: UserSort, page: PageRows) {
  const read = await clickhouse.query<FoundUser>(selectUsers(query, sort, page));
  const found = toPage(read, page);
  const describe = await describeUsers(
    db,
    query.projectId,
    found.rows.map(({ key }) => key),
  );
  return {
    ...found,
    rows: found.rows.map(({ key, first_seen_at, last_seen_at, visit_count, page_views, events }) => ({
      ...describe(key),
      first_seen_at,
      last_seen_at,
      visits: visit_count,
      page_views,
      events,
    })),
  };
}

/** Returns a page of the visits of users in a period, the latest first. */
export async function listUserVisits({ db, clickhouse }: ReportDeps, query: ReportQuery, page: PageRows) {
  const read = await clickhouse.query<FoundVisit>(selectUserVisits(query, page));
  const found = toPage(read, page);
  const describe = await describeUsers(
    db,
    query.projectId,
    found.rows.map(({ user_id }) => user_id),
  );
  return {
    ...found,
    rows: found.rows.map(
      ({ user_id, started_at, ended_at, page_views, events, entry_page, exit_page, source, country, device, browser, os }) => ({
        ...describe(user_id),
        started_at,
        ended_at,
        page_views,
        events,
        entry_page,
        exit_page,
        source,
        country,
        device,
        browser,
        os,
      }),
    ),
  };
}

function toPage<T extends FoundRow>(read: T[], { limit }: PageRows): Listed<T> {
  const rows = read.slice(0, limit);
  const last = rows.at(-1);
  return { rows, total: last?.total ?? 0, next: last && read.length > limit ? [last.position_text, last.key] : null };
}

/** Returns a function that names the person of each of some user ids. */
async function describeUsers(db: Db, projectId: string, userIds: string[]) {
  const identities = await findIdentities(db, projectId, { userIds: [...new Set(userIds)], emails: [] });
  const ids = new Map(identities.map(({ value, person_id }) => [value, person_id]));
  const people = await findPeople(db, projectId, [...new Set(ids.values())]);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return (userId: string) => {
    const id = ids.get(userId);
    return { user_id: userId, person_id: id === undefined ? null : formatId('per', id), name: (id && names.get(id)) ?? null };
  };
}

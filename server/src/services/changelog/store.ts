import type { Announcement, ChangelogStatus, ChangelogType } from '@earshot/contract/services/changelog/values';
import { type RawBuilder, sql } from 'kysely';
import { buildMatchLevels, buildQuery, buildTagQuery } from '../../platform/text/lexemes.ts';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import {
  countRows,
  descending,
  integerKey,
  type PageOf,
  type PageRows,
  readRows,
  timeKey,
  uuidKey,
} from '../../platform/postgres/paging.ts';
import { rankMatch } from '../../platform/text/ranking.ts';
import type { SearchedTable } from '../../platform/text/reanalysis.ts';
import { EVERYONE, type Reader } from '../../instance/end-users/readers.ts';
import { isForReader, type Place } from './audience/audience-store.ts';
import { figureColumns, type ReactionCounts } from './reactions/reactions-store.ts';
import type { Tables } from './tables.ts';

export interface Entry extends Pick<
  Tables['changelog_entries'],
  | 'project_id'
  | 'id'
  | 'title'
  | 'slug'
  | 'content'
  | 'content_html'
  | 'version'
  | 'type'
  | 'tags'
  | 'status'
  | 'published_at'
  | 'scheduled_at'
  | 'feedback_ids'
  | 'created_at'
  | 'updated_at'
  | 'external_id'
  | 'segment_id'
  | 'pages'
  | 'languages'
  | 'window_days'
  | 'image_url'
  | 'image_alt'
  | 'announcement_ends_at'
> {
  announcement: Announcement | null;
  /** Reactions of readers. Undefined for an entry that was just created. */
  reactions?: Partial<ReactionCounts>;
  view_count?: number;
  /** Event or page that shows that the release is used. */
  success: { event?: string; page?: string } | null;
  type: ChangelogType;
  status: ChangelogStatus;
}

type Texts = Pick<Entry, 'title' | 'content' | 'version' | 'tags'>;

/** Texts of entries that searches find. */
export const SEARCHED_ENTRIES = {
  table: 'changelog_entries',
  columns: ['title', 'content', 'version', 'tags'],
  toText: ({ title, content, version, tags }: Texts) => ({ title, text: `${content} ${version ?? ''}`, tags }),
} satisfies SearchedTable<Texts>;

export interface Filter {
  status?: ChangelogStatus;
  type?: ChangelogType;
  tag?: string;
  external_id?: string;
  /** Whether widgets announce the entry now. */
  announced?: boolean;
  /** Segments whose entries the reader may see, in addition to those for everyone. Undefined for members, who see all. */
  segmentIds?: string[];
  /** Reader for whom entries must be. Undefined for all entries. */
  place?: Place | undefined;
  /** In ISO 8601. */
  published_after?: string;
  published_before?: string;
  q?: string;
}

export const columns = sql`e.project_id, e.id, e.title, e.slug, e.content, e.content_html, e.version, e.type, e.tags, e.status, e.published_at,
  e.scheduled_at, e.feedback_ids, e.created_at, e.updated_at, e.external_id, e.segment_id, e.pages, e.languages, e.success, e.window_days,
  e.image_url, e.image_alt, e.announcement, e.announcement_ends_at, ${figureColumns}`;

/** Fields of an entry for everyone, without a cover and an announcement, whose adoption is not measured, with the default window. */
export const WITHOUT_SUCCESS = {
  pages: [],
  languages: [],
  success: null,
  window_days: 7,
  image_url: null,
  image_alt: '',
  announcement: null,
  announcement_ends_at: null,
} satisfies Partial<Entry>;

const toJson = (success: Entry['success']) => success && JSON.stringify(success);

/** Returns false when the slug is taken. @throws a unique violation when the external id is taken */
export async function insertEntry(tx: Transaction, entry: Entry, lexemes: string[]): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO changelog_entries (project_id, id, title, slug, content, content_html, version, type, tags, status, published_at,
      scheduled_at, feedback_ids, search, created_at, updated_at, external_id, segment_id, success, window_days, image_url, image_alt,
      announcement, announcement_ends_at, pages, languages)
    VALUES (${entry.project_id}, ${entry.id}, ${entry.title}, ${entry.slug}, ${entry.content}, ${entry.content_html}, ${entry.version},
      ${entry.type}, ${entry.tags}, ${entry.status}, ${entry.published_at}, ${entry.scheduled_at}, ${entry.feedback_ids},
      array_to_tsvector(${lexemes}::text[]), ${entry.created_at}, ${entry.updated_at}, ${entry.external_id},
      ${entry.segment_id}::uuid, ${toJson(entry.success)}::jsonb, ${entry.window_days},
      ${entry.image_url}, ${entry.image_alt}, ${entry.announcement}, ${entry.announcement_ends_at},
      ${entry.pages}, ${entry.languages})
    ON CONFLICT (project_id, slug) DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}

/** @throws a unique violation when the slug or external id is taken */
export async function updateEntry(tx: Transaction, entry: Entry, lexemes: string[]): Promise<void> {
  await sql`
    UPDATE changelog_entries SET title = ${entry.title}, slug = ${entry.slug}, content = ${entry.content},
      content_html = ${entry.content_html}, version = ${entry.version}, type = ${entry.type}, tags = ${entry.tags},
      status = ${entry.status}, published_at = ${entry.published_at}, scheduled_at = ${entry.scheduled_at},
      feedback_ids = ${entry.feedback_ids}, search = array_to_tsvector(${lexemes}::text[]), updated_at = ${entry.updated_at},
      external_id = ${entry.external_id}, segment_id = ${entry.segment_id}::uuid,
      pages = ${entry.pages}, languages = ${entry.languages},
      success = ${toJson(entry.success)}::jsonb, window_days = ${entry.window_days},
      image_url = ${entry.image_url}, image_alt = ${entry.image_alt},
      announcement = ${entry.announcement}, announcement_ends_at = ${entry.announcement_ends_at},
      adoption_measured_at = CASE WHEN (success, window_days, date_trunc('milliseconds', published_at))
        IS NOT DISTINCT FROM (${toJson(entry.success)}::jsonb, ${entry.window_days}::integer, ${entry.published_at}::timestamptz) THEN adoption_measured_at END
    WHERE project_id = ${entry.project_id} AND id = ${entry.id}`.execute(tx);
}

/** Deletes an entry. Returns its title, or undefined when it does not exist. */
export async function deleteEntry(tx: Transaction, projectId: string, id: string): Promise<{ title: string } | undefined> {
  const { rows } = await sql<{ title: string }>`
    DELETE FROM changelog_entries WHERE project_id = ${projectId} AND id = ${id} RETURNING title`.execute(tx);
  return rows[0];
}

/** Returns whether everyone may read an entry. */
export const isPublished = async (db: Db, projectId: string, id: string): Promise<boolean> =>
  (await findEntry(db, projectId, { id }, EVERYONE)) !== undefined;

/** Returns the titles of those of some entries that everyone may read, by id. */
export async function findReleaseTitles(db: Db, projectId: string, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    SELECT e.id, e.title FROM changelog_entries e WHERE ${isReadable(projectId, EVERYONE)} AND e.id = ANY(${ids}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Returns the segments to which entries of a project are limited. */
export async function listSegmentIds(db: Db, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ segment_id: string }>`
    SELECT DISTINCT segment_id FROM changelog_entries WHERE project_id = ${projectId} AND segment_id IS NOT NULL`.execute(db);
  return rows.map(({ segment_id }) => segment_id);
}

/** Returns the filter of the entries that a reader may open. */
const readableBy = ({ audience, segmentIds }: Reader): Pick<Filter, 'status' | 'segmentIds'> =>
  audience === 'team' ? {} : { status: 'published', segmentIds };

/** Returns the condition that a reader may open `changelog_entries e`. */
export const isReadable = (projectId: string, reader: Reader): RawBuilder<unknown> => condition(projectId, readableBy(reader));

/**
 * Returns the filter of the entries that lists show to a reader: those for the reader's place and languages. Members see all entries.
 * Pages and languages keep nobody from opening an entry, so that links to it work everywhere.
 */
export const visibleTo = (reader: Reader, place: Place = {}): Pick<Filter, 'status' | 'segmentIds' | 'place'> => ({
  ...readableBy(reader),
  ...(reader.audience !== 'team' && { place }),
});

/** Returns an entry by id or slug, if the reader may see it. */
export async function findEntry(
  db: Db,
  projectId: string,
  by: { id: string } | { slug: string },
  reader: Reader,
): Promise<Entry | undefined> {
  const { rows } = await sql<Entry>`
    SELECT ${columns} FROM changelog_entries e
    WHERE ${isReadable(projectId, reader)} AND ${'id' in by ? sql`e.id = ${by.id}` : sql`e.slug = ${by.slug}`}`.execute(db);
  return rows[0];
}

/** Locks an entry until the transaction ends. Also returns whether its scheduled time has passed by the clock of the database. */
export async function lockEntry(
  tx: Transaction,
  projectId: string,
  id: string,
): Promise<(Entry & { is_due: boolean }) | undefined> {
  const { rows } = await sql<Entry & { is_due: boolean }>`
    SELECT ${columns}, coalesce(e.status = 'scheduled' AND e.scheduled_at <= clock_timestamp(), false) AS is_due
    FROM changelog_entries e WHERE e.project_id = ${projectId} AND e.id = ${id} FOR UPDATE`.execute(tx);
  return rows[0];
}

/** Returns the id of the entry that has a slug, or else had it. */
export async function findIdBySlug(db: Db, projectId: string, slug: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`
    SELECT coalesce((SELECT id FROM changelog_entries WHERE project_id = ${projectId} AND slug = ${slug}),
      (SELECT entry_id FROM changelog_former_slugs WHERE project_id = ${projectId} AND slug = ${slug})) AS id`.execute(db);
  return rows[0]?.id ?? undefined;
}

/** Returns the ids of entries with a version: at most two, because versions need not be unique. */
export async function findIdsByVersion(db: Db, projectId: string, version: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM changelog_entries WHERE project_id = ${projectId} AND version = ${version} LIMIT 2`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the project of an entry, for session requests that name the entry only. */
export async function findProjectId(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`SELECT project_id FROM changelog_entries WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

/** The condition that widgets announce `changelog_entries e` now. */
const IS_ANNOUNCED = sql`e.status = 'published' AND e.announcement IS NOT NULL AND (e.announcement_ends_at IS NULL OR e.announcement_ends_at > now())`;

function condition(
  projectId: string,
  {
    status,
    type,
    tag,
    external_id: externalId,
    announced,
    segmentIds,
    place,
    published_after: after,
    published_before: before,
    q,
  }: Filter,
): RawBuilder<unknown> {
  const query = q === undefined ? undefined : buildQuery(projectId, q);
  return sql.join(
    [
      sql`e.project_id = ${projectId}`,
      // Literal, so that the planner can use the partial index of published entries.
      ...(status === 'published' ? [sql`e.status = 'published'`] : status ? [sql`e.status = ${status}`] : []),
      ...(segmentIds ? [sql`(e.segment_id IS NULL OR e.segment_id = ANY(${segmentIds}::uuid[]))`] : []),
      ...(place ? [isForReader(place)] : []),
      ...(announced === undefined ? [] : [announced ? IS_ANNOUNCED : sql`(${IS_ANNOUNCED}) IS NOT TRUE`]),
      ...(type ? [sql`e.type = ${type}`] : []),
      ...(externalId === undefined ? [] : [sql`e.external_id = ${externalId}`]),
      ...(tag === undefined ? [] : [sql`e.search @@ ${buildTagQuery(projectId, tag)}::tsquery`]),
      // Responses have milliseconds, and the column has microseconds: the newest entry is not after its own time.
      ...(after === undefined ? [] : [sql`e.published_at >= ${after}::timestamptz + interval '1 millisecond'`]),
      ...(before === undefined ? [] : [sql`e.published_at < ${before}::timestamptz`]),
      ...(query ? [sql`e.search @@ ${query}::tsquery`] : []),
      // A query of punctuation only matches nothing.
      ...(q && !query ? [sql`false`] : []),
    ],
    sql` AND `,
  );
}

/** Newest first; the best matches of a search first. Unpublished entries are sorted by their creation or scheduled time. */
export async function listEntries(db: Db, projectId: string, filter: Filter, rows: PageRows): Promise<PageOf<Entry>> {
  const time = filter.status === 'published' ? sql`e.published_at` : sql`coalesce(e.published_at, e.scheduled_at, e.created_at)`;
  const levels = filter.q ? buildMatchLevels(projectId, filter.q) : undefined;
  return await readRows<Entry>(db, {
    columns,
    source: sql`changelog_entries e WHERE ${condition(projectId, filter)}`,
    order: descending(...(levels ? [integerKey(rankMatch(sql`e.search`, levels))] : []), timeKey(time), uuidKey(sql`e.id`)),
    rows,
  });
}

/** Returns the published entries for a sitemap, newest first. */
export async function listForSitemap(db: Db, projectId: string, limit: number): Promise<Pick<Entry, 'slug' | 'updated_at'>[]> {
  const { rows } = await sql<Pick<Entry, 'slug' | 'updated_at'>>`
    SELECT e.slug, e.updated_at FROM changelog_entries e WHERE ${condition(projectId, visibleTo(EVERYONE))}
    ORDER BY e.published_at DESC, e.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function countEntries(db: Db, projectId: string, filter: Filter): Promise<number> {
  return await countRows(db, sql`changelog_entries e WHERE ${condition(projectId, filter)}`);
}

/** Returns the given uploads that entries mention. */
export async function findMentionedUploads(db: Db, projectId: string, names: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM unnest(${names}::text[]) AS name
    WHERE EXISTS (SELECT FROM changelog_entries e WHERE e.project_id = ${projectId} AND (strpos(e.content, name) > 0 OR strpos(e.image_url, name) > 0))`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

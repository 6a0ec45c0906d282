import type { Disclosure, Sort, TestimonialStatus } from '@earshot/contract/services/testimonials/values';
import { sql } from 'kysely';
import { UPLOAD_ID } from '../../platform/ids.ts';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import {
  booleanKey,
  descending,
  integerKey,
  type PageRows,
  readRows,
  type SortOrder,
  timeKey,
  uuidKey,
} from '../../platform/postgres/paging.ts';
import type { Tables } from './tables.ts';

export interface Testimonial extends Pick<
  Tables['testimonials'],
  | 'project_id'
  | 'id'
  | 'status'
  | 'author_name'
  | 'author_email'
  | 'author_title'
  | 'author_company'
  | 'author_avatar_url'
  | 'content'
  | 'rating'
  | 'image_url'
  | 'video_url'
  | 'collection_ids'
  | 'source_url'
  | 'tags'
  | 'featured'
  | 'disclosure'
  | 'consent'
  | 'created_at'
  | 'updated_at'
  | 'external_id'
> {
  /** Answers to the questions of the request, for the team. */
  answers: { question: string; answer: string }[] | null;
  status: TestimonialStatus;
  disclosure: Disclosure;
  consent: { text: string; version: string; agreed_at: string } | null;
}

export type NewTestimonial = Testimonial & { import_id?: string | null };

export async function insertTestimonials(tx: Transaction, projectId: string, testimonials: NewTestimonial[]): Promise<void> {
  await sql`
    INSERT INTO testimonials (project_id, id, author_name, author_email, author_title, author_company, author_avatar_url, content, rating,
      image_url, video_url, source_url, tags, disclosure, consent, created_at, updated_at, status, featured, external_id, import_id,
      collection_ids, answers)
    SELECT ${projectId}, t.id, t.author_name, t.author_email, t.author_title, t.author_company, t.author_avatar_url, t.content, t.rating,
      t.image_url, t.video_url, t.source_url, t.tags, t.disclosure, t.consent, t.created_at, t.updated_at, t.status, t.featured,
      t.external_id, t.import_id, t.collection_ids, t.answers
    FROM jsonb_to_recordset(${JSON.stringify(testimonials)}::jsonb) AS t (id uuid, author_name text, author_email text, author_title text,
      author_company text, author_avatar_url text, content text, rating smallint, image_url text, video_url text, source_url text, tags text[],
      disclosure text, consent jsonb, created_at timestamptz, updated_at timestamptz, status text, featured boolean, external_id text,
      import_id uuid, collection_ids uuid[], answers jsonb)`.execute(tx);
}

export async function findTestimonial(db: Db, projectId: string, id: string): Promise<Testimonial | undefined> {
  const { rows } = await sql<Testimonial>`SELECT * FROM testimonials WHERE project_id = ${projectId} AND id = ${id}`.execute(db);
  return rows[0];
}

export async function findTestimonials(db: Db, projectId: string, ids: string[]): Promise<Testimonial[]> {
  const { rows } =
    await sql<Testimonial>`SELECT * FROM testimonials WHERE project_id = ${projectId} AND id = ANY(${ids}::uuid[])`.execute(db);
  return rows;
}

export async function lockTestimonial(tx: Transaction, projectId: string, id: string): Promise<Testimonial | undefined> {
  const { rows } =
    await sql<Testimonial>`SELECT * FROM testimonials WHERE project_id = ${projectId} AND id = ${id} FOR UPDATE`.execute(tx);
  return rows[0];
}

/** Returns the project of a testimonial, for session requests that name the testimonial only. */
export async function findProjectId(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`SELECT project_id FROM testimonials WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

export async function updateTestimonial(tx: Transaction, t: Testimonial): Promise<void> {
  await sql`
    UPDATE testimonials SET status = ${t.status}, author_name = ${t.author_name}, author_email = ${t.author_email},
      author_title = ${t.author_title}, author_company = ${t.author_company}, author_avatar_url = ${t.author_avatar_url},
      content = ${t.content}, rating = ${t.rating}, tags = ${t.tags}, featured = ${t.featured}, disclosure = ${t.disclosure},
      video_url = ${t.video_url}, collection_ids = ${t.collection_ids}::uuid[], updated_at = ${t.updated_at}
    WHERE project_id = ${t.project_id} AND id = ${t.id}`.execute(tx);
}

/** Locks the given testimonials until the transaction ends, in an order that prevents deadlocks. */
export async function lockTestimonials(tx: Transaction, projectId: string, ids: string[]): Promise<Testimonial[]> {
  const { rows } = await sql<Testimonial>`
    SELECT * FROM testimonials WHERE project_id = ${projectId} AND id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`.execute(tx);
  return rows;
}

/** Stores status, mark, collections and time of testimonials. */
export async function updateDecisions(tx: Transaction, projectId: string, testimonials: Testimonial[]): Promise<void> {
  await sql`
    UPDATE testimonials t SET status = given.status, featured = given.featured, collection_ids = given.collection_ids,
      updated_at = given.updated_at
    FROM jsonb_to_recordset(${JSON.stringify(testimonials)}::jsonb)
      AS given (id uuid, status text, featured boolean, collection_ids uuid[], updated_at timestamptz)
    WHERE t.project_id = ${projectId} AND t.id = given.id`.execute(tx);
}

export async function deleteTestimonials(tx: Transaction, projectId: string, ids: string[]): Promise<void> {
  await sql`DELETE FROM testimonials WHERE project_id = ${projectId} AND id = ANY(${ids}::uuid[])`.execute(tx);
}

interface Filter {
  status?: TestimonialStatus;
  tag?: string;
  /** Slug of a collection. */
  collection?: string;
  q?: string;
  external_id?: string;
  created_since?: string;
  created_until?: string;
}

const newest = [timeKey(sql`created_at`), uuidKey(sql`id`)];
const ORDER: Record<Sort, SortOrder> = {
  newest: descending(...newest),
  rating: descending(integerKey(sql`rating`), ...newest),
  featured: descending(booleanKey(sql`featured`), ...newest),
};

const condition = (
  projectId: string,
  { status, tag, collection, q, external_id: externalId, created_since: since, created_until: until }: Filter,
) =>
  sql.join(
    [
      sql`project_id = ${projectId}`,
      ...(status ? [sql`status = ${status}`] : []),
      ...(externalId === undefined ? [] : [sql`external_id = ${externalId}`]),
      ...(tag === undefined
        ? []
        : [sql`EXISTS (SELECT FROM unnest(tags) AS one WHERE lower(normalize(one)) = lower(normalize(${tag}::text)))`]),
      ...(collection === undefined
        ? []
        : [
            sql`(SELECT c.id FROM testimonial_collections c WHERE c.project_id = ${projectId} AND c.slug = ${collection}) = ANY(collection_ids)`,
          ]),
      ...(q === undefined
        ? []
        : [sql`position(lower(${q}::text) IN lower(concat_ws(' ', content, author_name, author_title, author_company))) > 0`]),
      ...(since === undefined ? [] : [sql`created_at >= ${new Date(since)}`]),
      ...(until === undefined ? [] : [sql`created_at < ${new Date(until)}`]),
    ],
    sql` AND `,
  );

export const listTestimonials = (db: Db, projectId: string, filter: Filter, { sort, ...rows }: { sort: Sort } & PageRows) =>
  readRows<Testimonial>(db, {
    columns: sql`testimonials.*`,
    source: sql`testimonials WHERE ${condition(projectId, filter)}`,
    order: ORDER[sort],
    rows,
  });

export async function countTestimonials(db: Db, projectId: string, filter: Filter): Promise<number> {
  const { rows } = await (
    [filter.tag, filter.collection, filter.q, filter.external_id, filter.created_since, filter.created_until].every(
      (value) => value === undefined,
    )
      ? sql<{
          total: number;
        }>`SELECT coalesce(sum(count), 0)::int AS total FROM testimonial_counts WHERE ${condition(projectId, filter)}`
      : sql<{ total: number }>`SELECT count(*)::int AS total FROM testimonials WHERE ${condition(projectId, filter)}`
  ).execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns the number of testimonials for each rating. */
export async function countRatings(db: Db, projectId: string, status?: TestimonialStatus) {
  const { rows } = await sql<{ rating: number; count: number }>`
    SELECT rating, sum(count)::int AS count FROM testimonial_counts WHERE ${condition(projectId, { status })} GROUP BY rating`.execute(
    db,
  );
  return rows;
}

/** Returns the number of testimonials of each status that occurs. */
export async function countStatuses(db: Db, projectId: string): Promise<{ status: TestimonialStatus; count: number }[]> {
  const { rows } = await sql<{ status: TestimonialStatus; count: number }>`
    SELECT status, sum(count)::int AS count FROM testimonial_counts WHERE project_id = ${projectId} GROUP BY status`.execute(db);
  return rows;
}

type Kind = Pick<Testimonial, 'status' | 'rating'>;

/**
 * Updates the counts for changed, added (`from` null) and deleted (`to` null) testimonials. Must be the last statement of a
 * transaction; it updates rows in order, which prevents deadlocks.
 */
export async function recount(
  tx: Transaction,
  projectId: string,
  moves: { from: Kind | null; to: Kind | null }[],
): Promise<void> {
  const changes = moves.flatMap(({ from, to }) => [
    ...(from ? [{ status: from.status, rating: from.rating, delta: -1 }] : []),
    ...(to ? [{ status: to.status, rating: to.rating, delta: 1 }] : []),
  ]);
  await sql`
    INSERT INTO testimonial_counts AS c (project_id, status, rating, count)
    SELECT ${projectId}, status, rating, sum(delta)
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS d (status text, rating smallint, delta integer)
    GROUP BY status, rating HAVING sum(delta) <> 0 ORDER BY status, rating
    ON CONFLICT (project_id, status, rating) DO UPDATE SET count = c.count + excluded.count`.execute(tx);
}

/** Returns the given uploads that testimonials mention. */
export async function findMentionedUploads(db: Db, projectId: string, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT found[1] AS id
    FROM testimonials, regexp_matches(concat_ws(' ', image_url, author_avatar_url), ${UPLOAD_ID}, 'g') AS found
    WHERE project_id = ${projectId} AND found[1] = ANY(${ids}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}

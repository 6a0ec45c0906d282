import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import type { Testimonial } from '../store.ts';

/** Returns the testimonials with these external ids, and locks them within a transaction. */
export async function findByExternalIds(db: Db, projectId: string, externalIds: string[]): Promise<Testimonial[]> {
  const { rows } = await sql<Testimonial>`
    SELECT * FROM testimonials WHERE project_id = ${projectId} AND external_id = ANY(${externalIds}::text[])
    ${db.isTransaction ? sql`ORDER BY id FOR UPDATE` : sql``}`.execute(db);
  return rows;
}

export async function updateTestimonials(tx: Transaction, projectId: string, testimonials: Testimonial[]): Promise<void> {
  if (!testimonials.length) return;
  await sql`
    UPDATE testimonials t SET status = g.status, author_name = g.author_name, author_email = g.author_email, author_title = g.author_title,
      author_company = g.author_company, author_avatar_url = g.author_avatar_url, content = g.content, rating = g.rating,
      image_url = g.image_url, video_url = g.video_url, source_url = g.source_url, tags = g.tags, featured = g.featured, disclosure = g.disclosure,
      consent = g.consent, created_at = g.created_at, updated_at = g.updated_at
    FROM jsonb_populate_recordset(NULL::testimonials, ${JSON.stringify(testimonials)}::jsonb) AS g
    WHERE t.project_id = ${projectId} AND t.id = g.id`.execute(tx);
}

/** Deletes testimonials that an import created, and returns them. */
export async function deleteImported(
  tx: Transaction,
  projectId: string,
  importId: string,
  limit: number,
): Promise<Pick<Testimonial, 'status' | 'rating'>[]> {
  const { rows } = await sql<Pick<Testimonial, 'status' | 'rating'>>`
    WITH chosen AS MATERIALIZED (
      SELECT id FROM testimonials WHERE project_id = ${projectId} AND import_id = ${importId} ORDER BY id LIMIT ${limit} FOR UPDATE
    )
    DELETE FROM testimonials t USING chosen WHERE t.project_id = ${projectId} AND t.id = chosen.id RETURNING t.status, t.rating`.execute(
    tx,
  );
  return rows;
}

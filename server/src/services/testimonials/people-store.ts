import { sql } from 'kysely';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import { mailboxKey } from '../../platform/postgres/mailbox.ts';
import { type ExportPage, mentions, type Person, unlessMentions, withoutMentions } from '../../platform/postgres/person.ts';
import type { Testimonial } from './store.ts';

export async function findPersonTestimonials(
  db: Db,
  projectId: string,
  { emails }: Person,
  { limit, offset }: ExportPage,
): Promise<Testimonial[]> {
  const { rows } = await sql<Testimonial>`
    SELECT * FROM testimonials WHERE project_id = ${projectId} AND ${mailboxKey(sql`author_email`)} = ANY(${emails}::text[])
    ORDER BY id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

/** Removes the person's addresses from testimonials of other people. */
export async function removeMentions(tx: Transaction, projectId: string, person: Person): Promise<void> {
  await sql`
    UPDATE testimonials SET content = ${withoutMentions(sql`content`, person)}, author_name = ${withoutMentions(sql`author_name`, person)},
      author_title = ${withoutMentions(sql`author_title`, person)}, author_company = ${withoutMentions(sql`author_company`, person)},
      author_avatar_url = ${unlessMentions(sql`author_avatar_url`, person)}, image_url = ${unlessMentions(sql`image_url`, person)},
      source_url = ${unlessMentions(sql`source_url`, person)},
      tags = ARRAY(SELECT ${withoutMentions(sql`tag`, person)} FROM unnest(tags) AS tag),
      consent = ${withoutMentions(sql`consent::text`, person)}::jsonb, answers = ${withoutMentions(sql`answers::text`, person)}::jsonb
    WHERE project_id = ${projectId} AND ${mentions(sql`concat_ws(' ', content, author_name, author_title, author_company, author_avatar_url, image_url, source_url, tags::text, consent::text, answers::text)`, person)}`.execute(
    tx,
  );
}

import { sql } from 'kysely';
import type { Transaction } from '../../../platform/postgres/database.ts';
import type { Tables } from '../tables.ts';
import type { Rendered } from './content.ts';

type RenderedRow = Rendered & Pick<Tables['changelog_entries'], 'content_html'>;

/** Callouts, tasks and footnotes, to which the renderer adds words in the language of the project. */
const HAS_WORDS = String.raw`\[(?:!|\^|[ xX]\])`;

/** Locks the next entries of a project to which the renderer can add words, in the order of their ids. */
export async function lockWithWords(
  tx: Transaction,
  projectId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<RenderedRow[]> {
  const { rows } = await sql<RenderedRow>`
    SELECT id, content, content_html, languages FROM changelog_entries
    WHERE project_id = ${projectId} AND content ~ ${HAS_WORDS} ${after === null ? sql`` : sql`AND id > ${after}`}
    ORDER BY id LIMIT ${limit} FOR NO KEY UPDATE`.execute(tx);
  return rows;
}

export async function saveHtml(
  tx: Transaction,
  projectId: string,
  { id, content_html: html }: Pick<RenderedRow, 'id' | 'content_html'>,
): Promise<void> {
  await sql`UPDATE changelog_entries SET content_html = ${html} WHERE project_id = ${projectId} AND id = ${id}`.execute(tx);
}

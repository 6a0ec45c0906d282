import { sql } from 'kysely';

/** Whether the source of `knowledge_documents`, or of another alias without a prefix, was published after the translation. */
export const isOutdated = sql`coalesce((
  SELECT source.source_published_at > text_published_at
  FROM (SELECT s.project_id AS source_project, s.id AS source_id, s.text_published_at AS source_published_at FROM knowledge_documents AS s) AS source
  WHERE source.source_project = project_id AND source.source_id = translation_of), false)`;

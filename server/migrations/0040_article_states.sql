-- States and slugs of documents. Only published documents have chunks and terms, so that searches find no others.
ALTER TABLE knowledge_documents
  ADD COLUMN status text NOT NULL DEFAULT 'published' CHECK (status IN ('draft', 'published', 'archived')),
  -- The default is for rows of archives of earlier versions.
  ADD COLUMN slug text NOT NULL DEFAULT gen_random_uuid()::text,
  -- First publication. Null for documents that were never published.
  ADD COLUMN published_at timestamptz,
  -- Changes of a published document that are not public yet.
  ADD COLUMN pending_title text,
  ADD COLUMN pending_content text,
  ADD COLUMN pending_at timestamptz,
  ADD CHECK ((pending_title IS NULL) = (pending_at IS NULL) AND (pending_content IS NULL) = (pending_at IS NULL)),
  ADD CHECK (pending_at IS NULL OR status = 'published');

UPDATE knowledge_documents AS d SET
  published_at = d.created_at,
  slug = CASE WHEN named.rank = 1 THEN named.slug ELSE named.slug || '-' || right(d.id::text, 12) END
FROM (
  SELECT project_id, index_id, id, slug, row_number() OVER (PARTITION BY project_id, slug ORDER BY created_at, id) AS rank
  FROM (
    SELECT project_id, index_id, id, created_at, CASE WHEN length(words) >= 2 THEN words ELSE 'article-' || to_char(created_at, 'YYYY-MM-DD') END AS slug
    FROM (
      SELECT project_id, index_id, id, created_at, trim(BOTH '-' FROM left(
        regexp_replace(regexp_replace(lower(normalize(title, NFKD)), '[\u0300-\u036f]', '', 'g'), '[^a-z0-9]+', '-', 'g'), 50)) AS words
      FROM knowledge_documents) AS titled) AS derived) AS named
WHERE (d.project_id, d.index_id, d.id) = (named.project_id, named.index_id, named.id);

ALTER TABLE knowledge_documents ADD UNIQUE (project_id, slug);
CREATE INDEX knowledge_documents_unpublished ON knowledge_documents (project_id, index_id, status) WHERE status <> 'published';

-- Slugs that documents had before. No foreign key to the document, because replacing a document deletes its row.
CREATE TABLE knowledge_former_slugs (
  project_id uuid NOT NULL,
  slug text NOT NULL,
  index_id uuid NOT NULL,
  document_id uuid NOT NULL,
  PRIMARY KEY (project_id, slug),
  FOREIGN KEY (project_id, index_id) REFERENCES knowledge_indexes ON DELETE CASCADE
);
CREATE INDEX knowledge_former_slugs_document ON knowledge_former_slugs (project_id, document_id);
CREATE INDEX knowledge_former_slugs_index ON knowledge_former_slugs (project_id, index_id);

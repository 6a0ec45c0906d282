-- Translations of documents. A source is no translation itself.
ALTER TABLE knowledge_documents
  -- Null after the restore of an archive of an earlier version, until the language of the index is copied.
  ADD COLUMN language text,
  -- No foreign key, because replacing a document deletes its row.
  ADD COLUMN translation_of uuid,
  -- Last publication of the text. Null for documents that were never published.
  ADD COLUMN text_published_at timestamptz;
UPDATE knowledge_documents AS d SET language = i.language, text_published_at = CASE WHEN d.published_at IS NOT NULL THEN d.updated_at END
FROM knowledge_indexes AS i WHERE i.project_id = d.project_id AND i.id = d.index_id;
CREATE INDEX knowledge_documents_translations ON knowledge_documents (project_id, translation_of) WHERE translation_of IS NOT NULL;
CREATE INDEX knowledge_documents_id ON knowledge_documents (project_id, id);

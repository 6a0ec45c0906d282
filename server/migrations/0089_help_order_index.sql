-- For lists of an index in the order of the public pages, without reading the texts of all of its documents. With the longest title, category
-- and external id, an entry takes 2.5 of at most 2.7 kB.
-- Categories in metadata, in front matter and of folders had no limit.
UPDATE knowledge_documents SET category = left(category, 100) WHERE length(category) > 100;

CREATE INDEX knowledge_documents_order ON knowledge_documents (project_id, index_id, position, number DESC)
  INCLUDE (title, category, external_id, status, audience);

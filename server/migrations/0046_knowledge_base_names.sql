-- Uses the terms of the code and the documentation: chunks instead of passages, positions instead of places. Renaming changes catalogs
-- only and takes no time on large tables.
ALTER TABLE knowledge_indexes RENAME COLUMN passage_count TO chunk_count;
ALTER TABLE knowledge_indexes RENAME COLUMN last_number TO last_document_number;
ALTER TABLE knowledge_indexes RENAME COLUMN analysis TO analysis_version;

ALTER TABLE knowledge_documents RENAME COLUMN passage_count TO chunk_count;
ALTER TABLE knowledge_documents RENAME COLUMN is_titled TO has_title;

ALTER TABLE knowledge_passages RENAME TO knowledge_chunks;
ALTER TABLE knowledge_chunks RENAME COLUMN number TO document_number;
ALTER TABLE knowledge_chunks RENAME COLUMN place TO position;
ALTER TABLE knowledge_chunks RENAME COLUMN starts_at TO start_offset;
ALTER TABLE knowledge_chunks RENAME COLUMN ends_at TO end_offset;
ALTER INDEX knowledge_passages_pkey RENAME TO knowledge_chunks_pkey;

ALTER TABLE knowledge_words RENAME TO knowledge_vocabulary;
ALTER TABLE knowledge_vocabulary RENAME COLUMN shown TO display_form;
ALTER INDEX knowledge_words_pkey RENAME TO knowledge_vocabulary_pkey;
ALTER INDEX knowledge_words_reversed RENAME TO knowledge_vocabulary_reversed;
ALTER INDEX knowledge_words_reversed_term RENAME TO knowledge_vocabulary_reversed_term;
ALTER INDEX knowledge_words_term RENAME TO knowledge_vocabulary_term;

ALTER TABLE knowledge_embeddings RENAME COLUMN number TO document_number;
ALTER TABLE knowledge_embeddings RENAME COLUMN place TO position;
ALTER TABLE knowledge_embeddings RENAME COLUMN signs TO sign_bits;

ALTER TABLE knowledge_missed_searches RENAME COLUMN words TO normalized_query;
ALTER TABLE knowledge_missed_searches RENAME COLUMN told_at TO reported_at;

ALTER TABLE knowledge_chunks RENAME CONSTRAINT knowledge_passages_project_id_index_id_number_fkey
  TO knowledge_chunks_project_id_index_id_document_number_fkey;
ALTER TABLE knowledge_vocabulary RENAME CONSTRAINT knowledge_words_project_id_index_id_fkey
  TO knowledge_vocabulary_project_id_index_id_fkey;
ALTER TABLE knowledge_embeddings RENAME CONSTRAINT knowledge_embeddings_project_id_index_id_number_place_fkey
  TO knowledge_embeddings_chunk_fkey;

-- Graphs of pgvector, which semantic/pgvector-store.ts creates for large indexes.
DO $$
DECLARE
  graph record;
BEGIN
  FOR graph IN
    SELECT c.relname AS name FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
    WHERE i.indrelid = 'knowledge_embeddings'::regclass AND starts_with(c.relname, 'knowledge_near_')
  LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', graph.name, replace(graph.name, 'knowledge_near_', 'knowledge_hnsw_'));
  END LOOP;
END $$;

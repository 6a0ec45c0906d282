-- A foreign key is checked with a query for each row. A batch of documents inserts thousands of rows for one index, which is locked until
-- they are committed, so that it cannot be missing. A trigger deletes the rows with their index, as the foreign keys did.
ALTER TABLE knowledge_postings DROP CONSTRAINT knowledge_postings_project_id_index_id_fkey;
ALTER TABLE knowledge_vocabulary DROP CONSTRAINT knowledge_vocabulary_project_id_index_id_fkey;

CREATE FUNCTION delete_knowledge_index_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM knowledge_postings WHERE project_id = OLD.project_id AND index_id = OLD.id;
  DELETE FROM knowledge_vocabulary WHERE project_id = OLD.project_id AND index_id = OLD.id;
  RETURN NULL;
END $$;

CREATE TRIGGER delete_entries AFTER DELETE ON knowledge_indexes FOR EACH ROW EXECUTE FUNCTION delete_knowledge_index_entries();

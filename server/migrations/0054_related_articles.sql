-- Related documents that the team chose, in order. Null: computed by a search.
ALTER TABLE knowledge_documents ADD COLUMN related_ids uuid[] CHECK (cardinality(related_ids) <= 5);

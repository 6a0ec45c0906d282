-- Compounds are found by the terms that theirs end with: Rückerstattungen by Erstattung.
CREATE INDEX knowledge_words_reversed_term ON knowledge_words (project_id, index_id, (reverse(term)) COLLATE "C");

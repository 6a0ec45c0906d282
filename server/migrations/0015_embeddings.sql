-- Whether an index is searched by words alone, or by meaning too.
ALTER TABLE knowledge_indexes ADD COLUMN mode text NOT NULL DEFAULT 'lexical';

-- What a model makes of passages. Vectors have the length 1.
CREATE TABLE knowledge_embeddings (
  project_id uuid NOT NULL,
  index_id uuid NOT NULL,
  number integer NOT NULL,
  place smallint NOT NULL,
  model text NOT NULL,
  vector real[] NOT NULL,
  -- The signs of its numbers: how many differ tells roughly how near two vectors are.
  signs bit varying NOT NULL,
  PRIMARY KEY (project_id, index_id, number, place),
  FOREIGN KEY (project_id, index_id, number, place) REFERENCES knowledge_passages ON DELETE CASCADE
);
-- Its numbers have nothing to compress.
ALTER TABLE knowledge_embeddings ALTER COLUMN vector SET STORAGE EXTERNAL;

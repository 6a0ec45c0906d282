CREATE TABLE knowledge_indexes (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  external_id text,
  -- An ISO 639 code; see languages.ts.
  language text NOT NULL,
  -- Lists of words that mean the same.
  synonyms jsonb NOT NULL DEFAULT '[]',
  -- Whoever changes documents holds this row until the end: these sums and all that is below are then of one moment.
  document_count integer NOT NULL DEFAULT 0,
  passage_count integer NOT NULL DEFAULT 0,
  word_count bigint NOT NULL DEFAULT 0,
  last_number integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, name),
  UNIQUE (project_id, external_id)
);
CREATE INDEX knowledge_indexes_id ON knowledge_indexes (id);

CREATE TABLE knowledge_documents (
  project_id uuid NOT NULL,
  index_id uuid NOT NULL,
  id uuid NOT NULL,
  -- New with each version of the document, so that postings are only ever added at the end.
  number integer NOT NULL,
  external_id text,
  title text NOT NULL,
  -- Whether somebody gave it; others are the beginning of the text, and count but once.
  is_titled boolean NOT NULL,
  url text,
  content text NOT NULL,
  content_type text NOT NULL,
  metadata jsonb NOT NULL DEFAULT '{}',
  passage_count integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, index_id, id),
  UNIQUE (project_id, index_id, number),
  UNIQUE (project_id, index_id, external_id),
  FOREIGN KEY (project_id, index_id) REFERENCES knowledge_indexes ON DELETE CASCADE
);

CREATE TABLE knowledge_passages (
  project_id uuid NOT NULL,
  index_id uuid NOT NULL,
  number integer NOT NULL,
  place smallint NOT NULL,
  content text NOT NULL,
  headings text[] NOT NULL,
  anchor text NOT NULL,
  -- Where it stands in the document's content.
  starts_at integer NOT NULL,
  ends_at integer NOT NULL,
  -- How long it counts as, in words.
  length integer NOT NULL,
  PRIMARY KEY (project_id, index_id, number, place),
  FOREIGN KEY (project_id, index_id, number) REFERENCES knowledge_documents (project_id, index_id, number) ON DELETE CASCADE
);

-- The vocabulary of an index: words as people write them, and the terms that they are found by. Nearly all that a document brings is
-- there already, and stays as it is; a word goes with the last passage that has its term.
CREATE TABLE knowledge_words (
  project_id uuid NOT NULL,
  index_id uuid NOT NULL,
  word text COLLATE "C" NOT NULL,
  term text COLLATE "C" NOT NULL,
  -- With its accents, as it is suggested.
  shown text NOT NULL,
  PRIMARY KEY (project_id, index_id, word, term),
  FOREIGN KEY (project_id, index_id) REFERENCES knowledge_indexes ON DELETE CASCADE
);
CREATE INDEX knowledge_words_reversed ON knowledge_words (project_id, index_id, (reverse(word)) COLLATE "C");
CREATE INDEX knowledge_words_term ON knowledge_words (project_id, index_id, term);

-- Which passages have a term: blocks of bytes (postings.ts), ordered.
CREATE TABLE knowledge_postings (
  project_id uuid NOT NULL,
  index_id uuid NOT NULL,
  term text COLLATE "C" NOT NULL,
  -- No passage of the block is before it, and none of an earlier block after it.
  first bigint NOT NULL,
  -- The last one that is in it: what is added goes on from there.
  last bigint NOT NULL,
  count integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (project_id, index_id, term, first),
  FOREIGN KEY (project_id, index_id) REFERENCES knowledge_indexes ON DELETE CASCADE
) WITH (fillfactor = 60);
-- Its bytes have nothing left to compress, and a block fits into its row.
ALTER TABLE knowledge_postings ALTER COLUMN bytes SET STORAGE PLAIN;

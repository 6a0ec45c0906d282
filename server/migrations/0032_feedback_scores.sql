-- Scores that weigh entries by the behavior and the attributes of their voters.
CREATE TABLE feedback_scores (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  -- Terms with weights, as in the API.
  terms jsonb NOT NULL,
  -- Time for which the values hold. Null until they are computed after a change of the terms.
  computed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, name)
);

-- Values of entries with votes. Entries without a row have none.
CREATE TABLE feedback_score_values (
  project_id uuid NOT NULL,
  score_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  -- One for each term, in the order of the terms.
  term_values double precision[] NOT NULL,
  -- Numbers of voters of whom the term is known.
  known integer[] NOT NULL,
  voters integer NOT NULL,
  PRIMARY KEY (project_id, score_id, entry_id),
  FOREIGN KEY (project_id, score_id) REFERENCES feedback_scores ON DELETE CASCADE,
  FOREIGN KEY (project_id, entry_id) REFERENCES feedback_entries ON DELETE CASCADE
);
CREATE INDEX feedback_score_values_entry ON feedback_score_values (project_id, entry_id);

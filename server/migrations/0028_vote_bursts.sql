-- Periods in which an entry received unusually many anonymous votes. A merge changes entry_id, and keeps origin_id, so that it can be undone.
CREATE TABLE feedback_vote_bursts (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  entry_id uuid NOT NULL,
  origin_id uuid NOT NULL,
  -- open, dismissed or removed
  state text NOT NULL DEFAULT 'open',
  votes integer NOT NULL,
  -- Times of the first and the last vote.
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, entry_id) REFERENCES feedback_entries ON DELETE CASCADE
);
CREATE INDEX feedback_vote_bursts_entry ON feedback_vote_bursts (project_id, entry_id, started_at, id);

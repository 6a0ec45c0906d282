-- Pairs of entries that members dismissed as duplicates, in the order in which they were dismissed.
CREATE TABLE feedback_distinct_pairs (
  project_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  other_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, entry_id, other_id),
  FOREIGN KEY (project_id, entry_id) REFERENCES feedback_entries ON DELETE CASCADE,
  FOREIGN KEY (project_id, other_id) REFERENCES feedback_entries ON DELETE CASCADE
);
CREATE INDEX feedback_distinct_pairs_other ON feedback_distinct_pairs (project_id, other_id);

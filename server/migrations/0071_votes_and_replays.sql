-- Votes that no `feedback.voted` event has reported yet, by entry. A row exists for about a minute.
CREATE TABLE feedback_vote_changes (
  project_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  -- Counts before the first of these votes.
  upvote_count integer NOT NULL,
  downvote_count integer NOT NULL,
  new_votes integer NOT NULL,
  withdrawn_votes integer NOT NULL,
  PRIMARY KEY (project_id, entry_id),
  FOREIGN KEY (project_id, entry_id) REFERENCES feedback_entries (project_id, id) ON DELETE CASCADE
);

-- Time of the last replay, and the number of attempts before it: a replayed delivery is attempted like a new one.
ALTER TABLE webhook_deliveries
  ADD COLUMN replayed_at timestamptz,
  ADD COLUMN attempts_before_replay integer NOT NULL DEFAULT 0;

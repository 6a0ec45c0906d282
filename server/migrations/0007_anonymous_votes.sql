-- Anonymous votes for an entry on a day (UTC), by network. `network` is a keyed hash that is different for each entry and day. Rows are
-- deleted after the day.
CREATE TABLE feedback_vote_networks (
  project_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  day date NOT NULL,
  network bytea NOT NULL,
  votes integer NOT NULL,
  PRIMARY KEY (project_id, entry_id, day, network),
  FOREIGN KEY (project_id, entry_id) REFERENCES feedback_entries ON DELETE CASCADE
);
CREATE INDEX feedback_vote_networks_day ON feedback_vote_networks (day);

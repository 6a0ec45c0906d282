-- Questions that were sent to the language model on a day, of the project (with an empty network) and of each network, as a keyed hash.
CREATE TABLE knowledge_answer_counts (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  day date NOT NULL,
  network bytea NOT NULL,
  questions int NOT NULL,
  PRIMARY KEY (project_id, day, network)
);

-- Searches go to ClickHouse as events do.
ALTER TABLE analytics_inbox ADD COLUMN kind text NOT NULL DEFAULT 'events';

-- Searches that found nothing and were told of in the last hour, by what they have in common.
CREATE TABLE knowledge_missed_searches (
  project_id uuid NOT NULL,
  index_id uuid NOT NULL,
  words text NOT NULL,
  told_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, index_id, words),
  FOREIGN KEY (project_id, index_id) REFERENCES knowledge_indexes ON DELETE CASCADE
);

-- What its author had searched for before.
ALTER TABLE feedback_entries ADD COLUMN from_query text;

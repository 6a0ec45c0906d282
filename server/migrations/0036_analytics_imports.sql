-- Imported events that ClickHouse does not have yet: an inbox of their own, which is emptied when no other events wait. Rows of both are
-- numbered together.
CREATE TABLE analytics_imports (
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  id bigint NOT NULL DEFAULT nextval('analytics_inbox_id_seq'),
  events text NOT NULL,
  event_count integer NOT NULL,
  outcomes jsonb NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id)
);
-- As in the inbox: what is gone after seconds is not worth compressing.
ALTER TABLE analytics_imports ALTER COLUMN events SET STORAGE EXTERNAL;

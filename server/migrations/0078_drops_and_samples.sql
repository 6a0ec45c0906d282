-- The last event of each reason that was dropped, or stored as a bot: tells a team why a first visit does not appear. No personal data:
-- the host of the page, and the message of the validation.
CREATE TABLE analytics_drops (
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  reason text NOT NULL,
  hostname text NOT NULL,
  message text NOT NULL,
  occurred_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, reason)
);

-- Projects with sample data, which the dashboard offers to delete.
ALTER TABLE projects ADD COLUMN is_sample boolean NOT NULL DEFAULT false;

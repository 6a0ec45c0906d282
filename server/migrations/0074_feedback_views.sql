-- Saved views of the list of feedback: filters, sort order and columns.
CREATE TABLE feedback_views (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  -- The member whose personal view it is, deleted with the membership. Null for views of the team.
  owner_id uuid,
  name text NOT NULL,
  filters jsonb NOT NULL DEFAULT '{}',
  sort text NOT NULL,
  columns text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, owner_id) REFERENCES project_members (project_id, user_id) ON DELETE CASCADE
);
CREATE INDEX feedback_views_id ON feedback_views (id);
CREATE INDEX feedback_views_owner ON feedback_views (project_id, owner_id);

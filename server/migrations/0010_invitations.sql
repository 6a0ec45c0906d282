-- Time of the last invitation of a member who has not signed in yet.
ALTER TABLE project_members ADD COLUMN invited_at timestamptz NOT NULL DEFAULT now();

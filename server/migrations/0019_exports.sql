-- Archives of projects, which members download. The file is in the data folder, or in the bucket of uploads, until it expires.
CREATE TABLE project_exports (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  status text NOT NULL DEFAULT 'queued',
  personal_data boolean NOT NULL,
  -- Between 0 and 1.
  progress real NOT NULL DEFAULT 0,
  -- Numbers of rows by file.
  counts jsonb,
  size_bytes bigint,
  -- In hexadecimal digits.
  sha256 text,
  error text,
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id)
);
-- One export of a project at a time.
CREATE UNIQUE INDEX project_exports_running ON project_exports (project_id) WHERE status IN ('queued', 'running');

-- A restore inserts entries before those that they are merged into.
ALTER TABLE feedback_entries ALTER CONSTRAINT feedback_entries_project_id_merged_into_fkey DEFERRABLE INITIALLY IMMEDIATE;

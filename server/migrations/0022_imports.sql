-- Imports of files from other products. `processed` counts the records of the files that are done, so that a stopped import continues.
CREATE TABLE imports (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  source text NOT NULL,
  status text NOT NULL,
  options jsonb NOT NULL DEFAULT '{}',
  -- Columns, encoding and dates of the files, as far as they were recognized.
  detected jsonb,
  processed bigint NOT NULL DEFAULT 0,
  -- Outcomes by collection: of the import, and of its last check.
  counts jsonb NOT NULL DEFAULT '{}',
  check_counts jsonb,
  error text,
  actor_id uuid NOT NULL,
  actor_is_service_account boolean NOT NULL,
  actor_name text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id)
);
CREATE INDEX imports_id ON imports (id);

CREATE TABLE import_files (
  project_id uuid NOT NULL,
  import_id uuid NOT NULL,
  number integer NOT NULL,
  name text NOT NULL,
  size_bytes bigint NOT NULL,
  received_bytes bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, import_id, number),
  FOREIGN KEY (project_id, import_id) REFERENCES imports ON DELETE CASCADE
);

-- Parts of the files, in the database so that any node can run an import. Deleted a week after the last change of the import.
CREATE TABLE import_chunks (
  project_id uuid NOT NULL,
  import_id uuid NOT NULL,
  file integer NOT NULL,
  start bigint NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (project_id, import_id, file, start),
  FOREIGN KEY (project_id, import_id) REFERENCES imports ON DELETE CASCADE
);
ALTER TABLE import_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Records that cannot be imported, of the last check or run.
CREATE TABLE import_problems (
  project_id uuid NOT NULL,
  import_id uuid NOT NULL,
  number bigint NOT NULL,
  collection text NOT NULL,
  file text NOT NULL,
  line bigint NOT NULL,
  field text,
  code text NOT NULL,
  message text NOT NULL,
  -- The record as it was read.
  record text NOT NULL,
  PRIMARY KEY (project_id, import_id, number),
  FOREIGN KEY (project_id, import_id) REFERENCES imports ON DELETE CASCADE
);

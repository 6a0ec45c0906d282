-- Requests to the API of the last seven days. Contains no data about end users: paths contain ids only, and there are neither bodies nor
-- addresses.
CREATE TABLE request_log (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  request_id uuid NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  status smallint NOT NULL,
  -- Code of the error.
  code text,
  duration_ms real NOT NULL,
  credential text,
  -- Name of the personal token, service account or app, or the end of the API key.
  credential_name text,
  -- Number of combined requests.
  count integer NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, created_at, request_id)
);
CREATE INDEX request_log_errors ON request_log (project_id, created_at, request_id) WHERE status >= 400;
CREATE INDEX request_log_created_at ON request_log (created_at);

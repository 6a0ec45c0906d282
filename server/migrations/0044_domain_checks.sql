-- DNS lookups that members of a project caused in the hour since `started_at`.
CREATE TABLE project_domain_checks (
  project_id uuid PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
  started_at timestamptz NOT NULL DEFAULT now(),
  count integer NOT NULL DEFAULT 1
);

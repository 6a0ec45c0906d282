-- Hours whose events changed since their day was summed up, if it was.
CREATE TABLE analytics_touched_hours (
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  hour timestamptz NOT NULL,
  -- Grows from change to change, so that one that came meanwhile is seen.
  version bigint NOT NULL,
  -- The batch that changed them; null when events were erased.
  batch bigint,
  touched_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, hour)
);
CREATE SEQUENCE analytics_versions;

-- Days of a project's time zone that are summed up in ClickHouse, in the rows of that build.
CREATE TABLE analytics_settled_days (
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  build bigint NOT NULL,
  -- A change in this time makes the day void.
  reads_from timestamptz NOT NULL,
  reads_to timestamptz NOT NULL,
  -- The settings that it was summed up by.
  timezone text NOT NULL,
  counted_bots jsonb NOT NULL,
  PRIMARY KEY (project_id, starts_at)
);

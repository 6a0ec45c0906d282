-- Events of each project and day (UTC) that were written to ClickHouse, so that a loss there is noticed.
CREATE TABLE analytics_event_counts (
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  day date NOT NULL,
  -- Null while unknown: some events of the day were erased, and the others are yet to be counted.
  events bigint,
  -- Events that the last verification did not find.
  missing bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, day)
);
CREATE INDEX analytics_event_counts_missing ON analytics_event_counts (project_id, day) WHERE missing > 0;

-- Whether events that were written before this table existed have been counted in ClickHouse.
ALTER TABLE analytics_flusher ADD COLUMN has_counted boolean NOT NULL DEFAULT false;

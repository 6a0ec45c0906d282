-- Events that ClickHouse does not have yet. A row is what one commit took; all of it leaves with one batch.
CREATE TABLE analytics_inbox (
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  events text NOT NULL,
  event_count integer NOT NULL,
  -- What became of everything that was sent, kept or not: counts by outcome.
  outcomes jsonb NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id)
);
CREATE INDEX analytics_inbox_order ON analytics_inbox (id);

-- Ids that clients gave to their events, for as long as an event may come late.
CREATE TABLE analytics_event_ids (
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  event_id uuid NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, event_id)
);
CREATE INDEX analytics_event_ids_age ON analytics_event_ids USING brin (seen_at);

-- What is being written to ClickHouse: made once, written until it is there. Not of one project.
CREATE TABLE analytics_batches (
  id bigint PRIMARY KEY,
  content text NOT NULL,
  event_count integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- One node at a time moves events; the number of the last batch that was made.
CREATE TABLE analytics_flusher (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  last_batch bigint NOT NULL DEFAULT 0,
  holder uuid,
  held_until timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO analytics_flusher DEFAULT VALUES;

-- Random bytes that anonymous visitors are hashed with: a day's own, gone a day later.
CREATE TABLE analytics_salts (
  day date PRIMARY KEY,
  salt bytea NOT NULL
);

CREATE TABLE analytics_intake (
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  hour timestamptz NOT NULL,
  outcome text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (project_id, hour, outcome)
);

CREATE TABLE analytics_goals (
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  event text,
  page text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, name),
  CHECK ((event IS NULL) <> (page IS NULL))
);

CREATE TABLE analytics_annotations (
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  time timestamptz NOT NULL,
  text text NOT NULL,
  url text,
  changelog_entry_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, changelog_entry_id)
);
CREATE INDEX analytics_annotations_time ON analytics_annotations (project_id, time);

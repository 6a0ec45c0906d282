-- Events that known people sent from a browser, and anonymous events that belong to them, for as long as the browser can be recognized:
-- until the salt of the day before is deleted.
CREATE TABLE analytics_browser_events (
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  -- Number of the anonymous visitor.
  browser bigint NOT NULL,
  -- Sequence number and id of the event in ClickHouse.
  seq bigint NOT NULL,
  id uuid NOT NULL,
  time timestamptz NOT NULL,
  -- Empty for an anonymous event.
  user_id text NOT NULL,
  -- Number of the person to whom the event belongs.
  person bigint NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, browser, seq)
);
CREATE INDEX analytics_browser_events_age ON analytics_browser_events USING brin (stored_at);

-- Events whose visitor is in another partition than their browser wait in the inbox again, under the number of their first row.
ALTER TABLE analytics_inbox ADD COLUMN source_row bigint;
CREATE INDEX analytics_inbox_transfers ON analytics_inbox (project_id, source_row) WHERE source_row IS NOT NULL;

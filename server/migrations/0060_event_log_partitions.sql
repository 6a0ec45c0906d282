-- The inbox is divided into 64 partitions by a hash of the visitor. One node at a time forwards a partition.
CREATE TABLE analytics_partitions (
  partition smallint PRIMARY KEY,
  holder uuid,
  held_until timestamptz NOT NULL DEFAULT '-infinity',
  -- Last saved batch with rows of the partition. Saving requires the number that the holder knows.
  last_batch bigint NOT NULL
);
INSERT INTO analytics_partitions (partition, last_batch) SELECT partition, last_batch FROM generate_series(0, 63) AS partition, analytics_flusher;

-- Nodes that forward events, so that they share the partitions evenly.
CREATE TABLE analytics_nodes (
  id uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL DEFAULT now()
);

CREATE SEQUENCE analytics_batch_ids;
SELECT setval('analytics_batch_ids', greatest(last_batch, 1)) FROM analytics_flusher;

-- One row. Its lock orders changes of rollups: batches that invalidate days, builds that are recorded, erasures.
ALTER TABLE analytics_flusher RENAME TO analytics_event_log;
ALTER TABLE analytics_event_log DROP COLUMN holder, DROP COLUMN held_until, DROP COLUMN last_batch,
  -- The last batch of imported events: these batches are made one after another, so that no event is imported twice.
  ADD COLUMN last_import bigint NOT NULL DEFAULT 0;

-- Waiting events of earlier versions are divided by the hash of their visitor.
ALTER TABLE analytics_inbox ADD COLUMN partition smallint NOT NULL DEFAULT 0;
ALTER TABLE analytics_inbox DROP CONSTRAINT analytics_inbox_pkey, ADD PRIMARY KEY (partition, project_id, id);
ALTER TABLE analytics_imports ADD COLUMN partition smallint NOT NULL DEFAULT 0;
ALTER TABLE analytics_imports DROP CONSTRAINT analytics_imports_pkey, ADD PRIMARY KEY (partition, project_id, id);
DROP INDEX analytics_imports_year;
CREATE INDEX analytics_imports_project ON analytics_imports (project_id, id);

CREATE TEMPORARY TABLE divided_events ON COMMIT DROP AS
SELECT project_id, id, (right(event ->> 'person', 6)::int % 64)::smallint AS partition, event, place
FROM analytics_inbox, json_array_elements(events::json) WITH ORDINALITY AS given(event, place) WHERE kind = 'events';
UPDATE analytics_inbox AS inbox SET events = first.events, event_count = first.event_count
FROM (
  SELECT rows.project_id, rows.id, coalesce(json_agg(event ORDER BY place) FILTER (WHERE divided.partition = 0), '[]')::text AS events,
    count(*) FILTER (WHERE divided.partition = 0) AS event_count
  FROM analytics_inbox AS rows JOIN divided_events AS divided USING (project_id, id) GROUP BY rows.project_id, rows.id
) AS first WHERE inbox.project_id = first.project_id AND inbox.id = first.id AND kind = 'events';
INSERT INTO analytics_inbox (partition, project_id, id, events, event_count, outcomes, received_at) OVERRIDING SYSTEM VALUE
SELECT divided.partition, project_id, id, json_agg(event ORDER BY place), count(*), '{}', received_at
FROM divided_events AS divided JOIN analytics_inbox USING (project_id, id) WHERE divided.partition > 0
GROUP BY divided.partition, project_id, id, received_at;

CREATE TEMPORARY TABLE divided_imports ON COMMIT DROP AS
SELECT project_id, id, (right(event ->> 'person', 6)::int % 64)::smallint AS partition, event, place
FROM analytics_imports, json_array_elements(events::json) WITH ORDINALITY AS given(event, place);
UPDATE analytics_imports AS imports SET events = first.events, event_count = first.event_count
FROM (
  SELECT rows.project_id, rows.id, coalesce(json_agg(event ORDER BY place) FILTER (WHERE divided.partition = 0), '[]')::text AS events,
    count(*) FILTER (WHERE divided.partition = 0) AS event_count
  FROM analytics_imports AS rows JOIN divided_imports AS divided USING (project_id, id) GROUP BY rows.project_id, rows.id
) AS first WHERE imports.project_id = first.project_id AND imports.id = first.id;
INSERT INTO analytics_imports (partition, project_id, id, year, events, event_count, outcomes, received_at)
SELECT divided.partition, project_id, id, year, json_agg(event ORDER BY place), count(*), '{}', received_at
FROM divided_imports AS divided JOIN analytics_imports USING (project_id, id) WHERE divided.partition > 0
GROUP BY divided.partition, project_id, id, year, received_at;
ALTER TABLE analytics_inbox ALTER COLUMN partition DROP DEFAULT;
ALTER TABLE analytics_imports ALTER COLUMN partition DROP DEFAULT;

-- Contents of batches: the rows of each table of ClickHouse as lines of JSON, compressed with zstd.
ALTER TABLE analytics_batches
  ADD COLUMN partitions smallint[] NOT NULL DEFAULT '{}',
  ADD COLUMN deletions text[] NOT NULL DEFAULT '{}',
  ADD COLUMN events bytea NOT NULL DEFAULT '',
  ADD COLUMN visits bytea NOT NULL DEFAULT '',
  ADD COLUMN searches bytea NOT NULL DEFAULT '',
  -- Batches of earlier versions are not.
  ADD COLUMN is_compressed boolean NOT NULL DEFAULT true;
UPDATE analytics_batches SET
  partitions = ARRAY(SELECT generate_series(0, 63)),
  deletions = ARRAY(SELECT json_array_elements_text(content::json -> 'deletions')),
  events = convert_to(content::json ->> 'events', 'UTF8'),
  visits = convert_to(content::json ->> 'visits', 'UTF8'),
  searches = convert_to(coalesce(content::json ->> 'searches', ''), 'UTF8'),
  is_compressed = false;
ALTER TABLE analytics_batches DROP COLUMN content;
ALTER TABLE analytics_batches
  ALTER COLUMN partitions DROP DEFAULT, ALTER COLUMN deletions DROP DEFAULT, ALTER COLUMN events DROP DEFAULT,
  ALTER COLUMN visits DROP DEFAULT, ALTER COLUMN searches DROP DEFAULT, ALTER COLUMN is_compressed DROP DEFAULT,
  -- Already compressed, and deleted after a second.
  ALTER COLUMN events SET STORAGE EXTERNAL, ALTER COLUMN visits SET STORAGE EXTERNAL, ALTER COLUMN searches SET STORAGE EXTERNAL;

-- Calendar year (UTC) of all events of a row: a batch has events of one year, because ClickHouse writes a part for each month. Null for
-- rows of earlier versions, whose events are of any years.
ALTER TABLE analytics_imports ADD COLUMN year smallint;
CREATE INDEX analytics_imports_year ON analytics_imports (project_id, year, id);

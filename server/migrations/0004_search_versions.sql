-- Version of the rules that turned the texts of a table into search terms (reanalysis.ts).
CREATE TABLE search_versions (
  table_name text PRIMARY KEY,
  version integer NOT NULL
);

-- Wrong passwords of a shared link, counted for all nodes: how many since when.
ALTER TABLE analytics_shares
  ADD COLUMN wrong_passwords integer NOT NULL DEFAULT 0,
  ADD COLUMN wrong_since timestamptz;

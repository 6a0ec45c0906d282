ALTER TABLE changelog_entries
  -- Cover image, and the text for people who do not see it.
  ADD COLUMN image_url text,
  ADD COLUMN image_alt text NOT NULL DEFAULT '';

-- Reactions to published entries, one of each reader: a user id (`end:…`), a confirmed address (`eml:…`) or a visitor (`vis:…`).
CREATE TABLE changelog_reactions (
  project_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  reader text NOT NULL,
  reaction text NOT NULL CHECK (reaction IN ('like', 'love', 'celebrate')),
  -- Keyed hash of the network of a visitor, different for each entry and day. Null after the day, and for others.
  network bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, entry_id, reader),
  FOREIGN KEY (project_id, entry_id) REFERENCES changelog_entries ON DELETE CASCADE
);
CREATE INDEX changelog_reactions_count ON changelog_reactions (project_id, entry_id, reaction);
CREATE INDEX changelog_reactions_reader ON changelog_reactions (project_id, reader);
CREATE INDEX changelog_reactions_network ON changelog_reactions (project_id, entry_id, network) WHERE network IS NOT NULL;

-- Views of published entries on pages and in widgets: each reader once an entry and day.
CREATE TABLE changelog_views (
  project_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  views integer NOT NULL,
  PRIMARY KEY (project_id, entry_id),
  FOREIGN KEY (project_id, entry_id) REFERENCES changelog_entries ON DELETE CASCADE
);

-- Readers of the current day (UTC): keyed hashes of network and browser, different for each entry and day. Deleted after the day.
CREATE TABLE changelog_viewers (
  project_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  day date NOT NULL,
  viewer bytea NOT NULL,
  PRIMARY KEY (project_id, entry_id, day, viewer),
  FOREIGN KEY (project_id, entry_id) REFERENCES changelog_entries ON DELETE CASCADE
);
CREATE INDEX changelog_viewers_day ON changelog_viewers (day);

-- Filters under a name.
CREATE TABLE analytics_segments (
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  filters text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, name)
);

-- Links that show the figures of a project to whoever has them. A link is kept as it is, so that the team can copy it again:
-- whoever reads this database has the figures anyway.
CREATE TABLE analytics_shares (
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  link text NOT NULL UNIQUE,
  -- A salt of 16 bytes, and scrypt of the password with it.
  password_hash bytea,
  -- Shows nothing beyond it; so a segment that a link shows stays as long as the link.
  segment_id uuid,
  last_opened_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, segment_id) REFERENCES analytics_segments (project_id, id)
);
CREATE INDEX analytics_shares_segment ON analytics_shares (project_id, segment_id);

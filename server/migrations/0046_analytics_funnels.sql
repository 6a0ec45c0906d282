-- Saved funnels of the team.
CREATE TABLE analytics_funnels (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  -- Events and pages, as in the API.
  steps jsonb NOT NULL,
  window_seconds integer NOT NULL,
  step_order text NOT NULL CHECK (step_order IN ('loose', 'strict', 'any')),
  unit text NOT NULL CHECK (unit IN ('person', 'visit')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, name)
);
CREATE INDEX analytics_funnels_id ON analytics_funnels (id);

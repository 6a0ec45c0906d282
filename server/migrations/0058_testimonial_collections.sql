-- Collections of testimonials, each with its own wall. A testimonial may be in several.
CREATE TABLE testimonial_collections (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  -- Look of the wall. Null: that of the project.
  style jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, slug)
);
CREATE INDEX testimonial_collections_id ON testimonial_collections (id);

ALTER TABLE testimonials ADD COLUMN collection_ids uuid[] NOT NULL DEFAULT '{}';

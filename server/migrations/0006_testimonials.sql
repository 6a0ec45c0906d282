CREATE TABLE testimonials (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  author_name text NOT NULL,
  author_email text,
  author_title text,
  author_company text,
  author_avatar_url text,
  content text NOT NULL,
  rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
  image_url text,
  source_url text,
  tags text[] NOT NULL DEFAULT '{}',
  featured boolean NOT NULL DEFAULT false,
  disclosure text NOT NULL DEFAULT 'none',
  consent jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX testimonials_id ON testimonials (id);
CREATE INDEX testimonials_newest ON testimonials (project_id, status, created_at, id);
CREATE INDEX testimonials_rating ON testimonials (project_id, status, rating, created_at, id);
CREATE INDEX testimonials_featured ON testimonials (project_id, status, featured, created_at, id);

-- How many there are of each kind: totals and the summary without counting.
CREATE TABLE testimonial_counts (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  status text NOT NULL,
  rating smallint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (project_id, status, rating)
) WITH (fillfactor = 50);

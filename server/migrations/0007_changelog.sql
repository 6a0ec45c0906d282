CREATE TABLE changelog_entries (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  title text NOT NULL,
  slug text NOT NULL,
  content text NOT NULL DEFAULT '',
  -- Rendered from content when that is written; sanitised.
  content_html text NOT NULL DEFAULT '',
  version text,
  type text NOT NULL,
  tags text[] NOT NULL DEFAULT '{}',
  status text NOT NULL CHECK (status IN ('draft', 'scheduled', 'published')),
  published_at timestamptz,
  scheduled_at timestamptz,
  feedback_ids uuid[] NOT NULL DEFAULT '{}',
  search tsvector NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, slug)
);
CREATE INDEX changelog_entries_id ON changelog_entries (id);
CREATE INDEX changelog_entries_published ON changelog_entries (project_id, published_at, id) INCLUDE (type) WHERE status = 'published';
CREATE INDEX changelog_entries_search ON changelog_entries USING gin (search);

CREATE TABLE changelog_subscribers (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- In lower case: one mailbox, one subscription.
  email text NOT NULL,
  confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, email)
);

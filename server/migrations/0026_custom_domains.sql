-- The custom domain of a project, and whether its DNS proves that the project may use it. Any number of projects may claim a domain;
-- one that is served belongs to a single project.
CREATE TABLE project_domains (
  project_id uuid PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
  -- Equal to settings.pages.custom_domain, and written with it.
  domain text NOT NULL,
  -- `verified` and `failing` (the last check found no record) are served. `taken`: another project serves the domain.
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'verified', 'failing', 'taken')),
  checked_at timestamptz,
  -- The last check that found the record.
  verified_at timestamptz,
  -- The first check since then that did not, while the domain is served. The domain is released seven days later.
  missing_since timestamptz,
  error text
);
CREATE UNIQUE INDEX project_domains_served ON project_domains (domain) WHERE state IN ('verified', 'failing');

-- Domains set before they had to be proven wait for their proof.
DROP INDEX projects_custom_domain;
INSERT INTO project_domains (project_id, domain)
SELECT id, settings -> 'pages' ->> 'custom_domain' FROM projects WHERE settings -> 'pages' ->> 'custom_domain' IS NOT NULL;

-- Slugs that projects and changelog entries had before: links in sent mails, feeds and bookmarks lead to the current ones. A slug that is
-- given again belongs to its new owner alone.
CREATE TABLE project_former_slugs (
  slug text PRIMARY KEY,
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE
);
CREATE INDEX project_former_slugs_project ON project_former_slugs (project_id);

CREATE TABLE changelog_former_slugs (
  project_id uuid NOT NULL,
  slug text NOT NULL,
  entry_id uuid NOT NULL,
  PRIMARY KEY (project_id, slug),
  FOREIGN KEY (project_id, entry_id) REFERENCES changelog_entries ON DELETE CASCADE
);
CREATE INDEX changelog_former_slugs_entry ON changelog_former_slugs (project_id, entry_id);

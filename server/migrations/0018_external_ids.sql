-- The id of a record in the system that it comes from, and the import that created it.
ALTER TABLE feedback_entries ADD COLUMN external_id text, ADD COLUMN import_id uuid;
CREATE UNIQUE INDEX feedback_entries_external ON feedback_entries (project_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX feedback_entries_import ON feedback_entries (project_id, import_id) WHERE import_id IS NOT NULL;

ALTER TABLE feedback_comments ADD COLUMN external_id text, ADD COLUMN import_id uuid;
CREATE UNIQUE INDEX feedback_comments_external ON feedback_comments (project_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX feedback_comments_import ON feedback_comments (project_id, import_id) WHERE import_id IS NOT NULL;

ALTER TABLE feedback_votes ADD COLUMN import_id uuid;
CREATE INDEX feedback_votes_import ON feedback_votes (project_id, import_id) WHERE import_id IS NOT NULL;

ALTER TABLE waitlist_entries ADD COLUMN external_id text, ADD COLUMN import_id uuid;
CREATE UNIQUE INDEX waitlist_entries_external ON waitlist_entries (project_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX waitlist_entries_import ON waitlist_entries (project_id, import_id) WHERE import_id IS NOT NULL;

ALTER TABLE testimonials ADD COLUMN external_id text, ADD COLUMN import_id uuid;
CREATE UNIQUE INDEX testimonials_external ON testimonials (project_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX testimonials_import ON testimonials (project_id, import_id) WHERE import_id IS NOT NULL;

ALTER TABLE changelog_entries ADD COLUMN external_id text, ADD COLUMN import_id uuid;
CREATE UNIQUE INDEX changelog_entries_external ON changelog_entries (project_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX changelog_entries_import ON changelog_entries (project_id, import_id) WHERE import_id IS NOT NULL;

ALTER TABLE knowledge_documents ADD COLUMN import_id uuid;
CREATE INDEX knowledge_documents_import ON knowledge_documents (project_id, import_id) WHERE import_id IS NOT NULL;

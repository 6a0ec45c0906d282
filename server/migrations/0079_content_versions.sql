-- Earlier states of the texts that a team edits: changelog entries and documents of the knowledge base.
CREATE TABLE content_versions (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- Id of the changelog entry or document. Replacing a document deletes its row and inserts a new one with the same id, so that a foreign
  -- key would delete the versions as well.
  content_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Index of the document, with which its versions are deleted.
  index_id uuid,
  title text NOT NULL,
  content text NOT NULL,
  -- The last person who saved the version. Null for a text from before its history.
  actor_id uuid,
  actor_is_service_account boolean NOT NULL DEFAULT false,
  actor_name text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, index_id) REFERENCES knowledge_indexes (project_id, id) ON DELETE CASCADE
);
CREATE INDEX content_versions_content ON content_versions (project_id, content_id, created_at, id);

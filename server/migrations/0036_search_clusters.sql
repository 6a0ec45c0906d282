-- Unanswered searches of the last 90 days, clustered by their words. A job computes texts and counts from the log of searches, and keeps
-- the decisions of members. A cluster is deleted with its last search.
CREATE TABLE knowledge_search_clusters (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  -- The most frequent query.
  query text NOT NULL,
  -- List of further queries, most frequent first.
  examples jsonb NOT NULL,
  searches integer NOT NULL,
  people integer NOT NULL,
  last_searched_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'linked', 'dismissed', 'closed')),
  -- No foreign keys: entries belong to another service, and replacing a document deletes its row.
  feedback_id uuid,
  document_id uuid,
  closed_at timestamptz,
  -- Searches of the cluster after it was closed.
  watched_searches integer NOT NULL DEFAULT 0,
  watched_answered integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  CHECK ((status = 'closed') = (closed_at IS NOT NULL))
);
CREATE UNIQUE INDEX knowledge_search_clusters_id ON knowledge_search_clusters (id);
CREATE INDEX knowledge_search_clusters_order ON knowledge_search_clusters (project_id, searches DESC, last_searched_at DESC, id DESC);
CREATE INDEX knowledge_search_clusters_feedback ON knowledge_search_clusters (project_id, feedback_id) WHERE feedback_id IS NOT NULL;
CREATE INDEX knowledge_search_clusters_document ON knowledge_search_clusters (project_id, document_id) WHERE document_id IS NOT NULL;

-- Changes that a language model proposes. Nothing else changes until a member accepts one.
CREATE TABLE proposals (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  kind text NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'accepted', 'dismissed', 'empty')),
  -- TypeID of the feedback entry or the cluster of searches. Null for release notes.
  subject_id text,
  change jsonb,
  -- TypeID of the changed or created record.
  result_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  -- TypeID of the user or service account.
  decided_by text,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX proposals_id ON proposals (id);
CREATE INDEX proposals_open ON proposals (project_id, kind, subject_id) WHERE state = 'open';

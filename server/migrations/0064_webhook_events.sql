-- Recent events of a project, for streams (`earshot webhook listen`).
CREATE TABLE webhook_events (
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  -- Orders events by their commit: see webhooks/events-store.ts.
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id uuid NOT NULL,
  type text NOT NULL,
  -- `data`, `personal` and `changes`.
  content text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, transaction_id, id)
);
CREATE INDEX webhook_events_created_at ON webhook_events (created_at);

-- Webhooks send signed events, or messages for a chat service, and can be limited to some feedback entries.
ALTER TABLE webhook_endpoints
  ADD COLUMN format text NOT NULL DEFAULT 'standard',
  -- Empty for all entries.
  ADD COLUMN statuses text[] NOT NULL DEFAULT '{}',
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
  ADD COLUMN min_votes integer NOT NULL DEFAULT 0,
  -- Time from which a chat service accepts the next message.
  ADD COLUMN next_slot_at timestamptz NOT NULL DEFAULT now();

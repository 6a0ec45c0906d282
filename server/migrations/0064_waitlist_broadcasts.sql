-- Emails of the team to people on the waitlist.
CREATE TABLE waitlist_broadcasts (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  subject text NOT NULL,
  -- Markdown.
  body text NOT NULL,
  -- Filters of the recipients, as in the request.
  filter jsonb NOT NULL,
  -- At first the number that matched, and at the end the number of emails.
  recipient_count integer NOT NULL,
  unsubscribed_count integer NOT NULL DEFAULT 0,
  -- Number of the last entry whose email is in the outbox, and the number of emails.
  last_number bigint NOT NULL DEFAULT 0,
  queued_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX waitlist_broadcasts_list ON waitlist_broadcasts (project_id, created_at, id);
-- Time at which a person unsubscribed from broadcasts.
ALTER TABLE waitlist_entries ADD COLUMN unsubscribed_at timestamptz;

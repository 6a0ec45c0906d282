-- Emails about replies and merges, and private answers of the team to the submitter of an entry.
ALTER TABLE feedback_comments
  ADD COLUMN private boolean NOT NULL DEFAULT false,
  -- The submitter whom a private answer is for. It stays with that person when the entry is merged or deleted.
  ADD COLUMN recipient_id text,
  ADD COLUMN recipient_email text,
  -- Whether the recipient proved to own the address. Others neither receive the answer by email nor see it by their address.
  ADD COLUMN recipient_confirmed boolean NOT NULL DEFAULT false,
  ADD COLUMN recipient_name text,
  -- The first reply of the email to followers that contained this one.
  ADD COLUMN announced_with uuid;
CREATE INDEX feedback_comments_announced ON feedback_comments (project_id, announced_with) WHERE announced_with IS NOT NULL;

ALTER TABLE feedback_entries
  -- Time at which the submitter proved to own `submitter_email`.
  ADD COLUMN submitter_confirmed_at timestamptz,
  -- The first merged entry of the email to followers that named this one.
  ADD COLUMN merge_announced_with uuid;
CREATE INDEX feedback_entries_merge_announced ON feedback_entries (project_id, merge_announced_with)
  WHERE merge_announced_with IS NOT NULL;

-- Earlier merges are not announced.
UPDATE feedback_entries SET merge_announced_with = id WHERE merged_into IS NOT NULL;
UPDATE feedback_entries e SET submitter_confirmed_at = s.confirmed_at FROM feedback_subscribers s
WHERE s.project_id = e.project_id AND s.origin_id = e.id AND s.email = lower(e.submitter_email COLLATE "C") AND s.confirmed_at IS NOT NULL;

-- Addresses that unsubscribed from all emails about feedback. Only an explicit subscription ends this.
CREATE TABLE feedback_opt_outs (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- In lower case.
  email text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, email)
);

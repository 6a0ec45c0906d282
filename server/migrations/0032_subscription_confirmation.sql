-- Mails go to confirmed addresses alone. Existing subscriptions stay: each of their mails had a one-click way out.
ALTER TABLE feedback_subscribers ADD COLUMN confirmed_at timestamptz;
UPDATE feedback_subscribers SET confirmed_at = created_at;
-- By address: what a confirmation, a way out and an erasure ask for.
CREATE INDEX feedback_subscribers_email ON feedback_subscribers (project_id, email);

-- The mailbox of a recipient, for the limit of mails a day: `+tag` and, at Gmail, dots make no other one.
ALTER TABLE mails ADD COLUMN mailbox text;
UPDATE mails SET mailbox = lower(recipient);
ALTER TABLE mails ALTER COLUMN mailbox SET NOT NULL;
CREATE INDEX mails_mailbox ON mails (project_id, mailbox, created_at);
-- 'suppressed': over the limit. It is kept for admins to read, and does not leave unless they send it.
ALTER TABLE mails DROP CONSTRAINT mails_status_check;
ALTER TABLE mails ADD CONSTRAINT mails_status_check CHECK (status IN ('queued', 'sending', 'kept', 'sent', 'failed', 'suppressed'));

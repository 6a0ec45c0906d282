ALTER TABLE mails ADD COLUMN sender_name text;
ALTER TABLE mails ADD COLUMN reply_to text;
-- 'sending': its text is being handed to the mail server, which may have taken it.
ALTER TABLE mails DROP CONSTRAINT mails_status_check;
ALTER TABLE mails ADD CONSTRAINT mails_status_check CHECK (status IN ('queued', 'sending', 'kept', 'sent', 'failed'));

-- Mails that anybody can cause by entering an address, such as requests to confirm it. They have a daily limit of their own.
ALTER TABLE mails ADD COLUMN is_unsolicited boolean NOT NULL DEFAULT false;

-- What a mail announces: an event, and the TypeIDs of the records that it is about.
ALTER TABLE mails ADD COLUMN event text, ADD COLUMN subject_ids text[] NOT NULL DEFAULT '{}';

-- Who was notified of what by mail, and when. The outbox is cleaned earlier.
CREATE TABLE told (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  mail_id uuid NOT NULL,
  subject_id text NOT NULL,
  event text NOT NULL,
  recipient text NOT NULL,
  told_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, mail_id, subject_id)
);
CREATE INDEX told_subject ON told (project_id, subject_id, told_at);
CREATE INDEX told_at ON told (project_id, told_at);

-- Figures of broadcasts, which outlast the emails in the outbox, and the reason for which a broadcast stopped before its end.
ALTER TABLE waitlist_broadcasts
  ADD COLUMN delivered_count integer NOT NULL DEFAULT 0,
  ADD COLUMN failed_count integer NOT NULL DEFAULT 0,
  -- `filter`: the segment, reward or question of its filter does not exist. `error`: all attempts failed.
  ADD COLUMN stop_reason text CHECK (stop_reason IN ('filter', 'error')),
  -- Time at which emails were put into the outbox last.
  ADD COLUMN progressed_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX waitlist_broadcasts_id ON waitlist_broadcasts (id);
CREATE INDEX waitlist_broadcasts_unsent ON waitlist_broadcasts (progressed_at) WHERE sent_at IS NULL AND stop_reason IS NULL;
UPDATE waitlist_broadcasts b SET delivered_count = m.delivered, failed_count = m.failed
FROM (
  SELECT project_id, cause, count(*) FILTER (WHERE status = 'sent') AS delivered,
    count(*) FILTER (WHERE status IN ('failed', 'suppressed')) AS failed
  FROM mails WHERE cause LIKE 'waitlist.broadcast:%' GROUP BY 1, 2
) m WHERE m.project_id = b.project_id AND m.cause = 'waitlist.broadcast:' || b.id;
-- `canceled`: the recipient unsubscribed or lost access before the email was sent.
ALTER TABLE mails DROP CONSTRAINT mails_status_check;
ALTER TABLE mails ADD CONSTRAINT mails_status_check
  CHECK (status IN ('queued', 'sending', 'kept', 'sent', 'failed', 'suppressed', 'canceled'));

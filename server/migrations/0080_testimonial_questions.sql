-- Questions that guide the author of a testimonial, and one reminder of a request by mail.
ALTER TABLE testimonial_rules ADD COLUMN questions text[] NOT NULL DEFAULT '{}', ADD COLUMN reminder_days integer;
-- The questions of the rule at the time of the request, so that answers match them.
ALTER TABLE testimonial_requests ADD COLUMN questions text[] NOT NULL DEFAULT '{}', ADD COLUMN reminded_at timestamptz;
CREATE INDEX testimonial_requests_unreminded ON testimonial_requests (created_at)
  WHERE status = 'open' AND channel = 'mail' AND reminded_at IS NULL;
-- Answers to the questions, for the team.
ALTER TABLE testimonials ADD COLUMN answers jsonb;

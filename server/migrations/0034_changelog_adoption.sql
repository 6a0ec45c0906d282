-- Event or page that shows that a release is used, as in the API, and the days after the publication in which uses count.
ALTER TABLE changelog_entries ADD COLUMN success jsonb, ADD COLUMN window_days integer NOT NULL DEFAULT 7,
  -- Time of the webhook about the measurement. Null until the window ends.
  ADD COLUMN adoption_measured_at timestamptz;
CREATE INDEX changelog_entries_unmeasured ON changelog_entries (published_at)
  WHERE success IS NOT NULL AND adoption_measured_at IS NULL AND status = 'published';

-- What the figures of a waitlist are counted from, without its rows: sign-ups by day, and by where they came from.
DROP INDEX waitlist_entries_created_at;
CREATE INDEX waitlist_entries_signups ON waitlist_entries (project_id, created_at) INCLUDE (referred_by)
  WHERE confirmed_at IS NOT NULL AND status <> 'removed';
CREATE INDEX waitlist_entries_sources ON waitlist_entries (project_id, referral_source)
  WHERE confirmed_at IS NOT NULL AND status <> 'removed';

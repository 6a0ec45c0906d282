-- Addresses that the team asked to subscribe, and those that unsubscribed, as keyed hashes. They outlast subscriptions and emails, so that
-- nobody is asked again.
CREATE TABLE changelog_asked (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  address bytea NOT NULL,
  asked_at timestamptz,
  unsubscribed_at timestamptz,
  PRIMARY KEY (project_id, address)
);
-- Filters by answers, and ranks of the leaderboard.
CREATE INDEX waitlist_entries_answers ON waitlist_entries USING gin (answers jsonb_path_ops);
CREATE INDEX waitlist_entries_leaders ON waitlist_entries (project_id, referral_count DESC, number)
  WHERE referral_count > 0 AND on_leaderboard AND confirmed_at IS NOT NULL AND status <> 'removed';

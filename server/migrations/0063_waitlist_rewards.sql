-- Highest referral count that a confirmed entry has had, so that each reward is announced once, and whether the leaderboard may contain it.
ALTER TABLE waitlist_entries ADD COLUMN peak_referrals integer NOT NULL DEFAULT 0,
  ADD COLUMN on_leaderboard boolean NOT NULL DEFAULT true;
UPDATE waitlist_entries SET peak_referrals = referral_count WHERE referral_count > 0;

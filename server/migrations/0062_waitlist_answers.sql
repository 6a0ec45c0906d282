-- Answers to the questions of the sign-up form by key. `settings.waitlist.questions` of the project declares them.
ALTER TABLE waitlist_entries ADD COLUMN answers jsonb NOT NULL DEFAULT '{}';

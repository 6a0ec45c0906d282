-- Language of the page or browser in which a person joined or subscribed, for later emails. Null: that of the project.
ALTER TABLE waitlist_entries ADD COLUMN language text;
ALTER TABLE changelog_subscribers ADD COLUMN language text;
ALTER TABLE feedback_subscribers ADD COLUMN language text;

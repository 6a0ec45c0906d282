-- Pages on which widgets show an entry, as paths with `*`, and languages of its readers. Empty for all.
ALTER TABLE changelog_entries ADD COLUMN pages text[] NOT NULL DEFAULT '{}', ADD COLUMN languages text[] NOT NULL DEFAULT '{}';
CREATE INDEX changelog_asked_at ON changelog_asked (asked_at) WHERE asked_at IS NOT NULL;

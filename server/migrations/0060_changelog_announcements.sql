-- Form in which widgets announce an entry, once to each visitor, until a time. Null: no announcement.
ALTER TABLE changelog_entries
  ADD COLUMN announcement text CHECK (announcement IN ('banner', 'popup')),
  ADD COLUMN announcement_ends_at timestamptz;
CREATE INDEX changelog_entries_announced ON changelog_entries (project_id, published_at DESC)
  WHERE announcement IS NOT NULL AND status = 'published';

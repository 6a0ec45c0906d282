-- Segment of people to which an entry is limited. A segment in use cannot be deleted.
ALTER TABLE changelog_entries ADD COLUMN segment_id uuid,
  ADD FOREIGN KEY (project_id, segment_id) REFERENCES people_segments;
CREATE INDEX changelog_entries_segment ON changelog_entries (project_id, segment_id) WHERE segment_id IS NOT NULL;

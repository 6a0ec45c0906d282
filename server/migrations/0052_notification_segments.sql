-- Segment of people whose feedback a member is notified of. Null for everyone.
ALTER TABLE project_members ADD COLUMN notification_segment_id uuid,
  ADD FOREIGN KEY (project_id, notification_segment_id) REFERENCES people_segments (project_id, id) ON DELETE SET NULL (notification_segment_id);
CREATE INDEX project_members_notification_segment ON project_members (project_id, notification_segment_id)
  WHERE notification_segment_id IS NOT NULL;

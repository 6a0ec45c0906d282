-- Lists order entries by their time, and entries of the same time by number: imported entries have numbers of today and times of the past.
DROP INDEX feedback_entries_newest, feedback_entries_top, feedback_entries_manual;
CREATE INDEX feedback_entries_newest ON feedback_entries (project_id, pinned, created_at, number) INCLUDE (id, visibility, status, type);
CREATE INDEX feedback_entries_oldest ON feedback_entries (project_id, created_at, number) INCLUDE (id, visibility, status, type);
CREATE INDEX feedback_entries_top ON feedback_entries (project_id, pinned, (upvote_count - downvote_count), created_at, number);

-- Places of moved entries were numbers of entries, negative, and are times in seconds now: proportionally between the times of the entries
-- with the next numbers.
UPDATE feedback_entries e SET board_order = -(
  CASE
    WHEN below.number IS NULL THEN above.seconds + (-e.board_order - above.number)
    WHEN above.number IS NULL THEN below.seconds + (-e.board_order - below.number)
    ELSE below.seconds + (above.seconds - below.seconds) * (-e.board_order - below.number) / (above.number - below.number)
  END)
FROM feedback_entries moved
LEFT JOIN LATERAL (
  SELECT n.number, extract(epoch FROM n.created_at AT TIME ZONE 'UTC') AS seconds FROM feedback_entries n
  WHERE n.project_id = moved.project_id AND n.number <= -moved.board_order ORDER BY n.number DESC LIMIT 1
) below ON true
LEFT JOIN LATERAL (
  SELECT n.number, extract(epoch FROM n.created_at AT TIME ZONE 'UTC') AS seconds FROM feedback_entries n
  WHERE n.project_id = moved.project_id AND n.number > -moved.board_order ORDER BY n.number LIMIT 1
) above ON true
WHERE moved.board_order IS NOT NULL AND e.project_id = moved.project_id AND e.id = moved.id;

CREATE INDEX feedback_entries_manual
  ON feedback_entries (project_id, (coalesce(board_order, -extract(epoch FROM created_at AT TIME ZONE 'UTC'))), (-number))
  INCLUDE (id, visibility, status, type);

-- Users of the product by address, for votes on behalf of people and imports.
CREATE INDEX feedback_votes_address ON feedback_votes (project_id, lower(voter_email COLLATE "C")) WHERE voter LIKE 'end:%';
CREATE INDEX feedback_entries_address ON feedback_entries (project_id, lower(submitter_email COLLATE "C")) WHERE submitter_id LIKE 'end:%';

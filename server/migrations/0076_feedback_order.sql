-- Place of an entry in the manual order of the board. Entries that were never moved are ordered by their number, newest first, so that
-- existing and new entries need no value.
ALTER TABLE feedback_entries ADD COLUMN board_order numeric;
CREATE INDEX feedback_entries_manual ON feedback_entries (project_id, (coalesce(board_order, -number::numeric)), (-number))
  INCLUDE (id, visibility, status, type);

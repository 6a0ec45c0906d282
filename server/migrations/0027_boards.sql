-- Boards of feedback. A project without rows has its default board only, with default values.
CREATE TABLE feedback_boards (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  -- Entries of the default board have no board_id, and the API names this board with the id of the project.
  is_default boolean NOT NULL DEFAULT false,
  slug text NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  access text NOT NULL,
  position integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, slug)
);
CREATE UNIQUE INDEX feedback_boards_default ON feedback_boards (project_id) WHERE is_default;
CREATE INDEX feedback_boards_id ON feedback_boards (id);

ALTER TABLE feedback_entries ADD COLUMN board_id uuid,
  ADD FOREIGN KEY (project_id, board_id) REFERENCES feedback_boards;
-- Projects with one board have no rows in this index.
CREATE INDEX feedback_entries_board ON feedback_entries (project_id, board_id, pinned, created_at, number) WHERE board_id IS NOT NULL;

-- The indexes that lists of visitors read alone contain the board, because visitors may not see every board.
DROP INDEX feedback_entries_newest, feedback_entries_manual;
CREATE INDEX feedback_entries_newest ON feedback_entries (project_id, pinned, created_at, number)
  INCLUDE (id, visibility, status, type, board_id);
CREATE INDEX feedback_entries_manual
  ON feedback_entries (project_id, (coalesce(board_order, -extract(epoch FROM created_at AT TIME ZONE 'UTC'))), (-number))
  INCLUDE (id, visibility, status, type, board_id);

ALTER TABLE feedback_counts ADD COLUMN board_id uuid, DROP CONSTRAINT feedback_counts_pkey;
CREATE UNIQUE INDEX feedback_counts_kind ON feedback_counts (project_id, board_id, visibility, status, type) NULLS NOT DISTINCT;

-- Whether a session or an X-User-Token proved the address: only these followers receive mails about boards of signed-in visitors.
ALTER TABLE feedback_subscribers ADD COLUMN is_verified boolean NOT NULL DEFAULT false;

-- Segments of people: saved conditions on attributes and behavior.
CREATE TABLE people_segments (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  -- Match and conditions, as in the API.
  definition jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, name)
);
CREATE INDEX people_segments_id ON people_segments (id);

-- People whom the team merged: analytics counts the events of their user ids together.
CREATE INDEX people_merged ON people (project_id) WHERE cardinality(user_ids) > 1;

-- Boards that only people in a segment see. A segment in use cannot be deleted.
ALTER TABLE feedback_boards ADD COLUMN segment_id uuid,
  ADD FOREIGN KEY (project_id, segment_id) REFERENCES people_segments;
CREATE INDEX feedback_boards_segment ON feedback_boards (project_id, segment_id) WHERE segment_id IS NOT NULL;

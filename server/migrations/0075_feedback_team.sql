-- Assignee and due date of an entry. Updates of vote counts change neither.
ALTER TABLE feedback_entries
  ADD COLUMN assignee_id uuid REFERENCES users ON DELETE SET NULL,
  ADD COLUMN due_on date;
CREATE INDEX feedback_entries_assignee ON feedback_entries (assignee_id, project_id, number) WHERE assignee_id IS NOT NULL;

-- Identifies a vote that a member cast on behalf of a person, so that it can be revoked. Null for votes that people cast themselves.
ALTER TABLE feedback_votes ADD COLUMN on_behalf_id uuid;
CREATE UNIQUE INDEX feedback_votes_on_behalf ON feedback_votes (project_id, on_behalf_id) WHERE on_behalf_id IS NOT NULL;

-- Members whom a comment mentions.
ALTER TABLE feedback_comments ADD COLUMN mentioned_ids uuid[] NOT NULL DEFAULT '{}';

-- Whether the user chose the name or the avatar. A sign-in overwrites the others with those of the identity provider.
ALTER TABLE users
  ADD COLUMN has_own_name boolean NOT NULL DEFAULT false,
  ADD COLUMN has_own_avatar boolean NOT NULL DEFAULT false;

-- Uploaded avatars. They are small and belong to no project, so that they are stored here instead of with the uploads of projects.
CREATE TABLE user_avatars (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- A new one for each image, because URLs of images are cached.
  id uuid NOT NULL UNIQUE,
  content_type text NOT NULL,
  image bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Sessions of end users on the public pages of a project. They are no accounts of the dashboard.
CREATE TABLE end_user_sessions (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  token_hash bytea NOT NULL,
  -- `sub` of the signed token, or null after a sign-in by a mailed code.
  user_id text,
  -- Proved by a mailed code or by the signed token.
  email text,
  name text,
  avatar_url text,
  -- Whether the browser has told its visitor id, whose votes the person takes over.
  has_taken_over boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Accurate to a day.
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, token_hash),
  CHECK (user_id IS NOT NULL OR email IS NOT NULL)
);
CREATE INDEX end_user_sessions_user ON end_user_sessions (project_id, user_id) WHERE user_id IS NOT NULL;
CREATE INDEX end_user_sessions_address ON end_user_sessions (project_id, lower(email COLLATE "C"));
CREATE INDEX end_user_sessions_expiry ON end_user_sessions (expires_at);

-- Mailed codes of the last hour, also after their use, because they are counted.
CREATE TABLE end_user_codes (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- Hash of the secret in the form of the browser that requested the code.
  attempt_hash bytea NOT NULL,
  -- Key of a mailbox.
  email text NOT NULL,
  network_hash bytea NOT NULL,
  -- Null after the use of the code.
  code_hash bytea,
  tries smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, attempt_hash)
);
CREATE INDEX end_user_codes_address ON end_user_codes (project_id, email, created_at);
CREATE INDEX end_user_codes_age ON end_user_codes (created_at);

-- What a person did, by the id of the person.
CREATE INDEX feedback_votes_voter ON feedback_votes (project_id, voter);
CREATE INDEX feedback_comments_author ON feedback_comments (project_id, author_id) WHERE author_id IS NOT NULL;
CREATE INDEX feedback_comments_recipient ON feedback_comments (project_id, recipient_id) WHERE private;
CREATE INDEX feedback_entries_mailbox ON feedback_entries (project_id, lower(submitter_email COLLATE "C"));
DROP INDEX feedback_entries_address;

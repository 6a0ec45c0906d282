-- Account log of users: their sign-ins, and the credentials that act on their behalf. Entries are deleted after a year.
CREATE TABLE account_entries (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  id uuid NOT NULL,
  action text NOT NULL,
  -- TypeID of the session or credential.
  target_id text,
  target_name text,
  -- Name of the personal access token or connected app that was used.
  token_name text,
  -- Client of the request. Null for the command line of the server, and for what the request did not reveal.
  browser text,
  os text,
  country text,
  -- Rights of a credential. Without projects, those of all projects of the user.
  scopes text[],
  project_ids uuid[],
  -- Whether the user is still to be told by email.
  is_unsent boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, id)
);
CREATE INDEX account_entries_user ON account_entries (user_id, created_at, id);
CREATE INDEX account_entries_created_at ON account_entries (created_at);
CREATE INDEX account_entries_unsent ON account_entries (created_at) WHERE is_unsent;

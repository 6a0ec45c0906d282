-- Rights of a token. Tokens that exist, and tokens of a sign-in, have all rights of their user. The defaults are constants, so that
-- PostgreSQL does not rewrite the table.
ALTER TABLE tokens
  ADD COLUMN scopes text[] NOT NULL DEFAULT '{admin}',
  -- Projects that the token is limited to. Null for all projects of the user.
  ADD COLUMN project_ids uuid[];

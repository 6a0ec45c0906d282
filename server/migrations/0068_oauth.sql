-- Apps that connect to the MCP server with OAuth. They register themselves (RFC 7591) and have no secret.
CREATE TABLE oauth_clients (
  id uuid PRIMARY KEY,
  -- Self-reported and unverified.
  name text NOT NULL,
  redirect_uris text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- An app without grants is deleted after this time.
  expires_at timestamptz NOT NULL
);
CREATE INDEX oauth_clients_expiry ON oauth_clients (expires_at);

-- Authorization requests. A request waits for the decision of a user, who gives it a code, which the app exchanges once.
CREATE TABLE oauth_requests (
  -- The URL of the consent page contains the secret.
  hash bytea PRIMARY KEY,
  client_id uuid NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
  redirect_uri text NOT NULL,
  code_challenge text NOT NULL,
  -- Requested scopes; after the decision, granted scopes.
  scopes text[] NOT NULL,
  resource text NOT NULL,
  state text,
  expires_at timestamptz NOT NULL,
  -- Set by the decision.
  code_hash bytea UNIQUE,
  user_id uuid REFERENCES users ON DELETE CASCADE,
  project_ids uuid[],
  grant_id uuid,
  -- A code that was exchanged is kept: its second use ends the grant (RFC 6749, 4.1.2).
  used_at timestamptz
);
CREATE INDEX oauth_requests_expiry ON oauth_requests (expires_at);
CREATE INDEX oauth_requests_client ON oauth_requests (client_id);

-- Access of an app to the account of a user. All tokens of a grant end with it. A transaction that adds a token locks the grant first.
CREATE TABLE oauth_grants (
  id uuid PRIMARY KEY,
  client_id uuid NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Receiver of the authorization, shown to the user.
  redirect_uri text NOT NULL,
  -- URL that the tokens are limited to (RFC 8707).
  resource text NOT NULL,
  scopes text[] NOT NULL,
  -- Projects that the tokens are limited to. Null for all projects of the user.
  project_ids uuid[],
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  -- Expiry of the newest refresh token.
  expires_at timestamptz NOT NULL
);
CREATE INDEX oauth_grants_client ON oauth_grants (client_id);
CREATE INDEX oauth_grants_user ON oauth_grants (user_id);
CREATE INDEX oauth_grants_expiry ON oauth_grants (expires_at);

-- Tokens of apps. Only the SHA-256 of a token is stored.
CREATE TABLE oauth_tokens (
  hash bytea PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
  grant_id uuid NOT NULL REFERENCES oauth_grants ON DELETE CASCADE,
  -- Scopes of an access token. Null for a refresh token, which has those of its grant.
  scopes text[],
  expires_at timestamptz NOT NULL,
  -- A refresh token that was exchanged is kept: its second use ends the grant.
  used_at timestamptz,
  CHECK ((kind = 'access') = (scopes IS NOT NULL))
);
CREATE INDEX oauth_tokens_grant ON oauth_tokens (grant_id);
CREATE INDEX oauth_tokens_expiry ON oauth_tokens (expires_at);

-- Someone who can sign in. Identified by (issuer, subject); both are null for someone who was invited by e-mail address and has
-- not signed in yet: the first sign-in with that address, verified by the provider, claims the row.
CREATE TABLE users (
  id uuid PRIMARY KEY,
  issuer text,
  subject text,
  email text,
  name text,
  avatar_url text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (issuer, subject),
  CHECK ((issuer IS NULL) = (subject IS NULL)),
  CHECK (subject IS NOT NULL OR email IS NOT NULL)
);
CREATE INDEX users_email ON users (lower(email));
CREATE UNIQUE INDEX users_invited ON users (lower(email)) WHERE issuer IS NULL;

-- One sign-in, by a browser, the CLI or a device. All access and refresh tokens that came of it end with it. Who adds a token to it
-- locks this row first, so that none is added behind the back of one who ends it.
CREATE TABLE sign_ins (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_ins_user ON sign_ins (user_id);

-- Access, refresh and personal access tokens. Only the SHA-256 of a token is stored.
CREATE TABLE tokens (
  id uuid PRIMARY KEY,
  hash bytea NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('access', 'refresh', 'personal')),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  sign_in_id uuid REFERENCES sign_ins ON DELETE CASCADE,
  -- Of a personal access token.
  name text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  -- A refresh token that was exchanged. It stays, so that its second use is seen.
  used_at timestamptz,
  CHECK ((kind = 'personal') = (sign_in_id IS NULL))
);
CREATE INDEX tokens_sign_in ON tokens (sign_in_id);
CREATE INDEX tokens_user ON tokens (user_id, kind);
CREATE INDEX tokens_expiry ON tokens (expires_at);

-- A sign-in between its start and the provider's answer.
CREATE TABLE login_attempts (
  state_hash bytea PRIMARY KEY,
  -- The browser that began it holds the secret in a cookie.
  browser_hash bytea NOT NULL,
  provider text NOT NULL,
  provider_verifier text NOT NULL,
  nonce text,
  return_to text NOT NULL,
  client_state text,
  code_challenge text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX login_attempts_expiry ON login_attempts (expires_at);

-- What the browser exchanges for tokens after the provider's part.
CREATE TABLE authorization_codes (
  hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code_challenge text NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Set at its exchange: a second exchange ends what the first one began (RFC 6749, 4.1.2).
  sign_in_id uuid
);
CREATE INDEX authorization_codes_expiry ON authorization_codes (expires_at);

-- Devices that wait for someone to allow them (RFC 8628).
CREATE TABLE device_authorizations (
  device_hash bytea PRIMARY KEY,
  user_code text NOT NULL UNIQUE,
  -- What the program calls itself.
  client_id text,
  -- Who decided.
  user_id uuid REFERENCES users ON DELETE CASCADE,
  denied boolean NOT NULL DEFAULT false,
  interval_seconds integer NOT NULL,
  polled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX device_authorizations_expiry ON device_authorizations (expires_at);

-- Random secrets that all nodes of this installation share.
CREATE TABLE instance_secrets (
  name text PRIMARY KEY,
  secret bytea NOT NULL
);

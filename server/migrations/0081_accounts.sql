-- Passkeys of users (WebAuthn), whichever provider they signed in with first.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_by_user ON passkeys (user_id, created_at DESC, id DESC);

-- The challenge of the passkey that a user is about to add.
CREATE TABLE passkey_challenges (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  challenge text NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Sign-ins with an account of this instance, from the first challenge or code to the return to the callback.
CREATE TABLE account_sign_ins (
  state_hash bytea PRIMARY KEY,
  challenge text,
  email text,
  mail_code_hash bytea,
  mail_code_expires_at timestamptz,
  mail_code_tries integer NOT NULL DEFAULT 0,
  -- Set after the verification: either a user, or a profile that may become one.
  code_hash bytea,
  user_id uuid REFERENCES users ON DELETE CASCADE,
  verified_email text,
  name text,
  expires_at timestamptz NOT NULL
);

-- Mailed codes of the last hour, which limits their number per address.
CREATE TABLE mailed_codes (
  email text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mailed_codes_by_email ON mailed_codes (email, created_at);

-- One-time links: for the first user of the instance, or for a user who can't sign in (`email`).
CREATE TABLE sign_in_links (
  hash bytea PRIMARY KEY,
  email text,
  expires_at timestamptz NOT NULL
);

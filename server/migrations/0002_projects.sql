CREATE TABLE projects (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  slug text NOT NULL UNIQUE,
  settings jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- API keys are public (they stand in web pages), so they are kept as they are. The current key has no expiry.
CREATE TABLE project_keys (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  PRIMARY KEY (project_id, key)
);
CREATE INDEX project_keys_key ON project_keys (key);

-- Secrets with which the customer's own app signs its users' tokens. They sign, so they are kept as they are.
CREATE TABLE project_identity_secrets (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  secret text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  PRIMARY KEY (project_id, secret)
);

CREATE TABLE project_members (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('viewer', 'member', 'admin', 'owner')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, user_id)
);
CREATE INDEX project_members_user ON project_members (user_id);

-- Answers to requests that bore an Idempotency-Key, written in the transaction of what they did.
CREATE TABLE idempotency_keys (
  credential bytea NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  status integer,
  body text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (credential, key)
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);

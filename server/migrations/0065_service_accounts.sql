-- Service accounts: programs with rights on one project. A service account belongs to the project, and outlives the membership of the
-- user who created it.
CREATE TABLE service_accounts (
  id uuid PRIMARY KEY,
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  name text NOT NULL,
  scopes text[] NOT NULL,
  -- Null when the user was deleted.
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX service_accounts_name ON service_accounts (project_id, lower(name));
CREATE INDEX service_accounts_created_by ON service_accounts (created_by);

-- A token belongs to a user or to a service account. Scopes and project of the latter are those of its account. The name of such a token
-- is its last characters. A token without expires_at does not expire.
ALTER TABLE tokens
  ALTER COLUMN user_id DROP NOT NULL,
  ALTER COLUMN expires_at DROP NOT NULL,
  ADD COLUMN service_account_id uuid REFERENCES service_accounts ON DELETE CASCADE,
  DROP CONSTRAINT tokens_kind_check,
  DROP CONSTRAINT tokens_check,
  ADD CONSTRAINT tokens_kind_check CHECK (kind IN ('access', 'refresh', 'personal', 'service')),
  ADD CONSTRAINT tokens_sign_in_check CHECK ((kind IN ('personal', 'service')) = (sign_in_id IS NULL)),
  ADD CONSTRAINT tokens_user_check CHECK ((kind = 'service') = (user_id IS NULL)),
  ADD CONSTRAINT tokens_service_account_check CHECK ((kind = 'service') = (service_account_id IS NOT NULL)),
  ADD CONSTRAINT tokens_expiry_check CHECK (kind = 'service' OR expires_at IS NOT NULL);
CREATE INDEX tokens_service_account ON tokens (service_account_id) WHERE service_account_id IS NOT NULL;

-- Service accounts act in the history of feedback and in the audit log. The defaults are constants, so that PostgreSQL does not rewrite
-- the tables.
ALTER TABLE feedback_history ADD COLUMN actor_is_service_account boolean NOT NULL DEFAULT false;
ALTER TABLE audit_entries ADD COLUMN actor_is_service_account boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION protect_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reason text := coalesce(current_setting('earshot.audit_log', true), '');
BEGIN
  IF TG_OP = 'DELETE' AND (reason = 'retention' OR NOT EXISTS (SELECT FROM projects WHERE id = OLD.project_id)) THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND reason = 'erasure'
    AND (NEW.project_id, NEW.id, NEW.action, NEW.actor_id, NEW.actor_is_service_account, NEW.actor_name, NEW.token_name, NEW.target_id,
        NEW.created_at)
      IS NOT DISTINCT FROM
        (OLD.project_id, OLD.id, OLD.action, OLD.actor_id, OLD.actor_is_service_account, OLD.actor_name, OLD.token_name, OLD.target_id,
        OLD.created_at) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'The audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

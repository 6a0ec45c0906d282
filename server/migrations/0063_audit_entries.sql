-- Audit log: actions of the team that change access, settings or secrets, or that delete or export data. An entry is inserted in the
-- transaction of its change.
CREATE TABLE audit_entries (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  action text NOT NULL,
  -- Not a foreign key: the entry remains when the user is deleted.
  actor_id uuid,
  actor_name text,
  -- Name of the personal access token that was used.
  token_name text,
  -- TypeID of what was changed.
  target_id text,
  target_name text,
  -- Changed fields.
  before jsonb,
  after jsonb,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (project_id, id)
);
CREATE INDEX audit_entries_created_at ON audit_entries (project_id, created_at, id);
CREATE INDEX audit_entries_actor ON audit_entries (project_id, actor_id, created_at, id);

-- Refuses changes of entries, except: deletion with the project, deletion after the retention period, and the erasure of a person, which
-- may only change texts. The last two announce themselves in the setting earshot.audit_log of their transaction.
CREATE FUNCTION protect_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reason text := coalesce(current_setting('earshot.audit_log', true), '');
BEGIN
  IF TG_OP = 'DELETE' AND (reason = 'retention' OR NOT EXISTS (SELECT FROM projects WHERE id = OLD.project_id)) THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND reason = 'erasure'
    AND (NEW.project_id, NEW.id, NEW.action, NEW.actor_id, NEW.actor_name, NEW.token_name, NEW.target_id, NEW.created_at)
      IS NOT DISTINCT FROM
        (OLD.project_id, OLD.id, OLD.action, OLD.actor_id, OLD.actor_name, OLD.token_name, OLD.target_id, OLD.created_at) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'The audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER protect BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION protect_audit_entries();

CREATE FUNCTION refuse_truncation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER refuse_truncation BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

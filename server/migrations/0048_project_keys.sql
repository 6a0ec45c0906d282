-- Several API keys per project, with a name, the origins of web pages that may use a key, and the last use. Public pages and snippets
-- contain the default key.
ALTER TABLE project_keys
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN name text NOT NULL DEFAULT 'Default',
  ADD COLUMN is_default boolean NOT NULL DEFAULT false,
  ADD COLUMN allowed_origins text[] NOT NULL DEFAULT '{}',
  ADD COLUMN last_used_at timestamptz;
UPDATE project_keys SET is_default = true WHERE expires_at IS NULL;
CREATE UNIQUE INDEX project_keys_default ON project_keys (project_id) WHERE is_default;
CREATE UNIQUE INDEX project_keys_name ON project_keys (project_id, lower(name)) WHERE expires_at IS NULL;

-- Whose answer it is, so that the data of a person is found in it. Null for requests without a project, and for answers before this.
ALTER TABLE idempotency_keys ADD COLUMN project_id uuid REFERENCES projects ON DELETE CASCADE;
CREATE INDEX idempotency_keys_project ON idempotency_keys (project_id);

-- A name for a subscription that is no address.
ALTER TABLE changelog_subscribers ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE changelog_subscribers ADD UNIQUE (project_id, id);
CREATE INDEX changelog_subscribers_id ON changelog_subscribers (id);

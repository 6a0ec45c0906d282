-- Chat services receive internal notes of the team only if the endpoint asks for them.
ALTER TABLE webhook_endpoints ADD COLUMN include_internal_notes boolean NOT NULL DEFAULT true;
UPDATE webhook_endpoints SET include_internal_notes = false WHERE format <> 'standard';
ALTER TABLE webhook_endpoints ALTER COLUMN include_internal_notes DROP DEFAULT;

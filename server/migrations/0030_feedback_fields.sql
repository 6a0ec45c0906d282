-- Values of custom fields by key. `settings.feedback.fields` of the project declares them.
ALTER TABLE feedback_entries ADD COLUMN fields jsonb NOT NULL DEFAULT '{}';

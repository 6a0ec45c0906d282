-- What somebody submitted themselves, for the widget to show them.
CREATE INDEX feedback_entries_submitter ON feedback_entries (project_id, submitter_id, number DESC) WHERE submitter_id IS NOT NULL;

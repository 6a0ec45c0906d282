-- Key of a status of the project within the state of an entry. `settings.feedback.statuses` of the project declares it.
ALTER TABLE feedback_entries ADD COLUMN custom_status text;

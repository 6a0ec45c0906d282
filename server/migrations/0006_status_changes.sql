-- Times of changes of the status, for lists of entries that were completed in a period.
CREATE INDEX feedback_history_status ON feedback_history (project_id, created_at, entry_id) WHERE field IN ('status', 'merged_into');

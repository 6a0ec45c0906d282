-- Lists of the team, newest first: imported entries have dates of the past.
CREATE INDEX waitlist_entries_newest ON waitlist_entries (project_id, created_at, number);

-- Who voted, as the team reads it. Votes before this have no name.
ALTER TABLE feedback_votes ADD COLUMN voter_name text, ADD COLUMN voter_email text;

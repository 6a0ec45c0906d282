-- People who signed up on an instance that is by invitation only, because somebody had invited them to a project.
ALTER TABLE users ADD COLUMN is_guest boolean NOT NULL DEFAULT false;
-- People who were invited, never signed in, and are on no project any more.
DELETE FROM users u WHERE u.issuer IS NULL
  AND NOT EXISTS (SELECT FROM project_members m WHERE m.user_id = u.id) AND NOT EXISTS (SELECT FROM tokens t WHERE t.user_id = u.id);

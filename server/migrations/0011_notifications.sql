-- Notifications of members. They contain no texts: their subjects are read when they are shown, so that nothing has to be erased in copies.
CREATE TABLE notifications (
  project_id uuid NOT NULL,
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  -- Id of a record, or a day.
  subject text NOT NULL,
  -- The last event, so that a repeated job changes nothing.
  event_id uuid NOT NULL,
  -- Member who acted. Null for users of the product and for the server.
  actor_id uuid,
  read_at timestamptz,
  -- Mail that will contain the notification: immediate or daily. Null once it was mailed or read.
  pending_mail text,
  mailed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, user_id, id),
  UNIQUE (project_id, user_id, kind, subject),
  FOREIGN KEY (project_id, user_id) REFERENCES project_members (project_id, user_id) ON DELETE CASCADE
);
CREATE INDEX notifications_newest ON notifications (project_id, user_id, created_at, id);
CREATE INDEX notifications_unread ON notifications (project_id, user_id, created_at, id) WHERE read_at IS NULL;
CREATE INDEX notifications_pending ON notifications (pending_mail, project_id, user_id) WHERE pending_mail IS NOT NULL;
CREATE INDEX notifications_subject ON notifications (project_id, subject);
CREATE INDEX notifications_id ON notifications (id);

-- Choices of members. Kinds without a row have the default of their declaration.
CREATE TABLE notification_preferences (
  project_id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  preference text NOT NULL,
  PRIMARY KEY (project_id, user_id, kind),
  FOREIGN KEY (project_id, user_id) REFERENCES project_members (project_id, user_id) ON DELETE CASCADE
);

-- Subjects disappear in many ways: deletion, erasure, retention, emptying of a project. Their notifications follow in the same transaction.
CREATE FUNCTION delete_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM notifications n USING deleted d WHERE n.project_id = d.project_id AND n.subject = d.id::text;
  RETURN NULL;
END $$;
CREATE TRIGGER delete_notifications AFTER DELETE ON feedback_entries
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION delete_notifications();
CREATE TRIGGER delete_notifications AFTER DELETE ON feedback_comments
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION delete_notifications();
CREATE TRIGGER delete_notifications AFTER DELETE ON testimonials
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION delete_notifications();
CREATE TRIGGER delete_notifications AFTER DELETE ON webhook_endpoints
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION delete_notifications();

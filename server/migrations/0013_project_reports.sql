-- Recipients of the weekly or monthly report of a project: members, and confirmed addresses outside of it.
CREATE TABLE report_subscriptions (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  -- A member. A former member receives no reports.
  user_id uuid,
  -- An address outside of the project, in lower case.
  email text,
  frequency text NOT NULL,
  -- Reports that were due before are not sent.
  starts_at timestamptz NOT NULL DEFAULT now(),
  -- Only confirmed addresses receive reports. Members need no confirmation.
  confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, user_id),
  UNIQUE (project_id, email),
  FOREIGN KEY (project_id, user_id) REFERENCES project_members ON DELETE CASCADE,
  CHECK ((user_id IS NULL) <> (email IS NULL))
);
CREATE INDEX report_subscriptions_user ON report_subscriptions (user_id);

-- Reports that were sent, or are being sent: one for each period, also with several nodes.
CREATE TABLE report_periods (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  frequency text NOT NULL,
  -- First day of the period, in the time zone of the project at that time.
  first_day date NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, frequency, first_day)
);

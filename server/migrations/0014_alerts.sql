-- Rules that compare the counts of a time window with a threshold, or with the same time in the four weeks before.
CREATE TABLE analytics_alerts (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  -- Increases with each change of the rule, so that an evaluation that began before a change is discarded.
  revision integer NOT NULL DEFAULT 1,
  name text NOT NULL,
  metric text NOT NULL,
  filters text[] NOT NULL DEFAULT '{}',
  goal_id uuid,
  condition text NOT NULL,
  threshold double precision,
  window_minutes integer NOT NULL,
  tolerance double precision NOT NULL,
  cooldown_minutes integer NOT NULL,
  enabled boolean NOT NULL,
  disabled_reason text,
  state text NOT NULL DEFAULT 'learning',
  -- Consecutive evaluations that contradict the state.
  streak smallint NOT NULL DEFAULT 0,
  -- End of the last evaluated window.
  evaluated_until timestamptz,
  -- Until then, low counts can be due to a pause of the server itself.
  low_ignored_until timestamptz,
  last_value double precision,
  last_triggered_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, goal_id) REFERENCES analytics_goals
);
CREATE INDEX analytics_alerts_enabled ON analytics_alerts (project_id) WHERE enabled;
CREATE INDEX analytics_alerts_goal ON analytics_alerts (project_id, goal_id) WHERE goal_id IS NOT NULL;

-- History: each time an alert was triggered, with its recovery.
CREATE TABLE analytics_alert_triggers (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  alert_id uuid NOT NULL,
  condition text NOT NULL,
  window_from timestamptz NOT NULL,
  window_to timestamptz NOT NULL,
  value double precision NOT NULL,
  threshold double precision,
  usual double precision,
  usual_low double precision,
  usual_high double precision,
  -- Path of the report in the dashboard, below the project.
  path text NOT NULL,
  triggered_at timestamptz NOT NULL DEFAULT now(),
  recovered_at timestamptz,
  recovered_value double precision,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, alert_id) REFERENCES analytics_alerts ON DELETE CASCADE
);
CREATE INDEX analytics_alert_triggers_alert ON analytics_alert_triggers (project_id, alert_id, id);
CREATE INDEX analytics_alert_triggers_open ON analytics_alert_triggers (project_id, alert_id) WHERE recovered_at IS NULL;
CREATE INDEX analytics_alert_triggers_age ON analytics_alert_triggers (triggered_at);

-- Entries by the time of their creation, which alerts count.
CREATE INDEX feedback_entries_created ON feedback_entries (project_id, created_at);

-- A notification disappears with its trigger (0011_notifications).
CREATE TRIGGER delete_notifications AFTER DELETE ON analytics_alert_triggers
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION delete_notifications();

-- Conditions that the event of a goal must meet: `property:plan:is:pro`.
ALTER TABLE analytics_goals ADD COLUMN filters text[] NOT NULL DEFAULT '{}';

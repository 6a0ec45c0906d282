-- Rollups list the people with a user_id, and visit facts mark their visits, for retention. Builds of earlier versions do neither: their
-- days are built again, except days that lost events since, whose rollups are more complete. For these, retention reads visits.
ALTER TABLE analytics_finalized_days ADD COLUMN lists_users boolean NOT NULL DEFAULT true;

WITH invalidated AS (
  DELETE FROM analytics_finalized_days AS days WHERE NOT EXISTS (
    SELECT FROM analytics_event_counts AS known WHERE known.project_id = days.project_id AND known.missing > 0
      AND known.day BETWEEN (days.starts_at AT TIME ZONE 'UTC')::date AND ((days.ends_at - interval '1 microsecond') AT TIME ZONE 'UTC')::date
  ) RETURNING days.project_id, days.starts_at, days.ends_at
)
INSERT INTO analytics_touched_hours (project_id, hour, version, touched_at)
SELECT project_id, hour, 0, '-infinity' FROM invalidated,
  LATERAL (VALUES (date_trunc('hour', starts_at)), (date_trunc('hour', ends_at - interval '1 hour'))) AS hours(hour)
ON CONFLICT DO NOTHING;

-- A statement of its own, because the parts of one statement see the same rows.
UPDATE analytics_finalized_days SET lists_users = false;

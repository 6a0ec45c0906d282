-- A settled day has its minutes, too: days that have none of these are noted by their first and last hours, and summed up anew.
INSERT INTO analytics_touched_hours (project_id, hour, version, touched_at)
  SELECT project_id, hour, 0, '-infinity' FROM analytics_settled_days,
    LATERAL (VALUES (date_trunc('hour', starts_at)), (date_trunc('hour', ends_at - interval '1 hour'))) AS hours(hour)
  ON CONFLICT DO NOTHING;
DELETE FROM analytics_settled_days;

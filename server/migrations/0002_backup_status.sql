-- The last scheduled backup. The table has one row.
CREATE TABLE backup_status (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  attempted_at timestamptz NOT NULL,
  -- Error of the last attempt.
  error text,
  succeeded_at timestamptz,
  -- Path or URL, size in bytes and duration in milliseconds of the last archive.
  name text,
  bytes bigint,
  duration_ms bigint
);

-- Jobs that run once in the life of an instance, after the update that introduced them.
CREATE TABLE one_time_jobs (
  name text PRIMARY KEY,
  sent_at timestamptz NOT NULL DEFAULT now()
);

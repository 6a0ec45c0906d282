-- One row a project, locked by whoever changes its line: places and counts change one at a time, and are never counted.
CREATE TABLE waitlist_lines (
  project_id uuid PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
  last_number bigint NOT NULL DEFAULT 0,
  last_place bigint NOT NULL DEFAULT 0,
  unconfirmed bigint NOT NULL DEFAULT 0,
  waiting bigint NOT NULL DEFAULT 0,
  invited bigint NOT NULL DEFAULT 0,
  joined bigint NOT NULL DEFAULT 0,
  removed bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE TABLE waitlist_entries (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  -- The order in which they joined.
  number bigint NOT NULL,
  email text NOT NULL,
  -- In lower case: one mailbox, one entry.
  email_key text NOT NULL,
  name text,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'invited', 'joined', 'removed')),
  -- Orders the line; gaps mean nothing. Given at confirmation, and kept by who leaves the line, for the case that they come back.
  place bigint,
  notes text,
  referral_source text,
  referral_code text NOT NULL,
  referred_by uuid,
  -- Places that this entry's confirmation moved its referrer up; null as long as it does not count for anyone.
  boost integer,
  referral_count integer NOT NULL DEFAULT 0,
  metadata jsonb NOT NULL DEFAULT '{}',
  search tsvector NOT NULL,
  confirmed_at timestamptz,
  invited_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, number),
  UNIQUE (project_id, email_key),
  UNIQUE (project_id, referral_code)
);
CREATE INDEX waitlist_entries_id ON waitlist_entries (id);
CREATE INDEX waitlist_entries_line ON waitlist_entries (project_id, place) INCLUDE (id) WHERE status = 'waiting';
-- The owner's list by place: one status, or all with the line first.
CREATE INDEX waitlist_entries_status ON waitlist_entries (project_id, status, place, number);
CREATE INDEX waitlist_entries_place ON waitlist_entries (project_id, (status <> 'waiting'), place, number);
CREATE INDEX waitlist_entries_referrals ON waitlist_entries (project_id, referral_count, number);
CREATE INDEX waitlist_entries_created_at ON waitlist_entries (project_id, created_at) INCLUDE (referred_by);
CREATE INDEX waitlist_entries_referred_by ON waitlist_entries (project_id, referred_by) WHERE referred_by IS NOT NULL;
CREATE INDEX waitlist_entries_search ON waitlist_entries USING gin (search);

-- How many wait in each stretch of 1,024 places, so that a position is a short sum and a short count, however long the line.
CREATE TABLE waitlist_stretches (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  stretch bigint NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (project_id, stretch)
) WITH (fillfactor = 50);

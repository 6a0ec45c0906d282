-- Entries of a project are numbered in the order of their commits: whoever adds some holds this row until then. So a reader who
-- pages from the oldest on meets each entry once, whatever is added meanwhile.
CREATE TABLE feedback_sequences (
  project_id uuid PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
  last_number bigint NOT NULL
);

CREATE TABLE feedback_entries (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  number bigint NOT NULL,
  type text NOT NULL,
  status text NOT NULL DEFAULT 'new',
  title text NOT NULL,
  description text NOT NULL DEFAULT '',
  tags text[] NOT NULL DEFAULT '{}',
  visibility text NOT NULL,
  pinned boolean NOT NULL DEFAULT false,
  upvote_count integer NOT NULL DEFAULT 0,
  downvote_count integer NOT NULL DEFAULT 0,
  comment_count integer NOT NULL DEFAULT 0,
  -- Votes weighed by their age; see trending.ts.
  trend double precision NOT NULL,
  image_url text,
  submitter_name text,
  submitter_email text,
  submitter_id text,
  metadata jsonb NOT NULL DEFAULT '{}',
  merged_into uuid,
  status_before_merge text,
  search tsvector NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, number),
  FOREIGN KEY (project_id, merged_into) REFERENCES feedback_entries (project_id, id) ON DELETE CASCADE
);
-- What a filter asks for is in the index, so a deep page is found without reading the entries before it.
CREATE INDEX feedback_entries_newest ON feedback_entries (project_id, pinned, number) INCLUDE (id, visibility, status, type);
CREATE INDEX feedback_entries_top ON feedback_entries (project_id, pinned, (upvote_count - downvote_count), number);
CREATE INDEX feedback_entries_trending ON feedback_entries (project_id, pinned, trend, number);
CREATE INDEX feedback_entries_id ON feedback_entries (id);
CREATE INDEX feedback_entries_merged ON feedback_entries (project_id, merged_into) WHERE merged_into IS NOT NULL;
-- Its lexemes begin with the project (search.ts), so that a search reads nothing of other projects.
CREATE INDEX feedback_entries_search ON feedback_entries USING gin (search);

-- How many entries there are of each kind: the total of a list without counting it.
CREATE TABLE feedback_counts (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  visibility text NOT NULL,
  status text NOT NULL,
  type text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (project_id, visibility, status, type)
) WITH (fillfactor = 50);

-- entry_id follows a merge; origin_id stays, so that a merge can be undone.
CREATE TABLE feedback_votes (
  project_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  voter text NOT NULL,
  origin_id uuid NOT NULL,
  value smallint NOT NULL CHECK (value IN (1, -1)),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, entry_id, voter),
  FOREIGN KEY (project_id, entry_id) REFERENCES feedback_entries (project_id, id) ON DELETE CASCADE
);

CREATE TABLE feedback_comments (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  entry_id uuid NOT NULL,
  origin_id uuid NOT NULL,
  body text NOT NULL,
  internal boolean NOT NULL,
  visibility text NOT NULL,
  author_id text,
  author_name text,
  author_avatar_url text,
  author_role text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, entry_id) REFERENCES feedback_entries (project_id, id) ON DELETE CASCADE
);
CREATE INDEX feedback_comments_entry ON feedback_comments (project_id, entry_id, created_at, id);

CREATE TABLE feedback_subscribers (
  project_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  -- In lower case: one mailbox, one subscription.
  email text NOT NULL,
  origin_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, entry_id, email),
  FOREIGN KEY (project_id, entry_id) REFERENCES feedback_entries (project_id, id) ON DELETE CASCADE
);

CREATE TABLE feedback_history (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  entry_id uuid NOT NULL,
  field text NOT NULL,
  old jsonb,
  new jsonb,
  actor_id uuid,
  actor_name text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, entry_id) REFERENCES feedback_entries (project_id, id) ON DELETE CASCADE
);
CREATE INDEX feedback_history_entry ON feedback_history (project_id, entry_id, created_at, id);

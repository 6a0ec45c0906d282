-- People of a project, their proven identities, and companies.

CREATE TABLE companies (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- Id in the product of the customer.
  id text NOT NULL,
  name text,
  attributes jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id)
);

CREATE TABLE people (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  -- Identities of the person, as in people_identities: the latest first.
  user_ids text[] NOT NULL DEFAULT '{}',
  emails text[] NOT NULL DEFAULT '{}',
  name text,
  avatar_url text,
  attributes jsonb NOT NULL DEFAULT '{}',
  company_id text,
  search tsvector NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, company_id) REFERENCES companies
);
CREATE INDEX people_id ON people (id);
CREATE INDEX people_newest ON people (project_id, created_at DESC, id DESC);
CREATE INDEX people_seen ON people (project_id, (coalesce(last_seen_at, timestamptz '1970-01-01 00:00:00+00')) DESC, id DESC);
CREATE INDEX people_company ON people (project_id, company_id) WHERE company_id IS NOT NULL;
CREATE INDEX people_search ON people USING gin (search);

-- Each user id and each mailbox belongs to one person of a project.
CREATE TABLE people_identities (
  project_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('user_id', 'email')),
  -- The user id, or the key of the mailbox.
  value text NOT NULL,
  person_id uuid NOT NULL,
  proof text NOT NULL CHECK (proof IN ('event', 'user_token', 'api', 'confirmed_email', 'team')),
  proven_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, kind, value),
  FOREIGN KEY (project_id, person_id) REFERENCES people ON DELETE CASCADE
);
CREATE INDEX people_identities_person ON people_identities (project_id, person_id);

-- Identities that the team separated. A proof of both does not join them again.
CREATE TABLE people_separations (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  user_id text NOT NULL,
  email text NOT NULL,
  PRIMARY KEY (project_id, user_id, email)
);

-- Types of attributes, which their first values declare.
CREATE TABLE people_attributes (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  subject text NOT NULL CHECK (subject IN ('person', 'company')),
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('text', 'number', 'boolean', 'date')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, subject, name)
);

-- Records of a person, for the timeline.
CREATE INDEX testimonials_address ON testimonials (project_id, lower(author_email COLLATE "C")) WHERE author_email IS NOT NULL;
CREATE INDEX told_recipient ON told (project_id, lower(recipient COLLATE "C"), told_at);

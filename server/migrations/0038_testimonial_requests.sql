-- Rules that ask people for a testimonial, and the requests they made.
CREATE TABLE testimonial_rules (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  trigger text NOT NULL CHECK (trigger IN ('release_used', 'goal_reached', 'answer_helpful')),
  -- The goal: an event or a page, and how often it was reached.
  event text,
  page text,
  times integer,
  channel text NOT NULL CHECK (channel IN ('mail', 'widget')),
  message text,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, name)
);
CREATE INDEX testimonial_rules_id ON testimonial_rules (id);

CREATE TABLE testimonial_requests (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  -- Null after the deletion of the rule: the person was asked nevertheless.
  rule_id uuid,
  channel text NOT NULL,
  -- An identity of the person, as in people_identities, because people can be merged.
  identity_kind text NOT NULL CHECK (identity_kind IN ('user_id', 'email')),
  identity text NOT NULL,
  -- Title of the used release, or name of the goal.
  subject text,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'answered', 'declined')),
  testimonial_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, rule_id) REFERENCES testimonial_rules ON DELETE SET NULL (rule_id),
  FOREIGN KEY (project_id, testimonial_id) REFERENCES testimonials ON DELETE SET NULL (testimonial_id)
);
CREATE INDEX testimonial_requests_identity ON testimonial_requests (project_id, identity_kind, identity);
CREATE INDEX testimonial_requests_newest ON testimonial_requests (project_id, created_at, id);
CREATE INDEX testimonial_requests_rule ON testimonial_requests (project_id, rule_id);
CREATE INDEX testimonial_requests_testimonial ON testimonial_requests (project_id, testimonial_id) WHERE testimonial_id IS NOT NULL;

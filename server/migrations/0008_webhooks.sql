CREATE TABLE webhook_endpoints (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  url text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- Empty: all.
  types text[] NOT NULL DEFAULT '{}',
  enabled boolean NOT NULL DEFAULT true,
  disabled_reason text,
  include_personal_data boolean NOT NULL DEFAULT false,
  -- Secrets sign, so they are kept as they are. The previous one signs too, until it expires.
  secret text NOT NULL,
  previous_secret text,
  previous_secret_expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id)
);
CREATE INDEX webhook_endpoints_id ON webhook_endpoints (id);

-- One event for one endpoint. The body is what is sent, byte for byte, at each try.
CREATE TABLE webhook_deliveries (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  event_id uuid NOT NULL,
  type text NOT NULL,
  body text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'succeeded', 'failed')),
  attempt_count integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, endpoint_id) REFERENCES webhook_endpoints (project_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries (project_id, endpoint_id, created_at, id);
CREATE INDEX webhook_deliveries_created_at ON webhook_deliveries (created_at);

CREATE TABLE webhook_attempts (
  project_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  id uuid NOT NULL,
  url text NOT NULL,
  request_headers jsonb NOT NULL,
  status_code integer,
  response_headers jsonb NOT NULL,
  response_body text NOT NULL,
  error text,
  duration_ms integer NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, delivery_id, id),
  FOREIGN KEY (project_id, delivery_id) REFERENCES webhook_deliveries (project_id, id) ON DELETE CASCADE
);

-- Connections of projects with a property of Google Search Console. Search terms are in ClickHouse (search_terms).
CREATE TABLE analytics_search_consoles (
  project_id uuid PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
  -- Increases with each change of the key or the property, so that a running fetch notices it.
  revision integer NOT NULL DEFAULT 1,
  client_email text NOT NULL,
  private_key_id text NOT NULL,
  -- PKCS #8 in PEM. Never returned.
  private_key text NOT NULL,
  site text,
  -- First and last fetched day, such as 2026-11-20, by the time zone of Google.
  fetched_from text,
  fetched_until text,
  error text CHECK (error IN ('key_rejected', 'api_disabled', 'site_forbidden', 'quota_exceeded', 'unreachable')),
  last_fetched_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

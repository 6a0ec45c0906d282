-- The schema of 0.1.0, ordered by service. Tables of a project have its id in front of their keys, so that each query names its project.

--
-- Identity: users, sign-ins, tokens, passkeys and connected apps
--

-- People who can sign in. Identified by issuer and subject. Both are null for a person who was invited by address and has not signed in
-- yet: the first sign-in with that address, verified by the provider, claims the row.
CREATE TABLE users (
  id uuid PRIMARY KEY,
  issuer text,
  subject text,
  email text,
  name text,
  avatar_url text,
  -- People who signed up on an instance that is by invitation only, because somebody had invited them to a project.
  is_guest boolean NOT NULL DEFAULT false,
  -- Whether the user chose the name or the avatar. A sign-in overwrites the others with those of the identity provider.
  has_own_name boolean NOT NULL DEFAULT false,
  has_own_avatar boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (issuer, subject),
  CHECK ((issuer IS NULL) = (subject IS NULL)),
  CHECK (subject IS NOT NULL OR email IS NOT NULL)
);
CREATE INDEX users_email ON users (lower(email));
CREATE UNIQUE INDEX users_invited ON users (lower(email)) WHERE issuer IS NULL;

-- Uploaded avatars. They are small and belong to no project, so that they are stored here instead of with the uploads of projects.
CREATE TABLE user_avatars (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- A new one for each image, because URLs of images are cached.
  id uuid NOT NULL UNIQUE,
  content_type text NOT NULL,
  image bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Sign-ins by a browser, the command line or a device. All access and refresh tokens of a sign-in end with it. A transaction that adds a
-- token locks the sign-in first, so that no token is added to one that ends.
CREATE TABLE sign_ins (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The client, so that users recognize their sessions. Derived from the User-Agent and the address of the request, which are
  -- not stored. `program` is the name that a program gave itself.
  browser text,
  os text,
  country text,
  program text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_ins_user ON sign_ins (user_id);

-- Sign-ins between their start and the response of the provider.
CREATE TABLE login_attempts (
  state_hash bytea PRIMARY KEY,
  -- The secret is in a cookie of the browser that started the sign-in.
  browser_hash bytea NOT NULL,
  provider text NOT NULL,
  provider_verifier text NOT NULL,
  nonce text,
  return_to text NOT NULL,
  client_state text,
  code_challenge text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX login_attempts_expiry ON login_attempts (expires_at);

-- Codes that a browser exchanges for tokens after the provider has identified the user.
CREATE TABLE authorization_codes (
  hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code_challenge text NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Set by the exchange: a second exchange ends the sign-in of the first one (RFC 6749, 4.1.2).
  sign_in_id uuid
);
CREATE INDEX authorization_codes_expiry ON authorization_codes (expires_at);

-- Devices that wait for the approval of a user (RFC 8628).
CREATE TABLE device_authorizations (
  device_hash bytea PRIMARY KEY,
  user_code text NOT NULL UNIQUE,
  -- Self-reported name of the program.
  client_id text,
  -- The user who decided.
  user_id uuid REFERENCES users ON DELETE CASCADE,
  denied boolean NOT NULL DEFAULT false,
  interval_seconds integer NOT NULL,
  polled_at timestamptz,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX device_authorizations_expiry ON device_authorizations (expires_at);

-- Sign-ins with an account of this instance, from the first challenge or code to the return to the callback.
CREATE TABLE account_sign_ins (
  state_hash bytea PRIMARY KEY,
  challenge text,
  email text,
  mail_code_hash bytea,
  mail_code_expires_at timestamptz,
  mail_code_tries integer NOT NULL DEFAULT 0,
  -- Set after the verification: either a user, or a profile that may become one.
  code_hash bytea,
  user_id uuid REFERENCES users ON DELETE CASCADE,
  verified_email text,
  name text,
  expires_at timestamptz NOT NULL
);

-- Mailed codes of the last hour, which limits their number per address.
CREATE TABLE mailed_codes (
  email text NOT NULL,
  -- The network that asked for a mailed code. Null for a browser in which the user has signed in before, whose codes are counted apart.
  network_hash bytea,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mailed_codes_by_email ON mailed_codes (email, created_at);

-- One-time links: for the first user of the instance, or for a user who can't sign in (`email`).
CREATE TABLE sign_in_links (
  hash bytea PRIMARY KEY,
  email text,
  expires_at timestamptz NOT NULL
);

-- Passkeys of users (WebAuthn), whichever provider they signed in with first.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX passkeys_by_user ON passkeys (user_id, created_at DESC, id DESC);

-- The challenge of the passkey that a user is about to add.
CREATE TABLE passkey_challenges (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  challenge text NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Apps that connect to the MCP server with OAuth. They register themselves (RFC 7591) and have no secret.
CREATE TABLE oauth_clients (
  id uuid PRIMARY KEY,
  -- Self-reported and unverified.
  name text NOT NULL,
  redirect_uris text[] NOT NULL,
  -- An app without grants is deleted after this time.
  expires_at timestamptz NOT NULL,
  -- Apps whose client id is the URL of a document with their metadata (draft-ietf-oauth-client-id-metadata-document). The document is read
  -- again after `document_expires_at`. Null for apps that registered themselves.
  document_url text UNIQUE,
  document_expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((document_url IS NULL) = (document_expires_at IS NULL))
);
CREATE INDEX oauth_clients_expiry ON oauth_clients (expires_at);

-- Authorization requests. A request waits for the decision of a user, who gives it a code, which the app exchanges once.
CREATE TABLE oauth_requests (
  -- The URL of the consent page contains the secret.
  hash bytea PRIMARY KEY,
  client_id uuid NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
  redirect_uri text NOT NULL,
  code_challenge text NOT NULL,
  -- Requested scopes; after the decision, granted scopes.
  scopes text[] NOT NULL,
  resource text NOT NULL,
  state text,
  expires_at timestamptz NOT NULL,
  -- Set by the decision.
  code_hash bytea UNIQUE,
  user_id uuid REFERENCES users ON DELETE CASCADE,
  project_ids uuid[],
  grant_id uuid,
  -- A code that was exchanged is kept: its second use ends the grant (RFC 6749, 4.1.2).
  used_at timestamptz
);
CREATE INDEX oauth_requests_expiry ON oauth_requests (expires_at);
CREATE INDEX oauth_requests_client ON oauth_requests (client_id);

-- Access of an app to the account of a user. All tokens of a grant end with it. A transaction that adds a token locks the grant first.
CREATE TABLE oauth_grants (
  id uuid PRIMARY KEY,
  client_id uuid NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Receiver of the authorization, shown to the user.
  redirect_uri text NOT NULL,
  -- URL that the tokens are limited to (RFC 8707).
  resource text NOT NULL,
  scopes text[] NOT NULL,
  -- Projects that the tokens are limited to. Null for all projects of the user.
  project_ids uuid[],
  last_used_at timestamptz,
  -- Expiry of the newest refresh token.
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX oauth_grants_client ON oauth_grants (client_id);
CREATE INDEX oauth_grants_user ON oauth_grants (user_id);
CREATE INDEX oauth_grants_expiry ON oauth_grants (expires_at);

-- Tokens of apps. Only the SHA-256 of a token is stored.
CREATE TABLE oauth_tokens (
  hash bytea PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
  grant_id uuid NOT NULL REFERENCES oauth_grants ON DELETE CASCADE,
  -- Scopes of an access token. Null for a refresh token, which has those of its grant.
  scopes text[],
  expires_at timestamptz NOT NULL,
  -- A refresh token that was exchanged is kept: its second use ends the grant.
  used_at timestamptz,
  CHECK ((kind = 'access') = (scopes IS NOT NULL))
);
CREATE INDEX oauth_tokens_grant ON oauth_tokens (grant_id);
CREATE INDEX oauth_tokens_expiry ON oauth_tokens (expires_at);

--
-- Projects: keys, members, service accounts, domains and tokens
--

CREATE TABLE projects (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  slug text NOT NULL UNIQUE,
  settings jsonb NOT NULL DEFAULT '{}',
  -- Projects with sample data, which the dashboard offers to delete.
  is_sample boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- API keys. They are public, because web pages contain them, and are therefore not hashed. The current key does not expire.
CREATE TABLE project_keys (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  key text NOT NULL,
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, key)
);
CREATE INDEX project_keys_key ON project_keys (key);

-- Secrets with which the app of a customer signs tokens of its users. Signatures require the secret itself.
CREATE TABLE project_identity_secrets (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  secret text NOT NULL,
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, secret)
);

CREATE TABLE project_members (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('viewer', 'member', 'admin', 'owner')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, user_id)
);
CREATE INDEX project_members_user ON project_members (user_id);

-- The custom domain of a project, and whether its DNS proves that the project may use it. Any number of projects may claim a domain;
-- one that is served belongs to a single project.
CREATE TABLE project_domains (
  project_id uuid PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
  -- Equal to settings.pages.custom_domain, and written with it.
  domain text NOT NULL,
  -- `verified` and `failing` (the last check found no record) are served. `taken`: another project serves the domain.
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'verified', 'failing', 'taken')),
  checked_at timestamptz,
  -- The last check that found the record.
  verified_at timestamptz,
  -- The first check since then that did not, while the domain is served. The domain is released seven days later.
  missing_since timestamptz,
  error text
);
CREATE UNIQUE INDEX project_domains_served ON project_domains (domain) WHERE state IN ('verified', 'failing');

-- DNS lookups that members of a project caused in the hour since `started_at`.
CREATE TABLE project_domain_checks (
  project_id uuid PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
  started_at timestamptz NOT NULL DEFAULT now(),
  count integer NOT NULL DEFAULT 1
);

-- Service accounts: programs with rights on one project. A service account belongs to the project, and outlives the membership of the
-- user who created it.
CREATE TABLE service_accounts (
  id uuid PRIMARY KEY,
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  name text NOT NULL,
  scopes text[] NOT NULL,
  -- Null when the user was deleted.
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX service_accounts_name ON service_accounts (project_id, lower(name));
CREATE INDEX service_accounts_created_by ON service_accounts (created_by);

-- Tokens of users and service accounts. Only the SHA-256 of a token is stored. Only tokens of service accounts may have no expiry.
CREATE TABLE tokens (
  id uuid PRIMARY KEY,
  hash bytea NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('access', 'refresh', 'personal', 'service')),
  user_id uuid REFERENCES users ON DELETE CASCADE,
  sign_in_id uuid REFERENCES sign_ins ON DELETE CASCADE,
  -- Name of a personal access token; last characters of a token of a service account.
  name text,
  expires_at timestamptz,
  last_used_at timestamptz,
  -- A refresh token that was exchanged is kept, so that its second use is noticed.
  used_at timestamptz,
  -- Tokens of a sign-in have all rights of their user. A token of a service account has the scopes and the project of its account.
  scopes text[] NOT NULL DEFAULT '{admin}',
  -- Projects that the token is limited to. Null for all projects of the user.
  project_ids uuid[],
  service_account_id uuid REFERENCES service_accounts ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT tokens_sign_in_check CHECK ((kind IN ('personal', 'service')) = (sign_in_id IS NULL)),
  CONSTRAINT tokens_user_check CHECK ((kind = 'service') = (user_id IS NULL)),
  CONSTRAINT tokens_service_account_check CHECK ((kind = 'service') = (service_account_id IS NOT NULL)),
  CONSTRAINT tokens_expiry_check CHECK (kind = 'service' OR expires_at IS NOT NULL)
);
CREATE INDEX tokens_sign_in ON tokens (sign_in_id);
CREATE INDEX tokens_user ON tokens (user_id, kind);
CREATE INDEX tokens_expiry ON tokens (expires_at);
CREATE INDEX tokens_service_account ON tokens (service_account_id) WHERE service_account_id IS NOT NULL;

--
-- What every service uses: repeated requests, mails, uploads, webhooks and logs
--

-- Random secrets that all nodes share.
CREATE TABLE instance_secrets (
  name text PRIMARY KEY,
  secret bytea NOT NULL
);

-- Responses to requests with an Idempotency-Key, written in the transaction of the request.
CREATE TABLE idempotency_keys (
  credential bytea NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  status integer,
  body text,
  -- The project in whose responses the data of a person is looked for. Null for requests without a project.
  project_id uuid REFERENCES projects ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (credential, key)
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);
CREATE INDEX idempotency_keys_project ON idempotency_keys (project_id);

-- The outbox: every mail, before and after it was sent. `sending`: the mail server may have accepted it. `suppressed`: over the daily limit,
-- sent only if an admin asks for it.
CREATE TABLE mails (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  -- A recipient gets one mail for a cause, however often the job runs that writes it.
  cause text NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  text_body text NOT NULL,
  html_body text NOT NULL,
  headers jsonb NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sending', 'kept', 'sent', 'failed', 'suppressed')),
  error text,
  sender_name text,
  reply_to text,
  -- The mailbox of the recipient, for the daily limit: without `+tag` and, at Gmail, without dots.
  mailbox text NOT NULL,
  -- Mails that anybody can cause by entering an address, such as requests to confirm it. They have a daily limit of their own.
  is_unsolicited boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, cause, recipient)
);
CREATE INDEX mails_created_at ON mails (project_id, created_at);
CREATE INDEX mails_mailbox ON mails (project_id, mailbox, created_at);

CREATE TABLE uploads (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  content_type text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  size integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id)
);
CREATE INDEX uploads_id ON uploads (id);
CREATE INDEX uploads_created_at ON uploads (created_at);

CREATE TABLE webhook_endpoints (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  url text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- Empty for all types.
  types text[] NOT NULL DEFAULT '{}',
  enabled boolean NOT NULL DEFAULT true,
  disabled_reason text,
  include_personal_data boolean NOT NULL DEFAULT false,
  -- Signatures require the secret itself. The previous secret signs as well until it expires.
  secret text NOT NULL,
  previous_secret text,
  previous_secret_expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id)
);
CREATE INDEX webhook_endpoints_id ON webhook_endpoints (id);

-- An event for an endpoint. Each attempt sends the same body, byte for byte.
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
  -- Time of the last replay, and the number of attempts before it: a replayed delivery is attempted like a new one.
  replayed_at timestamptz,
  attempts_before_replay integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, endpoint_id) REFERENCES webhook_endpoints ON DELETE CASCADE
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
  FOREIGN KEY (project_id, delivery_id) REFERENCES webhook_deliveries ON DELETE CASCADE
);

-- Recent events of a project, for streams (`earshot webhook listen`).
CREATE TABLE webhook_events (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- Orders events by their commit: see webhooks/events-store.ts.
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id uuid NOT NULL,
  type text NOT NULL,
  -- `data`, `personal` and `changes`.
  content text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, transaction_id, id)
);
CREATE INDEX webhook_events_created_at ON webhook_events (created_at);

-- Requests to the API of the last seven days. Contains no data about end users: paths contain ids only, and there are neither bodies nor
-- addresses.
CREATE TABLE request_log (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  request_id uuid NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  status smallint NOT NULL,
  -- Code of the error.
  code text,
  duration_ms real NOT NULL,
  credential text,
  -- Name of the personal token, service account or app, or the end of the API key.
  credential_name text,
  -- Number of combined requests.
  count integer NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, created_at, request_id)
);
CREATE INDEX request_log_errors ON request_log (project_id, created_at, request_id) WHERE status >= 400;
CREATE INDEX request_log_created_at ON request_log (created_at);

-- Audit log: actions of the team that change access, settings or secrets, or that delete or export data. An entry is inserted in the
-- transaction of its change.
CREATE TABLE audit_entries (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  action text NOT NULL,
  -- Not a foreign key: the entry remains when the user is deleted.
  actor_id uuid,
  actor_name text,
  -- Name of the personal access token that was used.
  token_name text,
  -- TypeID of what was changed.
  target_id text,
  target_name text,
  -- Changed fields.
  before jsonb,
  after jsonb,
  actor_is_service_account boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (project_id, id)
);
CREATE INDEX audit_entries_created_at ON audit_entries (project_id, created_at, id);
CREATE INDEX audit_entries_actor ON audit_entries (project_id, actor_id, created_at, id);

-- Refuses changes of entries, except: deletion with the project, deletion after the retention period, and the erasure of a person, which
-- may only change texts. The last two announce themselves in the setting earshot.audit_log of their transaction.
CREATE FUNCTION protect_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reason text := coalesce(current_setting('earshot.audit_log', true), '');
BEGIN
  IF TG_OP = 'DELETE' AND (reason = 'retention' OR NOT EXISTS (SELECT FROM projects WHERE id = OLD.project_id)) THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND reason = 'erasure'
    AND (NEW.project_id, NEW.id, NEW.action, NEW.actor_id, NEW.actor_is_service_account, NEW.actor_name, NEW.token_name, NEW.target_id,
        NEW.created_at)
      IS NOT DISTINCT FROM
        (OLD.project_id, OLD.id, OLD.action, OLD.actor_id, OLD.actor_is_service_account, OLD.actor_name, OLD.token_name, OLD.target_id,
        OLD.created_at) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'The audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER protect BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION protect_audit_entries();

CREATE FUNCTION refuse_truncation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER refuse_truncation BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

--
-- Feedback
--

-- Entries of a project are numbered in the order of their commits: a transaction that adds entries locks this row. A reader that pages from
-- the oldest entry therefore reads each entry once, whatever is added meanwhile.
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
  -- Votes weighted by their age; see trending.ts.
  trend double precision NOT NULL,
  image_url text,
  submitter_name text,
  submitter_email text,
  submitter_id text,
  metadata jsonb NOT NULL DEFAULT '{}',
  merged_into uuid,
  status_before_merge text,
  search tsvector NOT NULL,
  -- Search of the author before the submission.
  from_query text,
  -- Assignee and due date of an entry. Updates of vote counts change neither.
  assignee_id uuid REFERENCES users ON DELETE SET NULL,
  due_on date,
  -- Place in the manual order of the board. Entries that were never moved are ordered by their number, newest first.
  board_order numeric,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, number),
  FOREIGN KEY (project_id, merged_into) REFERENCES feedback_entries ON DELETE CASCADE
);
-- Includes the columns of filters, so that a page far down the list is found without reading the entries before it.
CREATE INDEX feedback_entries_newest ON feedback_entries (project_id, pinned, number) INCLUDE (id, visibility, status, type);
CREATE INDEX feedback_entries_top ON feedback_entries (project_id, pinned, (upvote_count - downvote_count), number);
CREATE INDEX feedback_entries_trending ON feedback_entries (project_id, pinned, trend, number);
CREATE INDEX feedback_entries_id ON feedback_entries (id);
CREATE INDEX feedback_entries_merged ON feedback_entries (project_id, merged_into) WHERE merged_into IS NOT NULL;
-- Lexemes begin with the project (search.ts), so that a search reads nothing of other projects.
CREATE INDEX feedback_entries_search ON feedback_entries USING gin (search);
-- Entries that a user of the widget submitted.
CREATE INDEX feedback_entries_submitter ON feedback_entries (project_id, submitter_id, number DESC) WHERE submitter_id IS NOT NULL;
CREATE INDEX feedback_entries_assignee ON feedback_entries (assignee_id, project_id, number) WHERE assignee_id IS NOT NULL;
CREATE INDEX feedback_entries_manual ON feedback_entries (project_id, (coalesce(board_order, -number::numeric)), (-number))
  INCLUDE (id, visibility, status, type);

-- Numbers of entries, for the totals of lists.
CREATE TABLE feedback_counts (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  visibility text NOT NULL,
  status text NOT NULL,
  type text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (project_id, visibility, status, type)
) WITH (fillfactor = 50);

-- A merge changes entry_id, and keeps origin_id, so that it can be undone. The same holds for comments and subscribers.
CREATE TABLE feedback_votes (
  project_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  voter text NOT NULL,
  origin_id uuid NOT NULL,
  value smallint NOT NULL CHECK (value IN (1, -1)),
  -- For the team.
  voter_name text,
  voter_email text,
  -- Identifies a vote that a member cast on behalf of a person, so that it can be revoked. Null for votes that people cast themselves.
  on_behalf_id uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, entry_id, voter),
  FOREIGN KEY (project_id, entry_id) REFERENCES feedback_entries ON DELETE CASCADE
);
CREATE UNIQUE INDEX feedback_votes_on_behalf ON feedback_votes (project_id, on_behalf_id) WHERE on_behalf_id IS NOT NULL;

-- Votes that no `feedback.voted` event has reported yet, by entry. A row exists for about a minute.
CREATE TABLE feedback_vote_changes (
  project_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  -- Counts before the first of these votes.
  upvote_count integer NOT NULL,
  downvote_count integer NOT NULL,
  new_votes integer NOT NULL,
  withdrawn_votes integer NOT NULL,
  PRIMARY KEY (project_id, entry_id),
  FOREIGN KEY (project_id, entry_id) REFERENCES feedback_entries ON DELETE CASCADE
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
  -- Members whom a comment mentions.
  mentioned_ids uuid[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, entry_id) REFERENCES feedback_entries ON DELETE CASCADE
);
CREATE INDEX feedback_comments_entry ON feedback_comments (project_id, entry_id, created_at, id);

CREATE TABLE feedback_subscribers (
  project_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  -- In lower case.
  email text NOT NULL,
  origin_id uuid NOT NULL,
  -- Only confirmed addresses receive mails.
  confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, entry_id, email),
  FOREIGN KEY (project_id, entry_id) REFERENCES feedback_entries ON DELETE CASCADE
);
-- For confirmations, unsubscriptions and erasures.
CREATE INDEX feedback_subscribers_email ON feedback_subscribers (project_id, email);

CREATE TABLE feedback_history (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  entry_id uuid NOT NULL,
  field text NOT NULL,
  old jsonb,
  new jsonb,
  actor_id uuid,
  actor_name text,
  actor_is_service_account boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, entry_id) REFERENCES feedback_entries ON DELETE CASCADE
);
CREATE INDEX feedback_history_entry ON feedback_history (project_id, entry_id, created_at, id);

-- Saved views of the list of feedback: filters, sort order and columns.
CREATE TABLE feedback_views (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  -- The member whose personal view it is, deleted with the membership. Null for views of the team.
  owner_id uuid,
  name text NOT NULL,
  filters jsonb NOT NULL DEFAULT '{}',
  sort text NOT NULL,
  columns text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, owner_id) REFERENCES project_members ON DELETE CASCADE
);
CREATE INDEX feedback_views_id ON feedback_views (id);
CREATE INDEX feedback_views_owner ON feedback_views (project_id, owner_id);

--
-- Waitlist
--

-- Counts of each waitlist. A transaction that changes entries locks the row of its project.
CREATE TABLE waitlist_lines (
  project_id uuid PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
  last_number bigint NOT NULL DEFAULT 0,
  last_rank bigint NOT NULL DEFAULT 0,
  unconfirmed bigint NOT NULL DEFAULT 0,
  waiting bigint NOT NULL DEFAULT 0,
  invited bigint NOT NULL DEFAULT 0,
  joined bigint NOT NULL DEFAULT 0,
  removed bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE TABLE waitlist_entries (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  -- Order of the sign-ups.
  number bigint NOT NULL,
  email text NOT NULL,
  -- The address in lower case.
  email_key text NOT NULL,
  name text,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'invited', 'joined', 'removed')),
  -- Order of the line, with gaps. Set by the confirmation, and kept when the person leaves the line, in case they come back.
  rank bigint,
  notes text,
  referral_source text,
  referral_code text NOT NULL,
  referred_by uuid,
  -- Number of places by which the confirmation moved the referrer up. Null if it does not count for anyone.
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
CREATE INDEX waitlist_entries_line ON waitlist_entries (project_id, rank) INCLUDE (id) WHERE status = 'waiting';
-- Lists of the team by rank: of one status, or of all with the line first.
CREATE INDEX waitlist_entries_status ON waitlist_entries (project_id, status, rank, number);
CREATE INDEX waitlist_entries_rank ON waitlist_entries (project_id, (status <> 'waiting'), rank, number);
CREATE INDEX waitlist_entries_referrals ON waitlist_entries (project_id, referral_count, number);
CREATE INDEX waitlist_entries_referred_by ON waitlist_entries (project_id, referred_by) WHERE referred_by IS NOT NULL;
CREATE INDEX waitlist_entries_search ON waitlist_entries USING gin (search);
CREATE INDEX waitlist_entries_signups ON waitlist_entries (project_id, created_at) INCLUDE (referred_by)
  WHERE confirmed_at IS NOT NULL AND status <> 'removed';
CREATE INDEX waitlist_entries_sources ON waitlist_entries (project_id, referral_source)
  WHERE confirmed_at IS NOT NULL AND status <> 'removed';

-- Numbers of waiting entries by buckets of 1,024 ranks: a position is the sum of a few buckets and a count within one.
CREATE TABLE waitlist_rank_buckets (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  bucket bigint NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (project_id, bucket)
) WITH (fillfactor = 50);

--
-- Testimonials
--

CREATE TABLE testimonials (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  author_name text NOT NULL,
  author_email text,
  author_title text,
  author_company text,
  author_avatar_url text,
  content text NOT NULL,
  rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
  image_url text,
  source_url text,
  tags text[] NOT NULL DEFAULT '{}',
  featured boolean NOT NULL DEFAULT false,
  disclosure text NOT NULL DEFAULT 'none',
  consent jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX testimonials_id ON testimonials (id);
CREATE INDEX testimonials_newest ON testimonials (project_id, status, created_at, id);
CREATE INDEX testimonials_rating ON testimonials (project_id, status, rating, created_at, id);
CREATE INDEX testimonials_featured ON testimonials (project_id, status, featured, created_at, id);

-- Numbers of testimonials, for totals and the summary.
CREATE TABLE testimonial_counts (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  status text NOT NULL,
  rating smallint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (project_id, status, rating)
) WITH (fillfactor = 50);

--
-- Changelog
--

CREATE TABLE changelog_entries (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  title text NOT NULL,
  slug text NOT NULL,
  content text NOT NULL DEFAULT '',
  -- Rendered from `content` and sanitized.
  content_html text NOT NULL DEFAULT '',
  version text,
  type text NOT NULL,
  tags text[] NOT NULL DEFAULT '{}',
  status text NOT NULL CHECK (status IN ('draft', 'scheduled', 'published')),
  published_at timestamptz,
  scheduled_at timestamptz,
  feedback_ids uuid[] NOT NULL DEFAULT '{}',
  search tsvector NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, slug)
);
CREATE INDEX changelog_entries_id ON changelog_entries (id);
CREATE INDEX changelog_entries_published ON changelog_entries (project_id, published_at, id) INCLUDE (type) WHERE status = 'published';
CREATE INDEX changelog_entries_search ON changelog_entries USING gin (search);

CREATE TABLE changelog_subscribers (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- In lower case.
  email text NOT NULL,
  confirmed_at timestamptz,
  -- Identifies the subscription without its address.
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, email),
  UNIQUE (project_id, id)
);
CREATE INDEX changelog_subscribers_id ON changelog_subscribers (id);

--
-- Knowledge base
--

CREATE TABLE knowledge_indexes (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  external_id text,
  -- ISO 639 code; see languages.ts.
  language text NOT NULL,
  -- Lists of words with the same meaning.
  synonyms jsonb NOT NULL DEFAULT '[]',
  -- A transaction that changes documents locks this row, so that counts and entries of the index are consistent.
  document_count integer NOT NULL DEFAULT 0,
  chunk_count integer NOT NULL DEFAULT 0,
  word_count bigint NOT NULL DEFAULT 0,
  last_document_number integer NOT NULL DEFAULT 0,
  -- Search by words only (`lexical`), or by meaning as well.
  mode text NOT NULL DEFAULT 'lexical',
  -- Version of the analysis that produced the terms: rules of Earshot (analysis.ts) and dictionaries of PostgreSQL.
  analysis_version text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, name),
  UNIQUE (project_id, external_id)
);
CREATE INDEX knowledge_indexes_id ON knowledge_indexes (id);

CREATE TABLE knowledge_documents (
  project_id uuid NOT NULL,
  index_id uuid NOT NULL,
  id uuid NOT NULL,
  -- New for each version of the document, so that postings are only appended.
  number integer NOT NULL,
  external_id text,
  title text NOT NULL,
  -- False if the title is the beginning of the text, which then counts once.
  has_title boolean NOT NULL,
  url text,
  content text NOT NULL,
  content_type text NOT NULL,
  metadata jsonb NOT NULL DEFAULT '{}',
  chunk_count integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, index_id, id),
  UNIQUE (project_id, index_id, number),
  UNIQUE (project_id, index_id, external_id),
  FOREIGN KEY (project_id, index_id) REFERENCES knowledge_indexes ON DELETE CASCADE
);

CREATE TABLE knowledge_chunks (
  project_id uuid NOT NULL,
  index_id uuid NOT NULL,
  document_number integer NOT NULL,
  position smallint NOT NULL,
  content text NOT NULL,
  headings text[] NOT NULL,
  anchor text NOT NULL,
  -- Position in the content of the document.
  start_offset integer NOT NULL,
  end_offset integer NOT NULL,
  -- Length in words, for ranking.
  length integer NOT NULL,
  PRIMARY KEY (project_id, index_id, document_number, position),
  FOREIGN KEY (project_id, index_id, document_number) REFERENCES knowledge_documents (project_id, index_id, number) ON DELETE CASCADE
);

-- Embeddings of chunks: vectors of length 1.
CREATE TABLE knowledge_embeddings (
  project_id uuid NOT NULL,
  index_id uuid NOT NULL,
  document_number integer NOT NULL,
  position smallint NOT NULL,
  model text NOT NULL,
  vector real[] NOT NULL,
  -- Signs of the numbers: the number of different signs estimates the distance of two vectors.
  sign_bits bit varying NOT NULL,
  PRIMARY KEY (project_id, index_id, document_number, position),
  CONSTRAINT knowledge_embeddings_chunk_fkey
    FOREIGN KEY (project_id, index_id, document_number, position) REFERENCES knowledge_chunks ON DELETE CASCADE
);
-- Numbers do not compress.
ALTER TABLE knowledge_embeddings ALTER COLUMN vector SET STORAGE EXTERNAL;

-- Words of an index, and the terms that they are found by. A word is deleted with the last chunk that has its term. No foreign key, which
-- would be checked with a query for each of thousands of rows: the index is locked meanwhile, and a trigger deletes the rows with it. The
-- same holds for postings.
CREATE TABLE knowledge_vocabulary (
  project_id uuid NOT NULL,
  index_id uuid NOT NULL,
  word text COLLATE "C" NOT NULL,
  term text COLLATE "C" NOT NULL,
  -- With accents, for suggestions.
  display_form text NOT NULL,
  PRIMARY KEY (project_id, index_id, word, term)
);
CREATE INDEX knowledge_vocabulary_reversed ON knowledge_vocabulary (project_id, index_id, reverse(word));
CREATE INDEX knowledge_vocabulary_term ON knowledge_vocabulary (project_id, index_id, term);
CREATE INDEX knowledge_vocabulary_reversed_term ON knowledge_vocabulary (project_id, index_id, reverse(term));

-- Chunks that have a term, as ordered blocks of bytes (postings.ts).
CREATE TABLE knowledge_postings (
  project_id uuid NOT NULL,
  index_id uuid NOT NULL,
  term text COLLATE "C" NOT NULL,
  -- No chunk of the block is before it, and no chunk of an earlier block after it.
  first bigint NOT NULL,
  -- Last chunk of the block.
  last bigint NOT NULL,
  count integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (project_id, index_id, term, first)
) WITH (fillfactor = 60);
-- The bytes are compressed already, and a block fits into its row.
ALTER TABLE knowledge_postings ALTER COLUMN bytes SET STORAGE PLAIN;

CREATE FUNCTION delete_knowledge_index_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM knowledge_postings WHERE project_id = OLD.project_id AND index_id = OLD.id;
  DELETE FROM knowledge_vocabulary WHERE project_id = OLD.project_id AND index_id = OLD.id;
  RETURN NULL;
END $$;

CREATE TRIGGER delete_entries AFTER DELETE ON knowledge_indexes FOR EACH ROW EXECUTE FUNCTION delete_knowledge_index_entries();

-- Searches without results that a webhook reported in the last hour.
CREATE TABLE knowledge_missed_searches (
  project_id uuid NOT NULL,
  index_id uuid NOT NULL,
  normalized_query text NOT NULL,
  reported_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, index_id, normalized_query),
  FOREIGN KEY (project_id, index_id) REFERENCES knowledge_indexes ON DELETE CASCADE
);

-- Earlier states of the texts that a team edits: changelog entries and documents of the knowledge base.
CREATE TABLE content_versions (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- Id of the changelog entry or document. Replacing a document deletes its row and inserts a new one with the same id, so that a foreign
  -- key would delete the versions as well.
  content_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Index of the document, with which its versions are deleted.
  index_id uuid,
  title text NOT NULL,
  content text NOT NULL,
  -- The last person who saved the version. Null for a text from before its history.
  actor_id uuid,
  actor_is_service_account boolean NOT NULL DEFAULT false,
  actor_name text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, index_id) REFERENCES knowledge_indexes ON DELETE CASCADE
);
CREATE INDEX content_versions_content ON content_versions (project_id, content_id, created_at, id);

--
-- Analytics
--

-- Events that ClickHouse does not have yet, divided into 64 partitions by a hash of the visitor. A row has the events of one commit, which
-- leave with one batch. Up to 8 kB stay in the row itself: rows of a separate table, with an index, cost more.
CREATE TABLE analytics_inbox (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  events text NOT NULL,
  event_count integer NOT NULL,
  -- Numbers of events by outcome, including those that were not kept.
  outcomes jsonb NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  -- `events` or `searches`.
  kind text NOT NULL DEFAULT 'events',
  partition smallint NOT NULL,
  -- Events whose visitor is in another partition than their browser wait in the inbox again, under the number of their first row.
  source_row bigint,
  PRIMARY KEY (partition, project_id, id)
) WITH (toast_tuple_target = 8160);
-- Deleted after a second: to compress it took a quarter of the time that PostgreSQL needs for an event.
ALTER TABLE analytics_inbox ALTER COLUMN events SET STORAGE EXTERNAL;
CREATE INDEX analytics_inbox_transfers ON analytics_inbox (project_id, source_row) WHERE source_row IS NOT NULL;

-- Imported events, which are forwarded when no other events wait. Rows of both tables are numbered together.
CREATE TABLE analytics_imports (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id bigint NOT NULL DEFAULT nextval('analytics_inbox_id_seq'),
  events text NOT NULL,
  event_count integer NOT NULL,
  outcomes jsonb NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  -- Calendar year (UTC) of all events of a row: a batch has events of one year, because ClickHouse writes a part for each month. Null for
  -- events of any years.
  year smallint,
  partition smallint NOT NULL,
  PRIMARY KEY (partition, project_id, id)
);
ALTER TABLE analytics_imports ALTER COLUMN events SET STORAGE EXTERNAL;
CREATE INDEX analytics_imports_project ON analytics_imports (project_id, id);

-- Ids of events that clients chose, for as long as an event may be late.
CREATE TABLE analytics_event_ids (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  event_id uuid NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, event_id)
);
CREATE INDEX analytics_event_ids_age ON analytics_event_ids USING brin (seen_at);

-- One node at a time forwards a partition of the inbox.
CREATE TABLE analytics_partitions (
  partition smallint PRIMARY KEY,
  holder uuid,
  held_until timestamptz NOT NULL DEFAULT '-infinity',
  -- Last saved batch with rows of the partition. Saving requires the number that the holder knows.
  last_batch bigint NOT NULL
);
INSERT INTO analytics_partitions (partition, last_batch) SELECT partition, 0 FROM generate_series(0, 63) AS partition;

-- Nodes that forward events, so that they share the partitions evenly.
CREATE TABLE analytics_nodes (
  id uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL DEFAULT now()
);

CREATE SEQUENCE analytics_batch_ids;

-- Batches that are being written to ClickHouse, each until it is there. A batch has events of many projects.
CREATE TABLE analytics_batches (
  id bigint PRIMARY KEY,
  event_count integer NOT NULL,
  -- Arrival of the oldest inbox row of each project in the batch, by project id: reports say how far the figures of their project reach.
  waiting_since jsonb NOT NULL DEFAULT '{}',
  partitions smallint[] NOT NULL,
  deletions text[] NOT NULL,
  -- Rows of each table of ClickHouse.
  events bytea NOT NULL,
  visits bytea NOT NULL,
  searches bytea NOT NULL,
  -- Whether the rows are compressed with zstd.
  is_compressed boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
-- Compressed already.
ALTER TABLE analytics_batches ALTER COLUMN events SET STORAGE EXTERNAL, ALTER COLUMN visits SET STORAGE EXTERNAL, ALTER COLUMN searches SET STORAGE EXTERNAL;

-- One row. Its lock orders changes of rollups: batches that invalidate days, builds that are recorded, erasures.
CREATE TABLE analytics_event_log (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- Whether the events in ClickHouse have been counted into analytics_event_counts.
  has_counted boolean NOT NULL DEFAULT false,
  -- The last batch of imported events: these batches are made one after another, so that no event is imported twice.
  last_import bigint NOT NULL DEFAULT 0
);
INSERT INTO analytics_event_log DEFAULT VALUES;

-- Salts of the hashes of anonymous visitors: one a day, deleted a day later.
CREATE TABLE analytics_salts (
  day date PRIMARY KEY,
  salt bytea NOT NULL
);

-- Events that known people sent from a browser, and anonymous events that belong to them, for as long as the browser can be recognized:
-- until the salt of the day before is deleted.
CREATE TABLE analytics_browser_events (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- Number of the anonymous visitor.
  browser bigint NOT NULL,
  -- Sequence number and id of the event in ClickHouse.
  seq bigint NOT NULL,
  id uuid NOT NULL,
  time timestamptz NOT NULL,
  -- Empty for an anonymous event.
  user_id text NOT NULL,
  -- Number of the person to whom the event belongs.
  person bigint NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, browser, seq)
);
CREATE INDEX analytics_browser_events_age ON analytics_browser_events USING brin (stored_at);

-- Numbers of events that were written to ClickHouse, by day (UTC), so that a loss is noticed.
CREATE TABLE analytics_event_counts (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  day date NOT NULL,
  -- Null while unknown: some events of the day were erased, and the others are yet to be counted.
  events bigint,
  -- Events that the last verification did not find.
  missing bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, day)
);
CREATE INDEX analytics_event_counts_missing ON analytics_event_counts (project_id, day) WHERE missing > 0;

-- Numbers of received events by outcome.
CREATE TABLE analytics_intake (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  hour timestamptz NOT NULL,
  outcome text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (project_id, hour, outcome)
);

-- The last event of each reason that was dropped, or stored as a bot: tells a team why a first visit does not appear. No personal data:
-- the host of the page, and the message of the validation.
CREATE TABLE analytics_drops (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  reason text NOT NULL,
  hostname text NOT NULL,
  message text NOT NULL,
  occurred_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, reason)
);

-- Hours whose events changed after their day was finalized.
CREATE TABLE analytics_touched_hours (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  hour timestamptz NOT NULL,
  -- Increases with each change, so that a change during a build is noticed.
  version bigint NOT NULL,
  -- The batch with the change. Null for an erasure.
  batch bigint,
  touched_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, hour)
);
CREATE SEQUENCE analytics_versions;

-- Days, in the time zone of the project, whose rollups are built. `build` identifies their rows in ClickHouse.
CREATE TABLE analytics_finalized_days (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  build bigint NOT NULL,
  -- A change of events in this period invalidates the day.
  reads_from timestamptz NOT NULL,
  reads_to timestamptz NOT NULL,
  -- Settings of the build.
  timezone text NOT NULL,
  counted_bots jsonb NOT NULL,
  PRIMARY KEY (project_id, starts_at)
);

CREATE TABLE analytics_goals (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  event text,
  page text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, name),
  CHECK ((event IS NULL) <> (page IS NULL))
);

CREATE TABLE analytics_annotations (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  time timestamptz NOT NULL,
  text text NOT NULL,
  url text,
  changelog_entry_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, changelog_entry_id)
);
CREATE INDEX analytics_annotations_time ON analytics_annotations (project_id, time);

-- Saved filters.
CREATE TABLE analytics_segments (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  filters text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, name)
);

-- Links that show reports without a sign-in. Links are not hashed, so that the team can copy them again; who reads this database has the
-- data anyway.
CREATE TABLE analytics_shares (
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  link text NOT NULL UNIQUE,
  -- Salt (16 bytes) and scrypt hash of the password.
  password_hash bytea,
  -- Limits the link to the segment, which cannot be deleted before the link.
  segment_id uuid,
  last_opened_at timestamptz,
  -- Wrong passwords on all nodes.
  wrong_passwords integer NOT NULL DEFAULT 0,
  wrong_since timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, segment_id) REFERENCES analytics_segments
);
CREATE INDEX analytics_shares_segment ON analytics_shares (project_id, segment_id);

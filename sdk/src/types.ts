// Generated from the contract by `npm run generate`. Do not edit.
import type { Page } from './page.ts';

export interface Ok {
  ok: boolean;
}

export interface BatchResults {
  /** Number of created records */
  created: number;
  /** Number of updated records */
  updated: number;
  /** Number of records that existed with the same content */
  unchanged: number;
  /** Number of records that were refused */
  failed: number;
  /** One result per record, in the order of the request */
  results: ({
    outcome: 'created' | 'updated' | 'unchanged' | 'failed';
    /** Id of the record */
    id?: string;
    /** Human-readable error message */
    error?: string;
    code?: ErrorCode;
    /** Invalid fields. Present with the code `validation` and with codes about a single field. */
    fields?: FieldError[];
  })[];
}

export interface ActiveSession {
  /** TypeID with the prefix `ses_` */
  id: string;
  /** Browser that signed in. Null for programs. */
  browser: string | null;
  /** Operating system */
  os: string | null;
  /** Country of the sign-in (ISO 3166-1), if a GeoIP database is configured */
  country: string | null;
  /** Self-reported and unverified name of the program */
  program: string | null;
  /** Whether this is the session of the request */
  is_current: boolean;
  /** Time of the sign-in */
  created_at: string;
  /** Same as `last_used_at` */
  updated_at: string;
  /** Time of the last request, accurate to the minute within the last hour and to the hour before that */
  last_used_at: string;
  /** End of the session if it is not used */
  expires_at: string;
}

export interface DeviceAuthorization {
  device_code: string;
  /** Code that the user enters at `verification_uri` */
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  /** Lifetime in seconds */
  expires_in: number;
  /** Minimum number of seconds between polling requests */
  interval: number;
}

export interface NewPersonalToken {
  /** TypeID with the prefix `tok_` */
  id: string;
  name: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Creation time, because tokens never change */
  updated_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  expires_at: string;
  /** Time of the last use, accurate to the minute */
  last_used_at: string | null;
  /** Scopes of the token. `admin` includes all scopes, and `<area>:write` includes `<area>:read`. */
  scopes: Scope[];
  /** Projects that the token is limited to: one for a service account. Null for all projects of the user. */
  project_ids: string[] | null;
  /** The token. Shown only once because only its hash is stored. Null when the response is replayed for an `Idempotency-Key`. */
  token: string | null;
}

export interface PersonalToken {
  /** TypeID with the prefix `tok_` */
  id: string;
  name: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Creation time, because tokens never change */
  updated_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  expires_at: string;
  /** Time of the last use, accurate to the minute */
  last_used_at: string | null;
  /** Scopes of the token. `admin` includes all scopes, and `<area>:write` includes `<area>:read`. */
  scopes: Scope[];
  /** Projects that the token is limited to: one for a service account. Null for all projects of the user. */
  project_ids: string[] | null;
}

export interface Profile {
  /** TypeID with the prefix `usr_` */
  id: string;
  email: string | null;
  name: string | null;
  avatar_url: string | null;
  /** Language of the dashboard and of emails to the user. Null: the language of the browser, also for sign-in codes, that of the project in other emails, and English in security notices. */
  language: 'en' | 'de' | 'es' | 'fr' | 'ja' | 'pt' | 'ar' | null;
}

export interface Provider {
  id: 'oidc' | 'github' | 'account' | 'local';
  /** Label of the sign-in button */
  name: string;
  /** Ways to sign in. Only for `account`. */
  methods?: ('passkey' | 'mail')[];
}

export interface Session {
  /** Owner of the token: the signed-in user, or a service account */
  user: {
    /** Id of the user (`usr_`) or service account (`svc_`) */
    id: string;
    /** Email address. Null unless verified by the identity provider. */
    email: string | null;
    /** Name of the user or service account */
    name: string | null;
    avatar_url: string | null;
    /** Language of the dashboard and of emails to the user. Null: the language of the browser, also for sign-in codes, that of the project in other emails, and English in security notices. */
    language: 'en' | 'de' | 'es' | 'fr' | 'ja' | 'pt' | 'ar' | null;
  };
  /** Type of the token: `access` for a sign-in, `personal` for a personal access token, `service` for a service account, `oauth` for a connected app */
  kind: 'access' | 'personal' | 'service' | 'oauth';
  /** Null for a token of a service account that does not expire */
  expires_at: string | null;
  /** Scopes of the token. `admin` includes all scopes, and `<area>:write` includes `<area>:read`. */
  scopes: Scope[];
  /** Projects that the token is limited to: one for a service account. Null for all projects of the user. */
  project_ids: string[] | null;
}

export interface Tokens {
  /** Token for the header `Authorization: Bearer` */
  access_token: string;
  token_type: 'Bearer';
  /** Lifetime in seconds */
  expires_in: number;
  /** Single-use token, valid for 30 days. Each use returns a new refresh token; reuse revokes the entire sign-in. Omitted when the token is stored in a cookie. */
  refresh_token?: string;
}

export interface WaitingDevice {
  /** Code that the user enters at `verification_uri` */
  user_code: string;
  /** Self-reported and unverified name of the client program */
  client_id: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  expires_at: string;
}

export interface AccountSignedIn {
  /** URL to which the browser must be sent */
  redirect_to: string;
}

export interface Passkey {
  /** TypeID with the prefix `pky_` */
  id: string;
  /** Name in the list of passkeys */
  name: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
  /** Time of the last sign-in with this passkey */
  last_used_at: string | null;
}

export interface PasskeyCreationOptions {
  /** Options for `navigator.credentials.create`, as JSON (`PublicKeyCredential.parseCreationOptionsFromJSON`) */
  options: Record<string, unknown>;
}

export interface PasskeyRequestOptions {
  /** Options for `navigator.credentials.get`, as JSON (`PublicKeyCredential.parseRequestOptionsFromJSON`) */
  options: Record<string, unknown>;
}

export interface AccountLogEntry {
  /** TypeID with the prefix `acl_` */
  id: string;
  action: 'session.created' | 'session.ended' | 'session.others_ended' | 'token.created' | 'token.revoked' | 'connected_app.authorized' | 'connected_app.revoked' | 'passkey.created' | 'passkey.deleted';
  /** Id of the session, token, connected app or passkey. Null when the action concerns several sessions. */
  target_id: string | null;
  /** Name of the token, app, passkey or program, at the time of the action */
  target_name: string | null;
  /** Name of the personal access token or connected app that was used. Null for a sign-in. */
  token_name: string | null;
  /** Browser of the request. Null for programs, and for the command line of the server. */
  browser: string | null;
  /** Operating system */
  os: string | null;
  /** Country of the request (ISO 3166-1), if a GeoIP database is configured */
  country: string | null;
  /** Scopes of a token or app */
  scopes: string[] | null;
  /** Projects of a token or app. Null for all projects of the user, and for other targets. */
  project_ids: string[] | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
}

export interface AppTokens {
  /** Token for the MCP server. Other endpoints reject it. */
  access_token: string;
  token_type: 'Bearer';
  /** Lifetime in seconds */
  expires_in: number;
  /** Single-use token, valid for 30 days. Each use returns a new refresh token. A repeated request within a minute gets another one; later reuse disconnects the app. */
  refresh_token: string;
  /** Granted scopes, separated by spaces */
  scope: string;
}

export interface AuthorizationDecision {
  /** URL of the app that the browser opens next */
  redirect_to: string;
}

export interface AuthorizationRequest {
  /** Self-reported and unverified name of the app */
  client_name: string;
  /** Website that publishes the metadata of the app. Null for an app that registered itself. */
  client_host: string | null;
  /** Website that receives the authorization. Null for a program on the user’s machine. */
  redirect_host: string | null;
  /** Requested scopes, of which the user may grant fewer */
  scopes: Scope[];
  /** Date and time in ISO 8601, UTC, with milliseconds */
  expires_at: string;
}

export interface ConnectedApp {
  /** TypeID with the prefix `con_` */
  id: string;
  /** Self-reported and unverified name of the app */
  client_name: string;
  /** Website that publishes the metadata of the app. Null for an app that registered itself. */
  client_host: string | null;
  /** Website that receives the authorization. Null for a program on the user’s machine. */
  redirect_host: string | null;
  /** Scopes of the app. `<area>:write` includes `<area>:read`. */
  scopes: Scope[];
  /** Projects that the app is limited to. Null for all projects of the user. */
  project_ids: string[] | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Creation time, because connections never change */
  updated_at: string;
  /** Time at which the connection ends unless the app is used before */
  expires_at: string;
  /** Time of the last use, accurate to the minute */
  last_used_at: string | null;
}

export interface RegisteredApp {
  /** TypeID with the prefix `app_` */
  client_id: string;
  /** Time of the registration in seconds since 1970 */
  client_id_issued_at: number;
  client_name: string;
  /** Redirect URIs with `https`, with a scheme of the app, or with `http` on a loopback address, whose port may differ in requests */
  redirect_uris: string[];
  grant_types: string[];
  response_types: string[];
  /** Apps have no secret */
  token_endpoint_auth_method: 'none';
}

export interface AuditEntry {
  /** TypeID with the prefix `aud_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  action: 'project.created' | 'project.updated' | 'project.emptied' | 'member.added' | 'member.invited_again' | 'member.role_changed' | 'member.removed' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'identity_secret.rotated' | 'identity_secret.read' | 'token.created' | 'token.revoked' | 'service_account.created' | 'service_account.updated' | 'service_account.rotated' | 'service_account.token_revoked' | 'service_account.deleted' | 'connected_app.authorized' | 'connected_app.revoked' | 'webhook.created' | 'webhook.updated' | 'webhook.secret_rotated' | 'webhook.secret_read' | 'webhook.replayed' | 'webhook.deleted' | 'mail.test_sent' | 'report_subscription.added' | 'report_subscription.removed' | 'upload.deleted' | 'records.imported' | 'import.started' | 'import.undone' | 'import.deleted' | 'proposal.accepted' | 'person.erased' | 'person.exported' | 'person.merged' | 'person.separated' | 'people.exported' | 'people_segment.updated' | 'people_segment.deleted' | 'export.created' | 'export.downloaded' | 'export.deleted' | 'feedback.deleted' | 'feedback.exported' | 'comment.deleted' | 'comments.exported' | 'votes.exported' | 'feedback_board.updated' | 'feedback_board.deleted' | 'feedback_score.deleted' | 'feedback_view.deleted' | 'feedback_view.made_personal' | 'waitlist_entry.deleted' | 'waitlist.exported' | 'waitlist_broadcast.sent' | 'waitlist_broadcast.resumed' | 'testimonial.deleted' | 'testimonials.exported' | 'testimonial_rule.deleted' | 'testimonial_collection.deleted' | 'changelog_entry.published' | 'changelog_entry.scheduled' | 'changelog_entry.unpublished' | 'changelog_entry.deleted' | 'changelog_subscriber.deleted' | 'changelog_subscribers.added' | 'changelog.exported' | 'index.created' | 'index.deleted' | 'document.published' | 'document.unpublished' | 'document.archived' | 'document.deleted' | 'documents.exported' | 'shared_link.created' | 'shared_link.updated' | 'shared_link.deleted' | 'goal.deleted' | 'segment.filters_updated' | 'segment.deleted' | 'funnel.deleted' | 'annotation.deleted' | 'alert.created' | 'alert.updated' | 'alert.deleted' | 'search_console.connected' | 'search_console.updated' | 'search_console.disconnected' | 'analytics.erased' | 'analytics.exported' | 'analytics.imported';
  /** Id of the user (`usr_`) or service account (`svc_`) that acted. Null for actions of the server itself, and of people who erase their own data. */
  actor_id: string | null;
  /** Name or address of the user, or name of the service account, at the time of the action */
  actor_name: string | null;
  /** Name of the personal access token or connected app that was used, or the last characters of the token of a service account. Null for a sign-in in the browser or on the command line. */
  token_name: string | null;
  /** Id of what was changed. Null when the action concerns the whole project. */
  target_id: string | null;
  /** Name of what was changed, at the time of the action. Null for content of end users, so that the log keeps no personal data after its deletion. */
  target_name: string | null;
  /** Changed fields before the action. Settings are named by their path. Null when something was created. */
  before: Record<string, unknown> | null;
  /** Changed fields after the action. Null when something was deleted. Never contains a secret. */
  after: Record<string, unknown> | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
}

export interface Diagnostics {
  /** Version of the server */
  version: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  time: string;
  public_url: {
    /** URL in links, emails and redirects */
    url: string;
    /** Whether `EARSHOT_PUBLIC_URL` is set */
    is_configured: boolean;
  };
  /** This request, as the server sees it */
  request: {
    protocol: 'http' | 'https';
    host: string;
    /** Address of the client */
    address: string;
    /** Whether a proxy added `X-Forwarded-For` */
    is_forwarded: boolean;
    /** Whether `EARSHOT_TRUST_PROXY` is set */
    trusts_proxy: boolean;
    /** Whether the trusted proxies name the client by an IP address. If false, `address` is that of the proxy, because `X-Forwarded-For` has another text, such as `unknown`. */
    is_address_readable: boolean;
  };
  mail: {
    /** Mail server, without credentials. Null without `SMTP_URL`: emails stay in the outbox. */
    server: string | null;
    /** Sender of emails */
    from: string;
    /** Error of a connection with sign-in. Null without an error. */
    error: string | null;
  };
  /** Replies to emails. Null without `EARSHOT_MAIL_IN_ADDRESS`. */
  mail_in: {
    /** Address that receives replies */
    address: string;
    /** Mailbox, without credentials. Null without `EARSHOT_IMAP_URL`. */
    server: string | null;
    /** Error of a connection to the mailbox with sign-in. Null without an error. */
    error: string | null;
  } | null;
  /** Identity providers */
  sign_in: ({
    id: 'oidc' | 'github' | 'local';
    name: string;
    /** Error of the discovery of the identity provider. Null without an error. */
    error: string | null;
  })[];
  engines: { postgres: 'ready' | 'unavailable' | 'read-only'; clickhouse: 'ready' | 'unavailable'; };
  /** Disk of `EARSHOT_DATA_DIR`. Null when the folder does not exist, because nothing is stored there. */
  disk: { free_bytes: number; total_bytes: number; } | null;
  /** Scheduled backups. Null without `EARSHOT_BACKUP_TARGET`. */
  backup: {
    /** Folder or S3 prefix */
    target: string;
    /** Cron expression, in UTC */
    schedule: string;
    /** Date and time in ISO 8601, UTC, with milliseconds */
    last_success_at: string | null;
    last_size_bytes: number | null;
    /** Error of the last backup. Null without an error. */
    error: string | null;
  } | null;
}

export interface Version {
  /** Version of the release (semantic versioning) */
  version: string;
  /** Latest version of the API, the first segment of its paths */
  api_version: 'v1';
  /** Git commit of the code. Null when it is unknown. */
  commit: string | null;
  /** Whether the instance has a language model, which makes proposals and answers questions */
  language_model: boolean;
}

export interface CheckedUserToken {
  valid: boolean;
  /** Reason why the token is invalid */
  reason: string | null;
  user: {
    /** The `sub` claim */
    id: string;
    name: string | null;
    email: string | null;
    avatar_url: string | null;
    /** The `attributes` claim: attributes of the person by name */
    attributes: Record<string, unknown> | null;
    /** The `company` claim: the company of the person, or its id */
    company: {
      id: string;
      name: string | null;
      /** Attributes of the company by name */
      attributes: Record<string, unknown> | null;
    } | null;
  } | null;
}

export interface IdentitySecret {
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** Secret for signing `X-User-Token` (JWT, HS256) */
  secret: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  expires_at: string | null;
}

export interface Mail {
  /** TypeID with the prefix `ml_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** Delivery status. `kept`: stored without sending because no mail server is configured. `suppressed`: not sent because the recipient already received 20 emails of the project on that day (UTC), or 5 unsolicited emails such as confirmation requests; an admin can send it with `POST …/retry`. `canceled`: not sent because the recipient unsubscribed, lost access, or may not read the content anymore. */
  status: 'queued' | 'sending' | 'kept' | 'sent' | 'failed' | 'suppressed' | 'canceled';
  /** Last response of the mail server */
  error: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface Member {
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** TypeID with the prefix `usr_` */
  user_id: string;
  email: string | null;
  name: string | null;
  avatar_url: string | null;
  role: 'viewer' | 'member' | 'admin' | 'owner';
  /** `invited` until the first sign-in with this address */
  state: 'invited' | 'active';
  /** Null for members who have signed in */
  invitation: {
    /** URL that leads to the project after the sign-in with the address of the member */
    url: string;
    /** Time at which the member is removed without a sign-in */
    expires_at: string;
    /** Whether a mail server is configured. Without one, send the URL yourself. */
    is_mailed: boolean;
  } | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface Project {
  /** TypeID with the prefix `prj_` */
  id: string;
  name: string;
  slug: string;
  /** The default API key */
  api_key: string;
  settings: {
    feedback: {
      /** Which entries and comments require approval: none (`off`), those of anonymous visitors (`anonymous`), or those of everyone except project members (`all`) */
      moderation: 'off' | 'anonymous' | 'all';
      /** Whether the checkbox “Email me when there is news” of feedback forms is checked until the visitor changes it */
      follow_default: boolean;
      /** Permitted voters: everyone (`anyone`), people with a confirmed email address or an `X-User-Token` (`confirmed`), or users with an `X-User-Token` (`signed_in`). Members can always vote. Votes that exist remain, and can be removed by their voters. */
      voting: 'anyone' | 'confirmed' | 'signed_in';
      /** Maximum number of new votes of anonymous visitors for an entry, from one network (/24 for IPv4, /64 for IPv6) on one day (UTC). Votes of users with `X-User-Token`, and of and for people whom members name, are not limited. */
      anonymous_votes_per_network: number;
      /** Whether duplicates and tags are proposed for new entries in the background. Requires `EARSHOT_LLM_URL`. The title and the description of the entry, those of similar entries, and the tags of the project are sent to the model. Nothing changes until a member accepts a proposal. */
      suggestions: boolean;
      /** Number of proposals within 24 hours, including those that members ask for, after which none are made for new entries */
      suggestions_per_day: number;
      /** Names and colors of the statuses, in the order of boards, roadmaps and menus. Items with a `key` are custom statuses: several of them may belong to one state. States that the list omits follow in the standard order. The API, webhooks, filters and URLs keep the values of `status`. */
      statuses: ({
        /** Name of a custom status in the API (`custom_status` of entries). Null for the display of the state itself. Entries keep the key when the name changes; a key that is removed hides the custom status of its entries, which returns with the key. */
        key?: string | null;
        /** State, to which a custom status belongs */
        status: 'new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate';
        /** Name of the status in all places where people read it. Null for the standard name; required for custom statuses. */
        name?: string | null;
        /** Color of the status. Null for the standard color. */
        color?: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'purple' | 'pink' | null;
      })[];
      /** Custom fields of entries, in the order of forms. A field that is removed hides its values, which return with the field. */
      fields: ({
        /** Name in the API. Entries keep their values when the label changes. */
        key: string;
        /** Name for people */
        label: string;
        /** Type of the values. Values of another type are hidden after a change. */
        type: 'text' | 'number' | 'boolean' | 'date' | 'select' | 'url';
        /** Whether visitors must give a value. Members and imports may omit it. */
        required?: boolean;
        /** Whether visitors give the value in forms and with API keys, and everyone reads it. Internal fields are for project members only. */
        public?: boolean;
        /** Choices of a selection */
        options?: string[];
      })[];
    };
    waitlist: {
      /** Whether to send new entries an email with their position and referral link */
      welcome_mail: boolean;
      /** Whether entries are counted only after the address is confirmed by email */
      double_opt_in: boolean;
      /** Whether existing addresses receive the same response as new ones, followed by an explanatory email. Combine with `double_opt_in` to hide completely whether an address is registered. */
      private_signups: boolean;
      /** Number of positions gained for each future confirmed referral */
      referral_boost: number;
      /** Whether to reject disposable email addresses */
      refuse_disposable: boolean;
      /** URL of the sign-up page, used for referral links. Defaults to the page of this instance. */
      page_url: string | null;
      /** URL of the button in the invitation email */
      invitation_url: string | null;
      /** Questions of the sign-up form, in its order, of which at most 10 are not archived. A question that is removed hides its answers, which return with the question. */
      questions: ({
        /** Name in the API. Answers keep their values when the label changes. */
        key: string;
        /** Name for people */
        label: string;
        /** Type of the values. Values of another type are hidden after a change. */
        type: 'text' | 'long_text' | 'number' | 'select' | 'multi_select' | 'boolean';
        /** Whether visitors must give a value. Members and imports may omit it. */
        required?: boolean;
        /** Whether the form no longer asks the question. Its answers stay in lists, filters and exports. */
        archived?: boolean;
        /** Choices of a selection */
        options?: string[];
      })[];
      /** Rewards for referrals. People see the next one and those that they have reached. A new reward is reached at once by people who have enough referrals, without email and webhook. */
      rewards: {
        /** Name in the API */
        key: string;
        /** Name for people */
        name: string;
        /** Description for people */
        text?: string;
        /** Number of referrals that the reward requires */
        referrals: number;
      }[];
      /** Whether to send people an email when they reach a reward */
      reward_mail: boolean;
      /** Whether the sign-up form and the page of the instance show the people with the most referrals, with the initials of their names */
      leaderboard: boolean;
    };
    testimonials: {
      /** Whether to send authors a link for changing or withdrawing their testimonial */
      thank_you_mail: boolean;
      /** Look of the wall on the public page and in the widget, unless the widget or a collection has its own */
      wall: WallStyle;
    };
    changelog: {
      /** Whether readers can react to entries, on pages and in widgets */
      reactions: boolean;
      /** URL of the changelog page, used in emails and feeds. Defaults to the page of this instance. */
      page_url: string | null;
    };
    knowledge_base: {
      /** Whether readers can ask questions, which the language model of the instance answers from the articles that they may read. Requires `EARSHOT_LLM_URL`. The question and up to five passages of articles are sent to the model. */
      answers: boolean;
      /** Maximum number of questions of a day (UTC) that are sent to the language model */
      answers_per_day: number;
      /** Maximum number of questions from one network (/24 for IPv4, /64 for IPv6) on one day (UTC) that are sent to the language model. Members are not limited. */
      answers_per_network: number;
    };
    analytics: {
      /** IANA time zone for the day boundaries of reports, unless a request specifies another time zone */
      timezone: string;
      /** Hostnames allowed to send events, with `*` as a wildcard. Empty allows all hostnames. */
      allowed_hostnames: string[];
      /** Hostnames whose events are dropped, such as `staging.example.com` */
      excluded_hostnames: string[];
      /** Paths whose events are dropped, such as `/admin/*` */
      excluded_paths: string[];
      /** IP addresses and networks whose events are dropped, such as `192.0.2.0/24` for your own office */
      excluded_addresses: string[];
      /** Hosts that are no sources of visits, such as `pay.example.com`, with `*` as a wildcard: visitors return from them. Known payment and sign-in pages are always excluded. */
      excluded_referrers: string[];
      /** Bot categories that are included in reports, also for past events. `http_library` covers page views without a `user_id` that are sent by programs such as curl or okhttp instead of browsers. */
      counted_bots: ('crawler' | 'headless' | 'prefetch' | 'http_library')[];
      /** Whether to drop events with the privacy signals `Sec-GPC: 1` or `DNT: 1`. The tracker and the SDK never send events from such browsers, regardless of this setting. */
      honor_privacy_signals: boolean;
      /** Whether events identify users by `user_token` only. Events with a `user_id` are rejected, because everyone can send events with the API key, unless a server sends them with a token. */
      signed_user_ids: boolean;
      /** Retention period of events in days. Null keeps events forever. */
      retention_days: number | null;
    };
    pages: {
      /** One-sentence description of the project, shown on its public pages */
      description: string | null;
      /** URL of your website, shown in the footer */
      website_url: string | null;
      /** URL of your application that signs in visitors of the public pages. It receives `return_to`, and redirects to `/sso` of the public pages with a signed token. Null offers mailed codes only. */
      sign_in_url: string | null;
      /** Host name of the public pages, such as `feedback.example.com`. Served after verification by a DNS record, see `GET /v1/projects/{id}/domain`. Point the host name to this instance and provide TLS for it. */
      custom_domain: string | null;
      /** Enabled public pages, in menu order */
      sections: ('feedback' | 'roadmap' | 'changelog' | 'testimonials' | 'waitlist' | 'help')[];
      /** Language of public pages and emails for people whose language is unknown, and for members without a language of their own. Readers with another language of this list see public pages in it. */
      language: 'en' | 'de' | 'es' | 'fr' | 'ja' | 'pt' | 'ar';
      /** URL of the logo, shown on public pages and in emails at a height of 32 pixels */
      logo_url: string | null;
      /** URL of the logo on dark backgrounds. Without it, `logo_url` is shown there as well. */
      logo_dark_url: string | null;
      /** URL of the icon in browser tabs, preferably a square image. Defaults to the logo. */
      favicon_url: string | null;
      /** Font of public pages: Inter, which looks alike on all devices (`inter`), or a font of the visitor’s device: its interface font (`system`), a sans serif with open forms (`humanist`), or a serif (`serif`) */
      font: 'inter' | 'system' | 'humanist' | 'serif';
      /** Colors of public pages: those of the visitor’s device (`auto`), always `light`, or always `dark` */
      theme: 'auto' | 'light' | 'dark';
      /** Links to your own website in the header of public pages, after the menu */
      header_links: { label: string; url: string; }[];
      /** Footer of public pages in Markdown, such as links to your imprint and privacy policy. Defaults to the website. */
      footer: string | null;
      /** Style sheet that is added to public pages. It must not load anything: `url()`, `@import`, `@font-face` and similar are rejected. */
      custom_css: string | null;
    };
    mail: {
      /** Color of buttons in emails, on public pages and in widgets */
      color: string;
      /** Reply-to address of emails */
      reply_to: string | null;
      /** Whether emails show the logo, if there is one */
      show_logo: boolean;
      /** First line of emails, below the heading, such as “Hi there,” */
      greeting: string | null;
      /** Last lines of emails, in plain text */
      signature: string | null;
    };
    retention: {
      /** Retention period of emails in the outbox, in days. Null keeps emails forever. */
      mail_days: number | null;
      /** Retention period of the record of who was notified of which entry by email, without the emails, in days. Null keeps it forever. */
      told_days: number | null;
      /** Retention period of webhook deliveries and their attempts, in days. Null keeps deliveries forever. */
      webhook_delivery_days: number | null;
      /** Retention period of unconfirmed waitlist entries and subscriptions, in days. Null keeps them forever. */
      unconfirmed_days: number | null;
      /** Retention period of the audit log, in days. Null keeps entries forever. */
      audit_log_days: number | null;
    };
    test: {
      /** Whether this is a test project: emails stay in the outbox, webhooks are delivered to `webhook_hosts` only, and the project can be emptied */
      enabled: boolean;
      /** Hosts that receive webhooks of a test project, such as `hooks.staging.example.com` or `localhost`, without port. Empty allows none. Addresses in private networks must be allowed by the instance as well. */
      webhook_hosts: string[];
    };
  };
  /** Role of the caller in the project */
  role: 'viewer' | 'member' | 'admin' | 'owner';
  /** Base URL of the public pages: the custom domain once it is verified, otherwise a path of this instance */
  pages_url: string;
  /** Whether the project was created with sample data (`POST /v1/projects/sample`) */
  is_sample: boolean;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface ProjectAppearance {
  name: string;
  /** `settings.mail.color` */
  color: string;
  /** Color of texts on `color`: black or white */
  text_color: string;
  /** `settings.pages.logo_url` */
  logo_url: string | null;
  /** `settings.pages.logo_dark_url` */
  logo_dark_url: string | null;
  /** Whether readers can ask questions: `settings.knowledge_base.answers`, if the instance has a language model */
  answers: boolean;
  /** `settings.feedback.follow_default` */
  follow_default: boolean;
  /** All statuses of feedback entries in the order of the project: `settings.feedback.statuses` */
  feedback_statuses: ({
    /** Key of a custom status (`custom_status` of entries) */
    key: string | null;
    status: 'new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate';
    /** Name that the project gives to the status. Null for the standard name. */
    name: string | null;
    /** Color on light backgrounds. Null for the standard color. */
    color: string | null;
    /** Color on dark backgrounds */
    color_dark: string | null;
  })[];
  /** Public custom fields of feedback entries: `settings.feedback.fields` */
  feedback_fields: ({
    key: string;
    label: string;
    type: 'text' | 'number' | 'boolean' | 'date' | 'select' | 'url';
    required: boolean;
    /** Values of a select */
    options: string[];
  })[];
}

export interface ProjectKey {
  /** TypeID with the prefix `key_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  name: string;
  key: string;
  /** Whether it is the default key: `api_key` of the project, which the public pages and code snippets contain */
  is_default: boolean;
  /** Origins of web pages that may use the key. `https://*.example.com` allows all subdomains. Empty: pages of all origins. */
  allowed_origins: string[];
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Time of the last use, accurate to a minute. Null before the first use. */
  last_used_at: string | null;
  /** Time at which the rotated key expires. Null for other keys. */
  expires_at: string | null;
}

export interface BrandingPreview {
  /** Sample of a public page, as a complete HTML document */
  page: string;
  /** Sample of an email */
  mail: {
    subject: string;
    text: string;
    /** The email as a complete HTML document */
    html: string;
  };
  contrast: {
    /** Contrast on public pages in the light theme */
    light: {
      /** Contrast ratio of the color to the background (WCAG 2.2), 1 to 21 */
      ratio: number;
      /** Color of links: the color, or its nearest shade with a ratio of at least 4.5 */
      link_color: string;
    };
    /** Contrast on public pages in the dark theme */
    dark: {
      /** Contrast ratio of the color to the background (WCAG 2.2), 1 to 21 */
      ratio: number;
      /** Color of links: the color, or its nearest shade with a ratio of at least 4.5 */
      link_color: string;
    };
    /** Contrast of texts on buttons */
    button: {
      ratio: number;
      /** Black or white, whichever has more contrast */
      text_color: string;
    };
  };
}

export interface CustomDomain {
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** Value of the setting `pages.custom_domain` */
  domain: string;
  /** Verification state. `pending`: not served, the DNS record was not found. `verified`: served. `failing`: served until `release_at`, the last check did not find the DNS record. `taken`: not served, the DNS record was found but another project on this instance serves the domain. */
  state: 'pending' | 'verified' | 'failing' | 'taken';
  record_type: 'TXT';
  record_name: string;
  /** Value of the DNS record, identical for all domains of the project */
  record_value: string;
  /** Time of the last check. Null before the first check. */
  checked_at: string | null;
  /** Time of the last check that found the DNS record */
  verified_at: string | null;
  /** Time at which the domain stops being served. Set while checks do not find the DNS record. */
  release_at: string | null;
  /** Reason why the last check failed */
  error: string | null;
}

export interface NewServiceAccount {
  /** TypeID with the prefix `svc_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  name: string;
  /** Scopes of all tokens of the service account. `<area>:write` includes `<area>:read`. */
  scopes: Scope[];
  /** User who created the service account. Null when the user was deleted. */
  created_by: {
    /** TypeID with the prefix `usr_` */
    id: string;
    /** Name or address of the user */
    name: string | null;
  } | null;
  /** Valid tokens, newest first: the current one, and previous ones for 24 hours after a rotation */
  tokens: ServiceAccountToken[];
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
  /** The new token. Shown only once because only its hash is stored. Null when the response is replayed for an `Idempotency-Key`. */
  token: string | null;
}

export interface ServiceAccount {
  /** TypeID with the prefix `svc_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  name: string;
  /** Scopes of all tokens of the service account. `<area>:write` includes `<area>:read`. */
  scopes: Scope[];
  /** User who created the service account. Null when the user was deleted. */
  created_by: {
    /** TypeID with the prefix `usr_` */
    id: string;
    /** Name or address of the user */
    name: string | null;
  } | null;
  /** Valid tokens, newest first: the current one, and previous ones for 24 hours after a rotation */
  tokens: ServiceAccountToken[];
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface ServiceAccountToken {
  /** TypeID with the prefix `tok_` */
  id: string;
  /** The last four characters of the token */
  name: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Null when the token does not expire */
  expires_at: string | null;
  /** Time of the last use, accurate to the minute */
  last_used_at: string | null;
}

export interface Comment {
  /** TypeID with the prefix `cmt_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** TypeID with the prefix `fb_` */
  feedback_id: string;
  body: string;
  /** Comment rendered as sanitized HTML, in which links and images are absolute. Only with `html=true`. */
  body_html?: string;
  /** Other name of `body` */
  content: string;
  /** Other name of `body_html` */
  content_html?: string;
  /** Internal note, visible only to project members */
  internal: boolean;
  /** Private answer, visible only to project members and to the person who had submitted the entry when it was written */
  private: boolean;
  /** Requires a session token */
  visibility?: 'public' | 'pending' | 'private';
  /** User (`usr_`) or service account (`svc_`) that wrote the comment for the team. Requires a session token. */
  author_id?: string | null;
  /** Members whom the comment mentions. Requires a session token. */
  mentioned_ids?: string[];
  /** Id in the system that the record comes from. Requires a session token. */
  external_id?: string | null;
  /** Name of the recipient of a private answer. Requires a session token. */
  recipient_name?: string | null;
  author_name: string | null;
  author_avatar_url: string | null;
  /** Author type: a project member, a user identified by `X-User-Token`, or an anonymous visitor */
  author_role: 'team' | 'user' | 'visitor';
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface FeedbackDemandTerm {
  /** Subject of the term. Numbers of people who upvoted the entry: all (`voters`), those who were seen within `days` (`active`), those who were seen earlier but not within `days` (`silent`), those with the `event` or a view of the `page`, optionally within `days`. Sums over these people: a numeric `attribute`, a numeric attribute of their companies (`company_attribute`, each company once), and the `revenue` of their events in a `currency`, optionally within `days`. */
  kind: 'voters' | 'active' | 'silent' | 'event' | 'page' | 'attribute' | 'company_attribute' | 'revenue';
  /** Points for each person or unit of the sum */
  weight: number;
  /** Period until now in days of 24 hours. Required for `active` and `silent`. */
  days?: number;
  /** Name of an event with a `user_id` */
  event?: string;
  /** Path of a viewed page. `*` stands for any characters. */
  page?: string;
  /** Name of an attribute that was declared as a number */
  attribute?: string;
  /** Currency of the revenue */
  currency?: string;
  /** Number of people, or sum */
  value: number;
  /** `value` times `weight` */
  contribution: number;
  /** Part of the score in percent, with one decimal. The shares of all terms add up to 100, unless the score is 0. */
  share: number;
  /** Number of voters of whom the term is known, because they are identified or have a value */
  known: number;
  /** Number of voters of whom the term is not known: anonymous ones, people without a user id, or without a value */
  unknown: number;
}

export interface FeedbackEntryScore {
  /** Sum of the values times the weights */
  value: number;
  /** Values of the terms */
  values: number[];
  /** For each term, the number of voters of whom it is known */
  known: number[];
  /** Number of voters of whom a term with a weight is not known, such as voters without the attribute that is summed. Of several terms, the one with most such voters. */
  unknown: number;
  /** Number of upvotes when the score was computed */
  voters: number;
}

export interface Feedback {
  /** TypeID with the prefix `fb_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** Board of the entry */
  board_id: string;
  type: 'bug' | 'feature' | 'feedback';
  status: 'new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate';
  /** Name of the status in the project (`settings.feedback.statuses`), or its standard name in English */
  status_name: string;
  /** Key of a custom status of the project (`settings.feedback.statuses`) within `status` */
  custom_status: string | null;
  title: string;
  description: string;
  /** Description rendered as sanitized HTML, in which links and images are absolute. Only with `html=true`. */
  description_html?: string;
  /** Other name of `description` */
  content: string;
  /** Other name of `description_html` */
  content_html?: string;
  tags: string[];
  /** Visibility, returned for session tokens and for your own entries (`mine`). `pending` means awaiting approval. */
  visibility?: 'public' | 'pending' | 'private';
  /** Whether the entry received unusually many anonymous votes at once that no member has reviewed. Returned for session tokens. */
  has_vote_burst?: boolean;
  pinned: boolean;
  upvote_count: number;
  downvote_count: number;
  /** Unanswered searches of the last 90 days in clusters that are linked to the entry. They are not votes. Returned by reads for session tokens. */
  search_count?: number;
  /** Number of public comments */
  comment_count: number;
  image_url: string | null;
  submitter_name: string | null;
  /** Requires a session token and the role member */
  submitter_email?: string | null;
  /** Other name of `submitter_name` */
  author_name: string | null;
  /** Other name of `submitter_email` */
  author_email?: string | null;
  /** Member who is responsible for the entry. Requires a session token. */
  assignee_id?: string | null;
  /** Day until which the entry is to be done. Requires a session token. */
  due_on?: string | null;
  /** Requires a session token and the role member */
  metadata?: Record<string, unknown>;
  /** Id in the system that the record comes from. Requires a session token. */
  external_id?: string | null;
  score?: FeedbackEntryScore;
  /** Knowledge base search that preceded the submission. Requires a session token; null for viewers. */
  from_query?: string | null;
  /** Values of custom fields (`settings.feedback.fields`) by key. Values of internal fields require a session token and the role member. */
  fields?: Record<string, string | number | boolean>;
  /** Entry into which this entry was merged */
  merged_into: string | null;
  /** Vote of the caller, when the request identifies a voter */
  viewer_vote: 'up' | 'down' | null;
  /** Open entries that are probably duplicates, at most 5. Only in lists with `similar=true`. */
  similar?: SimilarFeedback[];
  /** Number of people in `voters_segment` who vote for the entry. Only in lists with this filter. */
  segment_vote_count?: number;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface FeedbackBoard {
  /** TypeID with the prefix `brd_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  name: string;
  /** Part of the URL of the page of the board, unique in the project */
  slug: string;
  /** Text below the title of the board */
  description: string;
  /** Readers of the entries: everyone (`public`), users of your product who are identified, as by `X-User-Token` (`signed_in`), those of them who are in a segment of people (`segment`, with `segment_id`), members of the project (`team`), or members and the submitter of each entry (`submit_only`). Readers of a board may submit to it; to a board with `submit_only`, everyone may. To others, the entries do not exist. */
  access: 'public' | 'signed_in' | 'segment' | 'submit_only' | 'team';
  /** Segment of people who read the board. Null for other accesses. Requires a session token. */
  segment_id?: string | null;
  /** Keys of the custom fields (`settings.feedback.fields`) that the forms of the board ask for. Null for all. API keys see public fields only. */
  fields: string[] | null;
  /** Place among the boards of the project, from 0 */
  position: number;
  /** Whether entries that are submitted without `board_id` belong to this board */
  default: boolean;
  /** Number of entries, without merged ones. Requires a session token. */
  feedback_count?: number;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface FeedbackCounts {
  /** Numbers of entries in the order of the filters. Null for filters with a score that was deleted. */
  totals: (number | null)[];
}

export interface FeedbackDemand {
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** TypeID with the prefix `fb_` */
  feedback_id: string;
  /** Name of a score of the project */
  score: string;
  /** Sum of the contributions */
  value: number;
  /** Number of upvotes when the score was computed */
  voters: number;
  terms: FeedbackDemandTerm[];
  /** Time for which the values hold. Null until they are computed, shortly after a change of the terms. */
  computed_at: string | null;
}

export interface FeedbackScore {
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** Name of a score of the project */
  name: string;
  terms: FeedbackScoreTerm[];
  /** Time for which the values hold. Null until they are computed, shortly after a change of the terms. */
  computed_at: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface FeedbackSubscribed {
  ok: boolean;
  /** False until the address is confirmed with the link in the confirmation email */
  confirmed: boolean;
}

export interface FeedbackTag {
  name: string;
  /** Number of entries with the tag, without merged ones */
  feedback_count: number;
}

export interface FeedbackView {
  /** TypeID with the prefix `view_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  name: string;
  /** Whether all members of the project see the view and can change it. A personal view is visible to its owner only. */
  shared: boolean;
  /** Filters with the names of the query parameters of the list of feedback. Empty for all entries. */
  filters: {
    type?: ('bug' | 'feature' | 'feedback')[];
    type_not?: ('bug' | 'feature' | 'feedback')[];
    status?: ('new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate')[];
    status_not?: ('new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate')[];
    custom_status?: string[];
    custom_status_not?: string[];
    tag?: string[];
    tag_not?: string[];
    board_id?: string[];
    board_id_not?: string[];
    visibility?: ('public' | 'pending' | 'private')[];
    visibility_not?: ('public' | 'pending' | 'private')[];
    /** Ids of members, `me` for the member who opens the view, or `none` for entries without assignee */
    assignee?: string[];
    /** Ids of members, `me` for the member who opens the view, or `none` for entries without assignee */
    assignee_not?: string[];
    /** Search for words that start with the given text, in title, description and tags */
    q?: string;
    field?: string[];
    /** Only entries that were created at or after this time */
    created_since?: string;
    /** Only entries that were created before this time */
    created_until?: string;
    /** Only entries that were created during the last days, each of 24 hours */
    max_age_days?: number;
    /** Only entries that were created before the last days, each of 24 hours */
    min_age_days?: number;
    /** Whether the team has answered with a public comment: `false` returns entries that await an answer. Requires a session token. */
    answered?: boolean;
    /** Score that the entries are returned with, and sorted by with `sort=score`. Requires a session token. */
    score?: string;
    /** Only entries whose `score` has at least this value. Requires a session token. */
    score_min?: number;
    /** Weights of the terms of the `score` that replace the saved ones, separated by commas. Requires a session token. */
    score_weights?: string;
  };
  /** Sort order of the entries, as in the list of feedback */
  sort: 'newest' | 'oldest' | 'top' | 'trending' | 'manual' | 'score';
  /** Fields that the list shows next to the title */
  columns: ('upvote_count' | 'board_id' | 'type' | 'visibility' | 'tags' | 'author_name' | 'created_at' | 'updated_at' | 'comment_count' | 'assignee_id' | 'due_on' | 'status')[];
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface FeedbackHistoryItem {
  /** TypeID with the prefix `hst_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** TypeID with the prefix `fb_` */
  feedback_id: string;
  field: string;
  /** Value before the change */
  old: unknown;
  /** Value after the change */
  new: unknown;
  /** User (`usr_`) or service account (`svc_`) that made the change. Null for automatic changes. */
  actor: { id?: string; name?: string | null; avatar_url?: string | null; } | null;
  /** Id of the actor (`usr_` or `svc_`) */
  actor_id: string | null;
  /** Name of the actor */
  actor_name: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
}

export interface FeedbackMergePreview {
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** Entry that stays */
  feedback_id: string;
  upvote_count: number;
  downvote_count: number;
  /** Votes of people who voted for several of the entries */
  repeated_vote_count: number;
  /** Number of public comments */
  comment_count: number;
  /** Number of these comments that become readable for people who may not read them now. The merge requires `reveal_comments` if there are any. */
  revealed_comment_count: number;
  /** Number of confirmed addresses that follow the entry */
  follower_count: number;
}

export interface FeedbackScoreTerm {
  /** Subject of the term. Numbers of people who upvoted the entry: all (`voters`), those who were seen within `days` (`active`), those who were seen earlier but not within `days` (`silent`), those with the `event` or a view of the `page`, optionally within `days`. Sums over these people: a numeric `attribute`, a numeric attribute of their companies (`company_attribute`, each company once), and the `revenue` of their events in a `currency`, optionally within `days`. */
  kind: 'voters' | 'active' | 'silent' | 'event' | 'page' | 'attribute' | 'company_attribute' | 'revenue';
  /** Points for each person or unit of the sum */
  weight: number;
  /** Period until now in days of 24 hours. Required for `active` and `silent`. */
  days?: number;
  /** Name of an event with a `user_id` */
  event?: string;
  /** Path of a viewed page. `*` stands for any characters. */
  page?: string;
  /** Name of an attribute that was declared as a number */
  attribute?: string;
  /** Currency of the revenue */
  currency?: string;
}

export interface SimilarFeedback {
  /** TypeID with the prefix `fb_` */
  id: string;
  title: string;
  status: 'new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate';
  upvote_count: number;
}

export interface FeedbackVoter {
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** TypeID with the prefix `fb_` */
  feedback_id: string;
  /** Voter type: a project member, a user identified by `X-User-Token`, or an anonymous visitor */
  role: 'team' | 'user' | 'visitor';
  /** Id of the user in your application (`sub` of `X-User-Token`). Null for viewers. */
  user_id: string | null;
  /** Null for viewers */
  name: string | null;
  /** Null for viewers */
  email: string | null;
  vote: 'up' | 'down';
  /** How the voter is known: a project member (`member`), a user with `X-User-Token` (`signed_in`), a person who confirmed their address (`confirmed`), a person named by a member (`on_behalf`) or by an import (`imported`), or an anonymous visitor (`anonymous`) */
  proof: 'member' | 'signed_in' | 'confirmed' | 'on_behalf' | 'imported' | 'anonymous';
  /** Person in the directory. Returned by the list of voters, except for viewers. */
  person_id?: string | null;
  company?: { id: string; name: string | null; } | null;
  /** Attribute `plan` of the person, or else of the company. Returned by the list of voters, except for viewers. */
  plan?: string | null;
  /** Attribute `mrr` (monthly recurring revenue) of the company, or else of the person. Returned by the list of voters, except for viewers. */
  mrr?: number | null;
  /** Identifies a vote that a member cast on behalf of the voter, to revoke it. Null for votes of the voter. */
  on_behalf_id: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
}

export interface FeedbackPerson {
  /** Id of the user in your application (`sub` of `X-User-Token`) */
  user_id: string | null;
  name: string | null;
  email: string | null;
}

export interface FeedbackVoteBurst {
  /** TypeID with the prefix `vbr_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** TypeID with the prefix `fb_` */
  feedback_id: string;
  /** `open` until a member keeps the votes (`dismissed`) or removes them (`removed`) */
  state: 'open' | 'dismissed' | 'removed';
  /** Anonymous votes on the entry from `started_at` to `ended_at`, or the number of removed votes */
  votes: number;
  /** Time of the first vote */
  started_at: string;
  /** Time of the last vote */
  ended_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface CommentRecord {
  /** Id of the comment in the system that it comes from, unique in the project. A record that is sent again with the same id is updated. */
  external_id?: string;
  /** Entry. Exactly one of `feedback_id` and `feedback_external_id` is required. */
  feedback_id?: string;
  /** External id of the entry */
  feedback_external_id?: string;
  /** Comment in Markdown */
  body: string;
  /** Name of the author */
  author_name?: string;
  /** Address of the author. With `by_team`, the comment belongs to the member with this address. */
  author_email?: string;
  /** Id of the author in your application (`sub` of `X-User-Token`) */
  author_user_id?: string;
  author_avatar_url?: string;
  /** Whether the team wrote the comment. Without an author, you are its author. Notes and private answers are by the team. */
  by_team?: boolean;
  /** Whether only members see the comment */
  internal?: boolean;
  /** Whether only members and the submitter of the entry see the comment. Requires a submitter with a user id or an address. */
  private?: boolean;
  /** Time of the comment. From 1990 to the current time; defaults to the current time. */
  created_at?: string;
}

export interface FeedbackRecord {
  /** Id of the entry in the system that it comes from, unique in the project. A record that is sent again with the same id is updated. */
  external_id?: string;
  title: string;
  /** Type. New entries without it have the type `feedback`. */
  type?: 'bug' | 'feature' | 'feedback';
  /** Board. New entries without it are on the default board. */
  board_id?: string;
  /** Description in Markdown */
  description?: string;
  /** Status. New entries without it have the status `new`. Of a merged entry, the status that it receives when the merge is undone. */
  status?: 'new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined';
  /** Key of a custom status (`settings.feedback.statuses`), which also sets `status` to its state. Null for the state itself. */
  custom_status?: string | null;
  /** Time at which the entry received its status or was merged, for the history. Not before `created_at`, and not in the future. Without it, the history of a new entry does not contain its status. */
  status_changed_at?: string;
  tags?: string[];
  /** Visibility. New entries without it are public, regardless of the moderation setting. */
  visibility?: 'public' | 'pending' | 'private';
  pinned?: boolean;
  image_url?: string | null;
  submitter_name?: string | null;
  /** Address of the submitter, which receives no email */
  submitter_email?: string | null;
  /** Id of the submitter in your application (`sub` of `X-User-Token`) */
  submitter_user_id?: string;
  /** Whether the submitter of a new entry follows it, if the address has confirmed emails about another entry of the project */
  follow?: boolean;
  /** Custom data as a JSON object of at most 4 KiB */
  metadata?: Record<string, unknown>;
  /** Values of custom fields by key; null removes a value, and others are kept. Texts have at most 1000 characters, dates the form `2026-11-20`, and URLs begin with http. */
  fields?: Record<string, string | number | boolean | null>;
  /** External id of the entry into which this entry was merged: of an earlier record or of any record of this batch */
  merged_into_external_id?: string;
  /** Time of the submission. From 1990 to the current time; defaults to the current time. */
  created_at?: string;
}

export interface VoteRecord {
  /** Entry. Exactly one of `feedback_id` and `feedback_external_id` is required. */
  feedback_id?: string;
  /** External id of the entry */
  feedback_external_id?: string;
  /** Id of the voter in your application (`sub` of `X-User-Token`). One of `user_id`, `email` and `external_id` is required. */
  user_id?: string;
  /** Address of the voter. Without `user_id`, the voter is the user with this address who gave feedback or voted before, if there is one. */
  email?: string;
  /** Id of a voter, without user id and address, in the system that the vote comes from */
  external_id?: string;
  /** Name of the voter */
  name?: string;
  /** Upvote (1) or downvote (-1). New votes without it are upvotes. */
  value?: 1 | -1;
  /** Time of the vote. From 1990 to the current time; defaults to the current time. */
  created_at?: string;
}

export interface WaitlistEntry {
  /** TypeID with the prefix `wl_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** Null for viewers */
  email: string | null;
  /** Null for viewers */
  name: string | null;
  status: 'waiting' | 'invited' | 'joined' | 'removed';
  /** Position in the waitlist, starting at 1. Null for entries that are not waiting or not confirmed. */
  position: number | null;
  referral_code: string;
  /** Referral link. Sign-ups through the link count as referrals of this entry. */
  referral_url: string;
  /** Number of confirmed entries referred by this entry */
  referral_count: number;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  referral_source: string | null;
  /** Id of the referring entry */
  referred_by: string | null;
  /** Country of the sign-up, as ISO 3166-1 code. Null for entries that your server or an import added, and on instances without geolocation. */
  country: string | null;
  /** Internal notes. Null for viewers. */
  notes: string | null;
  /** Id in the system that the entry comes from. Null for viewers. */
  external_id: string | null;
  /** Custom data. Empty for viewers. */
  metadata: Record<string, unknown>;
  /** Answers to the questions of the sign-up form by key. Empty for viewers. */
  answers: Record<string, string[] | string | number | boolean>;
  /** Keys of the rewards that the entry has reached by its referrals */
  reached_rewards: string[];
  /** Whether the leaderboard may contain the entry */
  on_leaderboard: boolean;
  /** Time at which the address was confirmed. Null for unconfirmed entries. */
  confirmed_at: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  invited_at: string | null;
  /** Time at which the person unsubscribed from broadcasts */
  unsubscribed_at: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface WaitlistForm {
  /** Questions of the form in their order, without archived ones */
  questions: ({
    key: string;
    label: string;
    type: 'text' | 'long_text' | 'number' | 'select' | 'multi_select' | 'boolean';
    required: boolean;
    /** Choices of a selection */
    options: string[];
  })[];
  /** Rewards, from the one with the fewest referrals */
  rewards: {
    name: string;
    text: string;
    /** Number of referrals that the reward requires */
    referrals: number;
  }[];
  /** The 10 people with the most referrals. Null while the leaderboard is off. */
  leaderboard: ({
    rank: number;
    /** Initials. Null for people without a name. */
    name: string | null;
    /** Number of confirmed entries referred by this entry */
    referral_count: number;
  })[] | null;
}

export interface WaitlistInvitation {
  subject: string;
  text: string;
  html: string;
}

export interface WaitlistPosition {
  status: 'waiting' | 'invited' | 'joined' | 'removed';
  /** Position in the waitlist, starting at 1. Null for entries that are not waiting or not confirmed. */
  position: number | null;
  referral_code: string;
  /** Referral link. Sign-ups through the link count as referrals of this entry. */
  referral_url: string;
  /** Number of confirmed entries referred by this entry */
  referral_count: number;
  /** Rewards for referrals (`settings.waitlist.rewards`), from the one with the fewest referrals */
  rewards: {
    name: string;
    text: string;
    /** Number of referrals that the reward requires */
    referrals: number;
    reached: boolean;
  }[];
  /** Rank among all people by referrals, from 1. Null without referrals, while the leaderboard is off, and for people whom the team excluded. */
  leaderboard_rank: number | null;
  /** The 10 people with the most referrals. Null while the leaderboard is off. */
  leaderboard: ({
    rank: number;
    /** Initials. Null for people without a name. */
    name: string | null;
    /** Number of confirmed entries referred by this entry */
    referral_count: number;
  })[] | null;
}

export interface WaitlistSignup {
  /** TypeID with the prefix `wl_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  email: string;
  name: string | null;
  status: 'waiting' | 'invited' | 'joined' | 'removed';
  /** Position in the waitlist, starting at 1. Null for entries that are not waiting or not confirmed. */
  position: number | null;
  referral_code: string;
  /** Referral link. Sign-ups through the link count as referrals of this entry. */
  referral_url: string;
  /** Number of confirmed entries referred by this entry */
  referral_count: number;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Rewards for referrals (`settings.waitlist.rewards`), from the one with the fewest referrals */
  rewards: {
    name: string;
    text: string;
    /** Number of referrals that the reward requires */
    referrals: number;
    reached: boolean;
  }[];
  /** Rank among all people by referrals, from 1. Null without referrals, while the leaderboard is off, and for people whom the team excluded. */
  leaderboard_rank: number | null;
}

export interface WaitlistRecord {
  /** Id of the entry in the system that it comes from, unique in the project. A record that is sent again with the same id is updated. */
  external_id?: string;
  /** An address that is on the list is not added again: empty fields of its entry are filled. */
  email: string;
  name?: string | null;
  /** Status of a new entry, `waiting` by default. The status of an existing entry moves forward only. */
  status?: 'waiting' | 'invited' | 'joined' | 'removed';
  referral_source?: string | null;
  /** Referral code, so that shared links keep working. A code that another entry has is replaced. Codes of existing entries are kept. */
  referral_code?: string;
  /** Referral code, external id or address of the referrer, who is on the list or in the same batch. The referral is counted, and moves nobody in line. */
  referred_by?: string | null;
  /** Number of referrals by people who are not on the list. Those who name the entry in `referred_by` are added. */
  referral_count?: number;
  /** Internal notes */
  notes?: string | null;
  /** Custom data as a JSON object of at most 4 KiB */
  metadata?: Record<string, unknown>;
  /** Answers to questions of the sign-up form by key, which may be archived. Required ones may be absent. Texts have at most 1000 characters, long texts 5000, and answers to `multi_select` are lists of options. */
  answers?: Record<string, string | number | boolean | string[] | null>;
  /** Whether the address was confirmed, `true` by default. Invited and joined entries are confirmed. */
  confirmed?: boolean;
  /** Whether the leaderboard may contain the entry, `true` by default */
  on_leaderboard?: boolean;
  /** Time at which the person unsubscribed from broadcasts, which is never taken back. From 1990 to the current time; defaults to none. */
  unsubscribed_at?: string;
  /** Time of the sign-up. From 1990 to the current time; defaults to the current time. */
  created_at?: string;
  /** Time of the invitation. From 1990 to the current time; defaults to the time of the sign-up for invited entries. */
  invited_at?: string;
}

export interface WaitlistBroadcastPreview {
  subject: string;
  text: string;
  html: string;
  /** Number of people who would receive the email now */
  recipient_count: number;
}

export interface WaitlistBroadcast {
  /** TypeID with the prefix `wbr_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  subject: string;
  /** Text in Markdown */
  body: string;
  /** Filters of the recipients */
  filter: {
    status?: 'waiting' | 'invited' | 'joined';
    /** Only entries whose confirmed address belongs to a person in this segment. Requires the scope `personal_data:read`. */
    segment?: string;
    /** Only entries with words that start with the given text, in names and addresses. Requires the scope `personal_data:read`. */
    q?: string;
    /** Only entries with these answers, as `key:operator:value`, such as `company_size:is:11–50` or `seats:gte:10`. Operators: `is`, `is_not`, `gt`, `gte`, `lt`, `lte`, `is_set`, `is_not_set`; `is_set` and `is_not_set` have no value. `is` also finds entries that chose the value among others. Entries must match all filters. Requires the scope `personal_data:read`. */
    answer?: string[];
    /** Only entries with this `referral_source`. Empty: only entries without a source. */
    source?: string;
    /** Only entries with at least this number of referrals */
    min_referrals?: number;
    /** Only sign-ups from this country, as ISO 3166-1 code */
    country?: string;
    /** Only entries that have reached the reward with this key */
    reward?: string;
  };
  /** `sent` when all emails are in the outbox; `incomplete` when it stopped before, and can be resumed */
  status: 'sending' | 'sent' | 'incomplete';
  /** Reason of an `incomplete` broadcast. `filter`: the segment, reward or question of its filter was deleted; `error`: all attempts failed. */
  stop_reason: 'filter' | 'error' | null;
  /** Number of recipients */
  recipient_count: number;
  /** Emails that the mail server accepted */
  delivered_count: number;
  /** Emails that failed or were suppressed. Canceled ones are not counted. */
  failed_count: number;
  /** People who unsubscribed by a link of this broadcast */
  unsubscribed_count: number;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  sent_at: string | null;
}

export interface Testimonial {
  /** TypeID with the prefix `tm_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  status: 'pending' | 'approved' | 'rejected';
  author_name: string;
  /** Requires a session token and the role member */
  author_email?: string | null;
  author_title: string | null;
  author_company: string | null;
  author_avatar_url: string | null;
  content: string;
  rating: number;
  image_url: string | null;
  /** Page of a video on YouTube, Vimeo or Loom */
  video_url: string | null;
  /** URL of the original publication */
  source_url: string | null;
  tags: string[];
  featured: boolean;
  /** Relationship between author and project, shown on the testimonial card. `incentive`: the author received a benefit. `affiliated`: the author belongs to the project. */
  disclosure: 'none' | 'incentive' | 'affiliated';
  /** Consent of the author. Requires a session token and the role member. */
  consent?: {
    text: string;
    version: string;
    /** Date and time in ISO 8601, UTC, with milliseconds */
    agreed_at: string;
  } | null;
  /** Id in the system that the testimonial comes from. Requires a session token and the role member. */
  external_id?: string | null;
  /** Collections of the testimonial. Requires a session token and the role member. */
  collection_ids?: string[];
  /** Answers to the questions of the request, never published. Requires a session token and the role member. */
  answers?: { question: string; answer: string; }[];
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface TestimonialChanges {
  /** One result per testimonial, in the order of the request */
  results: ({
    /** TypeID with the prefix `tm_` */
    id: string;
    outcome: 'changed' | 'unchanged' | 'deleted' | 'not_found';
  })[];
}

export interface TestimonialSummary {
  count: number;
  /** Mean rating, rounded to two decimals. Null without testimonials. */
  average_rating: number | null;
  /** Number of testimonials of each status, regardless of `of`. Requires a session token. */
  statuses?: { pending: number; approved: number; rejected: number; };
  ratings: { '1': number; '2': number; '3': number; '4': number; '5': number; };
}

export interface OwnTestimonialRequest {
  /** The open request of the last 30 days to the signed user. Null without one. */
  request: {
    /** TypeID with the prefix `trq_` */
    id: string;
    /** Current title of the used release, or the reached event or page. Null for a release that is no longer published for everyone. */
    subject: string | null;
    /** Own sentence of the request */
    message: string | null;
    /** Questions that guide the author, who answers them one by one. The answers become the paragraphs of one text, which the author can edit. */
    questions: string[];
  } | null;
}

export interface TestimonialRequest {
  /** TypeID with the prefix `trq_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** Rule of the request. Null if it was deleted. */
  rule_id: string | null;
  /** Person who was asked */
  person_id: string | null;
  person_name: string | null;
  /** How the person is asked: by `mail` to a proven address, or by the `widget` with the attribute `when-asked` in your product */
  channel: 'mail' | 'widget';
  /** Current title of the used release, or the reached event or page. Null for a release that is no longer published for everyone. */
  subject: string | null;
  status: 'open' | 'answered' | 'declined';
  /** Testimonial of the person */
  testimonial_id: string | null;
  /** Questions that guide the author, who answers them one by one. The answers become the paragraphs of one text, which the author can edit. */
  questions: string[];
  /** Time of the reminder */
  reminded_at: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface TestimonialRule {
  /** TypeID with the prefix `trl_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  name: string;
  /** Moment of the request: a person asked for a release and used it within its window (`release_used`), reached a goal `times` within 90 days (`goal_reached`), or rated results of a search as helpful within 30 days (`answer_helpful`) */
  trigger: 'release_used' | 'goal_reached' | 'answer_helpful';
  /** Event that reaches the goal */
  event: string | null;
  /** Path of the page that reaches the goal. `*` stands for any characters. */
  page: string | null;
  /** Events that reach the goal */
  times: number | null;
  /** How the person is asked: by `mail` to a proven address, or by the `widget` with the attribute `when-asked` in your product */
  channel: 'mail' | 'widget';
  /** Own sentence of the request */
  message: string | null;
  /** Questions that guide the author, who answers them one by one. The answers become the paragraphs of one text, which the author can edit. */
  questions: string[];
  /** Days after which people who neither answered nor declined receive one reminder. Null for no reminder. Only for the channel `mail`. */
  reminder_days: number | null;
  /** Whether the rule asks people */
  enabled: boolean;
  /** Requests of the rule */
  asked: number;
  /** Requests with a testimonial */
  answered: number;
  /** Testimonials that were approved */
  approved: number;
  /** Requests after which the person wants no more of them */
  declined: number;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface TestimonialRulePreview {
  /** Number of people whom the rule would ask now */
  people: number;
  /** Email that asks. Null for the channel `widget`. */
  mail: {
    subject: string;
    text: string;
    /** The email as a complete HTML document */
    html: string;
  } | null;
  /** Reminder. Null without `reminder_days`. */
  reminder: {
    subject: string;
    text: string;
    /** The email as a complete HTML document */
    html: string;
  } | null;
}

export interface TestimonialRecord {
  /** Id of the testimonial in the system that it comes from, unique in the project. A record that is sent again with the same id is updated. */
  external_id?: string;
  /** Status, `pending` by default, so that the team approves what is shown. A decision that was made here is kept. */
  status?: 'pending' | 'approved' | 'rejected';
  author_name: string;
  author_email?: string | null;
  author_title?: string | null;
  author_company?: string | null;
  author_avatar_url?: string | null;
  content: string;
  rating: number;
  image_url?: string | null;
  /** Link to a video on YouTube, Vimeo or Loom */
  video_url?: string | null;
  source_url?: string | null;
  tags?: string[];
  featured?: boolean;
  /** Relationship between author and project, shown on the testimonial card. `incentive`: the author received a benefit. `affiliated`: the author belongs to the project. */
  disclosure?: 'none' | 'incentive' | 'affiliated';
  /** Consent of the author. Null or omitted if it was given elsewhere and has no text. */
  consent?: {
    text: string;
    version: string;
    /** Time of the consent. From 1990 to the current time; defaults to the creation time. */
    agreed_at?: string;
  } | null;
  /** Time at which the testimonial was written. From 1990 to the current time; defaults to the current time. */
  created_at?: string;
}

export interface TestimonialCollection {
  /** TypeID with the prefix `tcl_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** Part of the URL of the wall, and value of the attribute `collection` of the widget */
  slug: string;
  name: string;
  /** Look of the wall. Null for that of `settings.testimonials.wall`. */
  style: WallStyle | null;
  /** Number of approved testimonials */
  count: number;
  /** Mean rating of the approved testimonials, rounded to two decimals */
  average_rating: number | null;
  /** URL of the public wall */
  url: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface TestimonialWall {
  /** Name of the collection. Null for all testimonials. */
  name: string | null;
  style: WallStyle;
  /** Number of approved testimonials */
  count: number;
  /** Mean rating of the approved testimonials, rounded to two decimals */
  average_rating: number | null;
  /** URL of the public wall */
  url: string;
}

export interface WallStyle {
  /** Arrangement of the testimonials */
  layout: 'grid' | 'masonry' | 'carousel' | 'list';
  /** Colors. `auto` follows the device. */
  theme: 'auto' | 'light' | 'dark';
  /** Color of stars and play buttons, as `#rrggbb`. Null for amber. */
  accent_color: string | null;
  /** Maximum number of columns. Null for as many as fit. */
  columns: number | null;
  /** Corners of the cards */
  corners: 'square' | 'rounded' | 'round';
  /** Whether cards show the stars */
  show_rating: boolean;
  /** Whether cards show the date */
  show_date: boolean;
  /** Whether cards show the photo or initial of the author */
  show_avatar: boolean;
  /** Whether cards show the title and company of the author */
  show_company: boolean;
  /** Order of the testimonials */
  sort: 'newest' | 'rating' | 'featured';
  /** Maximum number of testimonials. Null for all of them, in pages. */
  limit: number | null;
}

export interface AddedChangelogSubscribers {
  /** Number of addresses that were asked to confirm */
  asked: number;
  /** Number of addresses that are confirmed already, are given twice, were asked in the last 30 days, unsubscribed, or are over their daily limit of emails */
  skipped: number;
}

export interface ChangelogAudience {
  /** Number of confirmed changelog subscribers */
  subscribers: number;
  /** Related feedback entries. Merged entries are replaced by their merge target. */
  feedback: {
    /** TypeID with the prefix `fb_` */
    id: string;
    title: string;
    /** Current status. Publishing sets it to `done`. */
    status: string;
    /** Number of subscribers of the entry */
    subscribers: number;
  }[];
  /** Number of recipients. Each address receives one email. */
  people: number;
}

export interface ChangelogEntry {
  /** TypeID with the prefix `cl_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  title: string;
  slug: string;
  /** Content in Markdown */
  content: string;
  /** Content rendered as sanitized HTML. Relative links and images are absolute, relative to `url`. Links to footnotes stay within the text, except in webhooks. */
  content_html: string;
  version: string | null;
  type: 'feature' | 'improvement' | 'fix' | 'breaking';
  tags: string[];
  status: 'draft' | 'scheduled' | 'published';
  published: boolean;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  published_at: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  scheduled_at: string | null;
  feedback_ids: string[];
  /** Id in the system that the entry comes from. Requires a session token. */
  external_id?: string | null;
  /** Segment of people for whom the entry is: for everyone else it does not exist on pages, in widgets, feeds and emails. Null for everyone. Returned for session tokens. */
  segment_id?: string | null;
  /** Paths of the pages on which widgets show the entry; `*` stands for any characters. Empty for all. Feeds, emails and public lists omit entries for pages. Returned for session tokens. */
  pages?: string[];
  /** ISO 639 codes of the readers’ languages. Empty for all. Readers without a known language see no entry for languages. Returned for session tokens. */
  languages?: string[];
  /** Event or page, one of both, that shows that people use the release. Null for none. Returned for session tokens. */
  success?: {
    /** Name of an event with a `user_id` */
    event?: string;
    /** Path of a viewed page. `*` stands for any characters. */
    page?: string;
  } | null;
  /** Days of 24 hours after the publication in which uses count, 7 by default. Returned for session tokens. */
  window_days?: number;
  /** Cover image */
  image_url: string | null;
  /** Text of the cover image */
  image_alt: string;
  /** Form in which the widget `earshot-changelog-announcement` shows the published entry, once to each visitor: a line or a card. Null for no announcement. */
  announcement: 'banner' | 'popup' | null;
  /** Time at which the announcement ends. Null for an announcement without end. */
  announcement_ends_at: string | null;
  /** Number of readers by reaction */
  reactions?: { like: number; love: number; celebrate: number; };
  /** Number of views on pages and in widgets of Earshot: each reader counts once a day. Requires a session token. */
  view_count?: number;
  /** URL of the published entry */
  url: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface ChangelogEntryPreview {
  /** Public page of the entry, as a complete HTML document */
  page: string;
  /** Email to subscribers */
  mail: {
    subject: string;
    text: string;
    /** The email as a complete HTML document */
    html: string;
  };
}

export interface ChangelogPreview {
  /** Content rendered as sanitized HTML */
  content_html: string;
}

export interface ChangelogReactions {
  /** Number of readers by reaction */
  reactions: { like: number; love: number; celebrate: number; };
  /** Reaction of the reader */
  viewer_reaction: 'like' | 'love' | 'celebrate' | null;
}

export interface ChangelogSubscriber {
  /** TypeID with the prefix `sub_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  email: string;
  /** Language of the page on which the person subscribed or confirmed. Null for unknown. */
  language: string | null;
  /** Time of the confirmation. Null until the address is confirmed; no emails are sent before. */
  confirmed_at: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
}

export interface AdoptionPerson {
  /** TypeID with the prefix `per_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  name: string | null;
  emails: string[];
  user_ids: string[];
  /** Time of the first mail about the entry. Null without a mail. */
  told_at: string | null;
  /** Time of the first event in the window. Null without one. */
  returned_at: string | null;
  /** Time of the first use in the window. Null without one. */
  used_at: string | null;
}

export interface AdoptionSummary {
  /** Id of the changelog entry */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  title: string;
  /** Event or page, one of both, that shows that people use the release. Null for none. Returned for session tokens. */
  success: {
    /** Name of an event with a `user_id` */
    event?: string;
    /** Path of a viewed page. `*` stands for any characters. */
    page?: string;
  } | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  published_at: string;
  /** End of the window. Later uses do not count. */
  window_ends_at: string;
  /** Time before which all accepted events are counted */
  as_of: string;
  /** Whether the window has ended. Late events of the window still count. */
  is_complete: boolean;
  /** Number of people who upvoted, submitted or follow the linked feedback. Null for viewers and tokens without `personal_data:read` while fewer than 5 people are identified. */
  asked: number | null;
  /** Number of those with a user id or a confirmed address: the base of the rates. Null for viewers and tokens without `personal_data:read` while fewer than 5 people are identified. */
  identified: number | null;
  /** Number of those who are not identified, and of whom nothing else is known. Null for viewers and tokens without `personal_data:read` while fewer than 5 people are identified. */
  unknown: number | null;
  /** Number of identified people who were notified of the entry by mail. Null for viewers and tokens without `personal_data:read` while fewer than 5 people are identified. */
  told: number | null;
  /** Number of identified people with an event in the window. Null for viewers and tokens without `personal_data:read` while fewer than 5 people are identified. */
  returned: number | null;
  /** Number of identified people without a use in the window. Null for viewers and tokens without `personal_data:read` while fewer than 5 people are identified. */
  silent: number | null;
  used: {
    /** Number of identified people who used the release in the window. Null for viewers and tokens without `personal_data:read` while fewer than 5 people are identified. */
    count: number | null;
    /** Share of the identified people, from 0 to 1. Null for fewer than 5 people. */
    rate: number | null;
    /** Wilson interval of the rate at 95 %. Null for fewer than 5 people. */
    interval: number[] | null;
    /** Median time from the publication to the first use in days. Null for fewer than 5 people, and without uses. */
    median_days: number | null;
  };
  others: {
    /** Number of everybody else with a user id and an event in the window */
    active: number;
    /** Number of those who used the release in the window */
    used: number;
    /** Share of those, from 0 to 1. Null for fewer than 5 people. */
    rate: number | null;
  };
}

export interface ChangelogAdoption {
  /** Id of the changelog entry */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  title: string;
  /** Event or page, one of both, that shows that people use the release. Null for none. Returned for session tokens. */
  success: {
    /** Name of an event with a `user_id` */
    event?: string;
    /** Path of a viewed page. `*` stands for any characters. */
    page?: string;
  } | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  published_at: string;
  /** End of the window. Later uses do not count. */
  window_ends_at: string;
  /** Time before which all accepted events are counted */
  as_of: string;
  /** Whether the window has ended. Late events of the window still count. */
  is_complete: boolean;
  /** Number of people who upvoted, submitted or follow the linked feedback. Null for viewers and tokens without `personal_data:read` while fewer than 5 people are identified. */
  asked: number | null;
  /** Number of those with a user id or a confirmed address: the base of the rates. Null for viewers and tokens without `personal_data:read` while fewer than 5 people are identified. */
  identified: number | null;
  /** Number of those who are not identified, and of whom nothing else is known. Null for viewers and tokens without `personal_data:read` while fewer than 5 people are identified. */
  unknown: number | null;
  /** Number of identified people who were notified of the entry by mail. Null for viewers and tokens without `personal_data:read` while fewer than 5 people are identified. */
  told: number | null;
  /** Number of identified people with an event in the window. Null for viewers and tokens without `personal_data:read` while fewer than 5 people are identified. */
  returned: number | null;
  /** Number of identified people without a use in the window. Null for viewers and tokens without `personal_data:read` while fewer than 5 people are identified. */
  silent: number | null;
  used: {
    /** Number of identified people who used the release in the window. Null for viewers and tokens without `personal_data:read` while fewer than 5 people are identified. */
    count: number | null;
    /** Share of the identified people, from 0 to 1. Null for fewer than 5 people. */
    rate: number | null;
    /** Wilson interval of the rate at 95 %. Null for fewer than 5 people. */
    interval: number[] | null;
    /** Median time from the publication to the first use in days. Null for fewer than 5 people, and without uses. */
    median_days: number | null;
  };
  others: {
    /** Number of everybody else with a user id and an event in the window */
    active: number;
    /** Number of those who used the release in the window */
    used: number;
    /** Share of those, from 0 to 1. Null for fewer than 5 people. */
    rate: number | null;
  };
  /** Days of the window that have begun */
  days: ({
    /** Number of the day after the publication */
    day: number;
    /** Number of people who asked and used the release until the end of the day. Null for viewers and tokens without `personal_data:read` while fewer than 5 people are identified. */
    used: number | null;
    /** Share of the identified people, from 0 to 1. Null for fewer than 5 people. */
    rate: number | null;
    /** Number of everybody else who used it until then */
    others_used: number;
    /** Share of everybody else who is active in the window, from 0 to 1. Null for fewer than 5 people. */
    others_rate: number | null;
  })[];
}

export interface ChangelogEffect {
  /** Time up to which events are counted */
  as_of: string;
  /** Whether all 7 days are over */
  is_complete: boolean;
  /** Compared days, of which the day of the publication is the first. 0 before it is over, and for unpublished entries. */
  days: number;
  /** Number of other entries that were published on these days */
  other_releases: number;
  measures: ChangelogEffectMeasure[];
}

export interface ChangelogEffectMeasure {
  /** Events that show `success`, visitors who reached a goal per visitor (`conversion_rate`), visits with one interaction per visit (`bounce_rate`), or new `feedback` */
  metric: 'success' | 'conversion_rate' | 'bounce_rate' | 'feedback';
  /** Goal of a `conversion_rate` */
  goal: {
    /** TypeID with the prefix `goal_` */
    id: string;
    name: string;
  } | null;
  /** Position of the figure above (`rise`), below (`fall`) or within (`none`) the range. `unknown` with fewer than 4 whole weeks of data. */
  verdict: 'rise' | 'fall' | 'none' | 'unknown';
  /** Figure of the compared days. Null for the rate of nothing. */
  after: number | null;
  /** Figure that earlier weeks predict */
  expected: number | null;
  /** Lower bound of the range */
  low: number | null;
  /** Upper bound of the range */
  high: number | null;
  /** Figures of the same weekdays of earlier weeks, oldest first, from the first week with data */
  history: (number | null)[];
}

export interface ChangelogRecord {
  /** Id of the entry in the system that it comes from, unique in the project. A record that is sent again with the same id is updated. */
  external_id?: string;
  title: string;
  /** URL segment of the entry, unique in the project. Derived from the title by default. */
  slug?: string;
  /** Content in GitHub Flavored Markdown: tables, task lists, footnotes and callouts such as `> [!NOTE]`, without raw HTML */
  content?: string;
  version?: string | null;
  /** Type of the entry, `feature` by default */
  type?: 'feature' | 'improvement' | 'fix' | 'breaking';
  tags?: string[];
  /** Related feedback entries. Publishing sets their status to `done` and notifies their subscribers. */
  feedback_ids?: string[];
  /** Related feedback entries, by their `external_id`. Their status stays as it is. */
  feedback_external_ids?: string[];
  /** Time of the publication elsewhere: publishes the entry at this time, without emails, webhooks and changes of feedback. From 1990 to the current time; defaults to no publication. */
  published_at?: string;
  /** Time of creation. From 1990 to the current time; defaults to the time of the publication. */
  created_at?: string;
}

export interface DocumentResults {
  /** One result per document, in request order */
  results: {
    ok: boolean;
    document?: KnowledgeDocument;
    /** Human-readable error message */
    error?: string;
    code?: ErrorCode;
    /** Invalid fields. Present with the code `validation` and with codes about a single field. */
    fields?: FieldError[];
  }[];
}

export interface KnowledgeDocument {
  /** TypeID with the prefix `doc_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** TypeID with the prefix `idx_` */
  index_id: string;
  external_id: string | null;
  title: string;
  /** Only published documents are public, searchable, and returned for API keys. */
  status: 'draft' | 'published' | 'archived';
  slug: string;
  url: string | null;
  content_type: 'markdown' | 'html' | 'text';
  /** Custom data for filters, visible in search results */
  metadata: Record<string, unknown>;
  /** Category within the index */
  category: string | null;
  /** Place within the category. Null: after those with a place, by title. */
  position: number | null;
  /** SHA-256 hash of the content as submitted, in hexadecimal. Shows whether a copy of the content is current. */
  content_sha256: string;
  /** Number of chunks of the document, 0 for a document that is not published */
  chunks_created: number;
  /** ISO 639 language code */
  language: string;
  /** Document that this one translates. Returned for session tokens. */
  translation_of?: string | null;
  /** Whether the source of the translation was published after the translation. Returned for session tokens. */
  is_outdated?: boolean;
  /** Readers of the document: everyone, people who proved who they are by `X-User-Token` or by a sign-in on the public pages (`signed_in`), or those of them who are in a segment of people (`segment`, with `segment_id`). To others, the document does not exist. Returned for session tokens. */
  audience?: 'everyone' | 'signed_in' | 'segment';
  /** Segment of people who read the document. Returned for session tokens. */
  segment_id?: string | null;
  /** Whether the audience is the one of the index. Returned for session tokens. */
  inherits_audience?: boolean;
  /** Whether changes are not public yet. Returned for session tokens. */
  has_pending_changes?: boolean;
  /** Time of the last change of the pending changes, or of a document without them. Returned for session tokens. */
  edited_at?: string;
  /** Time of the first publication */
  published_at: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface KnowledgeDocumentWithContent {
  /** TypeID with the prefix `doc_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** TypeID with the prefix `idx_` */
  index_id: string;
  external_id: string | null;
  title: string;
  /** Only published documents are public, searchable, and returned for API keys. */
  status: 'draft' | 'published' | 'archived';
  slug: string;
  url: string | null;
  content_type: 'markdown' | 'html' | 'text';
  /** Custom data for filters, visible in search results */
  metadata: Record<string, unknown>;
  /** Category within the index */
  category: string | null;
  /** Place within the category. Null: after those with a place, by title. */
  position: number | null;
  /** SHA-256 hash of the content as submitted, in hexadecimal. Shows whether a copy of the content is current. */
  content_sha256: string;
  /** Number of chunks of the document, 0 for a document that is not published */
  chunks_created: number;
  /** ISO 639 language code */
  language: string;
  /** Document that this one translates. Returned for session tokens. */
  translation_of?: string | null;
  /** Whether the source of the translation was published after the translation. Returned for session tokens. */
  is_outdated?: boolean;
  /** Readers of the document: everyone, people who proved who they are by `X-User-Token` or by a sign-in on the public pages (`signed_in`), or those of them who are in a segment of people (`segment`, with `segment_id`). To others, the document does not exist. Returned for session tokens. */
  audience?: 'everyone' | 'signed_in' | 'segment';
  /** Segment of people who read the document. Returned for session tokens. */
  segment_id?: string | null;
  /** Whether the audience is the one of the index. Returned for session tokens. */
  inherits_audience?: boolean;
  /** Whether changes are not public yet. Returned for session tokens. */
  has_pending_changes?: boolean;
  /** Time of the last change of the pending changes, or of a document without them. Returned for session tokens. */
  edited_at?: string;
  /** Time of the first publication */
  published_at: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
  /** Content as submitted */
  content: string;
  /** Content rendered as sanitized HTML, without the title and with anchors for the sections linked from search results. Relative links lead to the documents with this `external_id`, other links and images are relative to `url`. Highlighted code has the classes of highlight.js. */
  content_html: string;
  /** The source and its translations that the caller may read, with this document, the source first. Empty for a document without translations. */
  translations: ({
    /** TypeID with the prefix `doc_` */
    document_id: string;
    /** TypeID with the prefix `idx_` */
    index_id: string;
    title: string;
    slug: string;
    url: string | null;
    language: string;
    /** State of the document */
    status: 'draft' | 'published' | 'archived';
    /** Whether the others are translations of this document */
    is_source: boolean;
    /** Whether the source was published after this translation */
    is_outdated: boolean;
  })[];
  /** Up to five published documents that the caller may read: those of `related_ids`, or else those that a search for the title and the headings finds. Returned with `related=true`. */
  related?: ({
    /** TypeID with the prefix `doc_` */
    document_id: string;
    /** TypeID with the prefix `idx_` */
    index_id: string;
    title: string;
    slug: string;
    url: string | null;
  })[];
  /** Related documents that the team chose, in order. Returned for session tokens. */
  related_ids?: string[] | null;
  /** Changes of a published document that are not public yet. Returned for session tokens. */
  pending_changes?: {
    title: string;
    content: string;
    /** Date and time in ISO 8601, UTC, with milliseconds */
    updated_at: string;
  } | null;
}

export interface KnowledgeIndex {
  /** TypeID with the prefix `idx_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  name: string;
  language: string;
  external_id: string | null;
  /** Introduction below the name on the public pages */
  description: string;
  /** Place among the indexes of the project, from 0. Null: after these, by name. */
  position: number | null;
  /** Order of the categories. Other categories follow by name. */
  categories: string[];
  synonyms: string[][];
  /** Search mode: `lexical` ranks by words, `hybrid` also ranks by meaning and requires `EARSHOT_EMBEDDINGS_URL` */
  mode: 'lexical' | 'hybrid';
  /** Readers of the documents that have no `audience` of their own: everyone, people who proved who they are by `X-User-Token` or by a sign-in on the public pages (`signed_in`), or those of them who are in a segment of people (`segment`, with `segment_id`). Returned for session tokens. */
  audience?: 'everyone' | 'signed_in' | 'segment';
  /** Segment of people who read these documents. Returned for session tokens. */
  segment_id?: string | null;
  /** Number of published documents that the reader may read */
  document_count: number;
  /** Number of chunks of all documents */
  chunk_count: number;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface KnowledgeInsights {
  /** All searches before this time are included. Usually the time of the request. */
  as_of: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  from: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  to: string;
  searches: number;
  /** Number of searches without results */
  without_results: number;
  /** Share of searches with a click, from 0 to 1 */
  click_through: number | null;
  /** Questions that the language model was asked, see `POST /v1/indexes/{id}/answer` */
  answers: {
    /** Number of answered questions */
    answered: number;
    /** Number of questions that were not answered */
    refused: number;
    /** Number of answers that were rated helpful */
    helpful: number;
    /** Number of answers that were rated not helpful */
    not_helpful: number;
    /** Questions, most frequent first */
    questions: {
      query: string;
      asked: number;
      answered: number;
      helpful: number;
      not_helpful: number;
      /** Date and time in ISO 8601, UTC, with milliseconds */
      last_asked_at: string;
    }[];
  };
  top_queries: ({
    query: string;
    searches: number;
    /** Share of these searches with a click, from 0 to 1 */
    click_through: number | null;
  })[];
  /** Queries without results that still return no results */
  missed_queries: {
    query: string;
    searches: number;
    /** Spellings of the query */
    variants: string[];
    /** Date and time in ISO 8601, UTC, with milliseconds */
    last_searched_at: string;
  }[];
  /** Documents that were opened from results or rated, most opened first */
  documents: ({
    /** TypeID with the prefix `doc_` */
    document_id: string;
    /** Document title. Null when the document was deleted. */
    title: string | null;
    clicks: number;
    helpful: number;
    not_helpful: number;
  })[];
}

export interface SearchResults {
  /** One result per document, best match first */
  results: ({
    /** TypeID with the prefix `doc_` */
    document_id: string;
    /** TypeID with the prefix `idx_` */
    index_id: string;
    /** External id of the document */
    external_id: string | null;
    title: string;
    /** URL segment of the page of the document */
    slug: string;
    /** URL of the matching section */
    url: string | null;
    /** Headings above the matching chunk */
    headings: string[];
    /** Content of the best matching chunk */
    chunk_content: string;
    /** Start of the chunk in the content, in UTF-16 code units */
    chunk_start: number;
    chunk_end: number;
    /** Sanitized HTML excerpts with matches in `<mark>` */
    highlights: string[];
    score: number;
    /** Metadata of the document */
    metadata: Record<string, unknown>;
    explanation?: {
      /** Matching words. In lexical mode, their scores add up to `score`. */
      words: ({
        /** Word as written in the query */
        asked: string;
        /** Normalized word as found in the document */
        found: string;
        /** Match type. `word`: the same word or an inflection. `joined`: the parts of a compound name written as one word. `beginning`: a word that starts with the query word. `spelling`: a spelling correction. `synonym`: a synonym. `compound`: a longer word that contains the query word. `part`: a part of the query word. `related`: a word that is not in the query but is shared by the best results of a long query. `title`: the title has the same words as the whole query. */
        by: 'word' | 'joined' | 'beginning' | 'spelling' | 'synonym' | 'compound' | 'part' | 'related' | 'title';
        /** Fields that contain the word. Matches in titles have a weight of 3, matches in headings a weight of 2. */
        within: ('title' | 'headings' | 'content')[];
        /** Number of chunks with a match. Rare words have a higher weight. */
        passages: number;
        /** Contribution to the score of the result */
        score: number;
      })[];
      /** Rank by words. Only in hybrid mode, in which `score` combines both ranks. */
      rank_by_words: number | null;
      /** Rank by meaning. Only in hybrid mode. */
      rank_by_meaning: number | null;
    };
  })[];
  /** Number of matching documents */
  total: number;
  /** Search mode that was used. `lexical` also when embeddings are unavailable. */
  mode: 'lexical' | 'hybrid';
  /** Id of the search, used to report clicks and ratings */
  query_id: string;
  took_ms: number;
  /** Corrected query that was searched instead. Present when no document contains a word as written. */
  did_you_mean?: string;
}

export interface Answer {
  /** Id of the search, used to report clicks and ratings */
  query_id: string;
  /** Passages of up to five documents that the reader may read, best match first */
  sources: ({
    /** Number of the source, from 1 */
    number: number;
    /** TypeID with the prefix `doc_` */
    document_id: string;
    /** TypeID with the prefix `idx_` */
    index_id: string;
    title: string;
    /** URL segment of the page of the document */
    slug: string;
    /** URL of the section */
    url: string | null;
    /** Headings above the passage */
    headings: string[];
    /** Beginning of the passage */
    excerpt: string;
  })[];
  /** Sentences whose words their sources contain. Empty when the question is not answered. */
  sentences: {
    /** Plain text */
    text: string;
    /** Numbers of the sources of the sentence */
    citations: number[];
  }[];
  /** Reason why the question is not answered. `nothing_found`: the search found no document, and no model was asked. `not_in_articles`: the passages contain no answer. */
  refused: 'nothing_found' | 'not_in_articles' | null;
}

export interface DocumentFigures {
  /** TypeID with the prefix `doc_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** TypeID with the prefix `idx_` */
  index_id: string;
  external_id: string | null;
  title: string;
  /** Only published documents are public, searchable, and returned for API keys. */
  status: 'draft' | 'published' | 'archived';
  slug: string;
  url: string | null;
  content_type: 'markdown' | 'html' | 'text';
  /** Custom data for filters, visible in search results */
  metadata: Record<string, unknown>;
  /** Category within the index */
  category: string | null;
  /** Place within the category. Null: after those with a place, by title. */
  position: number | null;
  /** SHA-256 hash of the content as submitted, in hexadecimal. Shows whether a copy of the content is current. */
  content_sha256: string;
  /** Number of chunks of the document, 0 for a document that is not published */
  chunks_created: number;
  /** ISO 639 language code */
  language: string;
  /** Document that this one translates. Returned for session tokens. */
  translation_of?: string | null;
  /** Whether the source of the translation was published after the translation. Returned for session tokens. */
  is_outdated?: boolean;
  /** Readers of the document: everyone, people who proved who they are by `X-User-Token` or by a sign-in on the public pages (`signed_in`), or those of them who are in a segment of people (`segment`, with `segment_id`). To others, the document does not exist. Returned for session tokens. */
  audience?: 'everyone' | 'signed_in' | 'segment';
  /** Segment of people who read the document. Returned for session tokens. */
  segment_id?: string | null;
  /** Whether the audience is the one of the index. Returned for session tokens. */
  inherits_audience?: boolean;
  /** Whether changes are not public yet. Returned for session tokens. */
  has_pending_changes?: boolean;
  /** Time of the last change of the pending changes, or of a document without them. Returned for session tokens. */
  edited_at?: string;
  /** Time of the first publication */
  published_at: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
  /** Views of the public page of the document, and of the page of its `url` that analytics tracks, without bots */
  views: number;
  /** Number of ratings as helpful */
  helpful: number;
  not_helpful: number;
  /** Searches in which the document was opened */
  searches: number;
}

export interface DocumentOrder {
  /** Categories and documents in the order of the public pages */
  categories: ({
    /** Null for documents without a category */
    name: string | null;
    documents: {
      /** TypeID with the prefix `doc_` */
      id: string;
      title: string;
    }[];
  })[];
}

export interface SearchCluster {
  /** TypeID with the prefix `scl_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** `open` until a member decides; `linked` to a feedback entry or a document; `dismissed`; `closed` when the linked document was published after the searches */
  status: 'open' | 'linked' | 'dismissed' | 'closed';
  /** The most frequent query */
  query: string;
  /** Up to 5 further queries, most frequent first */
  examples: string[];
  /** Number of unanswered searches in the last 90 days */
  searches: number;
  /** Number of people who proved who they are with one of these searches */
  people: number;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  last_searched_at: string;
  /** Linked feedback entry */
  feedback_id: string | null;
  /** Linked document */
  document_id: string | null;
  /** Index of the linked document */
  index_id: string | null;
  /** Searches of the cluster in the 14 days after it was closed. Null for clusters that are not closed. */
  watched: {
    searches: number;
    /** Number of these searches that were answered */
    answered: number;
    /** End of the 14 days */
    until: string;
  } | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface Alert {
  /** TypeID with the prefix `alr_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  name: string;
  /** Counted items of each window. `events` counts the events that match `filters`, such as `event:is:error`; `conversions` those of a goal; `intake` accepted events by the time of their arrival, and only windows of an hour or longer; `feedback` new feedback entries. */
  metric: 'visitors' | 'visits' | 'page_views' | 'events' | 'conversions' | 'intake' | 'feedback';
  /** Filters in the form `dimension:operator:value`, as in reports. Not allowed with the metrics `intake` and `feedback`. */
  filters: string[];
  /** Goal whose conversions are counted. Required with the metric `conversions`, otherwise not allowed. */
  goal_id: string | null;
  /** `above` and `below` compare with `threshold`. `outside_usual`, `above_usual` and `below_usual` compare with the usual range of the same time of the week in the four weeks before. */
  condition: 'above' | 'below' | 'outside_usual' | 'above_usual' | 'below_usual';
  /** Required with the conditions `above` and `below`, otherwise not allowed */
  threshold: number | null;
  /** Length of the window in minutes */
  window_minutes: 5 | 15 | 30 | 60 | 180 | 360 | 720 | 1440;
  /** Half width of the usual range in standard deviations. Lower values find smaller changes and cause more false alarms; with the default, a steady project has less than one a month. */
  tolerance: number;
  /** Minutes after a trigger in which the alert is not triggered again */
  cooldown_minutes: number;
  enabled: boolean;
  /** Reason why the server disabled the alert. Null when it was disabled manually. */
  disabled_reason: 'goal_deleted' | null;
  /** `learning`: not evaluated yet, or less than four weeks of history for a usual range. `triggered` lasts until the condition is no longer met in two consecutive evaluations. */
  state: 'learning' | 'ok' | 'triggered';
  /** End of the last evaluated window */
  evaluated_at: string | null;
  /** Count of the last evaluated window */
  last_value: number | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  last_triggered_at: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface AlertPreview {
  /** Start of the first evaluated window */
  from: string;
  /** End of the last evaluated window */
  to: string;
  /** Number of evaluated windows, which do not overlap */
  windows: number;
  /** Number of windows without four weeks of history before them */
  skipped_windows: number;
  /** Number of times that the alert would have been triggered */
  trigger_count: number;
  /** The last of these windows, up to 20, the most recent first */
  triggers: ({
    /** Start of the window, inclusive */
    from: string;
    /** End of the window, exclusive */
    to: string;
    /** Count of the window */
    value: number;
    /** Median of the same time in the four weeks before. Null for conditions with a threshold. */
    usual: number | null;
    /** Lowest usual count */
    usual_low: number | null;
    /** Highest usual count */
    usual_high: number | null;
  })[];
}

export interface AlertTrigger {
  /** TypeID with the prefix `alt_` */
  id: string;
  /** TypeID with the prefix `alr_` */
  alert_id: string;
  /** `above` and `below` compare with `threshold`. `outside_usual`, `above_usual` and `below_usual` compare with the usual range of the same time of the week in the four weeks before. */
  condition: 'above' | 'below' | 'outside_usual' | 'above_usual' | 'below_usual';
  /** Start of the window, inclusive */
  from: string;
  /** End of the window, exclusive */
  to: string;
  /** Count of the window */
  value: number;
  /** Median of the same time in the four weeks before. Null for conditions with a threshold. */
  usual: number | null;
  /** Lowest usual count */
  usual_low: number | null;
  /** Highest usual count */
  usual_high: number | null;
  /** Required with the conditions `above` and `below`, otherwise not allowed */
  threshold: number | null;
  /** The report of the window in the dashboard */
  url: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  triggered_at: string;
  /** Time since which the alert is no longer triggered */
  recovered_at: string | null;
  /** Count at the recovery. Null when the alert was changed or disabled instead. */
  recovered_value: number | null;
}

export interface AnalyticsUser {
  /** Id of the user in your application */
  user_id: string;
  /** Person to whom the user id belongs, see `GET /v1/people/{id}`. Null if the person was deleted. */
  person_id: string | null;
  /** Name of the person */
  name: string | null;
  /** Start of the first visit in the period */
  first_seen_at: string;
  /** Last event of the last visit in the period */
  last_seen_at: string;
  /** Visits with an event in the period */
  visits: number;
  /** Page views of these visits */
  page_views: number;
  /** Events of these visits, including page views */
  events: number;
}

export interface AnalyticsVisit {
  /** Id of the user in your application */
  user_id: string;
  /** Person to whom the user id belongs, see `GET /v1/people/{id}`. Null if the person was deleted. */
  person_id: string | null;
  /** Name of the person */
  name: string | null;
  /** Time of the first event */
  started_at: string;
  /** Time of the last event */
  ended_at: string;
  page_views: number;
  /** Events, including page views */
  events: number;
  /** Path of the first page. Empty without a page view. */
  entry_page: string;
  /** Path of the last page. Empty without a page view. */
  exit_page: string;
  /** Source of the visit. Empty if unknown. */
  source: string;
  /** Country as ISO 3166 code. Empty if unknown. */
  country: string;
  /** Type of the device. Empty if unknown. */
  device: string;
  /** Browser. Empty if unknown. */
  browser: string;
  /** Operating system. Empty if unknown. */
  os: string;
}

export interface Annotation {
  /** TypeID with the prefix `ann_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** Time of the annotated event */
  occurred_at: string;
  content: string;
  /** Other name of `occurred_at` */
  time: string;
  /** Other name of `content` */
  text: string;
  /** URL of the changelog entry. Only for annotations of published entries. */
  url: string | null;
  /** Changelog entry that created the annotation when it was published */
  changelog_entry_id: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface AnalyticsBreakdownRow {
  /** Value of the dimension. Empty for events or visits without a value. */
  value: string;
  visitors: number;
  /** For event dimensions, visits with at least one matching event. For visit dimensions, visits that started in the period. */
  visits: number;
  page_views: number;
  events: number;
  /** Share of bounced visits, from 0 to 1. Only for visit dimensions. */
  bounce_rate: number | null;
  /** Mean visit duration in seconds. Only for visit dimensions. */
  visit_duration: number | null;
  /** Visits that ended on the page divided by its page views. Only for pages, and null with a filter by event or property. */
  exit_rate: number | null;
  /** Mean time in seconds for which visits had the page visible. Only with `engagement=include`; null without measurements of the tracker. */
  time_on_page?: number | null;
  /** Mean part of the page, from 0 to 1, down to which visits scrolled. Only with `engagement=include`; null without measurements. */
  scroll_depth?: number | null;
  conversions?: number;
  conversion_rate?: number | null;
}

export interface AnalyticsErased {
  ok: boolean;
  /** Number of deleted events */
  events: number;
}

export interface AnalyticsFunnel {
  /** All events of the project accepted before this time are included. Usually the time of the request. */
  as_of: string;
  /** Start of the period, inclusive */
  from: string;
  /** End of the period, exclusive */
  to: string;
  timezone: string;
  /** Start of the comparison period. Null without comparison. */
  previous_from: string | null;
  /** End of the comparison period, exclusive. Null without comparison. */
  previous_to: string | null;
  steps: ({
    event: string | null;
    page: string | null;
    /** Filters that the event must meet, in the form `dimension:operator:value`, as in reports: several `is` of one dimension mean any of their values. Only dimensions of events: its properties, such as `property:plan:is:pro`, and its page. */
    filters: string[];
    /** Number of persons or visits that completed at least this step */
    count: number;
    /** Standard error of `count`: 0 if the report is exact. Null for estimated visits, whose error is larger than that of persons, because the visits of a person are in the sample together. */
    standard_error: number | null;
    /** Share of the first step, from 0 to 1 */
    rate: number;
    /** Share of the preceding step, from 0 to 1 */
    step_rate: number;
    /** `count` of the comparison period. Null without comparison. */
    previous_count: number | null;
    /** `rate` of the comparison period. Null without comparison. */
    previous_rate: number | null;
    /** `step_rate` of the comparison period. Null without comparison. */
    previous_step_rate: number | null;
    /** Revenue of the period by currency, of persons or visits that completed at least this step. Only with `include_revenue`. */
    revenue?: {
      /** ISO 4217 currency code */
      currency: string;
      /** Exact sum as a decimal text, without conversion of currencies */
      amount: string;
    }[];
  })[];
  /** The same steps by value of `breakdown_by`, largest first step first, then null if there are more values. The counts of all values add up to those of `steps`. Null without `breakdown_by`. */
  breakdown: ({
    /** Value of the dimension. Empty for events or visits without a value, null for all other values. */
    value: string | null;
    steps: ({
      /** Number of persons or visits that completed at least this step */
      count: number;
      /** Standard error of `count`: 0 if the report is exact. Null for estimated visits, whose error is larger than that of persons, because the visits of a person are in the sample together. */
      standard_error: number | null;
      /** Share of the first step, from 0 to 1 */
      rate: number;
      /** Share of the preceding step, from 0 to 1 */
      step_rate: number;
      /** `count` of the comparison period. Null without comparison. */
      previous_count: number | null;
      /** `rate` of the comparison period. Null without comparison. */
      previous_rate: number | null;
      /** `step_rate` of the comparison period. Null without comparison. */
      previous_step_rate: number | null;
    })[];
  })[] | null;
  /** How the report was computed. With a share below 1, numbers are those of the sample divided by `share`, and rates are those of the sample. The standard error of a number of people n is √(n × (1 − share) ÷ share). */
  precision: {
    /** Share of the people that was read, such as 0.125. 1 if the report is exact. */
    share: number;
    /** Share that `precision=approximate` reads for these parameters. 1 if the report is exact with either precision. */
    approximate_share: number;
  };
}

export interface Goal {
  /** TypeID with the prefix `goal_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  name: string;
  event: string | null;
  page: string | null;
  /** Filters that the event must meet, in the form `dimension:operator:value`, as in reports: several `is` of one dimension mean any of their values. Only dimensions of events: its properties, such as `property:plan:is:pro`, and its page. */
  filters: string[];
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface AnalyticsGoalConversions {
  /** TypeID with the prefix `goal_` */
  goal_id: string;
  name: string;
  /** Event of the goal. Null for goals on pages. */
  event: string | null;
  /** Page of the goal. Null for goals on events. */
  page: string | null;
  /** Filters that the event must meet, in the form `dimension:operator:value`, as in reports: several `is` of one dimension mean any of their values. Only dimensions of events: its properties, such as `property:plan:is:pro`, and its page. */
  filters: string[];
  /** Unique visitors who completed the goal */
  visitors: number;
  /** Number of events that match the goal */
  conversions: number;
  /** Share of all visitors who completed the goal, from 0 to 1. Null without visitors. */
  conversion_rate: number | null;
}

export interface AnalyticsImported {
  ok: boolean;
  /** Number of accepted events. Duplicates are detected later and reported under `duplicates` of the intake report. */
  accepted: number;
  /** Number of events excluded by the project settings, by reason as in the intake report */
  dropped: Record<string, number>;
  /** Invalid events with the reason */
  rejected: {
    /** Position in the batch, starting at 0 */
    index: number;
    /** Human-readable error message */
    error: string;
    code: ErrorCode;
    /** Invalid fields. Present with the code `validation` and with codes about a single field. */
    fields?: FieldError[];
  }[];
  /** Fields and properties of accepted events that are not stored as they were sent, at most 100. Omitted without such changes. */
  warnings?: ({
    /** Path of the field as sent */
    path: string;
    /** `flattened`: the fields of an object are stored as properties with dots. `serialized`: an array is stored as JSON text. `dropped`: null or an empty object is not stored. `replaced`: two values have the same name after flattening, and the last one is stored. `truncated`: a text is stored up to its maximum length. `invalid`: a property with a name of no or too many characters, with a number out of range, properties that are not an object, a `url` that is no URL, a field of text with another type, and a `screen_width` out of range are not stored. `excess`: a property beyond the maximum number is not stored. */
    code: 'flattened' | 'serialized' | 'dropped' | 'replaced' | 'truncated' | 'invalid' | 'excess';
    message: string;
    /** Position of the first such event in the batch, starting at 0 */
    index: number;
    /** Number of such events */
    count: number;
  })[];
}

export interface AnalyticsIntake {
  /** All events of the project accepted before this time are included. Usually the time of the request. */
  as_of: string;
  /** Start of the period, inclusive */
  from: string;
  /** End of the period, exclusive */
  to: string;
  /** Number of events received */
  received: number;
  /** Number of events stored, including bots and late events */
  accepted: number;
  /** Number of events dropped, by reason: `invalid`, `duplicate`, `privacy_signal`, `hostname_not_allowed`, `excluded_address`, `excluded_hostname`, `excluded_path` */
  dropped: Record<string, number>;
  /** Number of events stored without a part of what was sent, by reason as in `warnings` of tracked events: `truncated`, `invalid`, `excess` */
  repaired: Record<string, number>;
  /** Number of stored events excluded from reports as bots, by reason: `crawler`, `headless`, `prefetch`, `http_library` */
  bots: Record<string, number>;
  /** Number of dropped events with an `event_id` that was already received */
  duplicates: number;
  /** Number of stored events that arrived more than 30 minutes late */
  late: number;
  /** Number of stored events that were imported */
  imported: number;
  /** Number of durably stored events that are not yet included in reports */
  waiting: number;
  /** The last event of each reason that was dropped or stored as a bot in the period, latest first. Recorded within a second, and at most every 30 seconds for the same reason and host. Contains no data about people. */
  last_drops: ({
    /** Reason as in `dropped`, `bot:` with a reason as in `bots`, or `key_expired` for an API key that was replaced. Requests with an unknown key belong to no project, and browsers with Do Not Track send nothing to the tracker’s endpoint. */
    reason: string;
    /** Host of the page, if known */
    hostname: string | null;
    /** Error message of an invalid event */
    message: string | null;
    /** Date and time in ISO 8601, UTC, with milliseconds */
    occurred_at: string;
  })[];
  /** Events that were counted and later lost by ClickHouse, by day (UTC), for any period, latest day first. Reports for these days may be too low. */
  missing: { day: string; events: number; }[];
}

export interface OpenedAnalyticsShare {
  /** Token for the header `Authorization: Bearer`, accepted by the reports available to shared links */
  token: string;
  /** Lifetime in seconds */
  expires_in: number;
  project_name: string;
  segment_name: string | null;
}

export interface AnalyticsOverview {
  /** All events of the project accepted before this time are included. Usually the time of the request. */
  as_of: string;
  /** Start of the period, inclusive */
  from: string;
  /** End of the period, exclusive */
  to: string;
  timezone: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  previous_from: string | null;
  /** End of the comparison period, exclusive. For a period that ends now, the previous period covers the same part of its last day, to the minute. */
  previous_to: string | null;
  /** Unique visitors. Visitors without a `user_id` count as new visitors each day. */
  visitors: {
    value: number | null;
    /** Value of the comparison period. Null without comparison or without data. */
    previous: number | null;
  };
  /** Number of `page_view` events */
  page_views: {
    value: number | null;
    /** Value of the comparison period. Null without comparison or without data. */
    previous: number | null;
  };
  /** Number of visits that started in the period */
  visits: {
    value: number | null;
    /** Value of the comparison period. Null without comparison or without data. */
    previous: number | null;
  };
  /** Number of events of any name */
  events: {
    value: number | null;
    /** Value of the comparison period. Null without comparison or without data. */
    previous: number | null;
  };
  /** Page views divided by visits */
  views_per_visit: {
    value: number | null;
    /** Value of the comparison period. Null without comparison or without data. */
    previous: number | null;
  };
  /** Share of visits with exactly one page view and no other interactive event, from 0 to 1 */
  bounce_rate: {
    value: number | null;
    /** Value of the comparison period. Null without comparison or without data. */
    previous: number | null;
  };
  /** Mean time in seconds between the first and the last event of a visit. Visits with one event count as 0. */
  visit_duration: {
    value: number | null;
    /** Value of the comparison period. Null without comparison or without data. */
    previous: number | null;
  };
  /** Number of events that match the goal */
  conversions?: {
    value: number | null;
    /** Value of the comparison period. Null without comparison or without data. */
    previous: number | null;
  };
  /** Share of visitors who completed the goal, from 0 to 1 */
  conversion_rate?: {
    value: number | null;
    /** Value of the comparison period. Null without comparison or without data. */
    previous: number | null;
  };
  /** Imported days of the period, of which only daily totals are known. Null without any. */
  imported: {
    /** First imported day of the period */
    from: string;
    /** Last imported day of the period, inclusive */
    to: string;
    /** Whether the totals of these days are part of the report */
    is_included: boolean;
    /** Why the days are left out. `not_requested`: `imported=include` is missing. `filters`, `goal`: totals of a day can be neither filtered nor related to a goal. `bots`: only bots are counted. `interval`: the interval is shorter than a day. `dimension`: the import has no totals by this dimension. */
    omitted_because: 'not_requested' | 'filters' | 'goal' | 'bots' | 'interval' | 'dimension' | null;
  } | null;
  /** Imported days of the comparison period. Null without any. */
  previous_imported: {
    /** First imported day of the period */
    from: string;
    /** Last imported day of the period, inclusive */
    to: string;
    /** Whether the totals of these days are part of the report */
    is_included: boolean;
    /** Why the days are left out. `not_requested`: `imported=include` is missing. `filters`, `goal`: totals of a day can be neither filtered nor related to a goal. `bots`: only bots are counted. `interval`: the interval is shorter than a day. `dimension`: the import has no totals by this dimension. */
    omitted_because: 'not_requested' | 'filters' | 'goal' | 'bots' | 'interval' | 'dimension' | null;
  } | null;
}

export interface AnalyticsPaths {
  /** All events of the project accepted before this time are included. Usually the time of the request. */
  as_of: string;
  /** Start of the period, inclusive */
  from: string;
  /** End of the period, exclusive */
  to: string;
  timezone: string;
  /** Number of visits that contain the starting page or event and the steps of `through`. With `by=person`, the number of people, here and in `paths`. */
  visits: number;
  paths: ({
    /** Steps from the starting page or event. Shorter when the visit ended. */
    steps: ({ page: string | null; event: string | null; })[];
    visits: number;
  })[];
  /** Null unless `nodes` asks for it */
  diagram: {
    /** Nodes by step, the most frequent first, followed by `other` and `end` */
    nodes: ({
      /** Number of the step. The starting page or event has 0. */
      step: number;
      /** `other`: less frequent steps; `end`: paths that ended before the step */
      kind: 'page' | 'event' | 'other' | 'end';
      page: string | null;
      event: string | null;
      /** Number of visits, or of people with `by=person` */
      count: number;
    })[];
    links: {
      /** Index in `nodes` */
      source: number;
      /** Index in `nodes`, of the next step */
      target: number;
      count: number;
    }[];
  } | null;
  /** How the report was computed. With a share below 1, numbers are those of the sample divided by `share`, and rates are those of the sample. The standard error of a number of people n is √(n × (1 − share) ÷ share). */
  precision: {
    /** Share of the people that was read, such as 0.125. 1 if the report is exact. */
    share: number;
    /** Share that `precision=approximate` reads for these parameters. 1 if the report is exact with either precision. */
    approximate_share: number;
  };
}

export interface AnalyticsPivot {
  /** All events of the project accepted before this time are included. Usually the time of the request. */
  as_of: string;
  /** Start of the period, inclusive */
  from: string;
  /** End of the period, exclusive */
  to: string;
  timezone: string;
  by: string;
  across: string;
  /** Values of `across`, most visitors first, then null if there are more values */
  columns: (string | null)[];
  /** Values of `by`, most visitors first, then null if there are more values */
  rows: ({
    /** Value of `by`. Null for all values that have no row. */
    value: string | null;
    /** Unique visitors */
    visitors: number;
    /** Visits with at least one matching event. If both dimensions are dimensions of visits, visits that started in the period. */
    visits: number;
    page_views: number;
    events: number;
    /** Only if both dimensions are dimensions of visits */
    bounce_rate: number | null;
    /** Mean visit duration in seconds. Only if both dimensions are dimensions of visits. */
    visit_duration: number | null;
    conversions?: number;
    conversion_rate?: number | null;
    /** Metrics of the row and each column, in the order of `columns`. A visitor can count in several cells. */
    cells: ({
      /** Unique visitors */
      visitors: number;
      /** Visits with at least one matching event. If both dimensions are dimensions of visits, visits that started in the period. */
      visits: number;
      page_views: number;
      events: number;
      /** Only if both dimensions are dimensions of visits */
      bounce_rate: number | null;
      /** Mean visit duration in seconds. Only if both dimensions are dimensions of visits. */
      visit_duration: number | null;
      conversions?: number;
      conversion_rate?: number | null;
    })[];
  })[];
  /** Imported days of the period, of which only daily totals are known. Null without any. */
  imported: {
    /** First imported day of the period */
    from: string;
    /** Last imported day of the period, inclusive */
    to: string;
    /** Whether the totals of these days are part of the report */
    is_included: boolean;
    /** Why the days are left out. `not_requested`: `imported=include` is missing. `filters`, `goal`: totals of a day can be neither filtered nor related to a goal. `bots`: only bots are counted. `interval`: the interval is shorter than a day. `dimension`: the import has no totals by this dimension. */
    omitted_because: 'not_requested' | 'filters' | 'goal' | 'bots' | 'interval' | 'dimension' | null;
  } | null;
}

export interface AnalyticsRealtime {
  /** All events of the project accepted before this time are included. Usually the time of the request. */
  as_of: string;
  /** Unique visitors of the last 5 minutes */
  visitors: number;
  /** Page views of the last 5 minutes */
  page_views: number;
  /** The last 30 minutes, oldest first */
  minutes: {
    /** Date and time in ISO 8601, UTC, with milliseconds */
    time: string;
    visitors: number;
    page_views: number;
  }[];
  pages: { value: string; visitors: number; }[];
  sources: { value: string; visitors: number; }[];
  countries: { value: string; visitors: number; }[];
}

export interface AnalyticsRetention {
  /** All events of the project accepted before this time are included. Usually the time of the request. */
  as_of: string;
  /** Start of the period, inclusive */
  from: string;
  /** End of the period, exclusive */
  to: string;
  timezone: string;
  interval: 'day' | 'week' | 'month';
  cohorts: ({
    /** Date and time in ISO 8601, UTC, with milliseconds */
    start: string;
    size: number;
    cells: ({
      count: number;
      rate: number | null;
      /** False for a bucket that has not ended yet. Incomplete buckets are excluded from the means. */
      is_complete: boolean;
    })[];
  })[];
  /** Mean rate of each cell over all cohorts, weighted by cohort size */
  means: (number | null)[];
  /** Number of visitors with a `user_id` in the period. Cohorts count no other visitors, because anonymous visitors count as new visitors each day. */
  identified_visitors: number;
  /** How the report was computed. With a share below 1, numbers are those of the sample divided by `share`, and rates are those of the sample. The standard error of a number of people n is √(n × (1 − share) ÷ share). */
  precision: {
    /** Share of the people that was read, such as 0.125. 1 if the report is exact. */
    share: number;
    /** Share that `precision=approximate` reads for these parameters. 1 if the report is exact with either precision. */
    approximate_share: number;
  };
}

export interface AnalyticsRevenue {
  /** All events of the project accepted before this time are included. Usually the time of the request. */
  as_of: string;
  /** Start of the period, inclusive */
  from: string;
  /** End of the period, exclusive */
  to: string;
  timezone: string;
  /** Sums by currency, most events first */
  currencies: {
    /** ISO 4217 currency code */
    currency: string;
    /** Exact sum as a decimal text, without conversion of currencies */
    amount: string;
    /** Number of events with revenue */
    events: number;
    /** Unique visitors with such an event */
    visitors: number;
  }[];
}

export interface AnalyticsRevenueRow {
  /** Value of the dimension, or name of the goal. Empty for events or visits without a value. */
  value: string;
  /** ISO 4217 currency code */
  currency: string;
  /** Exact sum as a decimal text, without conversion of currencies */
  amount: string;
  /** Number of events with revenue */
  events: number;
  /** Unique visitors with such an event */
  visitors: number;
}

export interface AnalyticsSavedFunnel {
  /** TypeID with the prefix `fnl_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  name: string;
  steps: ({
    event: string | null;
    page: string | null;
    /** Filters that the event must meet, in the form `dimension:operator:value`, as in reports: several `is` of one dimension mean any of their values. Only dimensions of events: its properties, such as `property:plan:is:pro`, and its page. */
    filters: string[];
  })[];
  /** Maximum time in seconds between the first and the last step */
  window_seconds: number;
  order: 'loose' | 'strict' | 'any';
  by: 'person' | 'visit';
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface SearchConsole {
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** Email address of the service account, which needs access to the property in Search Console */
  client_email: string;
  /** Property of Search Console whose search terms are fetched. Null until one is selected. */
  site: string | null;
  /** First day that was fetched. Null before the first fetch. */
  first_day: string | null;
  /** Last day with search terms. Google publishes a day two to three days later. */
  last_day: string | null;
  /** Reason why the last fetch failed. `key_rejected`: the key was deleted or disabled; `api_disabled`: the Search Console API is not enabled in the Google Cloud project of the service account; `site_forbidden`: the service account has no access to the property; `quota_exceeded` and `unreachable`: retried automatically. */
  error: 'key_rejected' | 'api_disabled' | 'site_forbidden' | 'quota_exceeded' | 'unreachable' | null;
  /** Time of the last successful fetch */
  last_fetched_at: string | null;
  /** Time of the next daily fetch. Null until a property is selected. */
  next_fetch_at: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface SearchConsoleSite {
  /** A domain property such as `sc-domain:example.com`, or the URL of a URL-prefix property */
  site: string;
  /** Permission of the service account. Search terms of `unverified` properties cannot be read. */
  permission: 'owner' | 'full' | 'restricted' | 'unverified';
}

export interface SearchTerm {
  /** Text that was searched for */
  query: string;
  /** Clicks on results that lead to the website */
  clicks: number;
  /** Number of times that a result was shown. A search that shows two pages of the website counts an impression for each. Search Console counts one for the property. */
  impressions: number;
  /** Clicks divided by impressions, from 0 to 1 */
  ctr: number | null;
  /** Mean position of the results, weighted by impressions. The first position is 1. */
  position: number | null;
  /** Metrics of the comparison period. Null without comparison. */
  previous: {
    /** Clicks on results that lead to the website */
    clicks: number;
    /** Number of times that a result was shown. A search that shows two pages of the website counts an impression for each. Search Console counts one for the property. */
    impressions: number;
    /** Clicks divided by impressions, from 0 to 1 */
    ctr: number | null;
    /** Mean position of the results, weighted by impressions. The first position is 1. */
    position: number | null;
  } | null;
}

export interface AnalyticsSegment {
  /** TypeID with the prefix `seg_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  name: string;
  filters: string[];
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface AnalyticsShare {
  /** TypeID with the prefix `shr_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  name: string;
  /** Public URL. Anyone with the URL can view the reports. */
  url: string;
  embed: boolean;
  /** URL for frames of websites. `?theme=light` or `?theme=dark` sets the colors. Null without `embed`. */
  embed_url: string | null;
  has_password: boolean;
  /** TypeID with the prefix `seg_` */
  segment_id: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  last_opened_at: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface AnalyticsTimeseries {
  /** All events of the project accepted before this time are included. Usually the time of the request. */
  as_of: string;
  /** Start of the period, inclusive */
  from: string;
  /** End of the period, exclusive */
  to: string;
  timezone: string;
  metric: 'visitors' | 'page_views' | 'visits' | 'events' | 'views_per_visit' | 'bounce_rate' | 'visit_duration' | 'conversions' | 'conversion_rate';
  interval: 'minute' | 'hour' | 'day' | 'week' | 'month';
  /** One entry per bucket, including empty buckets */
  data: ({
    /** Start of the bucket */
    time: string;
    /** Value of the metric. Null for the mean of an empty bucket. */
    value: number | null;
    /** Value of the bucket at the same position of the comparison period. Null without one. */
    previous: number | null;
    /** Start of that bucket */
    previous_time: string | null;
    /** False for a bucket that has not ended yet */
    is_complete: boolean;
    /** Whether `value` contains imported days */
    is_imported: boolean;
  })[];
  /** Imported days of the period, of which only daily totals are known. Null without any. */
  imported: {
    /** First imported day of the period */
    from: string;
    /** Last imported day of the period, inclusive */
    to: string;
    /** Whether the totals of these days are part of the report */
    is_included: boolean;
    /** Why the days are left out. `not_requested`: `imported=include` is missing. `filters`, `goal`: totals of a day can be neither filtered nor related to a goal. `bots`: only bots are counted. `interval`: the interval is shorter than a day. `dimension`: the import has no totals by this dimension. */
    omitted_because: 'not_requested' | 'filters' | 'goal' | 'bots' | 'interval' | 'dimension' | null;
  } | null;
  /** Imported days of the comparison period. Null without any. */
  previous_imported: {
    /** First imported day of the period */
    from: string;
    /** Last imported day of the period, inclusive */
    to: string;
    /** Whether the totals of these days are part of the report */
    is_included: boolean;
    /** Why the days are left out. `not_requested`: `imported=include` is missing. `filters`, `goal`: totals of a day can be neither filtered nor related to a goal. `bots`: only bots are counted. `interval`: the interval is shorter than a day. `dimension`: the import has no totals by this dimension. */
    omitted_because: 'not_requested' | 'filters' | 'goal' | 'bots' | 'interval' | 'dimension' | null;
  } | null;
}

export interface Tracked {
  ok: boolean;
  /** Fields and properties of accepted events that are not stored as they were sent, at most 100. Omitted without such changes. */
  warnings?: ({
    /** Path of the field as sent */
    path: string;
    /** `flattened`: the fields of an object are stored as properties with dots. `serialized`: an array is stored as JSON text. `dropped`: null or an empty object is not stored. `replaced`: two values have the same name after flattening, and the last one is stored. `truncated`: a text is stored up to its maximum length. `invalid`: a property with a name of no or too many characters, with a number out of range, properties that are not an object, a `url` that is no URL, a field of text with another type, and a `screen_width` out of range are not stored. `excess`: a property beyond the maximum number is not stored. */
    code: 'flattened' | 'serialized' | 'dropped' | 'replaced' | 'truncated' | 'invalid' | 'excess';
    message: string;
    /** Position of the first such event in the batch, starting at 0 */
    index: number;
    /** Number of such events */
    count: number;
  })[];
  /** Number of accepted events. Only for batches. */
  accepted?: number;
  /** Rejected events with the reason. Only for batches. */
  rejected?: {
    /** Position in the batch, starting at 0 */
    index: number;
    /** Human-readable error message */
    error: string;
    code: ErrorCode;
    /** Invalid fields. Present with the code `validation` and with codes about a single field. */
    fields?: FieldError[];
  }[];
}

export interface AnalyticsTracker {
  /** URL of the tracker script */
  script_url: string;
  /** Value of `data-api` on the script tag. Null when the tag needs none. */
  intake_url: string | null;
  /** Tag for the head of each page */
  html: string;
}

export interface AnalyticsWebVital {
  /** Largest Contentful Paint, Interaction to Next Paint, Cumulative Layout Shift, First Contentful Paint or Time to First Byte */
  metric: 'LCP' | 'INP' | 'CLS' | 'FCP' | 'TTFB';
  /** Unit of `p75` and of the thresholds */
  unit: 'ms' | 'score';
  /** Largest value that is rated good */
  good_up_to: number;
  /** Larger values are rated poor */
  poor_above: number;
  /** Number of measurements */
  measurements: number;
  /** 75th percentile: 75 % of the measurements are at most as large. Exact for up to 5,000 measurements and for values of up to 1,024 ms (CLS: 1.024); larger values of more measurements are rounded to 16 ms. At most 30,000 ms. Null without measurements. */
  p75: number | null;
  /** Rating of `p75` */
  rating: 'good' | 'needs_improvement' | 'poor' | null;
  /** Share of good measurements, from 0 to 1 */
  good: number | null;
  /** Share of measurements between good and poor, from 0 to 1 */
  needs_improvement: number | null;
  /** Share of poor measurements, from 0 to 1 */
  poor: number | null;
}

export interface AnalyticsWebVitals {
  /** All events of the project accepted before this time are included. Usually the time of the request. */
  as_of: string;
  /** Start of the period, inclusive */
  from: string;
  /** End of the period, exclusive */
  to: string;
  timezone: string;
  /** All metrics, also those without measurements */
  metrics: AnalyticsWebVital[];
}

export interface AnalyticsWebVitalsRow {
  /** Value of the dimension. Empty for measurements without a value. */
  value: string;
  /** Number of measurements of all metrics */
  measurements: number;
  metrics: AnalyticsWebVital[];
}

export interface Webhook {
  /** TypeID with the prefix `whk_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  url: string;
  description: string;
  types: ('feedback.created' | 'feedback.updated' | 'feedback.status_changed' | 'feedback.merged' | 'feedback.deleted' | 'feedback.voted' | 'feedback.commented' | 'waitlist.joined' | 'waitlist.confirmed' | 'waitlist.invited' | 'waitlist.reward_reached' | 'testimonial.submitted' | 'testimonial.approved' | 'testimonial.rejected' | 'changelog.published' | 'changelog.adoption_measured' | 'knowledge_base.searched_without_results' | 'alert.triggered' | 'alert.recovered')[];
  /** Format of the requests: signed events (`standard`), or messages for a chat service. Defaults to the service that the URL belongs to. */
  format: 'standard' | 'slack' | 'discord' | 'teams' | 'mattermost' | 'google_chat' | 'ntfy' | 'telegram';
  /** Only events of feedback entries with one of these statuses. Empty for all. Other events are not affected. */
  statuses: ('new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate')[];
  /** Only events of feedback entries with one of these tags. Empty for all. Other events are not affected. */
  tags: string[];
  /** Only events of feedback entries with at least this many upvotes. Other events are not affected. */
  min_votes: number;
  enabled: boolean;
  /** Reason why the endpoint was disabled automatically. Null when it was disabled manually. */
  disabled_reason: string | null;
  include_personal_data: boolean;
  include_internal_notes: boolean;
  /** Secret for verifying signatures, see standardwebhooks.com */
  secret: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface WebhookDelivery {
  /** TypeID with the prefix `dlv_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** TypeID with the prefix `whk_` */
  webhook_id: string;
  /** Id of the event, sent as `webhook-id` with each attempt */
  event_id: string;
  type: string;
  status: 'pending' | 'succeeded' | 'failed';
  attempt_count: number;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  next_attempt_at: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface WebhookDeliveryDetails {
  /** TypeID with the prefix `dlv_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** TypeID with the prefix `whk_` */
  webhook_id: string;
  /** Id of the event, sent as `webhook-id` with each attempt */
  event_id: string;
  type: string;
  status: 'pending' | 'succeeded' | 'failed';
  attempt_count: number;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  next_attempt_at: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
  /** Request body, in the present format of the webhook */
  body: string;
  /** Attempts, latest first */
  attempts: ({
    url: string;
    request_headers: Record<string, string>;
    status_code: number | null;
    response_headers: Record<string, string>;
    /** Response body, truncated to 64 KiB */
    response_body: string;
    /** Reason why the attempt failed */
    error: string | null;
    duration_ms: number;
    /** Date and time in ISO 8601, UTC, with milliseconds */
    created_at: string;
  })[];
}

export interface WebhookPreview {
  /** Format of the requests: signed events (`standard`), or messages for a chat service. Defaults to the service that the URL belongs to. */
  format: 'standard' | 'slack' | 'discord' | 'teams' | 'mattermost' | 'google_chat' | 'ntfy' | 'telegram';
  /** URL that receives the request */
  url: string;
  /** Request body, as it is sent */
  body: string;
}

export interface WebhookReplay {
  /** Number of deliveries that will be sent again */
  count: number;
}

export interface Upload {
  /** TypeID with the prefix `upl_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** URL of the image for `image_url`, `author_avatar_url` or Markdown content */
  url: string;
  content_type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  width: number;
  height: number;
  /** File size in bytes */
  size: number;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
}

export interface Import {
  /** TypeID with the prefix `imp_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  source: 'csv' | 'canny' | 'fider' | 'github_issues' | 'github_releases' | 'keep_a_changelog' | 'articles' | 'getwaitlist' | 'senja' | 'plausible' | 'umami' | 'earshot';
  /** `uploading`: files are incomplete. `ready`: can be checked and run. `checking`, `running`, `undoing`: works. `stopped`, `failed`: can be continued with `run`. `finished`, `undone`: done. */
  status: 'uploading' | 'ready' | 'checking' | 'running' | 'stopped' | 'failed' | 'finished' | 'undoing' | 'undone';
  files: {
    /** Name, with folders */
    name: string;
    size_bytes: number;
    /** Number of bytes that were uploaded */
    received_bytes: number;
  }[];
  /** How the files are read */
  options: {
    /** Kind of the records, for the source `csv` */
    collection?: 'feedback' | 'comments' | 'votes' | 'waitlist' | 'testimonials' | 'changelog' | 'articles' | 'daily_totals' | 'events';
    /** Fields by the names of the columns of a CSV file. Columns that are not named are not imported. Starts with what the names of the columns suggest. */
    columns?: Record<string, string>;
    /** Values of fields by the texts of the file, such as the statuses of the other product */
    values?: Record<string, Record<string, string>>;
    /** Separator of the columns of a CSV file. Recognized by default. */
    delimiter?: ',' | ';' | '	' | '|';
    /** Encoding of the files. Recognized by default; `windows-1252` includes Latin-1. */
    encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
    /** Order of day (d), month (m) and year (y) in dates such as 03/04/2025. Recognized by default from dates that have only one reading. */
    date_order?: 'dmy' | 'mdy' | 'ymd';
    /** Id of the index for articles. Default: the only index of the project. */
    index_id?: string;
    /** Hosts whose images are stored as uploads, so that texts do not depend on the other product. Images of other hosts keep their URL; those in a folder or ZIP file are always stored. */
    image_hosts?: string[];
  };
  /** Encoding, delimiter, order of dates and columns of the files. Null until the upload is complete. */
  detected: {
    encoding?: string;
    delimiter?: string;
    date_order?: 'dmy' | 'mdy' | 'ymd';
    columns?: {
      name: string;
      /** Up to twelve different values */
      samples: string[];
    }[];
  } | null;
  /** Fields that the columns of a CSV file can be imported as, by collection */
  fields: Record<string, string[]>;
  /** Number of records that are done */
  processed: number;
  counts: Record<string, { created: number; updated: number; unchanged: number; failed: number; }>;
  /** Expected results of the import, by collection. Null before the first check. */
  check_counts: Record<string, { created: number; updated: number; unchanged: number; failed: number; }> | null;
  /** Why the import failed, and what to do */
  error: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface ImportPreview {
  /** The first twenty records */
  records: ({
    collection: 'feedback' | 'comments' | 'votes' | 'waitlist' | 'testimonials' | 'changelog' | 'articles' | 'daily_totals' | 'events';
    file: string;
    /** Line of the file, from 1 */
    line: number;
    outcome: 'created' | 'updated' | 'unchanged' | 'failed';
    /** The record as it will be */
    record: Record<string, unknown>;
    /** Why the record is refused */
    error?: string;
  })[];
}

export interface ImportProblem {
  collection: 'feedback' | 'comments' | 'votes' | 'waitlist' | 'testimonials' | 'changelog' | 'articles' | 'daily_totals' | 'events';
  file: string;
  /** Line of the file, from 1 */
  line: number;
  field: string | null;
  code: string;
  message: string;
  /** The record as it was read, in JSON */
  record: string;
}

export interface Proposal {
  /** TypeID with the prefix `prp_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** `duplicate`: merge a feedback entry into another one. `tags`: add tags of the project to a feedback entry. `release_notes`: a draft of a changelog entry about finished feedback. `article`: a draft of an article that answers searches, or of the public answers of the team to a feedback entry. */
  kind: 'duplicate' | 'tags' | 'release_notes' | 'article';
  /** `open`: awaits a decision. `accepted`, `dismissed`: decided, or replaced by a newer proposal. `empty`: the model found nothing to propose, failed, or did not answer yet. */
  state: 'open' | 'accepted' | 'dismissed' | 'empty';
  /** The feedback entry or the cluster of searches. Null for release notes. */
  subject_id: string | null;
  /** What accepting changes, depending on the kind. Null if the model found nothing to propose. */
  change: {
    /** Entry that the entry is merged into */
    into_id?: string;
    /** Title of this entry */
    into_title?: string;
    /** Reason that the model gives */
    reason?: string;
    /** Tags that are added */
    tags?: string[];
    /** Title of the draft */
    title?: string;
    /** Text of the draft in Markdown */
    content?: string;
    /** Entries that the changelog entry is about */
    feedback_ids?: string[];
    /** Index of the article */
    index_id?: string;
  } | null;
  /** The changed feedback entry, or the created draft. Null until the proposal is accepted. */
  result_id: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Time of the decision */
  decided_at: string | null;
  /** The user (`usr_`) or service account (`svc_`) that decided */
  decided_by: string | null;
}

export interface PersonErased {
  ok: boolean;
  emails: string[];
  /** User ids, including ids that `X-User-Token` linked to one of the addresses */
  user_ids: string[];
  /** Data that cannot be linked to a person, or that is kept */
  not_erased: ({
    kind: 'anonymous_visits' | 'anonymous_feedback' | 'team_content' | 'members' | 'backups';
    reason: string;
  })[];
  erased: {
    /** Deleted entries without activity of other people */
    feedback_entries_deleted: number;
    /** Anonymized entries with votes, comments or subscribers of other people */
    feedback_entries_anonymized: number;
    /** Deleted comments, with private answers to the person */
    feedback_comments: number;
    /** Anonymized votes, which remain counted */
    feedback_votes_anonymized: number;
    /** Deleted subscriptions to entries */
    feedback_subscriptions: number;
    /** Deleted records that the person unsubscribed from all feedback emails */
    feedback_opt_outs: number;
    /** Deleted waitlist entries */
    waitlist_entries: number;
    /** Deleted testimonials */
    testimonials: number;
    /** Deleted requests for testimonials */
    testimonial_requests: number;
    /** Deleted changelog subscriptions */
    changelog_subscriptions: number;
    /** Deleted reactions to changelog entries */
    changelog_reactions: number;
    /** Deleted searches of the knowledge base, with their clicks and ratings */
    searches: number;
    /** Deleted analytics events, with their visits and rollups */
    analytics_events: number;
    /** Deleted people, with their identities and attributes */
    people: number;
    /** Deleted emails, including queued emails */
    mails: number;
    /** Deleted parts of uploaded files of imports, of all imports of the project */
    import_files: number;
    /** Deleted proposals of the language model, of the whole project */
    proposals: number;
    /** Deleted subscriptions to reports of the project */
    report_subscriptions: number;
    /** Ended sessions of the person on public pages */
    end_user_sessions: number;
    /** Deleted webhook deliveries, including pending deliveries */
    webhook_deliveries: number;
    /** Deleted recent webhook events */
    webhook_events: number;
    /** Deleted responses stored for `Idempotency-Key` */
    idempotency_keys: number;
    /** Deleted archives of the project that contain personal data */
    exports: number;
    /** Deleted background jobs */
    jobs: number;
    /** Entries of the audit log in which addresses were replaced */
    audit_entries: number;
    /** Deleted images used only in records of the person */
    uploads: number;
  };
}

export interface PersonExport {
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  exported_at: string;
  person: {
    emails: string[];
    /** User ids, including ids that `X-User-Token` linked to one of the addresses */
    user_ids: string[];
  };
  /** Feedback entries submitted by the person */
  feedback_entries: Record<string, unknown>[];
  /** Comments of the person, identified by `X-User-Token` or the address of a reply by email, and private answers to the person */
  feedback_comments: Record<string, unknown>[];
  /** Votes of the person, identified by `X-User-Token` */
  feedback_votes: Record<string, unknown>[];
  /** Feedback entries to which the person is subscribed */
  feedback_subscriptions: Record<string, unknown>[];
  /** Time at which the person unsubscribed from all feedback emails */
  feedback_opt_outs: Record<string, unknown>[];
  /** Waitlist entry of the person */
  waitlist_entries: Record<string, unknown>[];
  /** Testimonials of the person */
  testimonials: Record<string, unknown>[];
  /** Requests for testimonials to the person */
  testimonial_requests: Record<string, unknown>[];
  /** Changelog subscription of the person */
  changelog_subscriptions: Record<string, unknown>[];
  /** Reactions of the person to changelog entries */
  changelog_reactions: Record<string, unknown>[];
  /** Searches of the knowledge base with which the person proved who they are */
  searches: Record<string, unknown>[];
  /** Analytics events with a user id or address of the person */
  analytics_events: Record<string, unknown>[];
  /** The person, with identities and attributes */
  people: Record<string, unknown>[];
  /** Emails sent to the person */
  mails: Record<string, unknown>[];
  /** Events that the person was notified of by email, with their times. They remain after the emails are deleted. */
  told: Record<string, unknown>[];
  /** Subscription of the person to reports of the project */
  report_subscriptions: Record<string, unknown>[];
  /** Sessions of the person on public pages */
  end_user_sessions: Record<string, unknown>[];
  /** Webhook deliveries that contain an address of the person */
  webhook_deliveries: Record<string, unknown>[];
  /** Entries of the audit log that contain an address of the person */
  audit_entries: Record<string, unknown>[];
}

export interface Attribute {
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** Whether people or companies have the attribute */
  subject: 'person' | 'company';
  name: string;
  /** Type of all values, which the first value declared */
  type: 'text' | 'number' | 'boolean' | 'date';
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
}

export interface Company {
  /** Id of the company in your application */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  name: string | null;
  /** Attributes by name. Dates are in ISO 8601. */
  attributes: Record<string, unknown>;
  /** Number of people of the company */
  people_count: number;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface Person {
  /** TypeID with the prefix `per_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  name: string | null;
  avatar_url: string | null;
  /** Ids in your application. One, unless the team merged people. */
  user_ids: string[];
  /** Proven addresses, the latest first */
  emails: string[];
  /** Attributes by name. Dates are in ISO 8601. */
  attributes: Record<string, unknown>;
  /** Company of the person */
  company: {
    /** Id of the company in your application */
    id: string;
    name: string | null;
  } | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
  /** Time of the last proof by the person, such as an event or a vote, with the accuracy of an hour */
  last_seen_at: string | null;
}

export interface PersonRecord {
  user_id: string;
  name?: string | null;
  /** Address of the person, which your application verified. An address that belongs to a person with another user id, or that the team separated from this one, is not added. */
  email?: string;
  avatar_url?: string | null;
  /** Attributes to set: texts of at most 500 characters, numbers, booleans, or dates in ISO 8601 such as `2026-11-20`. The first value of a name declares its type for the project; values of other types are rejected. Null removes an attribute; others are kept. At most 100. */
  attributes?: Record<string, unknown>;
  /** Company of the person, which is created or updated. Null removes the person from it. */
  company?: {
    /** Id of the company in your application */
    id: string;
    name?: string | null;
    /** Attributes to set: texts of at most 500 characters, numbers, booleans, or dates in ISO 8601 such as `2026-11-20`. The first value of a name declares its type for the project; values of other types are rejected. Null removes an attribute; others are kept. At most 100. */
    attributes?: Record<string, unknown>;
  } | null;
}

export interface PersonWithIdentities {
  /** TypeID with the prefix `per_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  name: string | null;
  avatar_url: string | null;
  /** Ids in your application. One, unless the team merged people. */
  user_ids: string[];
  /** Proven addresses, the latest first */
  emails: string[];
  /** Attributes by name. Dates are in ISO 8601. */
  attributes: Record<string, unknown>;
  /** Company of the person */
  company: {
    /** Id of the company in your application */
    id: string;
    name: string | null;
  } | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
  /** Time of the last proof by the person, such as an event or a vote, with the accuracy of an hour */
  last_seen_at: string | null;
  /** For a person without `name`: the latest name with a record of a proven address, an approved testimonial, or a vote that a member added */
  given_name: string | null;
  identities: ({
    kind: 'user_id' | 'email';
    value: string;
    /** Proof that the identity belongs to the person: `event` (`user_id` of an event without a signature), `user_token` (`X-User-Token`), `api` (a request with a session token), `confirmed_email` (a link in an email), or `team` (merged by hand) */
    proof: 'event' | 'user_token' | 'api' | 'confirmed_email' | 'team';
    /** Date and time in ISO 8601, UTC, with milliseconds */
    proven_at: string;
  })[];
}

export interface Timeline {
  data: TimelineEntry[];
  /** `before` of the next page. Null on the last page. */
  next_before: string | null;
}

export interface TimelineEntry {
  kind: 'event' | 'feedback' | 'vote' | 'comment' | 'waitlist' | 'testimonial' | 'subscription' | 'mail' | 'search';
  /** Date and time in ISO 8601, UTC, with milliseconds */
  occurred_at: string;
  /** Id of the record: the entry for feedback, votes and comments, the sign-up, testimonial, subscription or email */
  id: string | null;
  /** Title of the feedback, name of the event, status of the sign-up, rating of the testimonial, or subject of the email */
  title: string;
  /** Beginning of the text, page of the event, `up` or `down` for votes, or status of the email; at most 300 characters */
  text: string | null;
  /** False if an address of the person was only typed into a form, or a member voted on behalf of the person */
  proven: boolean;
}

export interface CountedPersonSegment {
  /** TypeID with the prefix `psg_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  name: string;
  definition: PersonSegmentDefinition;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
  /** Number of people who match at this time */
  people_count: number;
}

export interface PersonSegment {
  /** TypeID with the prefix `psg_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  name: string;
  definition: PersonSegmentDefinition;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  updated_at: string;
}

export interface PersonSegmentCondition {
  /** Subject of the condition: an attribute of the person (`attribute`) or of the company (`company_attribute`), both with `attribute`, `operator` and `value`; the id of the company (`company`, with `operator` and `value`); the time at which the person was last seen (`last_seen`, with `since`, `until` or `within_days`); an event with a `user_id` (`event`), a page view (`page`), submitted feedback (`feedback`) or votes on feedback (`vote`), which can have `at_least` and `within_days` */
  kind: 'attribute' | 'company_attribute' | 'company' | 'last_seen' | 'event' | 'page' | 'feedback' | 'vote';
  /** Name of a declared attribute */
  attribute?: string;
  /** Comparison. Numbers and dates have all operators, others no order. `is_not` includes people without a value. `is_set` and `is_not_set` have no `value`. */
  operator?: 'is' | 'is_not' | 'gt' | 'gte' | 'lt' | 'lte' | 'is_set' | 'is_not_set';
  /** Value of the type that the attribute was declared with. Dates are in ISO 8601. */
  value?: string | number | boolean;
  /** Name of the event */
  event?: string;
  /** Path of the viewed page. `*` stands for any characters. */
  page?: string;
  /** Number of times, 1 by default */
  at_least?: number;
  /** Only in the last days, each of 24 hours */
  within_days?: number;
  /** Last seen at or after this time */
  since?: string;
  /** Last seen before this time */
  until?: string;
  /** Whether people match whom the condition does not describe, such as those who did not view a page. Not for conditions with `operator`. */
  negated?: boolean;
}

export interface PersonSegmentDefinition {
  /** Whether people match all conditions or at least one */
  match: 'all' | 'any';
  conditions: PersonSegmentCondition[];
}

export interface PersonSegmentPreview {
  /** Number of people who match at this time */
  people_count: number;
}

export interface PersonSession {
  /** Token for the header `X-User-Token` of this project, until it expires or the person signs out */
  token: string;
  email: string;
  name: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  expires_at: string;
}

export interface SignInAttempt {
  /** Secret with which the code is entered */
  attempt: string;
}

export interface Export {
  /** TypeID with the prefix `exp_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** `ready`: can be downloaded until `expires_at`. `expired`: the file was deleted. */
  status: 'queued' | 'running' | 'ready' | 'failed' | 'expired';
  /** Whether the archive contains personal data of end users */
  personal_data: boolean;
  /** Part of the archive that is written, from 0 to 1 */
  progress: number;
  /** Numbers of rows by file. Null until the archive is ready. */
  counts: Record<string, number> | null;
  /** Size of the archive. Null until it is ready. */
  size_bytes: number | null;
  /** SHA-256 of the archive in hexadecimal digits. Null until it is ready. */
  sha256: string | null;
  /** Link to the archive, which works without credentials until `expires_at`. Null unless the archive is ready. */
  url: string | null;
  /** Why the export failed, and what to do */
  error: string | null;
  /** Time of the deletion of the file, 24 hours after it was ready */
  expires_at: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
}

export interface MarkedNotifications {
  /** Number of notifications that were unread */
  marked: number;
}

export interface Notification {
  /** TypeID with the prefix `ntf_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  kind: 'feedback.assigned' | 'feedback.mentioned' | 'feedback.created' | 'feedback.commented' | 'feedback.vote_burst' | 'feedback.pending' | 'waitlist.joined' | 'testimonial.submitted' | 'alert.triggered' | 'webhook.disabled';
  /** Short sentence about the event */
  heading: string;
  /** Name of the subject */
  title: string;
  /** Beginning of the text, without Markdown. Empty without a text. */
  text: string;
  /** Short facts about the subject */
  facts: string[];
  /** URL in the dashboard */
  url: string;
  /** Member who acted. Null for users of the product and for the server. */
  actor_id: string | null;
  /** Null for unread notifications */
  read_at: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
}

export interface NotificationPreferences {
  /** Segment of people: entries and comments of others, and of visitors who are not identified, cause no notification. Null for everyone. */
  segment_id: string | null;
  preferences: ({
    kind: 'feedback.assigned' | 'feedback.mentioned' | 'feedback.created' | 'feedback.commented' | 'feedback.vote_burst' | 'feedback.pending' | 'waitlist.joined' | 'testimonial.submitted' | 'alert.triggered' | 'webhook.disabled';
    /** Event that the member is notified of */
    meaning: string;
    preference: 'immediate' | 'daily' | 'off';
    default: 'immediate' | 'daily' | 'off';
  })[];
}

export interface InboundMail {
  /** `taken`: the reply was added. `ignored`: the email is no reply of a person, or is known. `refused`: the reply can’t be added. */
  outcome: 'taken' | 'ignored' | 'refused';
  /** Why the email was not taken: `automatic`, `duplicate`, `empty`, `forged_sender`, `no_reply_address`, `no_sender`, `too_many_replies`, `unreadable`, `wrong_sender`, or an error code. Null otherwise. */
  reason: string | null;
}

export interface ReportPreview {
  subject: string;
  html: string;
  text: string;
  /** The last complete week or month */
  period: {
    /** `weekly`: on Mondays, about the week before. `monthly`: on the first day of a month, about the month before. At 8:00 in the time zone of the project. */
    frequency: 'weekly' | 'monthly';
    /** First day of the period */
    from: string;
    /** Last day of the period */
    to: string;
    /** Time zone of the project */
    timezone: string;
  };
}

export interface ReportSubscription {
  /** TypeID with the prefix `rps_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** Id of the member. Null for an address outside of the project. */
  user_id: string | null;
  /** Name of the member */
  name: string | null;
  /** Address that receives the report. Null for tokens without the scope `personal_data:read`. */
  email: string | null;
  /** `weekly`: on Mondays, about the week before. `monthly`: on the first day of a month, about the month before. At 8:00 in the time zone of the project. */
  frequency: 'weekly' | 'monthly';
  /** `pending`: the address was not confirmed yet, and receives no reports. Pending subscriptions are deleted after `settings.retention.unconfirmed_days`. */
  state: 'pending' | 'confirmed';
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
}

export interface RequestLogEntry {
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** Id of the request, as in the response header `X-Request-Id` */
  request_id: string;
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with the ids of the request, without query string. Other parts that vary, such as slugs, appear as `{name}`. */
  path: string;
  /** HTTP status of the response */
  status: number;
  /** Code of the error. Null for successful requests. */
  code: string | null;
  /** Time from the arrival of the request to the end of its response, in milliseconds; the average of combined requests */
  duration_ms: number;
  /** Kind of the credential. Null when the request was refused before a valid credential was found. */
  credential: 'api_key' | 'connected_app' | 'personal_token' | 'service_account' | 'session' | 'shared_link' | null;
  /** Name of the personal access token, service account or connected app, or the end of the API key. Null for other credentials, and for users who are not members of the project. */
  credential_name: string | null;
  /** Number of requests. More than 1 when similar requests of one minute are combined: `path` then contains no ids, and `request_id` is that of the first request. */
  count: number;
  /** Time at which the request arrived */
  created_at: string;
}

export interface ContentVersion {
  /** TypeID with the prefix `ver_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  title: string;
  /** User (`usr_`) or service account (`svc_`) that saved the version. Null for a text from before its history. */
  actor_id: string | null;
  /** Name of the actor */
  actor_name: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Time of the last change that is a part of the version */
  updated_at: string;
  /** Content as it was saved */
  content: string;
}

export interface ContentVersionSummary {
  /** TypeID with the prefix `ver_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  title: string;
  /** User (`usr_`) or service account (`svc_`) that saved the version. Null for a text from before its history. */
  actor_id: string | null;
  /** Name of the actor */
  actor_name: string | null;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** Time of the last change that is a part of the version */
  updated_at: string;
}

export interface FeedbackEvent {
  /** Id of the event, the same for each attempt and endpoint */
  id: string;
  type: 'feedback.created' | 'feedback.updated' | 'feedback.status_changed' | 'feedback.merged' | 'feedback.deleted';
  /** Version of the format */
  version: number;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  data: {
    /** TypeID with the prefix `fb_` */
    id: string;
    /** TypeID with the prefix `prj_` */
    project_id: string;
    /** Board of the entry */
    board_id: string;
    type: 'bug' | 'feature' | 'feedback';
    status: 'new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate';
    /** Key of a custom status of the project (`settings.feedback.statuses`) within `status` */
    custom_status: string | null;
    title: string;
    description: string;
    /** Description rendered as sanitized HTML, in which links and images are absolute. Only with `html=true`. */
    description_html?: string;
    /** Other name of `description` */
    content: string;
    /** Other name of `description_html` */
    content_html?: string;
    tags: string[];
    /** Visibility, returned for session tokens and for your own entries (`mine`). `pending` means awaiting approval. */
    visibility?: 'public' | 'pending' | 'private';
    pinned: boolean;
    upvote_count: number;
    downvote_count: number;
    /** Number of public comments */
    comment_count: number;
    image_url: string | null;
    /** Only with `include_personal_data`. */
    submitter_name?: string | null;
    /** Requires a session token and the role member Only with `include_personal_data`. */
    submitter_email?: string | null;
    /** Other name of `submitter_name` Only with `include_personal_data`. */
    author_name?: string | null;
    /** Other name of `submitter_email` Only with `include_personal_data`. */
    author_email?: string | null;
    /** Member who is responsible for the entry. Requires a session token. */
    assignee_id?: string | null;
    /** Day until which the entry is to be done. Requires a session token. */
    due_on?: string | null;
    /** Requires a session token and the role member Only with `include_personal_data`. */
    metadata?: Record<string, unknown>;
    /** Knowledge base search that preceded the submission. Requires a session token; null for viewers. Only with `include_personal_data`. */
    from_query?: string | null;
    /** Values of custom fields (`settings.feedback.fields`) by key. Values of internal fields require a session token and the role member. Only with `include_personal_data`. */
    fields?: Record<string, string | number | boolean>;
    /** Entry into which this entry was merged */
    merged_into: string | null;
    /** Number of people in `voters_segment` who vote for the entry. Only in lists with this filter. */
    segment_vote_count?: number;
    /** Date and time in ISO 8601, UTC, with milliseconds */
    created_at: string;
    /** Date and time in ISO 8601, UTC, with milliseconds */
    updated_at: string;
  };
  /** Changed fields. Personal fields are listed only with `include_personal_data`. */
  changes?: { field: string; old: unknown; new: unknown; }[];
}

export interface VoteEvent {
  /** Id of the event, the same for each attempt and endpoint */
  id: string;
  type: 'feedback.voted';
  /** Version of the format */
  version: number;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  data: {
    /** TypeID with the prefix `fb_` */
    id: string;
    /** TypeID with the prefix `prj_` */
    project_id: string;
    /** Board of the entry */
    board_id: string;
    type: 'bug' | 'feature' | 'feedback';
    status: 'new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate';
    /** Key of a custom status of the project (`settings.feedback.statuses`) within `status` */
    custom_status: string | null;
    title: string;
    description: string;
    /** Description rendered as sanitized HTML, in which links and images are absolute. Only with `html=true`. */
    description_html?: string;
    /** Other name of `description` */
    content: string;
    /** Other name of `description_html` */
    content_html?: string;
    tags: string[];
    /** Visibility, returned for session tokens and for your own entries (`mine`). `pending` means awaiting approval. */
    visibility?: 'public' | 'pending' | 'private';
    pinned: boolean;
    upvote_count: number;
    downvote_count: number;
    /** Number of public comments */
    comment_count: number;
    image_url: string | null;
    /** Only with `include_personal_data`. */
    submitter_name?: string | null;
    /** Requires a session token and the role member Only with `include_personal_data`. */
    submitter_email?: string | null;
    /** Other name of `submitter_name` Only with `include_personal_data`. */
    author_name?: string | null;
    /** Other name of `submitter_email` Only with `include_personal_data`. */
    author_email?: string | null;
    /** Member who is responsible for the entry. Requires a session token. */
    assignee_id?: string | null;
    /** Day until which the entry is to be done. Requires a session token. */
    due_on?: string | null;
    /** Requires a session token and the role member Only with `include_personal_data`. */
    metadata?: Record<string, unknown>;
    /** Knowledge base search that preceded the submission. Requires a session token; null for viewers. Only with `include_personal_data`. */
    from_query?: string | null;
    /** Values of custom fields (`settings.feedback.fields`) by key. Values of internal fields require a session token and the role member. Only with `include_personal_data`. */
    fields?: Record<string, string | number | boolean>;
    /** Entry into which this entry was merged */
    merged_into: string | null;
    /** Number of people in `voters_segment` who vote for the entry. Only in lists with this filter. */
    segment_vote_count?: number;
    /** Date and time in ISO 8601, UTC, with milliseconds */
    created_at: string;
    /** Date and time in ISO 8601, UTC, with milliseconds */
    updated_at: string;
    /** Number of upvotes and downvotes cast since the previous event. A changed vote counts as withdrawn and new. */
    new_votes: number;
    /** Number of votes withdrawn since the previous event */
    withdrawn_votes: number;
  };
  /** Changed fields. Personal fields are listed only with `include_personal_data`. */
  changes?: { field: string; old: unknown; new: unknown; }[];
}

export interface CommentEvent {
  /** Id of the event, the same for each attempt and endpoint */
  id: string;
  type: 'feedback.commented';
  /** Version of the format */
  version: number;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  data: {
    /** TypeID with the prefix `cmt_` */
    id: string;
    /** TypeID with the prefix `prj_` */
    project_id: string;
    /** TypeID with the prefix `fb_` */
    feedback_id: string;
    body: string;
    /** Other name of `body` */
    content: string;
    /** Internal note, visible only to project members */
    internal: boolean;
    /** Private answer, visible only to project members and to the person who had submitted the entry when it was written */
    private: boolean;
    /** Requires a session token */
    visibility?: 'public' | 'pending' | 'private';
    /** User (`usr_`) or service account (`svc_`) that wrote the comment for the team. Requires a session token. */
    author_id?: string | null;
    /** Members whom the comment mentions. Requires a session token. */
    mentioned_ids?: string[];
    /** Name of the recipient of a private answer. Requires a session token. Only with `include_personal_data`. */
    recipient_name?: string | null;
    /** Only with `include_personal_data`. */
    author_name?: string | null;
    /** Only with `include_personal_data`. */
    author_avatar_url?: string | null;
    /** Author type: a project member, a user identified by `X-User-Token`, or an anonymous visitor */
    author_role: 'team' | 'user' | 'visitor';
    /** Date and time in ISO 8601, UTC, with milliseconds */
    created_at: string;
    /** Date and time in ISO 8601, UTC, with milliseconds */
    updated_at: string;
    /** The entry of the comment */
    feedback: {
      title: string;
      status: 'new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate';
      tags: string[];
      upvote_count: number;
    };
  };
  /** Changed fields. Personal fields are listed only with `include_personal_data`. */
  changes?: { field: string; old: unknown; new: unknown; }[];
}

export interface WaitlistEvent {
  /** Id of the event, the same for each attempt and endpoint */
  id: string;
  type: 'waitlist.joined' | 'waitlist.confirmed' | 'waitlist.invited' | 'waitlist.reward_reached';
  /** Version of the format */
  version: number;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  data: {
    /** TypeID with the prefix `wl_` */
    id: string;
    /** TypeID with the prefix `prj_` */
    project_id: string;
    /** Null for viewers Only with `include_personal_data`. */
    email?: string | null;
    /** Null for viewers Only with `include_personal_data`. */
    name?: string | null;
    status: 'waiting' | 'invited' | 'joined' | 'removed';
    referral_code: string;
    /** Number of confirmed entries referred by this entry */
    referral_count: number;
    /** Date and time in ISO 8601, UTC, with milliseconds */
    created_at: string;
    referral_source: string | null;
    /** Id of the referring entry */
    referred_by: string | null;
    /** Country of the sign-up, as ISO 3166-1 code. Null for entries that your server or an import added, and on instances without geolocation. */
    country: string | null;
    /** Custom data. Empty for viewers. Only with `include_personal_data`. */
    metadata?: Record<string, unknown>;
    /** Answers to the questions of the sign-up form by key. Empty for viewers. Only with `include_personal_data`. */
    answers?: Record<string, string[] | string | number | boolean>;
    /** Time at which the address was confirmed. Null for unconfirmed entries. */
    confirmed_at: string | null;
    /** Date and time in ISO 8601, UTC, with milliseconds */
    invited_at: string | null;
    /** Time at which the person unsubscribed from broadcasts */
    unsubscribed_at: string | null;
    /** Date and time in ISO 8601, UTC, with milliseconds */
    updated_at: string;
  };
  /** Changed fields. Personal fields are listed only with `include_personal_data`. */
  changes?: { field: string; old: unknown; new: unknown; }[];
}

export interface TestimonialEvent {
  /** Id of the event, the same for each attempt and endpoint */
  id: string;
  type: 'testimonial.submitted' | 'testimonial.approved' | 'testimonial.rejected';
  /** Version of the format */
  version: number;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  data: {
    /** TypeID with the prefix `tm_` */
    id: string;
    /** TypeID with the prefix `prj_` */
    project_id: string;
    status: 'pending' | 'approved' | 'rejected';
    /** Only with `include_personal_data`. */
    author_name?: string;
    /** Requires a session token and the role member Only with `include_personal_data`. */
    author_email?: string | null;
    /** Only with `include_personal_data`. */
    author_title?: string | null;
    /** Only with `include_personal_data`. */
    author_company?: string | null;
    /** Only with `include_personal_data`. */
    author_avatar_url?: string | null;
    content: string;
    rating: number;
    image_url: string | null;
    /** Page of a video on YouTube, Vimeo or Loom */
    video_url: string | null;
    /** URL of the original publication */
    source_url: string | null;
    tags: string[];
    featured: boolean;
    /** Relationship between author and project, shown on the testimonial card. `incentive`: the author received a benefit. `affiliated`: the author belongs to the project. */
    disclosure: 'none' | 'incentive' | 'affiliated';
    /** Consent of the author. Requires a session token and the role member. Only with `include_personal_data`. */
    consent?: {
      text: string;
      version: string;
      /** Date and time in ISO 8601, UTC, with milliseconds */
      agreed_at: string;
    } | null;
    /** Id in the system that the testimonial comes from. Requires a session token and the role member. */
    external_id?: string | null;
    /** Collections of the testimonial. Requires a session token and the role member. */
    collection_ids?: string[];
    /** Answers to the questions of the request, never published. Requires a session token and the role member. */
    answers?: { question: string; answer: string; }[];
    /** Date and time in ISO 8601, UTC, with milliseconds */
    created_at: string;
    /** Date and time in ISO 8601, UTC, with milliseconds */
    updated_at: string;
  };
  /** Changed fields. Personal fields are listed only with `include_personal_data`. */
  changes?: { field: string; old: unknown; new: unknown; }[];
}

export interface ChangelogEvent {
  /** Id of the event, the same for each attempt and endpoint */
  id: string;
  type: 'changelog.published';
  /** Version of the format */
  version: number;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  data: {
    /** TypeID with the prefix `cl_` */
    id: string;
    /** TypeID with the prefix `prj_` */
    project_id: string;
    title: string;
    slug: string;
    /** Content in Markdown */
    content: string;
    /** Content rendered as sanitized HTML. Relative links and images are absolute, relative to `url`. Links to footnotes stay within the text, except in webhooks. */
    content_html: string;
    version: string | null;
    type: 'feature' | 'improvement' | 'fix' | 'breaking';
    tags: string[];
    status: 'draft' | 'scheduled' | 'published';
    published: boolean;
    /** Date and time in ISO 8601, UTC, with milliseconds */
    published_at: string | null;
    /** Date and time in ISO 8601, UTC, with milliseconds */
    scheduled_at: string | null;
    feedback_ids: string[];
    /** Id in the system that the entry comes from. Requires a session token. */
    external_id?: string | null;
    /** Segment of people for whom the entry is: for everyone else it does not exist on pages, in widgets, feeds and emails. Null for everyone. Returned for session tokens. */
    segment_id?: string | null;
    /** Paths of the pages on which widgets show the entry; `*` stands for any characters. Empty for all. Feeds, emails and public lists omit entries for pages. Returned for session tokens. */
    pages?: string[];
    /** ISO 639 codes of the readers’ languages. Empty for all. Readers without a known language see no entry for languages. Returned for session tokens. */
    languages?: string[];
    /** Event or page, one of both, that shows that people use the release. Null for none. Returned for session tokens. */
    success?: {
      /** Name of an event with a `user_id` */
      event?: string;
      /** Path of a viewed page. `*` stands for any characters. */
      page?: string;
    } | null;
    /** Days of 24 hours after the publication in which uses count, 7 by default. Returned for session tokens. */
    window_days?: number;
    /** Cover image */
    image_url: string | null;
    /** Text of the cover image */
    image_alt: string;
    /** Form in which the widget `earshot-changelog-announcement` shows the published entry, once to each visitor: a line or a card. Null for no announcement. */
    announcement: 'banner' | 'popup' | null;
    /** Time at which the announcement ends. Null for an announcement without end. */
    announcement_ends_at: string | null;
    /** URL of the published entry */
    url: string;
    /** Date and time in ISO 8601, UTC, with milliseconds */
    created_at: string;
    /** Date and time in ISO 8601, UTC, with milliseconds */
    updated_at: string;
  };
  /** Changed fields. Personal fields are listed only with `include_personal_data`. */
  changes?: { field: string; old: unknown; new: unknown; }[];
}

export interface ChangelogAdoptionEvent {
  /** Id of the event, the same for each attempt and endpoint */
  id: string;
  type: 'changelog.adoption_measured';
  /** Version of the format */
  version: number;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  data: {
    /** Id of the changelog entry */
    id: string;
    /** TypeID with the prefix `prj_` */
    project_id: string;
    title: string;
    /** Event or page, one of both, that shows that people use the release. Null for none. Returned for session tokens. */
    success: {
      /** Name of an event with a `user_id` */
      event?: string;
      /** Path of a viewed page. `*` stands for any characters. */
      page?: string;
    } | null;
    /** Date and time in ISO 8601, UTC, with milliseconds */
    published_at: string;
    /** End of the window. Later uses do not count. */
    window_ends_at: string;
    /** Time before which all accepted events are counted */
    as_of: string;
    /** Whether the window has ended. Late events of the window still count. */
    is_complete: boolean;
    /** Number of people who upvoted, submitted or follow the linked feedback. Null for viewers and tokens without `personal_data:read` while fewer than 5 people are identified. */
    asked: number | null;
    /** Number of those with a user id or a confirmed address: the base of the rates. Null for viewers and tokens without `personal_data:read` while fewer than 5 people are identified. */
    identified: number | null;
    /** Number of those who are not identified, and of whom nothing else is known. Null for viewers and tokens without `personal_data:read` while fewer than 5 people are identified. */
    unknown: number | null;
    /** Number of identified people who were notified of the entry by mail. Null for viewers and tokens without `personal_data:read` while fewer than 5 people are identified. */
    told: number | null;
    /** Number of identified people with an event in the window. Null for viewers and tokens without `personal_data:read` while fewer than 5 people are identified. */
    returned: number | null;
    /** Number of identified people without a use in the window. Null for viewers and tokens without `personal_data:read` while fewer than 5 people are identified. */
    silent: number | null;
    used: {
      /** Number of identified people who used the release in the window. Null for viewers and tokens without `personal_data:read` while fewer than 5 people are identified. */
      count: number | null;
      /** Share of the identified people, from 0 to 1. Null for fewer than 5 people. */
      rate: number | null;
      /** Wilson interval of the rate at 95 %. Null for fewer than 5 people. */
      interval: number[] | null;
      /** Median time from the publication to the first use in days. Null for fewer than 5 people, and without uses. */
      median_days: number | null;
    };
    others: {
      /** Number of everybody else with a user id and an event in the window */
      active: number;
      /** Number of those who used the release in the window */
      used: number;
      /** Share of those, from 0 to 1. Null for fewer than 5 people. */
      rate: number | null;
    };
  };
  /** Changed fields. Personal fields are listed only with `include_personal_data`. */
  changes?: { field: string; old: unknown; new: unknown; }[];
}

export interface MissedSearchEvent {
  /** Id of the event, the same for each attempt and endpoint */
  id: string;
  type: 'knowledge_base.searched_without_results';
  /** Version of the format */
  version: number;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  data: {
    /** TypeID with the prefix `idx_` */
    index_id: string;
    query: string;
  };
  /** Changed fields. Personal fields are listed only with `include_personal_data`. */
  changes?: { field: string; old: unknown; new: unknown; }[];
}

export interface AlertEvent {
  /** Id of the event, the same for each attempt and endpoint */
  id: string;
  type: 'alert.triggered' | 'alert.recovered';
  /** Version of the format */
  version: number;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  data: {
    /** TypeID with the prefix `alt_` */
    id: string;
    /** TypeID with the prefix `alr_` */
    alert_id: string;
    /** `above` and `below` compare with `threshold`. `outside_usual`, `above_usual` and `below_usual` compare with the usual range of the same time of the week in the four weeks before. */
    condition: 'above' | 'below' | 'outside_usual' | 'above_usual' | 'below_usual';
    /** Start of the window, inclusive */
    from: string;
    /** End of the window, exclusive */
    to: string;
    /** Count of the window */
    value: number;
    /** Median of the same time in the four weeks before. Null for conditions with a threshold. */
    usual: number | null;
    /** Lowest usual count */
    usual_low: number | null;
    /** Highest usual count */
    usual_high: number | null;
    /** Required with the conditions `above` and `below`, otherwise not allowed */
    threshold: number | null;
    /** The report of the window in the dashboard */
    url: string;
    /** Date and time in ISO 8601, UTC, with milliseconds */
    triggered_at: string;
    /** Time since which the alert is no longer triggered */
    recovered_at: string | null;
    /** Count at the recovery. Null when the alert was changed or disabled instead. */
    recovered_value: number | null;
    /** The alert */
    alert: {
      /** TypeID with the prefix `alr_` */
      id: string;
      name: string;
      /** Counted items of each window. `events` counts the events that match `filters`, such as `event:is:error`; `conversions` those of a goal; `intake` accepted events by the time of their arrival, and only windows of an hour or longer; `feedback` new feedback entries. */
      metric: 'visitors' | 'visits' | 'page_views' | 'events' | 'conversions' | 'intake' | 'feedback';
      /** Filters in the form `dimension:operator:value`, as in reports. Not allowed with the metrics `intake` and `feedback`. */
      filters: string[];
      /** Goal whose conversions are counted. Required with the metric `conversions`, otherwise not allowed. */
      goal_id: string | null;
      /** Length of the window in minutes */
      window_minutes: 5 | 15 | 30 | 60 | 180 | 360 | 720 | 1440;
    };
  };
  /** Changed fields. Personal fields are listed only with `include_personal_data`. */
  changes?: { field: string; old: unknown; new: unknown; }[];
}

export interface TestEvent {
  /** Id of the event, the same for each attempt and endpoint */
  id: string;
  type: 'webhook.test';
  /** Version of the format */
  version: number;
  /** Date and time in ISO 8601, UTC, with milliseconds */
  created_at: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  data: { message: string; };
  /** Changed fields. Personal fields are listed only with `include_personal_data`. */
  changes?: { field: string; old: unknown; new: unknown; }[];
}

/** Error codes of the API. */
export type ErrorCode =
  | 'validation'
  | 'request.malformed'
  | 'request.invalid_encoding'
  | 'request.invalid_json'
  | 'request.invalid_multipart'
  | 'request.timeout'
  | 'request.body_too_large'
  | 'request.unsupported_media_type'
  | 'request.headers_too_large'
  | 'request.route_not_found'
  | 'request.resource_deleted'
  | 'request.idempotency_key_reused'
  | 'request.if_match_unsupported'
  | 'request.rate_limited'
  | 'server.internal'
  | 'server.stopping'
  | 'server.database_unavailable'
  | 'server.event_store_unavailable'
  | 'auth.token_required'
  | 'auth.token_invalid'
  | 'auth.key_required'
  | 'auth.key_invalid'
  | 'auth.origin_not_allowed'
  | 'auth.user_token_invalid'
  | 'auth.user_token_expired'
  | 'auth.user_token_signature_invalid'
  | 'auth.user_token_audience_invalid'
  | 'auth.share_token_invalid'
  | 'auth.share_of_other_project'
  | 'auth.credential_not_accepted'
  | 'auth.not_a_member'
  | 'auth.role_required'
  | 'auth.scope_required'
  | 'auth.oauth'
  | 'auth.browser_sign_in_required'
  | 'auth.device_code_not_found'
  | 'auth.app_not_registered'
  | 'auth.redirect_uri_not_registered'
  | 'auth.authorization_request_not_found'
  | 'auth.connected_app_not_found'
  | 'auth.personal_token_not_found'
  | 'auth.sign_in_not_found'
  | 'auth.passkey_rejected'
  | 'auth.passkey_not_found'
  | 'auth.session_not_found'
  | 'auth.link_not_found'
  | 'auth.mail_not_configured'
  | 'auth.provider_unavailable'
  | 'end_users.codes_not_available'
  | 'end_users.too_many_codes'
  | 'service_accounts.not_found'
  | 'service_accounts.token_not_found'
  | 'service_accounts.name_taken'
  | 'keys.not_found'
  | 'keys.name_taken'
  | 'keys.limit_reached'
  | 'keys.default'
  | 'projects.not_found'
  | 'projects.slug_taken'
  | 'projects.not_a_test_project'
  | 'projects.creation_forbidden'
  | 'projects.quota_exceeded'
  | 'domains.too_many_checks'
  | 'domains.not_found'
  | 'members.not_found'
  | 'members.already_signed_in'
  | 'members.already_member'
  | 'members.owner_fixed'
  | 'members.not_signed_in'
  | 'pages.not_found'
  | 'mails.not_found'
  | 'mails.limit_exceeded'
  | 'mails.server_unavailable'
  | 'mails.inbound_disabled'
  | 'mails.inbound_secret_invalid'
  | 'mails.link_expired'
  | 'mails.link_target_not_found'
  | 'report_subscriptions.not_found'
  | 'report_subscriptions.limit_exceeded'
  | 'archives.not_found'
  | 'archives.link_expired'
  | 'archives.range_invalid'
  | 'archives.export_running'
  | 'archives.invalid'
  | 'archives.project_not_empty'
  | 'archives.restore_running'
  | 'versions.not_found'
  | 'notifications.not_found'
  | 'uploads.not_found'
  | 'uploads.storage_unavailable'
  | 'uploads.busy'
  | 'webhooks.not_found'
  | 'webhooks.too_many_streams'
  | 'webhooks.disabled'
  | 'deliveries.not_found'
  | 'mcp.origin_not_allowed'
  | 'mcp.method_not_allowed'
  | 'exports.too_many'
  | 'people.not_found'
  | 'companies.not_found'
  | 'people.segment_not_found'
  | 'people.segment_name_taken'
  | 'people.segment_limit_reached'
  | 'people.segment_in_use'
  | 'people.erasure_interrupted'
  | 'imports.not_found'
  | 'imports.file_not_found'
  | 'imports.part_conflict'
  | 'imports.not_possible'
  | 'imports.unreadable'
  | 'proposals.not_found'
  | 'proposals.no_model'
  | 'proposals.limit_reached'
  | 'proposals.model_failed'
  | 'proposals.decided'
  | 'proposals.outdated'
  | 'feedback.not_found'
  | 'feedback.vote_not_found'
  | 'feedback.merge_reveals_comments'
  | 'feedback.merge_target_not_found'
  | 'feedback.move_target_not_found'
  | 'feedback.merged'
  | 'feedback.too_many_votes'
  | 'feedback.sign_in_required'
  | 'feedback.vote_burst_not_found'
  | 'feedback.vote_burst_removed'
  | 'feedback.score_not_found'
  | 'feedback.score_limit_reached'
  | 'feedback.view_not_found'
  | 'feedback.board_not_found'
  | 'feedback.board_slug_taken'
  | 'feedback.board_limit_reached'
  | 'feedback.board_not_empty'
  | 'feedback.board_is_default'
  | 'feedback.not_merged'
  | 'feedback.merge_into_itself'
  | 'comments.not_found'
  | 'waitlist.not_found'
  | 'waitlist_broadcasts.not_found'
  | 'waitlist_broadcasts.filter_deleted'
  | 'waitlist.email_taken'
  | 'waitlist.referral_code_not_found'
  | 'testimonials.not_found'
  | 'testimonials.request_not_found'
  | 'testimonial_rules.not_found'
  | 'testimonial_rules.name_taken'
  | 'testimonial_collections.not_found'
  | 'testimonial_collections.slug_taken'
  | 'testimonial_collections.limit_reached'
  | 'testimonial_rules.limit_reached'
  | 'changelog.not_found'
  | 'changelog.adoption_not_found'
  | 'changelog.slug_taken'
  | 'changelog.external_id_taken'
  | 'changelog.version_ambiguous'
  | 'changelog.edit_conflict'
  | 'changelog.published'
  | 'changelog.reactions_off'
  | 'changelog.too_many_reactions'
  | 'subscribers.not_found'
  | 'indexes.not_found'
  | 'indexes.search_unavailable'
  | 'indexes.name_taken'
  | 'documents.not_found'
  | 'documents.slug_taken'
  | 'documents.language_taken'
  | 'documents.edit_conflict'
  | 'documents.content_too_large'
  | 'search_clusters.not_found'
  | 'answers.disabled'
  | 'answers.limit_reached'
  | 'answers.model_unavailable'
  | 'searches.not_found'
  | 'goals.not_found'
  | 'goals.name_taken'
  | 'alerts.not_found'
  | 'alerts.limit_exceeded'
  | 'funnels.not_found'
  | 'funnels.name_taken'
  | 'funnels.limit_exceeded'
  | 'annotations.not_found'
  | 'segments.not_found'
  | 'segments.name_taken'
  | 'segments.in_use'
  | 'shares.not_found'
  | 'shares.embed_not_allowed'
  | 'shares.password_required'
  | 'shares.password_wrong'
  | 'shares.too_many_attempts'
  | 'search_console.not_connected'
  | 'search_console.key_rejected'
  | 'search_console.api_disabled'
  | 'search_console.site_forbidden'
  | 'search_console.quota_exceeded'
  | 'search_console.unreachable'
  | 'analytics.timestamp_in_future'
  | 'analytics.timestamp_too_old'
  | 'analytics.too_many_imports'
  | 'analytics.too_many_streams'
  | 'analytics.too_many_events';

/** Scopes of tokens. */
export type Scope =
  | 'feedback:read'
  | 'feedback:write'
  | 'waitlist:read'
  | 'waitlist:write'
  | 'testimonials:read'
  | 'testimonials:write'
  | 'changelog:read'
  | 'changelog:write'
  | 'knowledge_base:read'
  | 'knowledge_base:write'
  | 'analytics:read'
  | 'analytics:write'
  | 'people:read'
  | 'people:write'
  | 'webhooks:read'
  | 'webhooks:write'
  | 'projects:read'
  | 'projects:write'
  | 'notifications:read'
  | 'notifications:write'
  | 'audit_log:read'
  | 'personal_data:read'
  | 'admin';

/** The body of a webhook request. `type` tells which fields `data` has. */
export type WebhookEvent =
  | FeedbackEvent
  | VoteEvent
  | CommentEvent
  | WaitlistEvent
  | TestimonialEvent
  | ChangelogEvent
  | ChangelogAdoptionEvent
  | MissedSearchEvent
  | AlertEvent
  | TestEvent;

/** An invalid field of a request. */
export interface FieldError {
  /** Path of the field, such as `settings.pages.logo_url` or `tags[1]`. Empty for the entire body. */
  path: string;
  code: 'required' | 'unknown' | 'type' | 'format' | 'choice' | 'too_short' | 'too_long' | 'too_small' | 'too_large' | 'too_few' | 'too_many' | 'duplicate' | 'taken' | 'not_found' | 'not_allowed' | 'conflict' | 'invalid';
  message: string;
}

export interface ProjectQuery {
  /** Id of the project. Required with a session token unless `X-Project-Key` is set. */
  project_id?: string | undefined;
}

export interface PageQuery {
  /** Page number, starting at 1 */
  page?: number | undefined;
  /** Number of items per page */
  limit?: number | undefined;
  /** `next_cursor` of the previous page of the same list, with the same filters and sort order. Unlike `page`, no item is skipped or returned twice when items before it are added, changed or deleted. Replaces `page`. */
  cursor?: string | undefined;
}

export interface ReportQuery {
  /** Named period. Days, months and years follow the time zone. Periods end now and include the current day or month, except `yesterday`, `last_month` and `last_year`. `all` starts with the first event. Defaults to `30d`. */
  period?: 'today' | 'yesterday' | '24h' | '7d' | '30d' | '90d' | 'this_month' | 'last_month' | 'this_year' | 'last_year' | '12mo' | 'all' | undefined;
  /** Start of a custom period, inclusive: a date, or a date and time in ISO 8601. Replaces `period`. */
  from?: string | undefined;
  /** End of a custom period: a date (inclusive), or a date and time in ISO 8601 (exclusive). Defaults to the current time. */
  to?: string | undefined;
  /** IANA time zone for day boundaries. Defaults to the time zone of the project. */
  timezone?: string | undefined;
  /** Filter in the form `dimension:operator:value`, repeatable. Operators: `is`, `is_not`, `contains`, `matches` (with `*` as a wildcard). Properties have the form `property:<name>:operator:value`. Several `is` filters on the same dimension match any of their values; all other filters must match together. With a filter by event or property, lists of pages count the matching events by page. Pages and hosts are normalized like those of events, so `/thanks/`, `/caf%C3%A9` and `https://example.com/thanks` can be used as they appear in URLs. */
  filter?: readonly string[] | string | undefined;
  /** Whether to include traffic classified as bots. Defaults to `exclude`. */
  bots?: 'exclude' | 'include' | 'only' | undefined;
}

/** Routes of the API with their path parameters, query parameters, request body and result. */
export interface Routes {
  /** Check liveness */
  'GET /health': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    result: { ok: boolean; };
  };
  /** Check readiness */
  'GET /health/ready': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    result: {
      ok: boolean;
      engines: {
        /** State of PostgreSQL: `ready`, `unavailable`, or `read-only` while writes are rejected, for example because the disk is full */
        postgres: string;
        /** State of ClickHouse: `ready` or `unavailable`. Events are still accepted while ClickHouse is unavailable. */
        clickhouse: string;
      };
      /** Reason why the node is not ready */
      reason: string | null;
      /** Result of the last verification, which runs after the start of a node and once a day. The intake report of a project lists the affected days. */
      analytics: {
        /** State of the stored events: `complete`, `incomplete` when stored events were lost, or `unknown` while PostgreSQL is unavailable */
        state: string;
      };
    };
  };
  /** Get the version of the instance */
  'GET /v1/version': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    result: Version;
  };
  /** Check the configuration of the instance */
  'GET /v1/diagnostics': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    result: Diagnostics;
  };
  /** List identity providers */
  'GET /v1/auth/providers': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    result: {
      data: Provider[];
      /** The public URL of this instance. Sign-ins work at this address only. */
      public_url: string;
    };
  };
  /** Start a sign-in */
  'GET /v1/auth/login': {
    path: Record<string, never>;
    query: {
      /** Identity provider. Required when several providers are configured. */
      provider?: 'oidc' | 'github' | 'account' | 'local' | undefined;
      /** Redirect target after the sign-in: a page of this instance, or `http://127.0.0.1:<port>/…` for a command-line client (RFC 8252) */
      return_to?: string | undefined;
      /** Base64url-encoded SHA-256 hash of the `code_verifier` (RFC 7636) */
      code_challenge: string;
      code_challenge_method?: 'S256' | undefined;
      /** Opaque value that is returned to `return_to` unchanged */
      state?: string | undefined;
      /** Email address that the person has entered already, for the identity provider. Ignored when another website starts the sign-in. */
      login_hint?: string | undefined;
    };
    body: undefined;
    result: undefined;
  };
  /** Complete a sign-in */
  'GET /v1/auth/callback': {
    path: Record<string, never>;
    query: {
      /** The `state` value sent to the identity provider */
      state?: string | undefined;
      /** Authorization code of the identity provider */
      code?: string | undefined;
      /** Error code of the identity provider */
      error?: string | undefined;
    };
    body: undefined;
    result: undefined;
  };
  /** Exchange a code or refresh token for tokens */
  'POST /v1/auth/token': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** One of `authorization_code`, `refresh_token`, `urn:ietf:params:oauth:grant-type:device_code` */
      grant_type: string;
      /** Code that was passed to `return_to`. Only for `authorization_code`. */
      code?: string | undefined;
      /** Code verifier that matches the `code_challenge`. Only for `authorization_code`. */
      code_verifier?: string | undefined;
      /** Single-use refresh token. Only for `refresh_token`, and optional when the refresh cookie is set. */
      refresh_token?: string | undefined;
      /** Stores the refresh token in an HTTP-only cookie for this path instead of returning it. Only for `authorization_code`, for pages of this instance. */
      refresh_cookie?: boolean | undefined;
      /** Device code. Only for `urn:ietf:params:oauth:grant-type:device_code`. */
      device_code?: string | undefined;
      client_id?: string | undefined;
    };
    result: Tokens;
  };
  /** Revoke a token */
  'POST /v1/auth/revoke': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** Access token, refresh token or personal access token. A refresh token revokes the entire sign-in. */
      token: string;
      token_type_hint?: string | undefined;
    };
    result: Ok;
  };
  /** Start device authorization */
  'POST /v1/auth/device': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** Name of the client program, shown to the user who approves the device */
      client_id?: string | undefined;
    };
    result: DeviceAuthorization;
  };
  /** Get a pending device authorization */
  'GET /v1/auth/device': {
    path: Record<string, never>;
    query: { user_code: string; };
    body: undefined;
    result: WaitingDevice;
  };
  /** Approve or deny a device */
  'POST /v1/auth/device/decide': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      user_code: string;
      /** True to approve the device, false to deny it */
      allow: boolean;
    };
    result: Ok;
  };
  /** Get the current session */
  'GET /v1/auth/session': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    result: Session;
  };
  /** Sign out */
  'DELETE /v1/auth/session': {
    path: Record<string, never>;
    query: {
      /** Signs out on all devices. Personal access tokens stay valid. */
      everywhere?: boolean | undefined;
    };
    body: undefined;
    result: Ok;
  };
  /** List personal access tokens */
  'GET /v1/auth/tokens': {
    path: Record<string, never>;
    query: PageQuery;
    body: undefined;
    result: Page<PersonalToken>;
  };
  /** Create a personal access token */
  'POST /v1/auth/tokens': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      name: string;
      expires_in_days?: number | undefined;
      /** Scopes of the token. Defaults to all permissions of the user. */
      scopes?: readonly Scope[] | undefined;
      /** Projects that the token is limited to. Defaults to all projects of the user, including future ones. */
      project_ids?: readonly string[] | undefined;
    };
    result: NewPersonalToken;
  };
  /** Revoke a personal access token */
  'DELETE /v1/auth/tokens/{id}': {
    path: {
      /** TypeID with the prefix `tok_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** List sessions */
  'GET /v1/auth/sessions': {
    path: Record<string, never>;
    query: PageQuery;
    body: undefined;
    result: Page<ActiveSession>;
  };
  /** End all other sessions */
  'DELETE /v1/auth/sessions': {
    path: Record<string, never>;
    query: {
      /** Also revokes all personal access tokens, except the one of the request */
      personal_tokens?: boolean | undefined;
    };
    body: undefined;
    result: Ok;
  };
  /** End a session */
  'DELETE /v1/auth/sessions/{id}': {
    path: {
      /** TypeID with the prefix `ses_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Get the options for signing in with a passkey */
  'POST /v1/auth/account/passkey-options': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** The `request` in the URL of the sign-in page */
      request: string;
    };
    result: PasskeyRequestOptions;
  };
  /** Sign in with a passkey */
  'POST /v1/auth/account/passkey': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** The `request` in the URL of the sign-in page */
      request: string;
      /** Result of `navigator.credentials.get`, as JSON (`PublicKeyCredential.toJSON`) */
      credential: {
        id: string;
        rawId: string;
        type: 'public-key';
        response: { clientDataJSON: string; authenticatorData: string; signature: string; };
        clientExtensionResults?: Record<string, never> | undefined;
        authenticatorAttachment?: string | null | undefined;
      };
    };
    result: AccountSignedIn;
  };
  /** Email a sign-in code */
  'POST /v1/auth/account/mail-code': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** The `request` in the URL of the sign-in page */
      request: string;
      email: string;
    };
    result: Ok;
  };
  /** Sign in with a mailed code */
  'POST /v1/auth/account/code': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** The `request` in the URL of the sign-in page */
      request: string;
      /** Six-digit code from the email */
      code: string;
    };
    result: AccountSignedIn;
  };
  /** Sign in with a one-time link */
  'POST /v1/auth/account/link': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** The `request` in the URL of the sign-in page */
      request: string;
      /** The part of the link after `#` */
      link: string;
      /** Email address of the first user. Required for the setup link. */
      email?: string | undefined;
      /** Name of the first user */
      name?: string | undefined;
    };
    result: AccountSignedIn;
  };
  /** List passkeys */
  'GET /v1/auth/passkeys': {
    path: Record<string, never>;
    query: PageQuery;
    body: undefined;
    result: Page<Passkey>;
  };
  /** Add a passkey */
  'POST /v1/auth/passkeys': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** Name in the list of passkeys */
      name: string;
      /** Result of `navigator.credentials.create`, as JSON (`PublicKeyCredential.toJSON`) */
      credential: {
        id: string;
        rawId: string;
        type: 'public-key';
        response: { clientDataJSON: string; attestationObject: string; };
        clientExtensionResults?: Record<string, never> | undefined;
        authenticatorAttachment?: string | null | undefined;
      };
    };
    result: Passkey;
  };
  /** Get the options for adding a passkey */
  'POST /v1/auth/passkeys/options': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    result: PasskeyCreationOptions;
  };
  /** Rename a passkey */
  'PATCH /v1/auth/passkeys/{id}': {
    path: {
      /** TypeID with the prefix `pky_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      /** Name in the list of passkeys */
      name: string;
    };
    result: Passkey;
  };
  /** Remove a passkey */
  'DELETE /v1/auth/passkeys/{id}': {
    path: Routes['PATCH /v1/auth/passkeys/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Get a pending request of an app */
  'GET /v1/auth/authorization-request': {
    path: Record<string, never>;
    query: {
      /** Secret in the URL of the page */
      request: string;
    };
    body: undefined;
    result: AuthorizationRequest;
  };
  /** Approve or deny an app */
  'POST /v1/auth/authorization-request/decide': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** Secret in the URL of the page */
      request: string;
      /** True to connect the app, false to refuse */
      allow: boolean;
      /** Granted scopes. Defaults to the requested scopes. */
      scopes?: readonly Scope[] | undefined;
      /** Projects that the app is limited to. Defaults to all projects of the user, including future ones. */
      project_ids?: readonly string[] | undefined;
    };
    result: AuthorizationDecision;
  };
  /** List connected apps */
  'GET /v1/auth/connected-apps': {
    path: Record<string, never>;
    query: PageQuery;
    body: undefined;
    result: Page<ConnectedApp>;
  };
  /** Disconnect an app */
  'DELETE /v1/auth/connected-apps/{id}': {
    path: {
      /** TypeID with the prefix `con_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** List the account log */
  'GET /v1/auth/log': {
    path: Record<string, never>;
    query: PageQuery & {
      /** Only entries of this action */
      action?: 'session.created' | 'session.ended' | 'session.others_ended' | 'token.created' | 'token.revoked' | 'connected_app.authorized' | 'connected_app.revoked' | 'passkey.created' | 'passkey.deleted' | undefined;
    };
    body: undefined;
    result: Page<AccountLogEntry>;
  };
  /** Register an app */
  'POST /v1/oauth/register': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** Redirect URIs with `https`, with a scheme of the app, or with `http` on a loopback address, whose port may differ in requests */
      redirect_uris: readonly string[];
      /** Name of the app, shown to the user */
      client_name?: string | undefined;
      grant_types?: readonly string[] | undefined;
      response_types?: readonly string[] | undefined;
    };
    result: RegisteredApp;
  };
  /** Exchange a code or refresh token of an app for tokens */
  'POST /v1/oauth/token': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** `authorization_code` or `refresh_token` */
      grant_type: string;
      /** Id of the registered app, or the URL of its metadata document. Required. */
      client_id?: string | undefined;
      /** Code of the authorization response. Only for `authorization_code`. */
      code?: string | undefined;
      /** Code verifier that matches the `code_challenge`. Only for `authorization_code`. */
      code_verifier?: string | undefined;
      /** Redirect URI of the authorization request, if it is sent */
      redirect_uri?: string | undefined;
      /** Single-use refresh token. Only for `refresh_token`. */
      refresh_token?: string | undefined;
      /** Fewer scopes for the access token. Only for `refresh_token`. */
      scope?: string | undefined;
      /** URL of the MCP server (RFC 8707), if it is sent */
      resource?: string | undefined;
    };
    result: AppTokens;
  };
  /** Revoke a token of an app */
  'POST /v1/oauth/revoke': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** Access token or refresh token. A refresh token disconnects the app. */
      token: string;
      token_type_hint?: string | undefined;
      client_id?: string | undefined;
    };
    result: Ok;
  };
  /** Update your profile */
  'PATCH /v1/auth/profile': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** Name that others see. Null for the name at the identity provider, from the next sign-in on. */
      name?: string | null | undefined;
      /** PNG, JPEG or WebP image of up to 45 kB, in base64. Null for no image: the initials of the name are shown. */
      avatar?: string | null | undefined;
      /** Language of the dashboard and of emails to the user. Null: the language of the browser, also for sign-in codes, that of the project in other emails, and English in security notices. */
      language?: 'en' | 'de' | 'es' | 'fr' | 'ja' | 'pt' | 'ar' | null | undefined;
    };
    result: Profile;
  };
  /** Get an avatar */
  'GET /v1/auth/avatars/{name}': {
    path: { name: string; };
    query: Record<string, never>;
    body: undefined;
    result: string;
  };
  /** List projects */
  'GET /v1/projects': {
    path: Record<string, never>;
    query: PageQuery;
    body: undefined;
    result: Page<Project>;
  };
  /** Create a project */
  'POST /v1/projects': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      name: string;
      /** URL segment of the project, unique on this instance. Derived from the name by default. */
      slug?: string | undefined;
      /** Sets `settings.analytics.timezone`. Defaults to UTC. */
      timezone?: string | undefined;
    };
    result: Project;
  };
  /** Get a project */
  'GET /v1/projects/{id}': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Project;
  };
  /** Update a project */
  'PATCH /v1/projects/{id}': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: Record<string, never>;
    body: {
      name?: string | undefined;
      /** URL segment of the project, unique on this instance. Derived from the name by default. */
      slug?: string | undefined;
      settings?: {
        feedback?: {
          /** Which entries and comments require approval: none (`off`), those of anonymous visitors (`anonymous`), or those of everyone except project members (`all`) */
          moderation?: 'off' | 'anonymous' | 'all' | undefined;
          /** Whether the checkbox “Email me when there is news” of feedback forms is checked until the visitor changes it */
          follow_default?: boolean | undefined;
          /** Permitted voters: everyone (`anyone`), people with a confirmed email address or an `X-User-Token` (`confirmed`), or users with an `X-User-Token` (`signed_in`). Members can always vote. Votes that exist remain, and can be removed by their voters. */
          voting?: 'anyone' | 'confirmed' | 'signed_in' | undefined;
          /** Maximum number of new votes of anonymous visitors for an entry, from one network (/24 for IPv4, /64 for IPv6) on one day (UTC). Votes of users with `X-User-Token`, and of and for people whom members name, are not limited. */
          anonymous_votes_per_network?: number | undefined;
          /** Whether duplicates and tags are proposed for new entries in the background. Requires `EARSHOT_LLM_URL`. The title and the description of the entry, those of similar entries, and the tags of the project are sent to the model. Nothing changes until a member accepts a proposal. */
          suggestions?: boolean | undefined;
          /** Number of proposals within 24 hours, including those that members ask for, after which none are made for new entries */
          suggestions_per_day?: number | undefined;
          /** Names and colors of the statuses, in the order of boards, roadmaps and menus. Items with a `key` are custom statuses: several of them may belong to one state. States that the list omits follow in the standard order. The API, webhooks, filters and URLs keep the values of `status`. */
          statuses?: readonly ({
            /** Name of a custom status in the API (`custom_status` of entries). Null for the display of the state itself. Entries keep the key when the name changes; a key that is removed hides the custom status of its entries, which returns with the key. */
            key?: string | null | undefined;
            /** State, to which a custom status belongs */
            status: 'new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate';
            /** Name of the status in all places where people read it. Null for the standard name; required for custom statuses. */
            name?: string | null | undefined;
            /** Color of the status. Null for the standard color. */
            color?: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'purple' | 'pink' | null | undefined;
          })[] | undefined;
          /** Custom fields of entries, in the order of forms. A field that is removed hides its values, which return with the field. */
          fields?: readonly ({
            /** Name in the API. Entries keep their values when the label changes. */
            key: string;
            /** Name for people */
            label: string;
            /** Type of the values. Values of another type are hidden after a change. */
            type: 'text' | 'number' | 'boolean' | 'date' | 'select' | 'url';
            /** Whether visitors must give a value. Members and imports may omit it. */
            required?: boolean | undefined;
            /** Whether visitors give the value in forms and with API keys, and everyone reads it. Internal fields are for project members only. */
            public?: boolean | undefined;
            /** Choices of a selection */
            options?: readonly string[] | undefined;
          })[] | undefined;
        } | undefined;
        waitlist?: {
          /** Whether to send new entries an email with their position and referral link */
          welcome_mail?: boolean | undefined;
          /** Whether entries are counted only after the address is confirmed by email */
          double_opt_in?: boolean | undefined;
          /** Whether existing addresses receive the same response as new ones, followed by an explanatory email. Combine with `double_opt_in` to hide completely whether an address is registered. */
          private_signups?: boolean | undefined;
          /** Number of positions gained for each future confirmed referral */
          referral_boost?: number | undefined;
          /** Whether to reject disposable email addresses */
          refuse_disposable?: boolean | undefined;
          /** URL of the sign-up page, used for referral links. Defaults to the page of this instance. */
          page_url?: string | null | undefined;
          /** URL of the button in the invitation email */
          invitation_url?: string | null | undefined;
          /** Questions of the sign-up form, in its order, of which at most 10 are not archived. A question that is removed hides its answers, which return with the question. */
          questions?: readonly ({
            /** Name in the API. Answers keep their values when the label changes. */
            key: string;
            /** Name for people */
            label: string;
            /** Type of the values. Values of another type are hidden after a change. */
            type: 'text' | 'long_text' | 'number' | 'select' | 'multi_select' | 'boolean';
            /** Whether visitors must give a value. Members and imports may omit it. */
            required?: boolean | undefined;
            /** Whether the form no longer asks the question. Its answers stay in lists, filters and exports. */
            archived?: boolean | undefined;
            /** Choices of a selection */
            options?: readonly string[] | undefined;
          })[] | undefined;
          /** Rewards for referrals. People see the next one and those that they have reached. A new reward is reached at once by people who have enough referrals, without email and webhook. */
          rewards?: readonly ({
            /** Name in the API */
            key: string;
            /** Name for people */
            name: string;
            /** Description for people */
            text?: string | undefined;
            /** Number of referrals that the reward requires */
            referrals: number;
          })[] | undefined;
          /** Whether to send people an email when they reach a reward */
          reward_mail?: boolean | undefined;
          /** Whether the sign-up form and the page of the instance show the people with the most referrals, with the initials of their names */
          leaderboard?: boolean | undefined;
        } | undefined;
        testimonials?: {
          /** Whether to send authors a link for changing or withdrawing their testimonial */
          thank_you_mail?: boolean | undefined;
          /** Look of the wall on the public page and in the widget, unless the widget or a collection has its own */
          wall?: WallStyle | undefined;
        } | undefined;
        changelog?: {
          /** Whether readers can react to entries, on pages and in widgets */
          reactions?: boolean | undefined;
          /** URL of the changelog page, used in emails and feeds. Defaults to the page of this instance. */
          page_url?: string | null | undefined;
        } | undefined;
        knowledge_base?: {
          /** Whether readers can ask questions, which the language model of the instance answers from the articles that they may read. Requires `EARSHOT_LLM_URL`. The question and up to five passages of articles are sent to the model. */
          answers?: boolean | undefined;
          /** Maximum number of questions of a day (UTC) that are sent to the language model */
          answers_per_day?: number | undefined;
          /** Maximum number of questions from one network (/24 for IPv4, /64 for IPv6) on one day (UTC) that are sent to the language model. Members are not limited. */
          answers_per_network?: number | undefined;
        } | undefined;
        analytics?: {
          /** IANA time zone for the day boundaries of reports, unless a request specifies another time zone */
          timezone?: string | undefined;
          /** Hostnames allowed to send events, with `*` as a wildcard. Empty allows all hostnames. */
          allowed_hostnames?: readonly string[] | undefined;
          /** Hostnames whose events are dropped, such as `staging.example.com` */
          excluded_hostnames?: readonly string[] | undefined;
          /** Paths whose events are dropped, such as `/admin/*` */
          excluded_paths?: readonly string[] | undefined;
          /** IP addresses and networks whose events are dropped, such as `192.0.2.0/24` for your own office */
          excluded_addresses?: readonly string[] | undefined;
          /** Hosts that are no sources of visits, such as `pay.example.com`, with `*` as a wildcard: visitors return from them. Known payment and sign-in pages are always excluded. */
          excluded_referrers?: readonly string[] | undefined;
          /** Bot categories that are included in reports, also for past events. `http_library` covers page views without a `user_id` that are sent by programs such as curl or okhttp instead of browsers. */
          counted_bots?: readonly ('crawler' | 'headless' | 'prefetch' | 'http_library')[] | undefined;
          /** Whether to drop events with the privacy signals `Sec-GPC: 1` or `DNT: 1`. The tracker and the SDK never send events from such browsers, regardless of this setting. */
          honor_privacy_signals?: boolean | undefined;
          /** Whether events identify users by `user_token` only. Events with a `user_id` are rejected, because everyone can send events with the API key, unless a server sends them with a token. */
          signed_user_ids?: boolean | undefined;
          /** Retention period of events in days. Null keeps events forever. */
          retention_days?: number | null | undefined;
        } | undefined;
        pages?: {
          /** One-sentence description of the project, shown on its public pages */
          description?: string | null | undefined;
          /** URL of your website, shown in the footer */
          website_url?: string | null | undefined;
          /** URL of your application that signs in visitors of the public pages. It receives `return_to`, and redirects to `/sso` of the public pages with a signed token. Null offers mailed codes only. */
          sign_in_url?: string | null | undefined;
          /** Host name of the public pages, such as `feedback.example.com`. Served after verification by a DNS record, see `GET /v1/projects/{id}/domain`. Point the host name to this instance and provide TLS for it. */
          custom_domain?: string | null | undefined;
          /** Enabled public pages, in menu order */
          sections?: readonly ('feedback' | 'roadmap' | 'changelog' | 'testimonials' | 'waitlist' | 'help')[] | undefined;
          /** Language of public pages and emails for people whose language is unknown, and for members without a language of their own. Readers with another language of this list see public pages in it. */
          language?: 'en' | 'de' | 'es' | 'fr' | 'ja' | 'pt' | 'ar' | undefined;
          /** URL of the logo, shown on public pages and in emails at a height of 32 pixels */
          logo_url?: string | null | undefined;
          /** URL of the logo on dark backgrounds. Without it, `logo_url` is shown there as well. */
          logo_dark_url?: string | null | undefined;
          /** URL of the icon in browser tabs, preferably a square image. Defaults to the logo. */
          favicon_url?: string | null | undefined;
          /** Font of public pages: Inter, which looks alike on all devices (`inter`), or a font of the visitor’s device: its interface font (`system`), a sans serif with open forms (`humanist`), or a serif (`serif`) */
          font?: 'inter' | 'system' | 'humanist' | 'serif' | undefined;
          /** Colors of public pages: those of the visitor’s device (`auto`), always `light`, or always `dark` */
          theme?: 'auto' | 'light' | 'dark' | undefined;
          /** Links to your own website in the header of public pages, after the menu */
          header_links?: readonly { label: string; url: string; }[] | undefined;
          /** Footer of public pages in Markdown, such as links to your imprint and privacy policy. Defaults to the website. */
          footer?: string | null | undefined;
          /** Style sheet that is added to public pages. It must not load anything: `url()`, `@import`, `@font-face` and similar are rejected. */
          custom_css?: string | null | undefined;
        } | undefined;
        mail?: {
          /** Color of buttons in emails, on public pages and in widgets */
          color?: string | undefined;
          /** Reply-to address of emails */
          reply_to?: string | null | undefined;
          /** Whether emails show the logo, if there is one */
          show_logo?: boolean | undefined;
          /** First line of emails, below the heading, such as “Hi there,” */
          greeting?: string | null | undefined;
          /** Last lines of emails, in plain text */
          signature?: string | null | undefined;
        } | undefined;
        retention?: {
          /** Retention period of emails in the outbox, in days. Null keeps emails forever. */
          mail_days?: number | null | undefined;
          /** Retention period of the record of who was notified of which entry by email, without the emails, in days. Null keeps it forever. */
          told_days?: number | null | undefined;
          /** Retention period of webhook deliveries and their attempts, in days. Null keeps deliveries forever. */
          webhook_delivery_days?: number | null | undefined;
          /** Retention period of unconfirmed waitlist entries and subscriptions, in days. Null keeps them forever. */
          unconfirmed_days?: number | null | undefined;
          /** Retention period of the audit log, in days. Null keeps entries forever. */
          audit_log_days?: number | null | undefined;
        } | undefined;
        test?: {
          /** Whether this is a test project: emails stay in the outbox, webhooks are delivered to `webhook_hosts` only, and the project can be emptied */
          enabled?: boolean | undefined;
          /** Hosts that receive webhooks of a test project, such as `hooks.staging.example.com` or `localhost`, without port. Empty allows none. Addresses in private networks must be allowed by the instance as well. */
          webhook_hosts?: readonly string[] | undefined;
        } | undefined;
      } | undefined;
    };
    result: Project;
  };
  /** Delete a project */
  'DELETE /v1/projects/{id}': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: {
      /** Slug of the project, as a safeguard against accidental deletion */
      confirm: string;
    };
    body: undefined;
    result: Ok;
  };
  /** List identity secrets */
  'GET /v1/projects/{id}/identity-secrets': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Page<IdentitySecret>;
  };
  /** Rotate the identity secret */
  'POST /v1/projects/{id}/identity-secrets/rotate': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** Whether to revoke the previous key or secret immediately instead of after 24 hours */
      revoke_now?: boolean | undefined;
    };
    result: Page<IdentitySecret>;
  };
  /** Verify a user token */
  'POST /v1/projects/{id}/identity-secrets/check': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** Token as sent in `X-User-Token` */
      token: string;
    };
    result: CheckedUserToken;
  };
  /** Get the appearance of a project */
  'GET /v1/projects/appearance': {
    path: Record<string, never>;
    query: {
      /** API key, which saves browsers a preflight request */
      key?: string | undefined;
    };
    body: undefined;
    result: ProjectAppearance;
  };
  /** List API keys */
  'GET /v1/projects/{id}/keys': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Page<ProjectKey>;
  };
  /** Create an API key */
  'POST /v1/projects/{id}/keys': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: Record<string, never>;
    body: {
      name: string;
      /** Origins of web pages that may use the key. `https://*.example.com` allows all subdomains. Empty: pages of all origins. */
      allowed_origins?: readonly string[] | undefined;
    };
    result: ProjectKey;
  };
  /** Update an API key */
  'PATCH /v1/projects/{id}/keys/{key_id}': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
      /** TypeID with the prefix `key_` */
      key_id: string;
    };
    query: Record<string, never>;
    body: {
      name?: string | undefined;
      /** Origins of web pages that may use the key. `https://*.example.com` allows all subdomains. Empty: pages of all origins. */
      allowed_origins?: readonly string[] | undefined;
    };
    result: ProjectKey;
  };
  /** Revoke an API key */
  'DELETE /v1/projects/{id}/keys/{key_id}': {
    path: Routes['PATCH /v1/projects/{id}/keys/{key_id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Rotate the default API key */
  'POST /v1/projects/{id}/keys/rotate': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: Record<string, never>;
    body: Routes['POST /v1/projects/{id}/identity-secrets/rotate']['body'];
    result: Page<ProjectKey>;
  };
  /** List members */
  'GET /v1/projects/{id}/members': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: PageQuery;
    body: undefined;
    result: Page<Member>;
  };
  /** Add a member */
  'POST /v1/projects/{id}/members': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: Record<string, never>;
    body: { email: string; role: 'viewer' | 'member' | 'admin'; };
    result: Member;
  };
  /** Send an invitation again */
  'POST /v1/projects/{id}/members/{user_id}/invitation': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
      /** TypeID with the prefix `usr_` */
      user_id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Member;
  };
  /** Update the role of a member */
  'PATCH /v1/projects/{id}/members/{user_id}': {
    path: Routes['POST /v1/projects/{id}/members/{user_id}/invitation']['path'];
    query: Record<string, never>;
    body: {
      /** New role. `owner` transfers the project to a member who has already signed in; the previous owner becomes an admin. */
      role: 'viewer' | 'member' | 'admin' | 'owner';
    };
    result: Member;
  };
  /** Remove a member */
  'DELETE /v1/projects/{id}/members/{user_id}': {
    path: Routes['POST /v1/projects/{id}/members/{user_id}/invitation']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** List the audit log */
  'GET /v1/projects/{id}/audit-log': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: PageQuery & {
      /** Only entries of this action */
      action?: 'project.created' | 'project.updated' | 'project.emptied' | 'member.added' | 'member.invited_again' | 'member.role_changed' | 'member.removed' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'identity_secret.rotated' | 'identity_secret.read' | 'token.created' | 'token.revoked' | 'service_account.created' | 'service_account.updated' | 'service_account.rotated' | 'service_account.token_revoked' | 'service_account.deleted' | 'connected_app.authorized' | 'connected_app.revoked' | 'webhook.created' | 'webhook.updated' | 'webhook.secret_rotated' | 'webhook.secret_read' | 'webhook.replayed' | 'webhook.deleted' | 'mail.test_sent' | 'report_subscription.added' | 'report_subscription.removed' | 'upload.deleted' | 'records.imported' | 'import.started' | 'import.undone' | 'import.deleted' | 'proposal.accepted' | 'person.erased' | 'person.exported' | 'person.merged' | 'person.separated' | 'people.exported' | 'people_segment.updated' | 'people_segment.deleted' | 'export.created' | 'export.downloaded' | 'export.deleted' | 'feedback.deleted' | 'feedback.exported' | 'comment.deleted' | 'comments.exported' | 'votes.exported' | 'feedback_board.updated' | 'feedback_board.deleted' | 'feedback_score.deleted' | 'feedback_view.deleted' | 'feedback_view.made_personal' | 'waitlist_entry.deleted' | 'waitlist.exported' | 'waitlist_broadcast.sent' | 'waitlist_broadcast.resumed' | 'testimonial.deleted' | 'testimonials.exported' | 'testimonial_rule.deleted' | 'testimonial_collection.deleted' | 'changelog_entry.published' | 'changelog_entry.scheduled' | 'changelog_entry.unpublished' | 'changelog_entry.deleted' | 'changelog_subscriber.deleted' | 'changelog_subscribers.added' | 'changelog.exported' | 'index.created' | 'index.deleted' | 'document.published' | 'document.unpublished' | 'document.archived' | 'document.deleted' | 'documents.exported' | 'shared_link.created' | 'shared_link.updated' | 'shared_link.deleted' | 'goal.deleted' | 'segment.filters_updated' | 'segment.deleted' | 'funnel.deleted' | 'annotation.deleted' | 'alert.created' | 'alert.updated' | 'alert.deleted' | 'search_console.connected' | 'search_console.updated' | 'search_console.disconnected' | 'analytics.erased' | 'analytics.exported' | 'analytics.imported' | undefined;
      /** Only entries of this user or service account */
      actor_id?: string | undefined;
      /** Only entries at or after this time */
      since?: string | Date | undefined;
      /** Only entries before this time */
      until?: string | Date | undefined;
    };
    body: undefined;
    result: Page<AuditEntry>;
  };
  /** Empty a test project */
  'POST /v1/projects/{id}/empty': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Preview the branding */
  'POST /v1/projects/{id}/branding/preview': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: Record<string, never>;
    body: {
      settings: {
        pages?: {
          /** One-sentence description of the project, shown on its public pages */
          description?: string | null | undefined;
          /** URL of your website, shown in the footer */
          website_url?: string | null | undefined;
          /** URL of your application that signs in visitors of the public pages. It receives `return_to`, and redirects to `/sso` of the public pages with a signed token. Null offers mailed codes only. */
          sign_in_url?: string | null | undefined;
          /** Host name of the public pages, such as `feedback.example.com`. Served after verification by a DNS record, see `GET /v1/projects/{id}/domain`. Point the host name to this instance and provide TLS for it. */
          custom_domain?: string | null | undefined;
          /** Enabled public pages, in menu order */
          sections?: readonly ('feedback' | 'roadmap' | 'changelog' | 'testimonials' | 'waitlist' | 'help')[] | undefined;
          /** Language of public pages and emails for people whose language is unknown, and for members without a language of their own. Readers with another language of this list see public pages in it. */
          language?: 'en' | 'de' | 'es' | 'fr' | 'ja' | 'pt' | 'ar' | undefined;
          /** URL of the logo, shown on public pages and in emails at a height of 32 pixels */
          logo_url?: string | null | undefined;
          /** URL of the logo on dark backgrounds. Without it, `logo_url` is shown there as well. */
          logo_dark_url?: string | null | undefined;
          /** URL of the icon in browser tabs, preferably a square image. Defaults to the logo. */
          favicon_url?: string | null | undefined;
          /** Font of public pages: Inter, which looks alike on all devices (`inter`), or a font of the visitor’s device: its interface font (`system`), a sans serif with open forms (`humanist`), or a serif (`serif`) */
          font?: 'inter' | 'system' | 'humanist' | 'serif' | undefined;
          /** Colors of public pages: those of the visitor’s device (`auto`), always `light`, or always `dark` */
          theme?: 'auto' | 'light' | 'dark' | undefined;
          /** Links to your own website in the header of public pages, after the menu */
          header_links?: readonly { label: string; url: string; }[] | undefined;
          /** Footer of public pages in Markdown, such as links to your imprint and privacy policy. Defaults to the website. */
          footer?: string | null | undefined;
          /** Style sheet that is added to public pages. It must not load anything: `url()`, `@import`, `@font-face` and similar are rejected. */
          custom_css?: string | null | undefined;
        } | undefined;
        mail?: {
          /** Color of buttons in emails, on public pages and in widgets */
          color?: string | undefined;
          /** Reply-to address of emails */
          reply_to?: string | null | undefined;
          /** Whether emails show the logo, if there is one */
          show_logo?: boolean | undefined;
          /** First line of emails, below the heading, such as “Hi there,” */
          greeting?: string | null | undefined;
          /** Last lines of emails, in plain text */
          signature?: string | null | undefined;
        } | undefined;
      };
    };
    result: BrandingPreview;
  };
  /** List emails in the outbox */
  'GET /v1/projects/{id}/mails': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: PageQuery & {
      status?: 'queued' | 'sending' | 'kept' | 'sent' | 'failed' | 'suppressed' | 'canceled' | undefined;
    };
    body: undefined;
    result: Page<Mail>;
  };
  /** Send a test email */
  'POST /v1/projects/{id}/mails/test': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** Your own address, or the address of a project member who has signed in. Defaults to your own address. */
      recipient?: string | undefined;
    };
    result: Mail;
  };
  /** Retry an email */
  'POST /v1/projects/{id}/mails/{mail_id}/retry': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
      /** TypeID with the prefix `ml_` */
      mail_id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Mail;
  };
  /** Get the state and DNS record of the custom domain */
  'GET /v1/projects/{id}/domain': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: CustomDomain;
  };
  /** Check the DNS record of the custom domain */
  'POST /v1/projects/{id}/domain/check': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: CustomDomain;
  };
  /** Preview a report */
  'GET /v1/projects/{id}/report-preview': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: {
      /** `weekly`: on Mondays, about the week before. `monthly`: on the first day of a month, about the month before. At 8:00 in the time zone of the project. */
      frequency?: 'weekly' | 'monthly' | undefined;
    };
    body: undefined;
    result: ReportPreview;
  };
  /** Send yourself a report */
  'POST /v1/projects/{id}/report-preview/send': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** `weekly`: on Mondays, about the week before. `monthly`: on the first day of a month, about the month before. At 8:00 in the time zone of the project. */
      frequency: 'weekly' | 'monthly';
    };
    result: Ok;
  };
  /** List report subscriptions */
  'GET /v1/projects/{id}/report-subscriptions': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: PageQuery;
    body: undefined;
    result: Page<ReportSubscription>;
  };
  /** Subscribe to reports */
  'POST /v1/projects/{id}/report-subscriptions': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** Address outside of the project, which receives an email to confirm. Without an address, you subscribe. */
      email?: string | undefined;
      /** `weekly`: on Mondays, about the week before. `monthly`: on the first day of a month, about the month before. At 8:00 in the time zone of the project. */
      frequency?: 'weekly' | 'monthly' | undefined;
    };
    result: ReportSubscription;
  };
  /** Update a report subscription */
  'PATCH /v1/projects/{id}/report-subscriptions/{subscription_id}': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
      /** TypeID with the prefix `rps_` */
      subscription_id: string;
    };
    query: Record<string, never>;
    body: Routes['POST /v1/projects/{id}/report-preview/send']['body'];
    result: ReportSubscription;
  };
  /** Delete a report subscription */
  'DELETE /v1/projects/{id}/report-subscriptions/{subscription_id}': {
    path: Routes['PATCH /v1/projects/{id}/report-subscriptions/{subscription_id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Confirm a report subscription */
  'POST /v1/reports/confirm': {
    path: Record<string, never>;
    query: { token: string; };
    body: undefined;
    result: Ok;
  };
  /** Unsubscribe from reports */
  'POST /v1/reports/unsubscribe': {
    path: Record<string, never>;
    query: { token: string; };
    body: undefined;
    result: Ok;
  };
  /** Create a project with sample data */
  'POST /v1/projects/sample': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    result: Project;
  };
  /** List service accounts */
  'GET /v1/projects/{id}/service-accounts': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: PageQuery;
    body: undefined;
    result: Page<ServiceAccount>;
  };
  /** Create a service account */
  'POST /v1/projects/{id}/service-accounts': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** Name, unique within the project. Appears as the author of comments and in the audit log. */
      name: string;
      /** Scopes of all tokens of the service account. `<area>:write` includes `<area>:read`. */
      scopes: readonly Scope[];
      /** Days until the token expires. Omit it for a token that does not. */
      expires_in_days?: number | undefined;
    };
    result: NewServiceAccount;
  };
  /** Update a service account */
  'PATCH /v1/projects/{id}/service-accounts/{account_id}': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
      /** TypeID with the prefix `svc_` */
      account_id: string;
    };
    query: Record<string, never>;
    body: {
      /** Name, unique within the project. Appears as the author of comments and in the audit log. */
      name?: string | undefined;
      /** Scopes of all tokens of the service account. `<area>:write` includes `<area>:read`. */
      scopes?: readonly Scope[] | undefined;
    };
    result: ServiceAccount;
  };
  /** Delete a service account */
  'DELETE /v1/projects/{id}/service-accounts/{account_id}': {
    path: Routes['PATCH /v1/projects/{id}/service-accounts/{account_id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Rotate the token of a service account */
  'POST /v1/projects/{id}/service-accounts/{account_id}/rotate': {
    path: Routes['PATCH /v1/projects/{id}/service-accounts/{account_id}']['path'];
    query: Record<string, never>;
    body: {
      /** Days until the token expires. Omit it for a token that does not. */
      expires_in_days?: number | undefined;
      /** Whether to revoke the previous tokens immediately instead of after 24 hours */
      revoke_now?: boolean | undefined;
    };
    result: NewServiceAccount;
  };
  /** Revoke a token of a service account */
  'DELETE /v1/projects/{id}/service-accounts/{account_id}/tokens/{token_id}': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
      /** TypeID with the prefix `svc_` */
      account_id: string;
      /** TypeID with the prefix `tok_` */
      token_id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** List the request log */
  'GET /v1/projects/{id}/request-log': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: PageQuery & {
      /** Only requests with this status, such as `404`, or class of status, such as `4xx` */
      status?: string | undefined;
      /** Only requests with this method */
      method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined;
      /** Only requests with this error code */
      code?: string | undefined;
      /** Only requests with this kind of credential */
      credential?: 'api_key' | 'connected_app' | 'personal_token' | 'service_account' | 'session' | 'shared_link' | undefined;
      /** `programs` leaves out requests of people who are signed in to the dashboard or the command line; `dashboard` returns only these */
      client?: 'programs' | 'dashboard' | undefined;
      /** Only requests whose path contains this text in any case, or whose id begins with it */
      q?: string | undefined;
      /** Only requests at or after this time */
      since?: string | Date | undefined;
      /** Only requests before this time */
      until?: string | Date | undefined;
    };
    body: undefined;
    result: Page<RequestLogEntry>;
  };
  /** Erase data of a person */
  'POST /v1/projects/{id}/people/erase': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** Email address of the person, in any spelling: `INFO@xn--mnchen-3ya.example` is `info@münchen.example` */
      email?: string | undefined;
      /** Id of the person in your application: `sub` of `X-User-Token`, `user_id` of analytics events */
      user_id?: string | undefined;
    };
    result: PersonErased;
  };
  /** Export data of a person */
  'POST /v1/projects/{id}/people/export': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: Record<string, never>;
    body: Routes['POST /v1/projects/{id}/people/erase']['body'];
    result: PersonExport;
  };
  /** Mail a sign-in code to an end user */
  'POST /v1/end-users/codes': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** Address that receives the code */
      email: string;
    };
    result: SignInAttempt;
  };
  /** Sign in an end user with a code */
  'POST /v1/end-users/sessions': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** Secret with which the code is entered */
      attempt: string;
      /** Code of the email */
      code: string;
      /** `X-Visitor-Id` of the browser, whose votes and entries become those of the person, once for each sign-in */
      visitor_id?: string | undefined;
    };
    result: PersonSession;
  };
  /** Sign out an end user */
  'DELETE /v1/end-users/sessions': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** List people */
  'GET /v1/people': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery & {
      /** Search for words that start with the given text, in names, addresses and user ids */
      q?: string | undefined;
      /** Only the person with this id in your application */
      user_id?: string | undefined;
      /** Only the person with this address, in any spelling */
      email?: string | undefined;
      /** Only people of this company */
      company_id?: string | undefined;
      /** Filter by attribute, as `name:operator:value`, such as `plan:is:pro` or `seats:gt:10`. Operators: `is`, `is_not`, `gt`, `gte`, `lt`, `lte`, `is_set`, `is_not_set`; `is_set` and `is_not_set` have no value. Can be repeated: people must match all filters. */
      attribute?: string | readonly string[] | undefined;
      /** Only people in this segment */
      segment?: string | undefined;
      /** Only people that were created at or after this time */
      created_since?: string | Date | undefined;
      /** Only people that were created before this time */
      created_until?: string | Date | undefined;
      sort?: 'newest' | 'last_seen' | undefined;
    };
    body: undefined;
    result: Page<Person>;
  };
  /** Export people as CSV */
  'GET /v1/people/export.csv': {
    path: Record<string, never>;
    query: ProjectQuery & {
      /** Search for words that start with the given text, in names, addresses and user ids */
      q?: string | undefined;
      /** Only the person with this id in your application */
      user_id?: string | undefined;
      /** Only the person with this address, in any spelling */
      email?: string | undefined;
      /** Only people of this company */
      company_id?: string | undefined;
      /** Filter by attribute, as `name:operator:value`, such as `plan:is:pro` or `seats:gt:10`. Operators: `is`, `is_not`, `gt`, `gte`, `lt`, `lte`, `is_set`, `is_not_set`; `is_set` and `is_not_set` have no value. Can be repeated: people must match all filters. */
      attribute?: string | readonly string[] | undefined;
      /** Only people in this segment */
      segment?: string | undefined;
      /** Only people that were created at or after this time */
      created_since?: string | Date | undefined;
      /** Only people that were created before this time */
      created_until?: string | Date | undefined;
      sort?: 'newest' | 'last_seen' | undefined;
      /** Begins the file with a byte order mark. Excel then reads it as UTF-8, and other programs may take the mark for a part of the first column. Defaults to `false`. */
      bom?: boolean | undefined;
    };
    body: undefined;
    result: string;
  };
  /** List attributes */
  'GET /v1/people/attributes': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: undefined;
    result: Page<Attribute>;
  };
  /** Get a person */
  'GET /v1/people/{id}': {
    path: {
      /** TypeID with the prefix `per_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: PersonWithIdentities;
  };
  /** Create or update a person */
  'PUT /v1/people/{id}': {
    path: {
      /** Id of the person in your application: `sub` of `X-User-Token`, `user_id` of analytics events. Encode special characters. */
      id: string;
    };
    query: ProjectQuery;
    body: {
      name?: string | null | undefined;
      /** Address of the person, which your application verified. An address that belongs to a person with another user id, or that the team separated from this one, is not added. */
      email?: string | undefined;
      avatar_url?: string | null | undefined;
      /** Attributes to set: texts of at most 500 characters, numbers, booleans, or dates in ISO 8601 such as `2026-11-20`. The first value of a name declares its type for the project; values of other types are rejected. Null removes an attribute; others are kept. At most 100. */
      attributes?: Record<string, unknown> | undefined;
      /** Company of the person, which is created or updated. Null removes the person from it. */
      company?: {
        /** Id of the company in your application */
        id: string;
        name?: string | null | undefined;
        /** Attributes to set: texts of at most 500 characters, numbers, booleans, or dates in ISO 8601 such as `2026-11-20`. The first value of a name declares its type for the project; values of other types are rejected. Null removes an attribute; others are kept. At most 100. */
        attributes?: Record<string, unknown> | undefined;
      } | null | undefined;
    };
    result: PersonWithIdentities;
  };
  /** Get the timeline of a person */
  'GET /v1/people/{id}/timeline': {
    path: Routes['GET /v1/people/{id}']['path'];
    query: {
      /** Only entries of this kind. Can be repeated. */
      kind?: 'event' | 'feedback' | 'vote' | 'comment' | 'waitlist' | 'testimonial' | 'subscription' | 'mail' | 'search' | readonly ('event' | 'feedback' | 'vote' | 'comment' | 'waitlist' | 'testimonial' | 'subscription' | 'mail' | 'search')[] | undefined;
      /** `next_before` of the previous page */
      before?: string | undefined;
      /** Number of entries */
      limit?: number | undefined;
    };
    body: undefined;
    result: Timeline;
  };
  /** Merge a person into another */
  'POST /v1/people/{id}/merge': {
    path: Routes['GET /v1/people/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** Id of the person to keep */
      into: string;
    };
    result: PersonWithIdentities;
  };
  /** Separate an identity of a person */
  'POST /v1/people/{id}/separate': {
    path: Routes['GET /v1/people/{id}']['path'];
    query: Record<string, never>;
    body: { user_id?: string | undefined; email?: string | undefined; };
    result: PersonWithIdentities;
  };
  /** List companies */
  'GET /v1/companies': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery & {
      /** Search for companies whose name or id contains the text */
      q?: string | undefined;
    };
    body: undefined;
    result: Page<Company>;
  };
  /** Get a company */
  'GET /v1/companies/{id}': {
    path: {
      /** Id of the company in your application */
      id: string;
    };
    query: ProjectQuery;
    body: undefined;
    result: Company;
  };
  /** Create or update a company */
  'PUT /v1/companies/{id}': {
    path: Routes['GET /v1/companies/{id}']['path'];
    query: ProjectQuery;
    body: {
      name?: string | null | undefined;
      /** Attributes to set: texts of at most 500 characters, numbers, booleans, or dates in ISO 8601 such as `2026-11-20`. The first value of a name declares its type for the project; values of other types are rejected. Null removes an attribute; others are kept. At most 100. */
      attributes?: Record<string, unknown> | undefined;
    };
    result: Company;
  };
  /** Get the timeline of a company */
  'GET /v1/companies/{id}/timeline': {
    path: Routes['GET /v1/companies/{id}']['path'];
    query: ProjectQuery & {
      /** Only entries of this kind. Can be repeated. */
      kind?: 'event' | 'feedback' | 'vote' | 'comment' | 'waitlist' | 'testimonial' | 'subscription' | 'mail' | 'search' | readonly ('event' | 'feedback' | 'vote' | 'comment' | 'waitlist' | 'testimonial' | 'subscription' | 'mail' | 'search')[] | undefined;
      /** `next_before` of the previous page */
      before?: string | undefined;
      /** Number of entries */
      limit?: number | undefined;
    };
    body: undefined;
    result: Timeline;
  };
  /** Create or update people */
  'POST /v1/people/batch': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      /** Up to 10,000 people, with the fields of `PUT /v1/people/{id}` and `user_id` */
      people: readonly PersonRecord[];
    };
    result: BatchResults;
  };
  /** List segments of people */
  'GET /v1/people/segments': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: undefined;
    result: Page<PersonSegment>;
  };
  /** Create a segment of people */
  'POST /v1/people/segments': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      name: string;
      /** Conditions on people */
      definition: {
        /** Whether people match all conditions or at least one */
        match: 'all' | 'any';
        conditions: readonly ({
          /** Subject of the condition: an attribute of the person (`attribute`) or of the company (`company_attribute`), both with `attribute`, `operator` and `value`; the id of the company (`company`, with `operator` and `value`); the time at which the person was last seen (`last_seen`, with `since`, `until` or `within_days`); an event with a `user_id` (`event`), a page view (`page`), submitted feedback (`feedback`) or votes on feedback (`vote`), which can have `at_least` and `within_days` */
          kind: 'attribute' | 'company_attribute' | 'company' | 'last_seen' | 'event' | 'page' | 'feedback' | 'vote';
          /** Name of a declared attribute */
          attribute?: string | undefined;
          /** Comparison. Numbers and dates have all operators, others no order. `is_not` includes people without a value. `is_set` and `is_not_set` have no `value`. */
          operator?: 'is' | 'is_not' | 'gt' | 'gte' | 'lt' | 'lte' | 'is_set' | 'is_not_set' | undefined;
          /** Value of the type that the attribute was declared with. Dates are in ISO 8601. */
          value?: string | number | boolean | undefined;
          /** Name of the event */
          event?: string | undefined;
          /** Path of the viewed page. `*` stands for any characters. */
          page?: string | undefined;
          /** Number of times, 1 by default */
          at_least?: number | undefined;
          /** Only in the last days, each of 24 hours */
          within_days?: number | undefined;
          /** Last seen at or after this time */
          since?: string | Date | undefined;
          /** Last seen before this time */
          until?: string | Date | undefined;
          /** Whether people match whom the condition does not describe, such as those who did not view a page. Not for conditions with `operator`. */
          negated?: boolean | undefined;
        })[];
      };
    };
    result: PersonSegment;
  };
  /** Count the people of a definition */
  'POST /v1/people/segments/preview': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      /** Conditions on people */
      definition: {
        /** Whether people match all conditions or at least one */
        match: 'all' | 'any';
        conditions: readonly ({
          /** Subject of the condition: an attribute of the person (`attribute`) or of the company (`company_attribute`), both with `attribute`, `operator` and `value`; the id of the company (`company`, with `operator` and `value`); the time at which the person was last seen (`last_seen`, with `since`, `until` or `within_days`); an event with a `user_id` (`event`), a page view (`page`), submitted feedback (`feedback`) or votes on feedback (`vote`), which can have `at_least` and `within_days` */
          kind: 'attribute' | 'company_attribute' | 'company' | 'last_seen' | 'event' | 'page' | 'feedback' | 'vote';
          /** Name of a declared attribute */
          attribute?: string | undefined;
          /** Comparison. Numbers and dates have all operators, others no order. `is_not` includes people without a value. `is_set` and `is_not_set` have no `value`. */
          operator?: 'is' | 'is_not' | 'gt' | 'gte' | 'lt' | 'lte' | 'is_set' | 'is_not_set' | undefined;
          /** Value of the type that the attribute was declared with. Dates are in ISO 8601. */
          value?: string | number | boolean | undefined;
          /** Name of the event */
          event?: string | undefined;
          /** Path of the viewed page. `*` stands for any characters. */
          page?: string | undefined;
          /** Number of times, 1 by default */
          at_least?: number | undefined;
          /** Only in the last days, each of 24 hours */
          within_days?: number | undefined;
          /** Last seen at or after this time */
          since?: string | Date | undefined;
          /** Last seen before this time */
          until?: string | Date | undefined;
          /** Whether people match whom the condition does not describe, such as those who did not view a page. Not for conditions with `operator`. */
          negated?: boolean | undefined;
        })[];
      };
    };
    result: PersonSegmentPreview;
  };
  /** Get a segment of people */
  'GET /v1/people/segments/{id}': {
    path: {
      /** TypeID with the prefix `psg_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: CountedPersonSegment;
  };
  /** Update a segment of people */
  'PATCH /v1/people/segments/{id}': {
    path: Routes['GET /v1/people/segments/{id}']['path'];
    query: Record<string, never>;
    body: {
      name?: string | undefined;
      /** Conditions on people */
      definition?: {
        /** Whether people match all conditions or at least one */
        match: 'all' | 'any';
        conditions: readonly ({
          /** Subject of the condition: an attribute of the person (`attribute`) or of the company (`company_attribute`), both with `attribute`, `operator` and `value`; the id of the company (`company`, with `operator` and `value`); the time at which the person was last seen (`last_seen`, with `since`, `until` or `within_days`); an event with a `user_id` (`event`), a page view (`page`), submitted feedback (`feedback`) or votes on feedback (`vote`), which can have `at_least` and `within_days` */
          kind: 'attribute' | 'company_attribute' | 'company' | 'last_seen' | 'event' | 'page' | 'feedback' | 'vote';
          /** Name of a declared attribute */
          attribute?: string | undefined;
          /** Comparison. Numbers and dates have all operators, others no order. `is_not` includes people without a value. `is_set` and `is_not_set` have no `value`. */
          operator?: 'is' | 'is_not' | 'gt' | 'gte' | 'lt' | 'lte' | 'is_set' | 'is_not_set' | undefined;
          /** Value of the type that the attribute was declared with. Dates are in ISO 8601. */
          value?: string | number | boolean | undefined;
          /** Name of the event */
          event?: string | undefined;
          /** Path of the viewed page. `*` stands for any characters. */
          page?: string | undefined;
          /** Number of times, 1 by default */
          at_least?: number | undefined;
          /** Only in the last days, each of 24 hours */
          within_days?: number | undefined;
          /** Last seen at or after this time */
          since?: string | Date | undefined;
          /** Last seen before this time */
          until?: string | Date | undefined;
          /** Whether people match whom the condition does not describe, such as those who did not view a page. Not for conditions with `operator`. */
          negated?: boolean | undefined;
        })[];
      } | undefined;
    };
    result: PersonSegment;
  };
  /** Delete a segment of people */
  'DELETE /v1/people/segments/{id}': {
    path: Routes['GET /v1/people/segments/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Export a project */
  'POST /v1/projects/{id}/exports': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** Whether the archive contains addresses, names, user ids and metadata of end users. Requires the scope `personal_data:read`. */
      personal_data?: boolean | undefined;
    };
    result: Export;
  };
  /** List exports */
  'GET /v1/projects/{id}/exports': {
    path: Routes['GET /v1/projects/{id}']['path'];
    query: PageQuery;
    body: undefined;
    result: Page<Export>;
  };
  /** Retrieve an export */
  'GET /v1/projects/{id}/exports/{export_id}': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
      /** TypeID with the prefix `exp_` */
      export_id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Export;
  };
  /** Delete an export */
  'DELETE /v1/projects/{id}/exports/{export_id}': {
    path: Routes['GET /v1/projects/{id}/exports/{export_id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Download an export */
  'GET /v1/exports/{token}': {
    path: {
      /** Last part of the link */
      token: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: string;
  };
  /** Check whether a host may receive a TLS certificate */
  'GET /v1/domains/allowed': {
    path: Record<string, never>;
    query: {
      /** Host name to check */
      domain: string;
    };
    body: undefined;
    result: Ok;
  };
  /** List webhooks */
  'GET /v1/webhooks': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery;
    body: undefined;
    result: Page<Webhook>;
  };
  /** Create a webhook */
  'POST /v1/webhooks': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      url: string;
      description?: string | undefined;
      /** Subscribed event types. Empty subscribes to all event types. */
      types?: readonly ('feedback.created' | 'feedback.updated' | 'feedback.status_changed' | 'feedback.merged' | 'feedback.deleted' | 'feedback.voted' | 'feedback.commented' | 'waitlist.joined' | 'waitlist.confirmed' | 'waitlist.invited' | 'waitlist.reward_reached' | 'testimonial.submitted' | 'testimonial.approved' | 'testimonial.rejected' | 'changelog.published' | 'changelog.adoption_measured' | 'knowledge_base.searched_without_results' | 'alert.triggered' | 'alert.recovered')[] | undefined;
      /** Format of the requests: signed events (`standard`), or messages for a chat service. Defaults to the service that the URL belongs to. */
      format?: 'standard' | 'slack' | 'discord' | 'teams' | 'mattermost' | 'google_chat' | 'ntfy' | 'telegram' | undefined;
      /** Only events of feedback entries with one of these statuses. Empty for all. Other events are not affected. */
      statuses?: readonly ('new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate')[] | undefined;
      /** Only events of feedback entries with one of these tags. Empty for all. Other events are not affected. */
      tags?: readonly string[] | undefined;
      /** Only events of feedback entries with at least this many upvotes. Other events are not affected. */
      min_votes?: number | undefined;
      /** Whether `data` and `changes` include personal data (names, addresses and metadata) */
      include_personal_data?: boolean | undefined;
      /** Whether internal notes of the team are sent. By default, endpoints with the format `standard` receive them, and chat services do not: their channels may have other readers. */
      include_internal_notes?: boolean | undefined;
    };
    result: Webhook;
  };
  /** Get a webhook */
  'GET /v1/webhooks/{id}': {
    path: {
      /** TypeID with the prefix `whk_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Webhook;
  };
  /** Update a webhook */
  'PATCH /v1/webhooks/{id}': {
    path: Routes['GET /v1/webhooks/{id}']['path'];
    query: Record<string, never>;
    body: {
      url?: string | undefined;
      description?: string | undefined;
      /** Subscribed event types. Empty subscribes to all event types. */
      types?: readonly ('feedback.created' | 'feedback.updated' | 'feedback.status_changed' | 'feedback.merged' | 'feedback.deleted' | 'feedback.voted' | 'feedback.commented' | 'waitlist.joined' | 'waitlist.confirmed' | 'waitlist.invited' | 'waitlist.reward_reached' | 'testimonial.submitted' | 'testimonial.approved' | 'testimonial.rejected' | 'changelog.published' | 'changelog.adoption_measured' | 'knowledge_base.searched_without_results' | 'alert.triggered' | 'alert.recovered')[] | undefined;
      /** Format of the requests: signed events (`standard`), or messages for a chat service. Defaults to the service that the URL belongs to. */
      format?: 'standard' | 'slack' | 'discord' | 'teams' | 'mattermost' | 'google_chat' | 'ntfy' | 'telegram' | undefined;
      /** Only events of feedback entries with one of these statuses. Empty for all. Other events are not affected. */
      statuses?: readonly ('new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate')[] | undefined;
      /** Only events of feedback entries with one of these tags. Empty for all. Other events are not affected. */
      tags?: readonly string[] | undefined;
      /** Only events of feedback entries with at least this many upvotes. Other events are not affected. */
      min_votes?: number | undefined;
      enabled?: boolean | undefined;
      /** Whether `data` and `changes` include personal data (names, addresses and metadata) */
      include_personal_data?: boolean | undefined;
      /** Whether internal notes of the team are sent. By default, endpoints with the format `standard` receive them, and chat services do not: their channels may have other readers. */
      include_internal_notes?: boolean | undefined;
    };
    result: Webhook;
  };
  /** Delete a webhook */
  'DELETE /v1/webhooks/{id}': {
    path: Routes['GET /v1/webhooks/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Preview a webhook */
  'POST /v1/webhooks/preview': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      url: string;
      /** Format of the requests: signed events (`standard`), or messages for a chat service. Defaults to the service that the URL belongs to. */
      format?: 'standard' | 'slack' | 'discord' | 'teams' | 'mattermost' | 'google_chat' | 'ntfy' | 'telegram' | undefined;
      /** Event type */
      type: 'feedback.created' | 'feedback.updated' | 'feedback.status_changed' | 'feedback.merged' | 'feedback.deleted' | 'feedback.voted' | 'feedback.commented' | 'waitlist.joined' | 'waitlist.confirmed' | 'waitlist.invited' | 'waitlist.reward_reached' | 'testimonial.submitted' | 'testimonial.approved' | 'testimonial.rejected' | 'changelog.published' | 'changelog.adoption_measured' | 'knowledge_base.searched_without_results' | 'alert.triggered' | 'alert.recovered';
    };
    result: WebhookPreview;
  };
  /** Send a test event */
  'POST /v1/webhooks/{id}/test': {
    path: Routes['GET /v1/webhooks/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: WebhookDeliveryDetails;
  };
  /** Replay webhook deliveries of a period */
  'POST /v1/webhooks/{id}/replay': {
    path: Routes['GET /v1/webhooks/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** Only deliveries that were created at or after this time */
      since: string | Date;
      /** Only deliveries that were created before this time. Defaults to the current time. */
      until?: string | Date | undefined;
      /** `failed`: deliveries that failed. `all`: also deliveries that succeeded. Pending deliveries are not affected. */
      status?: 'failed' | 'all' | undefined;
      /** Only these event types */
      types?: readonly ('feedback.created' | 'feedback.updated' | 'feedback.status_changed' | 'feedback.merged' | 'feedback.deleted' | 'feedback.voted' | 'feedback.commented' | 'waitlist.joined' | 'waitlist.confirmed' | 'waitlist.invited' | 'waitlist.reward_reached' | 'testimonial.submitted' | 'testimonial.approved' | 'testimonial.rejected' | 'changelog.published' | 'changelog.adoption_measured' | 'knowledge_base.searched_without_results' | 'alert.triggered' | 'alert.recovered')[] | undefined;
    };
    result: WebhookReplay;
  };
  /** Rotate the webhook secret */
  'POST /v1/webhooks/{id}/rotate': {
    path: Routes['GET /v1/webhooks/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** Whether to revoke the previous secret immediately instead of after 24 hours */
      revoke_now?: boolean | undefined;
    };
    result: Webhook;
  };
  /** Stream events */
  'GET /v1/webhooks/events': {
    path: Record<string, never>;
    query: ProjectQuery & {
      /** Event type, repeatable. Defaults to all types. */
      type?: readonly string[] | string | undefined;
      /** Number of past events of the last three days to send first */
      replay?: number | undefined;
      /** Whether `data` and `changes` include personal data (names, addresses and metadata) */
      include_personal_data?: boolean | undefined;
    };
    body: undefined;
    result: string;
  };
  /** List webhook deliveries */
  'GET /v1/webhooks/{id}/deliveries': {
    path: Routes['GET /v1/webhooks/{id}']['path'];
    query: PageQuery & { status?: 'pending' | 'succeeded' | 'failed' | undefined; type?: string | undefined; };
    body: undefined;
    result: Page<WebhookDelivery>;
  };
  /** Get a webhook delivery */
  'GET /v1/webhooks/{id}/deliveries/{delivery_id}': {
    path: {
      /** TypeID with the prefix `whk_` */
      id: string;
      /** TypeID with the prefix `dlv_` */
      delivery_id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: WebhookDeliveryDetails;
  };
  /** Retry a webhook delivery */
  'POST /v1/webhooks/{id}/deliveries/{delivery_id}/retry': {
    path: Routes['GET /v1/webhooks/{id}/deliveries/{delivery_id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: WebhookDeliveryDetails;
  };
  /** List own notifications */
  'GET /v1/notifications': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery & {
      /** Only unread notifications with `true`, only read ones with `false` */
      unread?: boolean | undefined;
      /** Only notifications of this kind */
      kind?: 'feedback.assigned' | 'feedback.mentioned' | 'feedback.created' | 'feedback.commented' | 'feedback.vote_burst' | 'feedback.pending' | 'waitlist.joined' | 'testimonial.submitted' | 'alert.triggered' | 'webhook.disabled' | undefined;
    };
    body: undefined;
    result: Page<Notification>;
  };
  /** Mark a notification as read or unread */
  'PATCH /v1/notifications/{id}': {
    path: {
      /** TypeID with the prefix `ntf_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      /** Whether the notification is read */
      read: boolean;
    };
    result: Notification;
  };
  /** Mark all own notifications as read */
  'POST /v1/notifications/read': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      /** Only notifications up to this time, so that those that arrive meanwhile stay unread */
      until?: string | Date | undefined;
    };
    result: MarkedNotifications;
  };
  /** Get own notification preferences */
  'GET /v1/notifications/preferences': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: undefined;
    result: NotificationPreferences;
  };
  /** Change own notification preferences */
  'PATCH /v1/notifications/preferences': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      /** An entry is assigned to you */
      'feedback.assigned'?: 'immediate' | 'daily' | 'off' | undefined;
      /** A member mentions you */
      'feedback.mentioned'?: 'immediate' | 'daily' | 'off' | undefined;
      /** A user gives feedback */
      'feedback.created'?: 'immediate' | 'daily' | 'off' | undefined;
      /** A user comments on an entry */
      'feedback.commented'?: 'immediate' | 'daily' | 'off' | undefined;
      /** An entry has unusually many anonymous votes */
      'feedback.vote_burst'?: 'immediate' | 'daily' | 'off' | undefined;
      /** An entry or a comment awaits approval */
      'feedback.pending'?: 'immediate' | 'daily' | 'off' | undefined;
      /** People join the waitlist */
      'waitlist.joined'?: 'immediate' | 'daily' | 'off' | undefined;
      /** A testimonial awaits approval */
      'testimonial.submitted'?: 'immediate' | 'daily' | 'off' | undefined;
      /** An alert is triggered */
      'alert.triggered'?: 'immediate' | 'daily' | 'off' | undefined;
      /** A webhook endpoint fails and was disabled */
      'webhook.disabled'?: 'immediate' | 'daily' | 'off' | undefined;
      /** Segment of people: entries and comments of others, and of visitors who are not identified, cause no notification. Null for everyone. Requires the role member and the scope `personal_data:read`. */
      segment_id?: string | null | undefined;
    };
    result: NotificationPreferences;
  };
  /** Receive an email */
  'POST /v1/mail/inbound': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** The whole email with its headers (RFC 5322) */
      raw: string;
    };
    result: InboundMail;
  };
  /** Stream changes */
  'GET /v1/webhooks/changes': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: undefined;
    result: string;
  };
  /** Create an import */
  'POST /v1/imports': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      /** Where the files come from */
      source: 'csv' | 'canny' | 'fider' | 'github_issues' | 'github_releases' | 'keep_a_changelog' | 'articles' | 'getwaitlist' | 'senja' | 'plausible' | 'umami' | 'earshot';
      /** The files to upload, together up to 2 GiB */
      files: readonly {
        /** Name, with folders */
        name: string;
        size_bytes: number;
      }[];
      options?: {
        /** Kind of the records, for the source `csv` */
        collection?: 'feedback' | 'comments' | 'votes' | 'waitlist' | 'testimonials' | 'changelog' | 'articles' | 'daily_totals' | 'events' | undefined;
        /** Fields by the names of the columns of a CSV file. Columns that are not named are not imported. Starts with what the names of the columns suggest. */
        columns?: Record<string, string> | undefined;
        /** Values of fields by the texts of the file, such as the statuses of the other product */
        values?: Record<string, Record<string, string>> | undefined;
        /** Separator of the columns of a CSV file. Recognized by default. */
        delimiter?: ',' | ';' | '	' | '|' | undefined;
        /** Encoding of the files. Recognized by default; `windows-1252` includes Latin-1. */
        encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | undefined;
        /** Order of day (d), month (m) and year (y) in dates such as 03/04/2025. Recognized by default from dates that have only one reading. */
        date_order?: 'dmy' | 'mdy' | 'ymd' | undefined;
        /** Id of the index for articles. Default: the only index of the project. */
        index_id?: string | undefined;
        /** Hosts whose images are stored as uploads, so that texts do not depend on the other product. Images of other hosts keep their URL; those in a folder or ZIP file are always stored. */
        image_hosts?: readonly string[] | undefined;
      } | undefined;
    };
    result: Import;
  };
  /** List imports */
  'GET /v1/imports': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery;
    body: undefined;
    result: Page<Import>;
  };
  /** Get an import */
  'GET /v1/imports/{id}': {
    path: {
      /** TypeID with the prefix `imp_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Import;
  };
  /** Change the options of an import */
  'PATCH /v1/imports/{id}': {
    path: Routes['GET /v1/imports/{id}']['path'];
    query: Record<string, never>;
    body: {
      options: {
        /** Kind of the records, for the source `csv` */
        collection?: 'feedback' | 'comments' | 'votes' | 'waitlist' | 'testimonials' | 'changelog' | 'articles' | 'daily_totals' | 'events' | undefined;
        /** Fields by the names of the columns of a CSV file. Columns that are not named are not imported. Starts with what the names of the columns suggest. */
        columns?: Record<string, string> | undefined;
        /** Values of fields by the texts of the file, such as the statuses of the other product */
        values?: Record<string, Record<string, string>> | undefined;
        /** Separator of the columns of a CSV file. Recognized by default. */
        delimiter?: ',' | ';' | '	' | '|' | undefined;
        /** Encoding of the files. Recognized by default; `windows-1252` includes Latin-1. */
        encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | undefined;
        /** Order of day (d), month (m) and year (y) in dates such as 03/04/2025. Recognized by default from dates that have only one reading. */
        date_order?: 'dmy' | 'mdy' | 'ymd' | undefined;
        /** Id of the index for articles. Default: the only index of the project. */
        index_id?: string | undefined;
        /** Hosts whose images are stored as uploads, so that texts do not depend on the other product. Images of other hosts keep their URL; those in a folder or ZIP file are always stored. */
        image_hosts?: readonly string[] | undefined;
      };
    };
    result: Import;
  };
  /** Delete an import */
  'DELETE /v1/imports/{id}': {
    path: Routes['GET /v1/imports/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Preview an import */
  'GET /v1/imports/{id}/preview': {
    path: Routes['GET /v1/imports/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: ImportPreview;
  };
  /** Check an import */
  'POST /v1/imports/{id}/check': {
    path: Routes['GET /v1/imports/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Import;
  };
  /** Run an import */
  'POST /v1/imports/{id}/run': {
    path: Routes['GET /v1/imports/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Import;
  };
  /** Undo an import */
  'POST /v1/imports/{id}/undo': {
    path: Routes['GET /v1/imports/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Import;
  };
  /** Stop an import */
  'POST /v1/imports/{id}/stop': {
    path: Routes['GET /v1/imports/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Import;
  };
  /** List the problems of an import */
  'GET /v1/imports/{id}/problems': {
    path: Routes['GET /v1/imports/{id}']['path'];
    query: PageQuery;
    body: undefined;
    result: Page<ImportProblem>;
  };
  /** Export the problems of an import as CSV */
  'GET /v1/imports/{id}/problems.csv': {
    path: Routes['GET /v1/imports/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: string;
  };
  /** Export the redirects of an import as CSV */
  'GET /v1/imports/{id}/redirects.csv': {
    path: Routes['GET /v1/imports/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: string;
  };
  /** Upload a part of a file */
  'PUT /v1/imports/{id}/files/{file}': {
    path: {
      /** TypeID with the prefix `imp_` */
      id: string;
      /** Position of the file in `files`, from 0 */
      file: string;
    };
    query: {
      /** Number of bytes that precede this part */
      offset: number;
    };
    body: {
      /** Up to 8 MiB of the file */
      file: Blob;
    };
    result: Import;
  };
  /** Have the language model make a proposal */
  'POST /v1/proposals': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      /** `duplicate`: merge a feedback entry into another one. `tags`: add tags of the project to a feedback entry. `release_notes`: a draft of a changelog entry about finished feedback. `article`: a draft of an article that answers searches, or of the public answers of the team to a feedback entry. */
      kind: 'duplicate' | 'tags' | 'release_notes' | 'article';
      /** The entry. Required for `duplicate` and `tags`. An `article` without `search_cluster_id` is about the public answers of the team to this entry, which everyone may read. */
      feedback_id?: string | undefined;
      /** Public entries of the release, for `release_notes`. Default: the latest finished entries that no changelog entry is about. */
      feedback_ids?: readonly string[] | undefined;
      /** The cluster of unanswered searches, for `article`. */
      search_cluster_id?: string | undefined;
      /** The index of the article. Required for `article`. */
      index_id?: string | undefined;
    };
    result: Proposal;
  };
  /** List proposals */
  'GET /v1/proposals': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery & {
      /** `duplicate`: merge a feedback entry into another one. `tags`: add tags of the project to a feedback entry. `release_notes`: a draft of a changelog entry about finished feedback. `article`: a draft of an article that answers searches, or of the public answers of the team to a feedback entry. */
      kind?: 'duplicate' | 'tags' | 'release_notes' | 'article' | undefined;
      /** Only proposals in this state */
      state?: 'open' | 'accepted' | 'dismissed' | 'empty' | undefined;
      /** Only proposals about this feedback entry or cluster */
      subject_id?: string | undefined;
    };
    body: undefined;
    result: Page<Proposal>;
  };
  /** Accept a proposal */
  'POST /v1/proposals/{id}/accept': {
    path: {
      /** TypeID with the prefix `prp_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Proposal;
  };
  /** Dismiss a proposal */
  'POST /v1/proposals/{id}/dismiss': {
    path: Routes['POST /v1/proposals/{id}/accept']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Proposal;
  };
  /** Upload an image */
  'POST /v1/uploads': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** PNG, JPEG, WebP or GIF image of at most 5 MiB */
      file: Blob;
    };
    result: Upload;
  };
  /** List uploads */
  'GET /v1/uploads': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery;
    body: undefined;
    result: Page<Upload>;
  };
  /** Delete an upload */
  'DELETE /v1/uploads/{name}': {
    path: { name: string; };
    query: ProjectQuery;
    body: undefined;
    result: Ok;
  };
  /** Get an image */
  'GET /v1/uploads/{name}': {
    path: { name: string; };
    query: Record<string, never>;
    body: undefined;
    result: string;
  };
  /** Call the MCP server */
  'POST /mcp': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: { jsonrpc: '2.0'; };
    result: { jsonrpc: '2.0'; };
  };
  /** Submit feedback */
  'POST /v1/feedback': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      title: string;
      type?: 'bug' | 'feature' | 'feedback' | undefined;
      /** Board of the entry. Without it, the default board of the project. */
      board_id?: string | undefined;
      /** Description in Markdown */
      description?: string | undefined;
      image_url?: string | undefined;
      tags?: readonly string[] | undefined;
      submitter_name?: string | undefined;
      /** Address that receives private answers and, unless `follow` is false, news about the entry. Never returned for API keys. */
      submitter_email?: string | undefined;
      /** Whether the submitter, if there is an address, receives emails about replies, merges and status changes. Default: true, except for addresses that unsubscribed from all feedback emails. An address that `X-User-Token` does not verify receives a confirmation email first. */
      follow?: boolean | undefined;
      /** Custom data as a JSON object of at most 4 KiB */
      metadata?: Record<string, unknown> | undefined;
      /** Values of public custom fields by key. Texts have at most 1000 characters, dates the form `2026-11-20`, and URLs begin with http. */
      fields?: Record<string, string | number | boolean | null> | undefined;
      /** Knowledge base search that preceded the submission */
      from_query?: string | undefined;
      /** Other name of `description` */
      content?: string | undefined;
      /** Other name of `submitter_name` */
      author_name?: string | undefined;
      /** Other name of `submitter_email` */
      author_email?: string | undefined;
    };
    result: Feedback;
  };
  /** List feedback entries */
  'GET /v1/feedback': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery & {
      /** Type, repeatable: returns entries with any of the values. */
      type?: 'bug' | 'feature' | 'feedback' | readonly ('bug' | 'feature' | 'feedback')[] | undefined;
      /** Excludes entries with this value, repeatable */
      type_not?: 'bug' | 'feature' | 'feedback' | readonly ('bug' | 'feature' | 'feedback')[] | undefined;
      /** Status, repeatable: returns entries with any of the values. Merged entries are returned only for `duplicate`. */
      status?: 'new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate' | readonly ('new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate')[] | undefined;
      /** Excludes entries with this value, repeatable */
      status_not?: 'new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate' | readonly ('new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate')[] | undefined;
      /** Key of a custom status, repeatable: returns entries with any of the values. `none` stands for entries without a custom status. */
      custom_status?: string | readonly string[] | undefined;
      /** Excludes entries with this value, repeatable */
      custom_status_not?: string | readonly string[] | undefined;
      /** Tag, repeatable: returns entries that have any of the tags. */
      tag?: string | readonly string[] | undefined;
      /** Excludes entries that have this tag, repeatable */
      tag_not?: string | readonly string[] | undefined;
      /** Board, repeatable: returns entries of any of the boards. Boards that the caller may not read have no entries. */
      board_id?: string | readonly string[] | undefined;
      /** Excludes entries with this value, repeatable */
      board_id_not?: string | readonly string[] | undefined;
      /** Search for words that start with the given text, in title, description and tags */
      q?: string | undefined;
      /** Filter by custom field, as `key:operator:value`, such as `plan:is:pro` or `seats:gt:10`. Operators: `is`, `is_not`, `gt`, `gte`, `lt`, `lte`, `is_set`, `is_not_set`; `is_set` and `is_not_set` have no value. Can be repeated: entries must match all filters. Internal fields require a session token. */
      field?: string | readonly string[] | undefined;
      /** Only entries that were created at or after this time */
      created_since?: string | Date | undefined;
      /** Only entries that were created before this time */
      created_until?: string | Date | undefined;
      /** Only entries that were created during the last days, each of 24 hours */
      max_age_days?: number | undefined;
      /** Only entries that were created before the last days, each of 24 hours */
      min_age_days?: number | undefined;
      /** Only entries whose status changed last at or after this time: with `status=done`, entries that were completed since then. Merging and unmerging change the status. */
      status_changed_since?: string | Date | undefined;
      /** Only entries whose status changed, and changed last before this time */
      status_changed_until?: string | Date | undefined;
      /** Visibility, repeatable: returns entries with any of the values. Requires a session token. */
      visibility?: 'public' | 'pending' | 'private' | readonly ('public' | 'pending' | 'private')[] | undefined;
      /** Excludes entries with this value, repeatable. Requires a session token. */
      visibility_not?: 'public' | 'pending' | 'private' | readonly ('public' | 'pending' | 'private')[] | undefined;
      /** Assignee, repeatable: the id of a member, `me`, or `none` for entries without assignee. Requires a session token. */
      assignee?: string | readonly string[] | undefined;
      /** Excludes entries of this assignee, repeatable. Requires a session token. */
      assignee_not?: string | readonly string[] | undefined;
      /** Whether the team has answered with a public comment: `false` returns entries that await an answer. Requires a session token. */
      answered?: boolean | undefined;
      /** Score that the entries are returned with, and sorted by with `sort=score`. Requires a session token. */
      score?: string | undefined;
      /** Only entries whose `score` has at least this value. Requires a session token. */
      score_min?: number | undefined;
      /** Weights of the terms of the `score` that replace the saved ones, separated by commas. Requires a session token. */
      score_weights?: string | undefined;
      /** Only entries for which people in this segment vote. `segment_vote_count` is their number, and `sort=top` sorts by it. Requires a session token of a member. */
      voters_segment?: string | undefined;
      /** Id in the system that the entry comes from, repeatable. Also finds merged entries. Requires a session token. */
      external_id?: string | readonly string[] | undefined;
      /** Returns only entries of the caller, including merged entries and entries awaiting approval. API keys require `X-User-Token` or `X-Visitor-Id`. */
      mine?: boolean | undefined;
      /** Whether to include `similar`: open entries whose titles say the same, except dismissed ones. Requires a session token. */
      similar?: boolean | undefined;
      /** Sort order. Defaults to `newest`; with `q`, the best matches are first: entries with the words in the title before others, whole words before beginnings of words. Pinned entries come first except in `oldest`, which is strictly chronological so that paging returns each entry once while new entries arrive. `trending` weights votes by age with a half-life of 7 days. `manual` is the order of the board, without regard to pins. `score` is the order of a `score`, highest first, without regard to pins; it requires a session token. */
      sort?: 'newest' | 'oldest' | 'top' | 'trending' | 'manual' | 'score' | undefined;
    };
    body: undefined;
    result: Page<Feedback>;
  };
  /** Get the roadmap */
  'GET /v1/feedback/roadmap': {
    path: Record<string, never>;
    query: ProjectQuery & {
      /** Board, repeatable: returns entries of any of the boards. Boards that the caller may not read have no entries. */
      board_id?: string | readonly string[] | undefined;
    };
    body: undefined;
    result: {
      planned: { data: Feedback[]; total: number; page: number; limit: number; };
      in_progress: { data: Feedback[]; total: number; page: number; limit: number; };
      done: { data: Feedback[]; total: number; page: number; limit: number; };
    };
  };
  /** List the public feedback board of a project */
  'GET /v1/feedback/by-project/{slug}': {
    path: {
      /** Slug of the project */
      slug: string;
    };
    query: PageQuery & {
      /** Type, repeatable: returns entries with any of the values. */
      type?: 'bug' | 'feature' | 'feedback' | readonly ('bug' | 'feature' | 'feedback')[] | undefined;
      /** Excludes entries with this value, repeatable */
      type_not?: 'bug' | 'feature' | 'feedback' | readonly ('bug' | 'feature' | 'feedback')[] | undefined;
      /** Status, repeatable: returns entries with any of the values. Merged entries are returned only for `duplicate`. */
      status?: 'new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate' | readonly ('new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate')[] | undefined;
      /** Excludes entries with this value, repeatable */
      status_not?: 'new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate' | readonly ('new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate')[] | undefined;
      /** Key of a custom status, repeatable: returns entries with any of the values. `none` stands for entries without a custom status. */
      custom_status?: string | readonly string[] | undefined;
      /** Excludes entries with this value, repeatable */
      custom_status_not?: string | readonly string[] | undefined;
      /** Tag, repeatable: returns entries that have any of the tags. */
      tag?: string | readonly string[] | undefined;
      /** Excludes entries that have this tag, repeatable */
      tag_not?: string | readonly string[] | undefined;
      /** Board, repeatable: returns entries of any of the boards. Boards that the caller may not read have no entries. */
      board_id?: string | readonly string[] | undefined;
      /** Excludes entries with this value, repeatable */
      board_id_not?: string | readonly string[] | undefined;
      /** Search for words that start with the given text, in title, description and tags */
      q?: string | undefined;
      /** Filter by custom field, as `key:operator:value`, such as `plan:is:pro` or `seats:gt:10`. Operators: `is`, `is_not`, `gt`, `gte`, `lt`, `lte`, `is_set`, `is_not_set`; `is_set` and `is_not_set` have no value. Can be repeated: entries must match all filters. Internal fields require a session token. */
      field?: string | readonly string[] | undefined;
      /** Only entries that were created at or after this time */
      created_since?: string | Date | undefined;
      /** Only entries that were created before this time */
      created_until?: string | Date | undefined;
      /** Only entries that were created during the last days, each of 24 hours */
      max_age_days?: number | undefined;
      /** Only entries that were created before the last days, each of 24 hours */
      min_age_days?: number | undefined;
      /** Only entries whose status changed last at or after this time: with `status=done`, entries that were completed since then. Merging and unmerging change the status. */
      status_changed_since?: string | Date | undefined;
      /** Only entries whose status changed, and changed last before this time */
      status_changed_until?: string | Date | undefined;
      /** Sort order. Defaults to `newest`; with `q`, the best matches are first. */
      sort?: 'newest' | 'oldest' | 'top' | 'trending' | 'manual' | undefined;
    };
    body: undefined;
    result: Page<Feedback>;
  };
  /** Get a feedback entry */
  'GET /v1/feedback/{id}': {
    path: {
      /** TypeID with the prefix `fb_` */
      id: string;
    };
    query: {
      /** Whether to include Markdown fields rendered as HTML */
      html?: boolean | undefined;
    };
    body: undefined;
    result: Feedback;
  };
  /** Update a feedback entry */
  'PATCH /v1/feedback/{id}': {
    path: Routes['GET /v1/feedback/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** State. Another state removes the custom status, unless the request sets one. */
      status?: 'new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | undefined;
      /** Key of a custom status (`settings.feedback.statuses`), which also sets `status` to its state. Null for the state itself. */
      custom_status?: string | null | undefined;
      title?: string | undefined;
      /** Description in Markdown */
      description?: string | undefined;
      type?: 'bug' | 'feature' | 'feedback' | undefined;
      /** Board to which the entry moves */
      board_id?: string | undefined;
      tags?: readonly string[] | undefined;
      /** Visibility of the entry or comment. `pending` means awaiting approval; setting `public` approves it. */
      visibility?: 'public' | 'pending' | 'private' | undefined;
      pinned?: boolean | undefined;
      /** Member who is responsible for the entry */
      assignee_id?: string | null | undefined;
      /** Day until which the entry is to be done */
      due_on?: string | null | undefined;
      /** Values of custom fields by key; null removes a value, and others are kept. Texts have at most 1000 characters, dates the form `2026-11-20`, and URLs begin with http. */
      fields?: Record<string, string | number | boolean | null> | undefined;
      /** Other name of `description` */
      content?: string | undefined;
    };
    result: Feedback;
  };
  /** Delete a feedback entry */
  'DELETE /v1/feedback/{id}': {
    path: Routes['GET /v1/feedback/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Export feedback entries as CSV */
  'GET /v1/feedback/export.csv': {
    path: Record<string, never>;
    query: ProjectQuery & {
      /** Type, repeatable: returns entries with any of the values. */
      type?: 'bug' | 'feature' | 'feedback' | readonly ('bug' | 'feature' | 'feedback')[] | undefined;
      /** Excludes entries with this value, repeatable */
      type_not?: 'bug' | 'feature' | 'feedback' | readonly ('bug' | 'feature' | 'feedback')[] | undefined;
      /** Status, repeatable: returns entries with any of the values. Merged entries are returned only for `duplicate`. */
      status?: 'new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate' | readonly ('new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate')[] | undefined;
      /** Excludes entries with this value, repeatable */
      status_not?: 'new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate' | readonly ('new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate')[] | undefined;
      /** Key of a custom status, repeatable: returns entries with any of the values. `none` stands for entries without a custom status. */
      custom_status?: string | readonly string[] | undefined;
      /** Excludes entries with this value, repeatable */
      custom_status_not?: string | readonly string[] | undefined;
      /** Tag, repeatable: returns entries that have any of the tags. */
      tag?: string | readonly string[] | undefined;
      /** Excludes entries that have this tag, repeatable */
      tag_not?: string | readonly string[] | undefined;
      /** Board, repeatable: returns entries of any of the boards. Boards that the caller may not read have no entries. */
      board_id?: string | readonly string[] | undefined;
      /** Excludes entries with this value, repeatable */
      board_id_not?: string | readonly string[] | undefined;
      /** Search for words that start with the given text, in title, description and tags */
      q?: string | undefined;
      /** Filter by custom field, as `key:operator:value`, such as `plan:is:pro` or `seats:gt:10`. Operators: `is`, `is_not`, `gt`, `gte`, `lt`, `lte`, `is_set`, `is_not_set`; `is_set` and `is_not_set` have no value. Can be repeated: entries must match all filters. Internal fields require a session token. */
      field?: string | readonly string[] | undefined;
      /** Only entries that were created at or after this time */
      created_since?: string | Date | undefined;
      /** Only entries that were created before this time */
      created_until?: string | Date | undefined;
      /** Only entries that were created during the last days, each of 24 hours */
      max_age_days?: number | undefined;
      /** Only entries that were created before the last days, each of 24 hours */
      min_age_days?: number | undefined;
      /** Only entries whose status changed last at or after this time: with `status=done`, entries that were completed since then. Merging and unmerging change the status. */
      status_changed_since?: string | Date | undefined;
      /** Only entries whose status changed, and changed last before this time */
      status_changed_until?: string | Date | undefined;
      /** Visibility, repeatable: returns entries with any of the values. Requires a session token. */
      visibility?: 'public' | 'pending' | 'private' | readonly ('public' | 'pending' | 'private')[] | undefined;
      /** Excludes entries with this value, repeatable. Requires a session token. */
      visibility_not?: 'public' | 'pending' | 'private' | readonly ('public' | 'pending' | 'private')[] | undefined;
      /** Assignee, repeatable: the id of a member, `me`, or `none` for entries without assignee. Requires a session token. */
      assignee?: string | readonly string[] | undefined;
      /** Excludes entries of this assignee, repeatable. Requires a session token. */
      assignee_not?: string | readonly string[] | undefined;
      /** Whether the team has answered with a public comment: `false` returns entries that await an answer. Requires a session token. */
      answered?: boolean | undefined;
      /** Score that the entries are returned with, and sorted by with `sort=score`. Requires a session token. */
      score?: string | undefined;
      /** Only entries whose `score` has at least this value. Requires a session token. */
      score_min?: number | undefined;
      /** Weights of the terms of the `score` that replace the saved ones, separated by commas. Requires a session token. */
      score_weights?: string | undefined;
      /** Only entries for which people in this segment vote. `segment_vote_count` is their number, and `sort=top` sorts by it. Requires a session token of a member. */
      voters_segment?: string | undefined;
      /** Id in the system that the entry comes from, repeatable. Also finds merged entries. Requires a session token. */
      external_id?: string | readonly string[] | undefined;
      /** Sort order. Defaults to `newest`; with `q`, the best matches are first: entries with the words in the title before others, whole words before beginnings of words. Pinned entries come first except in `oldest`, which is strictly chronological so that paging returns each entry once while new entries arrive. `trending` weights votes by age with a half-life of 7 days. `manual` is the order of the board, without regard to pins. `score` is the order of a `score`, highest first, without regard to pins; it requires a session token. */
      sort?: 'newest' | 'oldest' | 'top' | 'trending' | 'manual' | 'score' | undefined;
      /** Begins the file with a byte order mark. Excel then reads it as UTF-8, and other programs may take the mark for a part of the first column. Defaults to `false`. */
      bom?: boolean | undefined;
    };
    body: undefined;
    result: string;
  };
  /** Export comments as CSV */
  'GET /v1/feedback/comments/export.csv': {
    path: Record<string, never>;
    query: ProjectQuery & {
      /** Only comments and votes of the feedback entry with this id */
      feedback_id?: string | undefined;
      /** Begins the file with a byte order mark. Excel then reads it as UTF-8, and other programs may take the mark for a part of the first column. Defaults to `false`. */
      bom?: boolean | undefined;
    };
    body: undefined;
    result: string;
  };
  /** Export votes as CSV */
  'GET /v1/feedback/votes/export.csv': {
    path: Record<string, never>;
    query: Routes['GET /v1/feedback/comments/export.csv']['query'];
    body: undefined;
    result: string;
  };
  /** Import feedback entries */
  'POST /v1/feedback/batch': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      /** Up to 1,000 records */
      records: readonly FeedbackRecord[];
      /** Whether new records send webhooks and notifications, like records that people create */
      notify?: boolean | undefined;
    };
    result: BatchResults;
  };
  /** Import comments */
  'POST /v1/feedback/comments/batch': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      /** Up to 1,000 records */
      records: readonly CommentRecord[];
      /** Whether new records send webhooks and notifications, like records that people create */
      notify?: boolean | undefined;
    };
    result: BatchResults;
  };
  /** Import votes */
  'POST /v1/feedback/votes/batch': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      /** Up to 1,000 records */
      records: readonly VoteRecord[];
      /** Whether new records send webhooks and notifications, like records that people create */
      notify?: boolean | undefined;
    };
    result: BatchResults;
  };
  /** List the tags of feedback */
  'GET /v1/feedback/tags': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: undefined;
    result: Page<FeedbackTag>;
  };
  /** List views of feedback */
  'GET /v1/feedback/views': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: undefined;
    result: Page<FeedbackView>;
  };
  /** Create a view of feedback */
  'POST /v1/feedback/views': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      name: string;
      /** Whether all members of the project see the view and can change it. A personal view is visible to its owner only. */
      shared?: boolean | undefined;
      /** Filters with the names of the query parameters of the list of feedback. Empty for all entries. */
      filters?: {
        type?: readonly ('bug' | 'feature' | 'feedback')[] | undefined;
        type_not?: readonly ('bug' | 'feature' | 'feedback')[] | undefined;
        status?: readonly ('new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate')[] | undefined;
        status_not?: readonly ('new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate')[] | undefined;
        custom_status?: readonly string[] | undefined;
        custom_status_not?: readonly string[] | undefined;
        tag?: readonly string[] | undefined;
        tag_not?: readonly string[] | undefined;
        board_id?: readonly string[] | undefined;
        board_id_not?: readonly string[] | undefined;
        visibility?: readonly ('public' | 'pending' | 'private')[] | undefined;
        visibility_not?: readonly ('public' | 'pending' | 'private')[] | undefined;
        /** Ids of members, `me` for the member who opens the view, or `none` for entries without assignee */
        assignee?: readonly string[] | undefined;
        /** Ids of members, `me` for the member who opens the view, or `none` for entries without assignee */
        assignee_not?: readonly string[] | undefined;
        /** Search for words that start with the given text, in title, description and tags */
        q?: string | undefined;
        field?: readonly string[] | undefined;
        /** Only entries that were created at or after this time */
        created_since?: string | Date | undefined;
        /** Only entries that were created before this time */
        created_until?: string | Date | undefined;
        /** Only entries that were created during the last days, each of 24 hours */
        max_age_days?: number | undefined;
        /** Only entries that were created before the last days, each of 24 hours */
        min_age_days?: number | undefined;
        /** Whether the team has answered with a public comment: `false` returns entries that await an answer. Requires a session token. */
        answered?: boolean | undefined;
        /** Score that the entries are returned with, and sorted by with `sort=score`. Requires a session token. */
        score?: string | undefined;
        /** Only entries whose `score` has at least this value. Requires a session token. */
        score_min?: number | undefined;
        /** Weights of the terms of the `score` that replace the saved ones, separated by commas. Requires a session token. */
        score_weights?: string | undefined;
      } | undefined;
      /** Sort order of the entries, as in the list of feedback */
      sort?: 'newest' | 'oldest' | 'top' | 'trending' | 'manual' | 'score' | undefined;
      /** Fields that the list shows next to the title */
      columns?: readonly ('upvote_count' | 'board_id' | 'type' | 'visibility' | 'tags' | 'author_name' | 'created_at' | 'updated_at' | 'comment_count' | 'assignee_id' | 'due_on' | 'status')[] | undefined;
    };
    result: FeedbackView;
  };
  /** Count feedback entries of several filters */
  'POST /v1/feedback/counts': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      filters: readonly ({
        type?: readonly ('bug' | 'feature' | 'feedback')[] | undefined;
        type_not?: readonly ('bug' | 'feature' | 'feedback')[] | undefined;
        status?: readonly ('new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate')[] | undefined;
        status_not?: readonly ('new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate')[] | undefined;
        custom_status?: readonly string[] | undefined;
        custom_status_not?: readonly string[] | undefined;
        tag?: readonly string[] | undefined;
        tag_not?: readonly string[] | undefined;
        board_id?: readonly string[] | undefined;
        board_id_not?: readonly string[] | undefined;
        visibility?: readonly ('public' | 'pending' | 'private')[] | undefined;
        visibility_not?: readonly ('public' | 'pending' | 'private')[] | undefined;
        /** Ids of members, `me` for the member who opens the view, or `none` for entries without assignee */
        assignee?: readonly string[] | undefined;
        /** Ids of members, `me` for the member who opens the view, or `none` for entries without assignee */
        assignee_not?: readonly string[] | undefined;
        /** Search for words that start with the given text, in title, description and tags */
        q?: string | undefined;
        field?: readonly string[] | undefined;
        /** Only entries that were created at or after this time */
        created_since?: string | Date | undefined;
        /** Only entries that were created before this time */
        created_until?: string | Date | undefined;
        /** Only entries that were created during the last days, each of 24 hours */
        max_age_days?: number | undefined;
        /** Only entries that were created before the last days, each of 24 hours */
        min_age_days?: number | undefined;
        /** Whether the team has answered with a public comment: `false` returns entries that await an answer. Requires a session token. */
        answered?: boolean | undefined;
        /** Score that the entries are returned with, and sorted by with `sort=score`. Requires a session token. */
        score?: string | undefined;
        /** Only entries whose `score` has at least this value. Requires a session token. */
        score_min?: number | undefined;
        /** Weights of the terms of the `score` that replace the saved ones, separated by commas. Requires a session token. */
        score_weights?: string | undefined;
      })[];
    };
    result: FeedbackCounts;
  };
  /** Update a view of feedback */
  'PATCH /v1/feedback/views/{id}': {
    path: {
      /** TypeID with the prefix `view_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      name?: string | undefined;
      /** Whether all members of the project see the view and can change it. A personal view is visible to its owner only. */
      shared?: boolean | undefined;
      /** Filters with the names of the query parameters of the list of feedback. Empty for all entries. */
      filters?: {
        type?: readonly ('bug' | 'feature' | 'feedback')[] | undefined;
        type_not?: readonly ('bug' | 'feature' | 'feedback')[] | undefined;
        status?: readonly ('new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate')[] | undefined;
        status_not?: readonly ('new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate')[] | undefined;
        custom_status?: readonly string[] | undefined;
        custom_status_not?: readonly string[] | undefined;
        tag?: readonly string[] | undefined;
        tag_not?: readonly string[] | undefined;
        board_id?: readonly string[] | undefined;
        board_id_not?: readonly string[] | undefined;
        visibility?: readonly ('public' | 'pending' | 'private')[] | undefined;
        visibility_not?: readonly ('public' | 'pending' | 'private')[] | undefined;
        /** Ids of members, `me` for the member who opens the view, or `none` for entries without assignee */
        assignee?: readonly string[] | undefined;
        /** Ids of members, `me` for the member who opens the view, or `none` for entries without assignee */
        assignee_not?: readonly string[] | undefined;
        /** Search for words that start with the given text, in title, description and tags */
        q?: string | undefined;
        field?: readonly string[] | undefined;
        /** Only entries that were created at or after this time */
        created_since?: string | Date | undefined;
        /** Only entries that were created before this time */
        created_until?: string | Date | undefined;
        /** Only entries that were created during the last days, each of 24 hours */
        max_age_days?: number | undefined;
        /** Only entries that were created before the last days, each of 24 hours */
        min_age_days?: number | undefined;
        /** Whether the team has answered with a public comment: `false` returns entries that await an answer. Requires a session token. */
        answered?: boolean | undefined;
        /** Score that the entries are returned with, and sorted by with `sort=score`. Requires a session token. */
        score?: string | undefined;
        /** Only entries whose `score` has at least this value. Requires a session token. */
        score_min?: number | undefined;
        /** Weights of the terms of the `score` that replace the saved ones, separated by commas. Requires a session token. */
        score_weights?: string | undefined;
      } | undefined;
      /** Sort order of the entries, as in the list of feedback */
      sort?: 'newest' | 'oldest' | 'top' | 'trending' | 'manual' | 'score' | undefined;
      /** Fields that the list shows next to the title */
      columns?: readonly ('upvote_count' | 'board_id' | 'type' | 'visibility' | 'tags' | 'author_name' | 'created_at' | 'updated_at' | 'comment_count' | 'assignee_id' | 'due_on' | 'status')[] | undefined;
    };
    result: FeedbackView;
  };
  /** Delete a view of feedback */
  'DELETE /v1/feedback/views/{id}': {
    path: Routes['PATCH /v1/feedback/views/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** List the boards of a project */
  'GET /v1/feedback/boards': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: undefined;
    result: Page<FeedbackBoard>;
  };
  /** Create a board */
  'POST /v1/feedback/boards': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      name: string;
      /** Part of the URL of the page of the board, unique in the project */
      slug?: string | undefined;
      /** Text below the title of the board */
      description?: string | undefined;
      /** Readers of the entries: everyone (`public`), users of your product who are identified, as by `X-User-Token` (`signed_in`), those of them who are in a segment of people (`segment`, with `segment_id`), members of the project (`team`), or members and the submitter of each entry (`submit_only`). Readers of a board may submit to it; to a board with `submit_only`, everyone may. To others, the entries do not exist. */
      access?: 'public' | 'signed_in' | 'segment' | 'submit_only' | 'team' | undefined;
      /** Segment of people, for the access `segment` */
      segment_id?: string | null | undefined;
      /** Keys of the custom fields (`settings.feedback.fields`) that the forms of the board ask for. Null for all. API keys see public fields only. */
      fields?: readonly string[] | null | undefined;
      /** Place among the boards of the project, from 0 */
      position?: number | undefined;
    };
    result: FeedbackBoard;
  };
  /** Get a board */
  'GET /v1/feedback/boards/{id}': {
    path: {
      /** TypeID with the prefix `brd_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: FeedbackBoard;
  };
  /** Update a board */
  'PATCH /v1/feedback/boards/{id}': {
    path: Routes['GET /v1/feedback/boards/{id}']['path'];
    query: Record<string, never>;
    body: {
      name?: string | undefined;
      /** Part of the URL of the page of the board, unique in the project */
      slug?: string | undefined;
      /** Text below the title of the board */
      description?: string | undefined;
      /** Readers of the entries: everyone (`public`), users of your product who are identified, as by `X-User-Token` (`signed_in`), those of them who are in a segment of people (`segment`, with `segment_id`), members of the project (`team`), or members and the submitter of each entry (`submit_only`). Readers of a board may submit to it; to a board with `submit_only`, everyone may. To others, the entries do not exist. */
      access?: 'public' | 'signed_in' | 'segment' | 'submit_only' | 'team' | undefined;
      /** Segment of people, for the access `segment` */
      segment_id?: string | null | undefined;
      /** Keys of the custom fields (`settings.feedback.fields`) that the forms of the board ask for. Null for all. API keys see public fields only. */
      fields?: readonly string[] | null | undefined;
      /** Place among the boards of the project, from 0 */
      position?: number | undefined;
    };
    result: FeedbackBoard;
  };
  /** Delete a board */
  'DELETE /v1/feedback/boards/{id}': {
    path: Routes['GET /v1/feedback/boards/{id}']['path'];
    query: {
      /** Board that receives the entries. Required for a board with entries. */
      move_to?: string | undefined;
    };
    body: undefined;
    result: Ok;
  };
  /** Upvote a feedback entry */
  'POST /v1/feedback/{id}/upvote': {
    path: Routes['GET /v1/feedback/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Feedback;
  };
  /** Remove the upvote from a feedback entry */
  'DELETE /v1/feedback/{id}/upvote': {
    path: Routes['GET /v1/feedback/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Feedback;
  };
  /** Downvote a feedback entry */
  'POST /v1/feedback/{id}/downvote': {
    path: Routes['GET /v1/feedback/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Feedback;
  };
  /** Remove the downvote from a feedback entry */
  'DELETE /v1/feedback/{id}/downvote': {
    path: Routes['GET /v1/feedback/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Feedback;
  };
  /** Merge a feedback entry */
  'POST /v1/feedback/{id}/merge': {
    path: Routes['GET /v1/feedback/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** Entry to merge into. A merged entry is replaced by its own merge target. */
      into: string;
      /** Whether comments may become readable for more people. Refused with 409 otherwise. */
      reveal_comments?: boolean | undefined;
    };
    result: Feedback;
  };
  /** Preview a merge of feedback entries */
  'POST /v1/feedback/{id}/merge-preview': {
    path: Routes['GET /v1/feedback/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** Entries that would be merged into the entry, in this order */
      from: readonly string[];
    };
    result: FeedbackMergePreview;
  };
  /** Undo the merge of a feedback entry */
  'POST /v1/feedback/{id}/unmerge': {
    path: Routes['GET /v1/feedback/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Feedback;
  };
  /** List the history of a feedback entry */
  'GET /v1/feedback/{id}/history': {
    path: Routes['GET /v1/feedback/{id}']['path'];
    query: {
      /** Page number, starting at 1 */
      page?: number | undefined;
      /** Number of items per page */
      limit?: number | undefined;
    };
    body: undefined;
    result: Page<FeedbackHistoryItem>;
  };
  /** List the voters of a feedback entry */
  'GET /v1/feedback/{id}/voters': {
    path: Routes['GET /v1/feedback/{id}']['path'];
    query: {
      /** Page number, starting at 1 */
      page?: number | undefined;
      /** Number of items per page */
      limit?: number | undefined;
      /** `mrr` returns voters with the highest revenue first. */
      sort?: 'newest' | 'mrr' | undefined;
    };
    body: undefined;
    result: Page<FeedbackVoter> & {
      /** Number of companies of people who upvoted. Not returned for viewers. */
      company_count?: number;
      /** Sum of `mrr` of people who upvoted, each company once. Null without known revenue. Not returned for viewers. */
      mrr?: number | null;
      /** Number of upvotes of people without `mrr`, also if their company has some. Not returned for viewers. */
      mrr_unknown?: number;
    };
  };
  /** Vote on behalf of a person */
  'POST /v1/feedback/{id}/voters': {
    path: Routes['GET /v1/feedback/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** Name of the person */
      name?: string | undefined;
      /** Address of the person. Required without `user_id`. */
      email?: string | undefined;
      /** Id of the user in your application (`sub` of `X-User-Token`) */
      user_id?: string | undefined;
      /** Time of the vote. From 1990 to the current time; defaults to the current time. */
      created_at?: string | Date | undefined;
    };
    result: FeedbackVoter;
  };
  /** List the vote bursts of a feedback entry */
  'GET /v1/feedback/{id}/vote-bursts': {
    path: Routes['GET /v1/feedback/{id}']['path'];
    query: Routes['GET /v1/feedback/{id}/history']['query'];
    body: undefined;
    result: Page<FeedbackVoteBurst>;
  };
  /** Keep or remove the votes of a burst */
  'PATCH /v1/feedback/{id}/vote-bursts/{burst_id}': {
    path: {
      /** TypeID with the prefix `fb_` */
      id: string;
      /** TypeID with the prefix `vbr_` */
      burst_id: string;
    };
    query: Record<string, never>;
    body: {
      /** `removed` removes the votes, which cannot be undone. `dismissed` keeps them; `open` marks the entry again. */
      state: 'open' | 'dismissed' | 'removed';
    };
    result: FeedbackVoteBurst;
  };
  /** Move a feedback entry in the manual order */
  'POST /v1/feedback/{id}/move': {
    path: Routes['GET /v1/feedback/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** Entry before which the entry is placed. Exactly one of `before` and `after` is required. */
      before?: string | undefined;
      /** Entry after which the entry is placed. Exactly one of `before` and `after` is required. */
      after?: string | undefined;
    };
    result: Feedback;
  };
  /** List the scores of feedback */
  'GET /v1/feedback/scores': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: undefined;
    result: Page<FeedbackScore>;
  };
  /** Create or replace a score */
  'PUT /v1/feedback/scores/{name}': {
    path: {
      /** Name of a score of the project */
      name: string;
    };
    query: ProjectQuery;
    body: {
      /** Terms of the score, which replace the previous ones */
      terms: readonly ({
        /** Subject of the term. Numbers of people who upvoted the entry: all (`voters`), those who were seen within `days` (`active`), those who were seen earlier but not within `days` (`silent`), those with the `event` or a view of the `page`, optionally within `days`. Sums over these people: a numeric `attribute`, a numeric attribute of their companies (`company_attribute`, each company once), and the `revenue` of their events in a `currency`, optionally within `days`. */
        kind: 'voters' | 'active' | 'silent' | 'event' | 'page' | 'attribute' | 'company_attribute' | 'revenue';
        /** Points for each person or unit of the sum */
        weight: number;
        /** Period until now in days of 24 hours. Required for `active` and `silent`. */
        days?: number | undefined;
        /** Name of an event with a `user_id` */
        event?: string | undefined;
        /** Path of a viewed page. `*` stands for any characters. */
        page?: string | undefined;
        /** Name of an attribute that was declared as a number */
        attribute?: string | undefined;
        /** Currency of the revenue */
        currency?: string | undefined;
      })[];
    };
    result: FeedbackScore;
  };
  /** Delete a score */
  'DELETE /v1/feedback/scores/{name}': {
    path: Routes['PUT /v1/feedback/scores/{name}']['path'];
    query: ProjectQuery;
    body: undefined;
    result: Ok;
  };
  /** Get the demand for a feedback entry */
  'GET /v1/feedback/{id}/demand': {
    path: Routes['GET /v1/feedback/{id}']['path'];
    query: {
      /** Name of a score of the project */
      score: string;
    };
    body: undefined;
    result: FeedbackDemand;
  };
  /** Find similar feedback entries */
  'GET /v1/feedback/similar': {
    path: Record<string, never>;
    query: ProjectQuery & {
      title: string;
      /** Existing entry with this title, which is left out, as are its dismissed duplicates. Requires a session token. */
      feedback_id?: string | undefined;
    };
    body: undefined;
    result: Page<Feedback>;
  };
  /** Dismiss a duplicate of a feedback entry */
  'POST /v1/feedback/{id}/dismiss-similar': {
    path: Routes['GET /v1/feedback/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** Entry that is not a duplicate */
      feedback_id: string;
    };
    result: Ok;
  };
  /** Restore a dismissed duplicate of a feedback entry */
  'POST /v1/feedback/{id}/restore-similar': {
    path: Routes['GET /v1/feedback/{id}']['path'];
    query: Record<string, never>;
    body: Routes['POST /v1/feedback/{id}/dismiss-similar']['body'];
    result: Ok;
  };
  /** List comments */
  'GET /v1/feedback/{id}/comments': {
    path: Routes['GET /v1/feedback/{id}']['path'];
    query: PageQuery & {
      /** Whether to include Markdown fields rendered as HTML */
      html?: boolean | undefined;
    };
    body: undefined;
    result: Page<Comment>;
  };
  /** Create a comment */
  'POST /v1/feedback/{id}/comments': {
    path: Routes['GET /v1/feedback/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** Comment in Markdown */
      body?: string | undefined;
      /** Requires a session token */
      internal?: boolean | undefined;
      /** Whether only the submitter of the entry and project members see the comment. Requires a session token, and a submitter with a user or visitor id or a confirmed email address. Cannot be combined with `internal`. */
      private?: boolean | undefined;
      /** Name of an anonymous visitor */
      author_name?: string | undefined;
      /** Time of the comment. Requires a session token. From 1990 to the current time; defaults to the current time. */
      created_at?: string | Date | undefined;
      /** Id of the comment in the system that it comes from, which no other comment of the project has. Requires a session token. */
      external_id?: string | undefined;
      /** Members whom the comment mentions. They receive an email. Requires a session token. */
      mentioned_ids?: readonly string[] | undefined;
      /** Other name of `body` */
      content?: string | undefined;
    };
    result: Comment;
  };
  /** Update a comment */
  'PATCH /v1/feedback/{id}/comments/{comment_id}': {
    path: {
      /** TypeID with the prefix `fb_` */
      id: string;
      /** TypeID with the prefix `cmt_` */
      comment_id: string;
    };
    query: Record<string, never>;
    body: {
      /** Comment in Markdown */
      body?: string | undefined;
      /** Must be false for private answers */
      internal?: boolean | undefined;
      /** Visibility of the entry or comment. `pending` means awaiting approval; setting `public` approves it. */
      visibility?: 'public' | 'pending' | 'private' | undefined;
      /** Other name of `body` */
      content?: string | undefined;
    };
    result: Comment;
  };
  /** Delete a comment */
  'DELETE /v1/feedback/{id}/comments/{comment_id}': {
    path: Routes['PATCH /v1/feedback/{id}/comments/{comment_id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Subscribe to a feedback entry */
  'POST /v1/feedback/{id}/subscribe': {
    path: Routes['GET /v1/feedback/{id}']['path'];
    query: Record<string, never>;
    body: { email: string; };
    result: FeedbackSubscribed;
  };
  /** Unsubscribe from feedback entries */
  'POST /v1/feedback/unsubscribe': {
    path: Record<string, never>;
    query: { token: string; };
    body: undefined;
    result: Ok;
  };
  /** Unsubscribe from all feedback emails */
  'POST /v1/feedback/unsubscribe-all': {
    path: Record<string, never>;
    query: { token: string; };
    body: undefined;
    result: Ok;
  };
  /** Confirm feedback subscriptions */
  'POST /v1/feedback/confirm': {
    path: Record<string, never>;
    query: { token: string; };
    body: undefined;
    result: Ok;
  };
  /** Add a feedback entry as a member */
  'POST /v1/feedback/by-team': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      title: string;
      type?: 'bug' | 'feature' | 'feedback' | undefined;
      /** Board of the entry. Without it, the default board of the project. */
      board_id?: string | undefined;
      /** Description in Markdown */
      description?: string | undefined;
      image_url?: string | undefined;
      tags?: readonly string[] | undefined;
      /** Custom data as a JSON object of at most 4 KiB */
      metadata?: Record<string, unknown> | undefined;
      /** Values of public custom fields by key. Texts have at most 1000 characters, dates the form `2026-11-20`, and URLs begin with http. */
      fields?: Record<string, string | number | boolean | null> | undefined;
      /** Knowledge base search that preceded the submission */
      from_query?: string | undefined;
      /** Name of the person */
      submitter_name?: string | undefined;
      /** Address of the person who asked, who receives an email to confirm updates about the entry */
      submitter_email?: string | undefined;
      /** Id of the user in your application (`sub` of `X-User-Token`) */
      submitter_user_id?: string | undefined;
      /** State. Without it, that of `custom_status`, or `new`. */
      status?: 'new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | undefined;
      /** Key of a custom status (`settings.feedback.statuses`), which also sets `status` to its state. Null for the state itself. */
      custom_status?: string | null | undefined;
      /** Member who is responsible for the entry */
      assignee_id?: string | null | undefined;
      /** Day until which the entry is to be done */
      due_on?: string | null | undefined;
      /** Time of the submission. From 1990 to the current time; defaults to the current time. */
      created_at?: string | Date | undefined;
      /** Id of the entry in the system that it comes from, which no other entry of the project has. Requires a session token. */
      external_id?: string | undefined;
      /** Other name of `description` */
      content?: string | undefined;
      /** Other name of `submitter_name` */
      author_name?: string | undefined;
      /** Other name of `submitter_email` */
      author_email?: string | undefined;
    };
    result: Feedback;
  };
  /** Find people who gave feedback */
  'GET /v1/feedback/people': {
    path: Record<string, never>;
    query: ProjectQuery & {
      /** Part of a name or of an email address */
      q: string;
    };
    body: undefined;
    result: Page<FeedbackPerson>;
  };
  /** Revoke a vote on behalf of a person */
  'DELETE /v1/feedback/{id}/voters/{vote_id}': {
    path: {
      /** TypeID with the prefix `fb_` */
      id: string;
      /** TypeID with the prefix `vob_` */
      vote_id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Join the waitlist */
  'POST /v1/waitlist': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      email: string;
      name?: string | undefined;
      referral_source?: string | undefined;
      /** Referral code of another entry. Unknown codes are ignored. */
      referral_code?: string | undefined;
      /** Custom data as a JSON object of at most 4 KiB */
      metadata?: Record<string, unknown> | undefined;
      /** Answers to the questions of the sign-up form (`settings.waitlist.questions`) by key. Texts have at most 1000 characters, long texts 5000, and answers to `multi_select` are lists of options. */
      answers?: Record<string, string | number | boolean | readonly string[] | null> | undefined;
      /** Honeypot field, hidden from users. Submissions with a value receive a normal response and are discarded. */
      website?: string | undefined;
    };
    result: WaitlistSignup;
  };
  /** List waitlist entries */
  'GET /v1/waitlist': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery & {
      status?: 'waiting' | 'invited' | 'joined' | 'removed' | undefined;
      /** Search for words that start with the given text, in names and addresses */
      q?: string | undefined;
      /** Only entries with this `referral_source`. Empty: only entries without a source. */
      source?: string | undefined;
      /** Only entries with at least this number of referrals */
      min_referrals?: number | undefined;
      /** Only sign-ups from this country, as ISO 3166-1 code */
      country?: string | undefined;
      /** Only entries that have reached the reward with this key */
      reward?: string | undefined;
      /** Only entries that were created at or after this time */
      created_since?: string | Date | undefined;
      /** Only entries that were created before this time */
      created_until?: string | Date | undefined;
      /** Only these entries. Can be repeated. */
      ids?: string | readonly string[] | undefined;
      /** Only entries with a confirmed address, or only those without */
      confirmed?: boolean | undefined;
      /** Filter by the id in the system that the record comes from. Requires a session token. */
      external_id?: string | undefined;
      /** Filter by an answer, as `key:operator:value`, such as `company_size:is:11–50` or `seats:gte:10`. Operators: `is`, `is_not`, `gt`, `gte`, `lt`, `lte`, `is_set`, `is_not_set`; `is_set` and `is_not_set` have no value. `is` also finds entries that chose the value among others. Entries must match all filters. Can be repeated. Requires the role member. */
      answer?: string | readonly string[] | undefined;
      /** Only entries whose confirmed address belongs to a person in this segment. Requires the role member. */
      segment?: string | undefined;
      /** Sort order. `position` returns waiting entries first. */
      sort?: 'position' | 'newest' | 'referrals' | undefined;
    };
    body: undefined;
    result: Page<WaitlistEntry>;
  };
  /** Get the number of waitlist entries */
  'GET /v1/waitlist/count': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    result: {
      /** Number of entries except removed entries */
      count: number;
    };
  };
  /** Get the sign-up form */
  'GET /v1/waitlist/form': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    result: WaitlistForm;
  };
  /** Get the position and referrals of an entry */
  'GET /v1/waitlist/position': {
    path: Record<string, never>;
    query: {
      /** Referral code of the entry */
      referral_code: string;
    };
    body: undefined;
    result: WaitlistPosition;
  };
  /** List broadcasts */
  'GET /v1/waitlist/broadcasts': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery;
    body: undefined;
    result: Page<WaitlistBroadcast>;
  };
  /** Send a broadcast */
  'POST /v1/waitlist/broadcasts': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      subject: string;
      /** Text in Markdown */
      body: string;
      /** Filters of the recipients. Without them, everyone. */
      filter?: {
        status?: 'waiting' | 'invited' | 'joined' | undefined;
        /** Only entries whose confirmed address belongs to a person in this segment. Requires the scope `personal_data:read`. */
        segment?: string | undefined;
        /** Only entries with words that start with the given text, in names and addresses. Requires the scope `personal_data:read`. */
        q?: string | undefined;
        /** Only entries with these answers, as `key:operator:value`, such as `company_size:is:11–50` or `seats:gte:10`. Operators: `is`, `is_not`, `gt`, `gte`, `lt`, `lte`, `is_set`, `is_not_set`; `is_set` and `is_not_set` have no value. `is` also finds entries that chose the value among others. Entries must match all filters. Requires the scope `personal_data:read`. */
        answer?: readonly string[] | undefined;
        /** Only entries with this `referral_source`. Empty: only entries without a source. */
        source?: string | undefined;
        /** Only entries with at least this number of referrals */
        min_referrals?: number | undefined;
        /** Only sign-ups from this country, as ISO 3166-1 code */
        country?: string | undefined;
        /** Only entries that have reached the reward with this key */
        reward?: string | undefined;
      } | undefined;
    };
    result: WaitlistBroadcast;
  };
  /** Preview a broadcast */
  'POST /v1/waitlist/broadcasts/preview': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      subject?: string | undefined;
      /** Text in Markdown */
      body?: string | undefined;
      /** Filters of the recipients. Without them, everyone. */
      filter?: {
        status?: 'waiting' | 'invited' | 'joined' | undefined;
        /** Only entries whose confirmed address belongs to a person in this segment. Requires the scope `personal_data:read`. */
        segment?: string | undefined;
        /** Only entries with words that start with the given text, in names and addresses. Requires the scope `personal_data:read`. */
        q?: string | undefined;
        /** Only entries with these answers, as `key:operator:value`, such as `company_size:is:11–50` or `seats:gte:10`. Operators: `is`, `is_not`, `gt`, `gte`, `lt`, `lte`, `is_set`, `is_not_set`; `is_set` and `is_not_set` have no value. `is` also finds entries that chose the value among others. Entries must match all filters. Requires the scope `personal_data:read`. */
        answer?: readonly string[] | undefined;
        /** Only entries with this `referral_source`. Empty: only entries without a source. */
        source?: string | undefined;
        /** Only entries with at least this number of referrals */
        min_referrals?: number | undefined;
        /** Only sign-ups from this country, as ISO 3166-1 code */
        country?: string | undefined;
        /** Only entries that have reached the reward with this key */
        reward?: string | undefined;
      } | undefined;
    };
    result: WaitlistBroadcastPreview;
  };
  /** Send a broadcast to yourself */
  'POST /v1/waitlist/broadcasts/test': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      subject: string;
      /** Text in Markdown */
      body: string;
    };
    result: Ok;
  };
  /** Resume an incomplete broadcast */
  'POST /v1/waitlist/broadcasts/{id}/resume': {
    path: {
      /** TypeID with the prefix `wbr_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: WaitlistBroadcast;
  };
  /** Export waitlist entries as CSV */
  'GET /v1/waitlist/export.csv': {
    path: Record<string, never>;
    query: ProjectQuery & {
      status?: 'waiting' | 'invited' | 'joined' | 'removed' | undefined;
      /** Search for words that start with the given text, in names and addresses */
      q?: string | undefined;
      /** Only entries with this `referral_source`. Empty: only entries without a source. */
      source?: string | undefined;
      /** Only entries with at least this number of referrals */
      min_referrals?: number | undefined;
      /** Only sign-ups from this country, as ISO 3166-1 code */
      country?: string | undefined;
      /** Only entries that have reached the reward with this key */
      reward?: string | undefined;
      /** Only entries that were created at or after this time */
      created_since?: string | Date | undefined;
      /** Only entries that were created before this time */
      created_until?: string | Date | undefined;
      /** Only these entries. Can be repeated. */
      ids?: string | readonly string[] | undefined;
      /** Only entries with a confirmed address, or only those without */
      confirmed?: boolean | undefined;
      /** Filter by the id in the system that the record comes from. Requires a session token. */
      external_id?: string | undefined;
      /** Filter by an answer, as `key:operator:value`, such as `company_size:is:11–50` or `seats:gte:10`. Operators: `is`, `is_not`, `gt`, `gte`, `lt`, `lte`, `is_set`, `is_not_set`; `is_set` and `is_not_set` have no value. `is` also finds entries that chose the value among others. Entries must match all filters. Can be repeated. Requires the role member. */
      answer?: string | readonly string[] | undefined;
      /** Only entries whose confirmed address belongs to a person in this segment. Requires the role member. */
      segment?: string | undefined;
      /** Sort order. `position` returns waiting entries first. */
      sort?: 'position' | 'newest' | 'referrals' | undefined;
      /** Begins the file with a byte order mark. Excel then reads it as UTF-8, and other programs may take the mark for a part of the first column. Defaults to `false`. */
      bom?: boolean | undefined;
    };
    body: undefined;
    result: string;
  };
  /** Get waitlist statistics */
  'GET /v1/waitlist/stats': {
    path: Record<string, never>;
    query: ProjectQuery & {
      /** Number of days to report, ending today (UTC) */
      days?: number | undefined;
    };
    body: undefined;
    result: {
      /** Number of entries except removed entries */
      total: number;
      /** Number of entries with an unconfirmed address */
      unconfirmed: number;
      statuses: { waiting: number; invited: number; joined: number; removed: number; };
      /** One entry per day, including days without sign-ups */
      signups: {
        /** Date in UTC */
        date: string;
        count: number;
        referred: number;
      }[];
      /** The 20 countries with the most sign-ups */
      countries: { country: string; count: number; }[];
      /** The 20 sources with the most sign-ups */
      sources: ({ source: string | null; count: number; })[];
      /** The 10 entries with the most referrals */
      top_referrers: ({
        /** TypeID with the prefix `wl_` */
        id: string;
        /** Null for viewers */
        email: string | null;
        /** Null for viewers */
        name: string | null;
        /** Number of confirmed entries referred by this entry */
        referral_count: number;
      })[];
    };
  };
  /** Preview the invitation email */
  'GET /v1/waitlist/invitation': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: undefined;
    result: WaitlistInvitation;
  };
  /** Invite waitlist entries */
  'POST /v1/waitlist/invite': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      /** Number of entries to invite from the front of the waitlist */
      count?: number | undefined;
      /** Entries to invite, regardless of their position */
      ids?: readonly string[] | undefined;
      /** Only entries whose confirmed address belongs to a person in this segment. Requires the scope `personal_data:read`. */
      segment?: string | undefined;
      /** Only entries with words that start with the given text, in names and addresses. Requires the scope `personal_data:read`. */
      q?: string | undefined;
      /** Only entries with these answers, as `key:operator:value`, such as `company_size:is:11–50` or `seats:gte:10`. Operators: `is`, `is_not`, `gt`, `gte`, `lt`, `lte`, `is_set`, `is_not_set`; `is_set` and `is_not_set` have no value. `is` also finds entries that chose the value among others. Entries must match all filters. Requires the scope `personal_data:read`. */
      answer?: readonly string[] | undefined;
      /** Only entries with this `referral_source`. Empty: only entries without a source. */
      source?: string | undefined;
      /** Only entries with at least this number of referrals */
      min_referrals?: number | undefined;
      /** Only sign-ups from this country, as ISO 3166-1 code */
      country?: string | undefined;
      /** Only entries that have reached the reward with this key */
      reward?: string | undefined;
    };
    result: Page<WaitlistEntry>;
  };
  /** Get a waitlist entry */
  'GET /v1/waitlist/{id}': {
    path: {
      /** TypeID with the prefix `wl_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: WaitlistEntry;
  };
  /** Update a waitlist entry */
  'PATCH /v1/waitlist/{id}': {
    path: Routes['GET /v1/waitlist/{id}']['path'];
    query: Record<string, never>;
    body: {
      status?: 'waiting' | 'invited' | 'joined' | 'removed' | undefined;
      name?: string | null | undefined;
      notes?: string | null | undefined;
      /** Answers by key; null removes an answer, and others are kept. Texts have at most 1000 characters, long texts 5000, and answers to `multi_select` are lists of options. */
      answers?: Record<string, string | number | boolean | readonly string[] | null> | undefined;
      /** Whether the leaderboard may contain the entry */
      on_leaderboard?: boolean | undefined;
    };
    result: WaitlistEntry;
  };
  /** Delete a waitlist entry */
  'DELETE /v1/waitlist/{id}': {
    path: Routes['GET /v1/waitlist/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Confirm a waitlist entry */
  'POST /v1/waitlist/confirm': {
    path: Record<string, never>;
    query: { token: string; };
    body: undefined;
    result: Ok;
  };
  /** Leave a waitlist */
  'POST /v1/waitlist/leave': {
    path: Record<string, never>;
    query: { token: string; };
    body: undefined;
    result: Ok;
  };
  /** Unsubscribe from broadcasts of a waitlist */
  'POST /v1/waitlist/unsubscribe': {
    path: Record<string, never>;
    query: { token: string; };
    body: undefined;
    result: Ok;
  };
  /** Import waitlist entries */
  'POST /v1/waitlist/batch': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      /** Up to 1,000 records */
      records: readonly WaitlistRecord[];
      /** Whether new records send webhooks and notifications, like records that people create */
      notify?: boolean | undefined;
    };
    result: BatchResults;
  };
  /** Submit a testimonial */
  'POST /v1/testimonials': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      author_name: string;
      content: string;
      rating: number;
      /** Address that receives a link for changing or withdrawing the testimonial. Never returned for API keys. */
      author_email?: string | undefined;
      author_title?: string | undefined;
      author_company?: string | undefined;
      author_avatar_url?: string | undefined;
      image_url?: string | undefined;
      /** Link to a video on YouTube, Vimeo or Loom */
      video_url?: string | undefined;
      source_url?: string | undefined;
      tags?: readonly string[] | undefined;
      /** Relationship between author and project, shown on the testimonial card. `incentive`: the author received a benefit. `affiliated`: the author belongs to the project. */
      disclosure?: 'none' | 'incentive' | 'affiliated' | undefined;
      consent?: { text: string; version: string; } | undefined;
      /** Honeypot field, hidden from users. Submissions with a value receive a normal response and are discarded. */
      website?: string | undefined;
    };
    result: Testimonial;
  };
  /** List testimonials */
  'GET /v1/testimonials': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery & {
      /** Filter by status. Requires a session token. */
      status?: 'pending' | 'approved' | 'rejected' | undefined;
      tag?: string | undefined;
      /** Slug of a collection, whose testimonials are selected. An unknown one is an error. */
      collection?: string | undefined;
      /** Only testimonials whose content, author name, title or company contains this text in any case */
      q?: string | undefined;
      /** Filter by the id in the system that the record comes from. Requires a session token. */
      external_id?: string | undefined;
      /** Only testimonials that were created at or after this time */
      created_since?: string | Date | undefined;
      /** Only testimonials that were created before this time */
      created_until?: string | Date | undefined;
      sort?: 'newest' | 'rating' | 'featured' | undefined;
    };
    body: undefined;
    result: Page<Testimonial>;
  };
  /** Submit a testimonial on the public page of a project */
  'POST /v1/testimonials/by-project/{slug}': {
    path: Routes['GET /v1/feedback/by-project/{slug}']['path'];
    query: Record<string, never>;
    body: Routes['POST /v1/testimonials']['body'];
    result: Testimonial;
  };
  /** Export testimonials as CSV */
  'GET /v1/testimonials/export.csv': {
    path: Record<string, never>;
    query: ProjectQuery & {
      /** Filter by status. Requires a session token. */
      status?: 'pending' | 'approved' | 'rejected' | undefined;
      tag?: string | undefined;
      /** Slug of a collection, whose testimonials are selected. An unknown one is an error. */
      collection?: string | undefined;
      /** Only testimonials whose content, author name, title or company contains this text in any case */
      q?: string | undefined;
      /** Filter by the id in the system that the record comes from. Requires a session token. */
      external_id?: string | undefined;
      /** Only testimonials that were created at or after this time */
      created_since?: string | Date | undefined;
      /** Only testimonials that were created before this time */
      created_until?: string | Date | undefined;
      sort?: 'newest' | 'rating' | 'featured' | undefined;
      /** Begins the file with a byte order mark. Excel then reads it as UTF-8, and other programs may take the mark for a part of the first column. Defaults to `false`. */
      bom?: boolean | undefined;
    };
    body: undefined;
    result: string;
  };
  /** Get a testimonial summary */
  'GET /v1/testimonials/summary': {
    path: Record<string, never>;
    query: ProjectQuery & {
      /** Testimonials to summarize. `all` includes pending and rejected testimonials. */
      of?: 'approved' | 'all' | undefined;
    };
    body: undefined;
    result: TestimonialSummary;
  };
  /** Get a testimonial */
  'GET /v1/testimonials/{id}': {
    path: {
      /** TypeID with the prefix `tm_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Testimonial;
  };
  /** Update a testimonial */
  'PATCH /v1/testimonials/{id}': {
    path: Routes['GET /v1/testimonials/{id}']['path'];
    query: Record<string, never>;
    body: {
      status?: 'pending' | 'approved' | 'rejected' | undefined;
      featured?: boolean | undefined;
      tags?: readonly string[] | undefined;
      /** Relationship between author and project, shown on the testimonial card. `incentive`: the author received a benefit. `affiliated`: the author belongs to the project. */
      disclosure?: 'none' | 'incentive' | 'affiliated' | undefined;
      author_name?: string | undefined;
      author_email?: string | null | undefined;
      author_title?: string | null | undefined;
      author_company?: string | null | undefined;
      author_avatar_url?: string | null | undefined;
      /** Link to a video on YouTube, Vimeo or Loom */
      video_url?: string | null | undefined;
      /** All collections of the testimonial */
      collection_ids?: readonly string[] | undefined;
    };
    result: Testimonial;
  };
  /** Delete a testimonial */
  'DELETE /v1/testimonials/{id}': {
    path: Routes['GET /v1/testimonials/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Change several testimonials */
  'POST /v1/testimonials/bulk': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      ids: readonly string[];
      /** `add_to_collection` adds to the collection `collection_id`, and `remove_from_collection` takes out of it. */
      action: 'approve' | 'reject' | 'reopen' | 'feature' | 'unfeature' | 'add_to_collection' | 'remove_from_collection' | 'delete';
      /** Collection for `add_to_collection` and `remove_from_collection`, which require it */
      collection_id?: string | undefined;
    };
    result: TestimonialChanges;
  };
  /** Update or withdraw your own testimonial */
  'POST /v1/testimonials/mine': {
    path: Record<string, never>;
    query: { token: string; };
    body: { action: 'change' | 'withdraw'; content?: string | undefined; rating?: number | undefined; };
    result: Ok;
  };
  /** Get the look of a wall */
  'GET /v1/testimonials/wall': {
    path: Record<string, never>;
    query: ProjectQuery & {
      /** Slug of a collection, whose testimonials are selected. An unknown one is an error. */
      collection?: string | undefined;
    };
    body: undefined;
    result: TestimonialWall;
  };
  /** List collections of testimonials */
  'GET /v1/testimonials/collections': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: undefined;
    result: Page<TestimonialCollection>;
  };
  /** Create a collection of testimonials */
  'POST /v1/testimonials/collections': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      name: string;
      /** Part of the URL of the wall, and value of the attribute `collection` of the widget */
      slug?: string | undefined;
      /** Look of the wall. Null for that of `settings.testimonials.wall`. */
      style?: WallStyle | null | undefined;
    };
    result: TestimonialCollection;
  };
  /** Update a collection of testimonials */
  'PATCH /v1/testimonials/collections/{id}': {
    path: {
      /** TypeID with the prefix `tcl_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      name?: string | undefined;
      /** Part of the URL of the wall, and value of the attribute `collection` of the widget */
      slug?: string | undefined;
      /** Look of the wall. Null for that of `settings.testimonials.wall`. */
      style?: WallStyle | null | undefined;
    };
    result: TestimonialCollection;
  };
  /** Delete a collection of testimonials */
  'DELETE /v1/testimonials/collections/{id}': {
    path: Routes['PATCH /v1/testimonials/collections/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** List rules for requests */
  'GET /v1/testimonials/rules': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: undefined;
    result: Page<TestimonialRule>;
  };
  /** Create a rule for requests */
  'POST /v1/testimonials/rules': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      name: string;
      /** Moment of the request: a person asked for a release and used it within its window (`release_used`), reached a goal `times` within 90 days (`goal_reached`), or rated results of a search as helpful within 30 days (`answer_helpful`) */
      trigger: 'release_used' | 'goal_reached' | 'answer_helpful';
      /** Event that reaches the goal */
      event?: string | null | undefined;
      /** Path of the page that reaches the goal. `*` stands for any characters. */
      page?: string | null | undefined;
      /** Events that reach the goal */
      times?: number | null | undefined;
      /** How the person is asked: by `mail` to a proven address, or by the `widget` with the attribute `when-asked` in your product */
      channel: 'mail' | 'widget';
      /** Own sentence of the request */
      message?: string | null | undefined;
      /** Questions that guide the author, who answers them one by one. The answers become the paragraphs of one text, which the author can edit. */
      questions?: readonly string[] | undefined;
      /** Days after which people who neither answered nor declined receive one reminder. Null for no reminder. Only for the channel `mail`. */
      reminder_days?: number | null | undefined;
      /** Whether the rule asks people */
      enabled?: boolean | undefined;
    };
    result: TestimonialRule;
  };
  /** Update a rule for requests */
  'PATCH /v1/testimonials/rules/{id}': {
    path: {
      /** TypeID with the prefix `trl_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      name?: string | undefined;
      /** Moment of the request: a person asked for a release and used it within its window (`release_used`), reached a goal `times` within 90 days (`goal_reached`), or rated results of a search as helpful within 30 days (`answer_helpful`) */
      trigger?: 'release_used' | 'goal_reached' | 'answer_helpful' | undefined;
      /** Event that reaches the goal */
      event?: string | null | undefined;
      /** Path of the page that reaches the goal. `*` stands for any characters. */
      page?: string | null | undefined;
      /** Events that reach the goal */
      times?: number | null | undefined;
      /** How the person is asked: by `mail` to a proven address, or by the `widget` with the attribute `when-asked` in your product */
      channel?: 'mail' | 'widget' | undefined;
      /** Own sentence of the request */
      message?: string | null | undefined;
      /** Questions that guide the author, who answers them one by one. The answers become the paragraphs of one text, which the author can edit. */
      questions?: readonly string[] | undefined;
      /** Days after which people who neither answered nor declined receive one reminder. Null for no reminder. Only for the channel `mail`. */
      reminder_days?: number | null | undefined;
      /** Whether the rule asks people */
      enabled?: boolean | undefined;
    };
    result: TestimonialRule;
  };
  /** Delete a rule for requests */
  'DELETE /v1/testimonials/rules/{id}': {
    path: Routes['PATCH /v1/testimonials/rules/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Preview a rule for requests */
  'GET /v1/testimonials/rules/{id}/preview': {
    path: Routes['PATCH /v1/testimonials/rules/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: TestimonialRulePreview;
  };
  /** List requests for testimonials */
  'GET /v1/testimonials/requests': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery & {
      /** Filter by status */
      status?: 'open' | 'answered' | 'declined' | undefined;
      /** TypeID with the prefix `trl_` */
      rule_id?: string | undefined;
    };
    body: undefined;
    result: Page<TestimonialRequest>;
  };
  /** Get the request to the signed user */
  'GET /v1/testimonials/requests/own': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    result: OwnTestimonialRequest;
  };
  /** Answer the request to the signed user */
  'POST /v1/testimonials/requests/own': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      author_name: string;
      author_title?: string | undefined;
      author_company?: string | undefined;
      content: string;
      rating: number;
      /** Answers to the `questions` of the request, in their order, empty for skipped questions. The team reads them with the questions; `content` is the published text. */
      answers?: readonly string[] | undefined;
      consent?: { text: string; version: string; } | undefined;
    };
    result: Testimonial;
  };
  /** Decline the request to the signed user */
  'DELETE /v1/testimonials/requests/own': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Answer a request for a testimonial */
  'POST /v1/testimonials/requests/answer': {
    path: Record<string, never>;
    query: { token: string; };
    body: {
      author_name: string;
      author_title?: string | undefined;
      author_company?: string | undefined;
      content: string;
      rating: number;
      /** Answers to the `questions` of the request, in their order, empty for skipped questions. The team reads them with the questions; `content` is the published text. */
      answers?: readonly string[] | undefined;
      /** Consent of the author to the publication */
      consent: 'yes';
    };
    result: Ok;
  };
  /** Decline requests for testimonials */
  'POST /v1/testimonials/requests/stop': {
    path: Record<string, never>;
    query: { token: string; };
    body: undefined;
    result: Ok;
  };
  /** Import testimonials */
  'POST /v1/testimonials/batch': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      /** Up to 1,000 records */
      records: readonly TestimonialRecord[];
      /** Whether new records send webhooks and notifications, like records that people create */
      notify?: boolean | undefined;
    };
    result: BatchResults;
  };
  /** List changelog entries */
  'GET /v1/changelog': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery & {
      /** Requires a session token */
      status?: 'draft' | 'scheduled' | 'published' | undefined;
      type?: 'feature' | 'improvement' | 'fix' | 'breaking' | undefined;
      tag?: string | undefined;
      /** Filter by the id in the system that the record comes from. Requires a session token. */
      external_id?: string | undefined;
      /** Only published entries with an announcement that has not ended, or only other entries */
      announced?: boolean | undefined;
      /** Only entries published after this time, for example to count unread entries */
      published_after?: string | Date | undefined;
      /** Only entries published before this time */
      published_before?: string | Date | undefined;
      /** Path of the page on which a reader is: also returns entries for this page. With a session token, hides others. */
      path?: string | undefined;
      /** Language of a reader (BCP 47): also returns entries for this language. With a session token, hides those for others. */
      language?: string | undefined;
      /** Search for words that start with the given text, in title, content, version and tags */
      q?: string | undefined;
    };
    body: undefined;
    result: Page<ChangelogEntry>;
  };
  /** Create a changelog entry */
  'POST /v1/changelog': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      title: string;
      /** URL segment of the entry, unique in the project. Derived from the title by default. */
      slug?: string | undefined;
      /** Content in GitHub Flavored Markdown: tables, task lists, footnotes and callouts such as `> [!NOTE]`, without raw HTML */
      content?: string | undefined;
      version?: string | null | undefined;
      type?: 'feature' | 'improvement' | 'fix' | 'breaking' | undefined;
      tags?: readonly string[] | undefined;
      /** Related feedback entries. Publishing sets their status to `done` and notifies their subscribers. */
      feedback_ids?: readonly string[] | undefined;
      /** Segment of people for whom the entry is: for everyone else it does not exist on pages, in widgets, feeds and emails. Null for everyone. Returned for session tokens. */
      segment_id?: string | null | undefined;
      /** Paths of the pages on which widgets show the entry; `*` stands for any characters. Empty for all. Feeds, emails and public lists omit entries for pages. Returned for session tokens. */
      pages?: readonly string[] | undefined;
      /** ISO 639 codes of the readers’ languages. Empty for all. Readers without a known language see no entry for languages. Returned for session tokens. */
      languages?: readonly string[] | undefined;
      /** Cover image, shown above the text on pages, in widgets, feeds and emails */
      image_url?: string | null | undefined;
      /** Text of the cover image for people who do not see it. Empty for a decoration. */
      image_alt?: string | undefined;
      /** Form in which the widget `earshot-changelog-announcement` shows the published entry, once to each visitor: a line or a card. Null for no announcement. */
      announcement?: 'banner' | 'popup' | null | undefined;
      /** Time at which the announcement ends. Null for an announcement without end. */
      announcement_ends_at?: string | Date | null | undefined;
      /** Event or page, one of both, that shows that people use the release. Null for none. Returned for session tokens. */
      success?: {
        /** Name of an event with a `user_id` */
        event?: string | undefined;
        /** Path of a viewed page. `*` stands for any characters. */
        page?: string | undefined;
      } | null | undefined;
      /** Days of 24 hours after the publication in which uses count, 7 by default. Returned for session tokens. */
      window_days?: number | undefined;
      /** True publishes the entry now, false unpublishes it */
      published?: boolean | undefined;
      /** Time of the publication elsewhere: publishes the entry at this time, without emails, webhooks and changes of feedback. From 1990 to the current time; defaults to no publication. */
      published_at?: string | Date | undefined;
      /** Id of the entry in the system that it comes from, unique in the project. A record that is sent again with the same id is updated. */
      external_id?: string | undefined;
      /** Time at which the entry is published automatically */
      scheduled_at?: string | Date | null | undefined;
    };
    result: ChangelogEntry;
  };
  /** Export changelog entries as CSV */
  'GET /v1/changelog/export.csv': {
    path: Record<string, never>;
    query: ProjectQuery & {
      /** Requires a session token */
      status?: 'draft' | 'scheduled' | 'published' | undefined;
      type?: 'feature' | 'improvement' | 'fix' | 'breaking' | undefined;
      tag?: string | undefined;
      /** Filter by the id in the system that the record comes from. Requires a session token. */
      external_id?: string | undefined;
      /** Only published entries with an announcement that has not ended, or only other entries */
      announced?: boolean | undefined;
      /** Only entries published after this time, for example to count unread entries */
      published_after?: string | Date | undefined;
      /** Only entries published before this time */
      published_before?: string | Date | undefined;
      /** Path of the page on which a reader is: also returns entries for this page. With a session token, hides others. */
      path?: string | undefined;
      /** Language of a reader (BCP 47): also returns entries for this language. With a session token, hides those for others. */
      language?: string | undefined;
      /** Search for words that start with the given text, in title, content, version and tags */
      q?: string | undefined;
      /** Begins the file with a byte order mark. Excel then reads it as UTF-8, and other programs may take the mark for a part of the first column. Defaults to `false`. */
      bom?: boolean | undefined;
    };
    body: undefined;
    result: string;
  };
  /** List changelog subscribers */
  'GET /v1/changelog/subscribers': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery & {
      /** Filter by whether the address is confirmed */
      confirmed?: boolean | undefined;
    };
    body: undefined;
    result: Page<ChangelogSubscriber>;
  };
  /** Add changelog subscribers */
  'POST /v1/changelog/subscribers': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      /** Addresses of people who asked for updates elsewhere */
      emails: readonly string[];
    };
    result: AddedChangelogSubscribers;
  };
  /** Delete a changelog subscriber */
  'DELETE /v1/changelog/subscribers/{id}': {
    path: {
      /** TypeID with the prefix `sub_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Subscribe to the changelog */
  'POST /v1/changelog/subscribe': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: { email: string; };
    result: Ok;
  };
  /** Get the changelog feed as Atom 1.0 */
  'GET /v1/changelog/by-project/{slug}/feed.atom': {
    path: Routes['GET /v1/feedback/by-project/{slug}']['path'];
    query: {
      /** Language of a reader (BCP 47): also returns entries for this language. With a session token, hides those for others. */
      language?: string | undefined;
    };
    body: undefined;
    result: string;
  };
  /** Get the changelog feed as JSON Feed 1.1 */
  'GET /v1/changelog/by-project/{slug}/feed.json': {
    path: Routes['GET /v1/feedback/by-project/{slug}']['path'];
    query: Routes['GET /v1/changelog/by-project/{slug}/feed.atom']['query'];
    body: undefined;
    result: string;
  };
  /** Get a changelog entry */
  'GET /v1/changelog/{id}': {
    path: {
      /** Id or slug of the entry. With a session token, a slug requires `project_id` or an API key. */
      id: string;
    };
    query: ProjectQuery;
    body: undefined;
    result: ChangelogEntry;
  };
  /** Update a changelog entry */
  'PATCH /v1/changelog/{id}': {
    path: Routes['GET /v1/changelog/{id}']['path'];
    query: ProjectQuery;
    body: {
      title?: string | undefined;
      /** URL segment of the entry, unique in the project. Derived from the title by default. */
      slug?: string | undefined;
      /** Content in GitHub Flavored Markdown: tables, task lists, footnotes and callouts such as `> [!NOTE]`, without raw HTML */
      content?: string | undefined;
      version?: string | null | undefined;
      type?: 'feature' | 'improvement' | 'fix' | 'breaking' | undefined;
      tags?: readonly string[] | undefined;
      /** Related feedback entries. Publishing sets their status to `done` and notifies their subscribers. */
      feedback_ids?: readonly string[] | undefined;
      /** Segment of people for whom the entry is: for everyone else it does not exist on pages, in widgets, feeds and emails. Null for everyone. Returned for session tokens. */
      segment_id?: string | null | undefined;
      /** Paths of the pages on which widgets show the entry; `*` stands for any characters. Empty for all. Feeds, emails and public lists omit entries for pages. Returned for session tokens. */
      pages?: readonly string[] | undefined;
      /** ISO 639 codes of the readers’ languages. Empty for all. Readers without a known language see no entry for languages. Returned for session tokens. */
      languages?: readonly string[] | undefined;
      /** Cover image, shown above the text on pages, in widgets, feeds and emails */
      image_url?: string | null | undefined;
      /** Text of the cover image for people who do not see it. Empty for a decoration. */
      image_alt?: string | undefined;
      /** Form in which the widget `earshot-changelog-announcement` shows the published entry, once to each visitor: a line or a card. Null for no announcement. */
      announcement?: 'banner' | 'popup' | null | undefined;
      /** Time at which the announcement ends. Null for an announcement without end. */
      announcement_ends_at?: string | Date | null | undefined;
      /** Event or page, one of both, that shows that people use the release. Null for none. Returned for session tokens. */
      success?: {
        /** Name of an event with a `user_id` */
        event?: string | undefined;
        /** Path of a viewed page. `*` stands for any characters. */
        page?: string | undefined;
      } | null | undefined;
      /** Days of 24 hours after the publication in which uses count, 7 by default. Returned for session tokens. */
      window_days?: number | undefined;
      /** True publishes the entry now, false unpublishes it */
      published?: boolean | undefined;
      /** Time at which the entry is published automatically */
      scheduled_at?: string | Date | null | undefined;
      /** `updated_at` of the entry that you read. The request fails with `changelog.edit_conflict` if the entry was changed since then. */
      expected_updated_at?: string | Date | undefined;
    };
    result: ChangelogEntry;
  };
  /** Delete a changelog entry */
  'DELETE /v1/changelog/{id}': {
    path: Routes['GET /v1/changelog/{id}']['path'];
    query: ProjectQuery;
    body: undefined;
    result: Ok;
  };
  /** Preview the recipients of a changelog entry */
  'GET /v1/changelog/{id}/audience': {
    path: Routes['GET /v1/changelog/{id}']['path'];
    query: ProjectQuery;
    body: undefined;
    result: ChangelogAudience;
  };
  /** Render Markdown as a changelog entry */
  'POST /v1/changelog/preview': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      /** Content in GitHub Flavored Markdown: tables, task lists, footnotes and callouts such as `> [!NOTE]`, without raw HTML */
      content: string;
      /** ISO 639 codes of the readers’ languages. Titles of callouts and other words of Earshot are in the only one, otherwise in the language of the pages. */
      languages?: readonly string[] | undefined;
    };
    result: ChangelogPreview;
  };
  /** Create or update the changelog entry of a version */
  'PUT /v1/changelog/by-version/{version}': {
    path: { version: string; };
    query: ProjectQuery;
    body: {
      title: string;
      /** URL segment of the entry, unique in the project. Derived from the title by default. */
      slug?: string | undefined;
      /** Content in GitHub Flavored Markdown: tables, task lists, footnotes and callouts such as `> [!NOTE]`, without raw HTML */
      content?: string | undefined;
      type?: 'feature' | 'improvement' | 'fix' | 'breaking' | undefined;
      tags?: readonly string[] | undefined;
      /** Related feedback entries. Publishing sets their status to `done` and notifies their subscribers. */
      feedback_ids?: readonly string[] | undefined;
      /** Segment of people for whom the entry is: for everyone else it does not exist on pages, in widgets, feeds and emails. Null for everyone. Returned for session tokens. */
      segment_id?: string | null | undefined;
      /** Paths of the pages on which widgets show the entry; `*` stands for any characters. Empty for all. Feeds, emails and public lists omit entries for pages. Returned for session tokens. */
      pages?: readonly string[] | undefined;
      /** ISO 639 codes of the readers’ languages. Empty for all. Readers without a known language see no entry for languages. Returned for session tokens. */
      languages?: readonly string[] | undefined;
      /** Cover image, shown above the text on pages, in widgets, feeds and emails */
      image_url?: string | null | undefined;
      /** Text of the cover image for people who do not see it. Empty for a decoration. */
      image_alt?: string | undefined;
      /** Form in which the widget `earshot-changelog-announcement` shows the published entry, once to each visitor: a line or a card. Null for no announcement. */
      announcement?: 'banner' | 'popup' | null | undefined;
      /** Time at which the announcement ends. Null for an announcement without end. */
      announcement_ends_at?: string | Date | null | undefined;
      /** Event or page, one of both, that shows that people use the release. Null for none. Returned for session tokens. */
      success?: {
        /** Name of an event with a `user_id` */
        event?: string | undefined;
        /** Path of a viewed page. `*` stands for any characters. */
        page?: string | undefined;
      } | null | undefined;
      /** Days of 24 hours after the publication in which uses count, 7 by default. Returned for session tokens. */
      window_days?: number | undefined;
      /** True publishes the entry now, false unpublishes it */
      published?: boolean | undefined;
      /** Time of the publication elsewhere: publishes the entry at this time, without emails, webhooks and changes of feedback. From 1990 to the current time; defaults to no publication. */
      published_at?: string | Date | undefined;
      /** Id of the entry in the system that it comes from, unique in the project. A record that is sent again with the same id is updated. */
      external_id?: string | undefined;
      /** Time at which the entry is published automatically */
      scheduled_at?: string | Date | null | undefined;
    };
    result: ChangelogEntry;
  };
  /** List versions of a changelog entry */
  'GET /v1/changelog/{id}/versions': {
    path: Routes['GET /v1/changelog/{id}']['path'];
    query: ProjectQuery & PageQuery;
    body: undefined;
    result: Page<ContentVersionSummary>;
  };
  /** Get a version of a changelog entry */
  'GET /v1/changelog/{id}/versions/{version_id}': {
    path: {
      /** Id or slug of the entry. With a session token, a slug requires `project_id` or an API key. */
      id: string;
      /** TypeID with the prefix `ver_` */
      version_id: string;
    };
    query: ProjectQuery;
    body: undefined;
    result: ContentVersion;
  };
  /** Preview the page and the email of a changelog entry */
  'GET /v1/changelog/{id}/preview': {
    path: Routes['GET /v1/changelog/{id}']['path'];
    query: ProjectQuery;
    body: undefined;
    result: ChangelogEntryPreview;
  };
  /** React to a changelog entry */
  'PUT /v1/changelog/{id}/reaction': {
    path: Routes['GET /v1/changelog/{id}']['path'];
    query: Record<string, never>;
    body: { reaction: 'like' | 'love' | 'celebrate'; };
    result: ChangelogReactions;
  };
  /** Remove a reaction to a changelog entry */
  'DELETE /v1/changelog/{id}/reaction': {
    path: Routes['GET /v1/changelog/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: ChangelogReactions;
  };
  /** Record views of changelog entries */
  'POST /v1/changelog/views': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** Entries that the reader sees */
      ids: readonly string[];
    };
    result: Ok;
  };
  /** Compare figures before and after a release */
  'GET /v1/changelog/{id}/effect': {
    path: Routes['GET /v1/changelog/{id}']['path'];
    query: ProjectQuery;
    body: undefined;
    result: ChangelogEffect;
  };
  /** Get the adoption of a changelog entry */
  'GET /v1/changelog/{id}/adoption': {
    path: Routes['GET /v1/changelog/{id}']['path'];
    query: ProjectQuery;
    body: undefined;
    result: ChangelogAdoption;
  };
  /** List the people who asked for a changelog entry */
  'GET /v1/changelog/{id}/adoption/people': {
    path: Routes['GET /v1/changelog/{id}']['path'];
    query: ProjectQuery & PageQuery & {
      /** Only those who used the release (`used`), who were notified of it by mail (`told`), or who have not used it (`silent`) */
      state?: 'used' | 'told' | 'silent' | undefined;
    };
    body: undefined;
    result: Page<AdoptionPerson>;
  };
  /** Confirm a changelog subscription */
  'POST /v1/changelog/confirm': {
    path: Record<string, never>;
    query: { token: string; };
    body: undefined;
    result: Ok;
  };
  /** Unsubscribe from the changelog */
  'POST /v1/changelog/unsubscribe': {
    path: Record<string, never>;
    query: { token: string; };
    body: undefined;
    result: Ok;
  };
  /** List the adoption of changelog entries */
  'GET /v1/outcomes/adoption': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery & {
      /** Only releases of this feedback entry, or of entries merged into it */
      feedback_id?: string | undefined;
    };
    body: undefined;
    result: Page<AdoptionSummary>;
  };
  /** Import changelog entries */
  'POST /v1/changelog/batch': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      /** Up to 1,000 records */
      records: readonly ChangelogRecord[];
      /** Whether new records send webhooks and notifications, like records that people create */
      notify?: boolean | undefined;
    };
    result: BatchResults;
  };
  /** List indexes */
  'GET /v1/indexes': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery;
    body: undefined;
    result: Page<KnowledgeIndex>;
  };
  /** Create an index */
  'POST /v1/indexes': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      name: string;
      /** ISO 639 language code, used for stemming. Can’t be changed later. */
      language?: string | undefined;
      /** Your own identifier, unique in the project */
      external_id?: string | undefined;
      /** Introduction below the name on the public pages */
      description?: string | undefined;
      /** Groups of words or phrases with the same meaning */
      synonyms?: readonly (readonly string[])[] | undefined;
      /** Search mode: `lexical` ranks by words, `hybrid` also ranks by meaning and requires `EARSHOT_EMBEDDINGS_URL` */
      mode?: 'lexical' | 'hybrid' | undefined;
      /** Readers of the documents that have no `audience` of their own: everyone, people who proved who they are by `X-User-Token` or by a sign-in on the public pages (`signed_in`), or those of them who are in a segment of people (`segment`, with `segment_id`) */
      audience?: 'everyone' | 'signed_in' | 'segment' | undefined;
      /** Segment of people, for the audience `segment` */
      segment_id?: string | null | undefined;
    };
    result: KnowledgeIndex;
  };
  /** Get an index */
  'GET /v1/indexes/{id}': {
    path: {
      /** TypeID with the prefix `idx_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: KnowledgeIndex;
  };
  /** Update an index */
  'PATCH /v1/indexes/{id}': {
    path: Routes['GET /v1/indexes/{id}']['path'];
    query: Record<string, never>;
    body: {
      name?: string | undefined;
      /** Your own identifier, unique in the project */
      external_id?: string | null | undefined;
      /** Introduction below the name on the public pages */
      description?: string | undefined;
      /** New place among the indexes, from 0 */
      position?: number | undefined;
      /** Order of the categories. Other categories follow by name. */
      categories?: readonly string[] | undefined;
      /** Groups of words or phrases with the same meaning */
      synonyms?: readonly (readonly string[])[] | undefined;
      /** Search mode: `lexical` ranks by words, `hybrid` also ranks by meaning and requires `EARSHOT_EMBEDDINGS_URL` */
      mode?: 'lexical' | 'hybrid' | undefined;
      /** Readers of the documents that have no `audience` of their own: everyone, people who proved who they are by `X-User-Token` or by a sign-in on the public pages (`signed_in`), or those of them who are in a segment of people (`segment`, with `segment_id`) */
      audience?: 'everyone' | 'signed_in' | 'segment' | undefined;
      /** Segment of people, for the audience `segment` */
      segment_id?: string | null | undefined;
    };
    result: KnowledgeIndex;
  };
  /** Delete an index */
  'DELETE /v1/indexes/{id}': {
    path: Routes['GET /v1/indexes/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Create or replace a document */
  'POST /v1/indexes/{id}/documents': {
    path: Routes['GET /v1/indexes/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** Content of at most 1 MiB */
      content: string;
      content_type?: 'markdown' | 'html' | 'text' | undefined;
      /** Document title. Defaults to the first heading of the content. */
      title?: string | undefined;
      /** Public URL of the document. Search results link to its sections. */
      url?: string | undefined;
      /** Your own identifier. A document with the same identifier is replaced. */
      external_id?: string | undefined;
      /** Custom data for filters, visible in search results: a JSON object of at most 4 KiB */
      metadata?: Record<string, unknown> | undefined;
      /** Category within the index; null for none. Defaults to `category` of the front matter or of `metadata`, then to the category of the replaced document, then to the first folder of `external_id`. */
      category?: string | null | undefined;
      /** Place within the category. Defaults to `sidebar_position` of the front matter or of `metadata`, then to the place of the replaced document. */
      position?: number | null | undefined;
      /** State of the document. Defaults to the state of the replaced document, and to `published` for a new one. */
      status?: 'draft' | 'published' | 'archived' | undefined;
      /** URL segment of the page of the document, unique in the project. Derived from the title by default. Former slugs redirect. */
      slug?: string | undefined;
      /** Readers of the document: everyone, people who proved who they are by `X-User-Token` or by a sign-in on the public pages (`signed_in`), or those of them who are in a segment of people (`segment`, with `segment_id`). Null for the audience of the index, which is the default. A replaced document keeps its audience by default. */
      audience?: 'everyone' | 'signed_in' | 'segment' | null | undefined;
      /** Segment of people, for the audience `segment` */
      segment_id?: string | null | undefined;
      /** Language of the document. Default: that of the index */
      language?: string | undefined;
      /** Document of any index of the project that this one translates. The source must not be a translation. Pages link to each other, and lists show the language that the reader prefers. */
      translation_of?: string | null | undefined;
      /** Time of creation, for documents of another system. From 1990 to the current time; defaults to the creation time of the replaced document, or the current time. */
      created_at?: string | Date | undefined;
      /** Time of the last change, for documents of another system. From 1990 to the current time; defaults to the current time. */
      updated_at?: string | Date | undefined;
    };
    result: KnowledgeDocument;
  };
  /** List documents */
  'GET /v1/indexes/{id}/documents': {
    path: Routes['GET /v1/indexes/{id}']['path'];
    query: PageQuery & {
      /** Filter by external id */
      external_id?: string | undefined;
      /** Filter by state. Requires a session token, for which all states are returned by default. */
      status?: 'draft' | 'published' | 'archived' | undefined;
      /** Filter by `is_outdated`. Requires a session token. */
      outdated?: boolean | undefined;
    };
    body: undefined;
    result: Page<KnowledgeDocument>;
  };
  /** Create or replace the document with an external id */
  'PUT /v1/indexes/{id}/documents/by-external-id/{external_id}': {
    path: {
      /** TypeID with the prefix `idx_` */
      id: string;
      /** External id of the document, percent-encoded: `%2F` for a slash */
      external_id: string;
    };
    query: Record<string, never>;
    body: {
      /** Content of at most 1 MiB */
      content: string;
      content_type?: 'markdown' | 'html' | 'text' | undefined;
      /** Document title. Defaults to the first heading of the content. */
      title?: string | undefined;
      /** Public URL of the document. Search results link to its sections. */
      url?: string | undefined;
      /** Custom data for filters, visible in search results: a JSON object of at most 4 KiB */
      metadata?: Record<string, unknown> | undefined;
      /** Category within the index; null for none. Defaults to `category` of the front matter or of `metadata`, then to the category of the replaced document, then to the first folder of `external_id`. */
      category?: string | null | undefined;
      /** Place within the category. Defaults to `sidebar_position` of the front matter or of `metadata`, then to the place of the replaced document. */
      position?: number | null | undefined;
      /** State of the document. Defaults to the state of the replaced document, and to `published` for a new one. */
      status?: 'draft' | 'published' | 'archived' | undefined;
      /** URL segment of the page of the document, unique in the project. Derived from the title by default. Former slugs redirect. */
      slug?: string | undefined;
      /** Readers of the document: everyone, people who proved who they are by `X-User-Token` or by a sign-in on the public pages (`signed_in`), or those of them who are in a segment of people (`segment`, with `segment_id`). Null for the audience of the index, which is the default. A replaced document keeps its audience by default. */
      audience?: 'everyone' | 'signed_in' | 'segment' | null | undefined;
      /** Segment of people, for the audience `segment` */
      segment_id?: string | null | undefined;
      /** Language of the document. Default: that of the index */
      language?: string | undefined;
      /** Document of any index of the project that this one translates. The source must not be a translation. Pages link to each other, and lists show the language that the reader prefers. */
      translation_of?: string | null | undefined;
      /** Time of creation, for documents of another system. From 1990 to the current time; defaults to the creation time of the replaced document, or the current time. */
      created_at?: string | Date | undefined;
      /** Time of the last change, for documents of another system. From 1990 to the current time; defaults to the current time. */
      updated_at?: string | Date | undefined;
    };
    result: KnowledgeDocument;
  };
  /** Export the documents of an index as CSV */
  'GET /v1/indexes/{id}/export.csv': {
    path: Routes['GET /v1/indexes/{id}']['path'];
    query: {
      /** Filter by external id */
      external_id?: string | undefined;
      /** Filter by state. Requires a session token, for which all states are returned by default. */
      status?: 'draft' | 'published' | 'archived' | undefined;
      /** Filter by `is_outdated`. Requires a session token. */
      outdated?: boolean | undefined;
      /** Begins the file with a byte order mark. Excel then reads it as UTF-8, and other programs may take the mark for a part of the first column. Defaults to `false`. */
      bom?: boolean | undefined;
    };
    body: undefined;
    result: string;
  };
  /** Get a document */
  'GET /v1/indexes/{id}/documents/{document_id}': {
    path: {
      /** TypeID with the prefix `idx_` */
      id: string;
      /** Id of the document, or its percent-encoded `external_id` */
      document_id: string;
    };
    query: {
      /** Whether to include `related` */
      related?: boolean | undefined;
    };
    body: undefined;
    result: KnowledgeDocumentWithContent;
  };
  /** Update, publish or unpublish a document */
  'PATCH /v1/indexes/{id}/documents/{document_id}': {
    path: Routes['GET /v1/indexes/{id}/documents/{document_id}']['path'];
    query: Record<string, never>;
    body: {
      /** Document title. Defaults to the first heading of the content. */
      title?: string | undefined;
      /** Content of at most 1 MiB */
      content?: string | undefined;
      content_type?: 'markdown' | 'html' | 'text' | undefined;
      /** Public URL of the document, or null for its page here */
      url?: string | null | undefined;
      /** Custom data for filters, visible in search results: a JSON object of at most 4 KiB */
      metadata?: Record<string, unknown> | undefined;
      /** Category, or null for none */
      category?: string | null | undefined;
      /** Place within the category, or null for none */
      position?: number | null | undefined;
      /** URL segment of the page of the document, unique in the project. Derived from the title by default. Former slugs redirect. */
      slug?: string | undefined;
      /** Readers of the document: everyone, people who proved who they are by `X-User-Token` or by a sign-in on the public pages (`signed_in`), or those of them who are in a segment of people (`segment`, with `segment_id`). Null for the audience of the index, which is the default. A replaced document keeps its audience by default. */
      audience?: 'everyone' | 'signed_in' | 'segment' | null | undefined;
      /** Segment of people, for the audience `segment` */
      segment_id?: string | null | undefined;
      /** Language of the document. Default: that of the index */
      language?: string | undefined;
      /** Document of any index of the project that this one translates. The source must not be a translation. Pages link to each other, and lists show the language that the reader prefers. */
      translation_of?: string | null | undefined;
      /** Related documents in order, of any index of the project. Null for those that a search finds. */
      related_ids?: readonly string[] | null | undefined;
      /** `published` publishes the document, with its pending changes; `draft` unpublishes it; `archived` also removes it from the work of the team. Pending changes of a document that is no longer published become its text. */
      status?: 'draft' | 'published' | 'archived' | undefined;
      /** Replaces the pending changes of a published document, which stays as it is. Null discards them. */
      pending_changes?: {
        title: string;
        /** Content of at most 1 MiB */
        content: string;
      } | null | undefined;
      /** `edited_at` of the document that you read. The request fails with `documents.edit_conflict` if the document was changed since then. */
      expected_edited_at?: string | Date | undefined;
    };
    result: KnowledgeDocument;
  };
  /** Delete a document */
  'DELETE /v1/indexes/{id}/documents/{document_id}': {
    path: Routes['GET /v1/indexes/{id}/documents/{document_id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Get the documents of an index as llms.txt */
  'GET /v1/indexes/{id}/llms.txt': {
    path: Routes['GET /v1/indexes/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: string;
  };
  /** Create or replace up to 100 documents */
  'POST /v1/indexes/{id}/documents/batch': {
    path: Routes['GET /v1/indexes/{id}']['path'];
    query: Record<string, never>;
    body: { documents: readonly unknown[]; };
    result: DocumentResults;
  };
  /** List versions of a document */
  'GET /v1/indexes/{id}/documents/{document_id}/versions': {
    path: Routes['GET /v1/indexes/{id}/documents/{document_id}']['path'];
    query: PageQuery;
    body: undefined;
    result: Page<ContentVersionSummary>;
  };
  /** Get a version of a document */
  'GET /v1/indexes/{id}/documents/{document_id}/versions/{version_id}': {
    path: {
      /** TypeID with the prefix `idx_` */
      id: string;
      /** Id of the document, or its percent-encoded `external_id` */
      document_id: string;
      /** TypeID with the prefix `ver_` */
      version_id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: ContentVersion;
  };
  /** Search an index */
  'POST /v1/indexes/{id}/search': {
    path: Routes['GET /v1/indexes/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** Search text. Quotes match a phrase, and a leading `-` excludes a word. */
      query: string;
      /** Maximum number of results */
      limit?: number | undefined;
      /** Page number of the results, starting at 1 */
      page?: number | undefined;
      /** Metadata conditions that must all match: a value, or an object with `eq`, `in`, `gte`, `lte` or `exists` */
      filter?: Record<string, string | number | boolean | null | {
        eq?: string | number | boolean | null | undefined;
        in?: readonly (string | number | boolean | null)[] | undefined;
        gte?: string | number | undefined;
        lte?: string | number | undefined;
        exists?: boolean | undefined;
      }> | undefined;
      /** Whether to include `highlights` in the results */
      highlight?: boolean | undefined;
      /** Whether to include an `explanation` of the ranking in the results. Requires a session token. */
      explain?: boolean | undefined;
      /** Whether to record the search in the insights. Pass false for searches while the user is still typing. */
      track?: boolean | undefined;
    };
    result: SearchResults;
  };
  /** Search an index with query parameters */
  'GET /v1/indexes/{id}/search': {
    path: Routes['GET /v1/indexes/{id}']['path'];
    query: {
      /** Search text. Quotes match a phrase, and a leading `-` excludes a word. */
      q: string;
      /** Maximum number of results */
      limit?: number | undefined;
      /** Page number of the results, starting at 1 */
      page?: number | undefined;
    };
    body: undefined;
    result: SearchResults;
  };
  /** Search all indexes of a project */
  'POST /v1/indexes/search': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: Routes['POST /v1/indexes/{id}/search']['body'];
    result: SearchResults;
  };
  /** Answer a question from an index */
  'POST /v1/indexes/{id}/answer': {
    path: Routes['GET /v1/indexes/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** Question in the words of the reader */
      query: string;
      /** Id of a search with the same query, which is then not recorded again. Without it, the question is recorded as a search, unless `track` is false. */
      query_id?: string | undefined;
      /** Whether the question and its outcome are recorded in the insights */
      track?: boolean | undefined;
    };
    result: Answer;
  };
  /** Answer a question from all indexes of a project */
  'POST /v1/indexes/answer': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: Routes['POST /v1/indexes/{id}/answer']['body'];
    result: Answer;
  };
  /** Get the order of documents */
  'GET /v1/indexes/{id}/order': {
    path: Routes['GET /v1/indexes/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: DocumentOrder;
  };
  /** Set the order of documents */
  'PUT /v1/indexes/{id}/order': {
    path: Routes['GET /v1/indexes/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** Categories in their order. Null is the name of the group without a category. */
      categories: readonly ({ name: string | null; document_ids: readonly string[]; })[];
    };
    result: DocumentOrder;
  };
  /** List documents with their figures */
  'GET /v1/indexes/{id}/figures': {
    path: Routes['GET /v1/indexes/{id}']['path'];
    query: {
      period?: '7d' | '30d' | '90d' | undefined;
      /** Text that titles contain, in upper or lower case */
      q?: string | undefined;
      /** Filter by category. Empty: documents without one. */
      category?: string | undefined;
      /** Filter by state. Default: all states. */
      status?: 'draft' | 'published' | 'archived' | undefined;
      /** `order`: the order of the public pages. `title`: from A to Z. Others: largest or latest first; documents that nobody rated follow those with a rate. */
      sort?: 'order' | 'title' | 'updated' | 'views' | 'helpful' | 'searches' | undefined;
      /** Page number, starting at 1 */
      page?: number | undefined;
      /** Number of items per page */
      limit?: number | undefined;
    };
    body: undefined;
    result: { data: DocumentFigures[]; total: number; page: number; limit: number; };
  };
  /** Record a click on a search result */
  'POST /v1/indexes/{id}/search/{query_id}/click': {
    path: {
      /** TypeID with the prefix `idx_` */
      id: string;
      /** TypeID with the prefix `qry_` */
      query_id: string;
    };
    query: Record<string, never>;
    body: {
      /** Id of the document, or its `external_id` */
      document_id: string;
    };
    result: Ok;
  };
  /** Rate search results */
  'POST /v1/indexes/{id}/search/{query_id}/helpful': {
    path: Routes['POST /v1/indexes/{id}/search/{query_id}/click']['path'];
    query: Record<string, never>;
    body: {
      helpful: boolean;
      /** Id of the document, or its `external_id` */
      document_id?: string | undefined;
    };
    result: Ok;
  };
  /** Rate a document */
  'POST /v1/indexes/{id}/documents/{document_id}/rating': {
    path: Routes['GET /v1/indexes/{id}/documents/{document_id}']['path'];
    query: Record<string, never>;
    body: { helpful: boolean; };
    result: Ok;
  };
  /** Get search insights */
  'GET /v1/indexes/{id}/insights': {
    path: Routes['GET /v1/indexes/{id}']['path'];
    query: { period?: '7d' | '30d' | '90d' | undefined; };
    body: undefined;
    result: KnowledgeInsights;
  };
  /** List clusters of unanswered searches */
  'GET /v1/search-clusters': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery & { status?: 'open' | 'linked' | 'dismissed' | 'closed' | undefined; };
    body: undefined;
    result: Page<SearchCluster>;
  };
  /** Get a cluster of unanswered searches */
  'GET /v1/search-clusters/{id}': {
    path: {
      /** TypeID with the prefix `scl_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: SearchCluster;
  };
  /** Link, dismiss or reopen a cluster of unanswered searches */
  'PATCH /v1/search-clusters/{id}': {
    path: Routes['GET /v1/search-clusters/{id}']['path'];
    query: Record<string, never>;
    body: {
      /** `open` reopens the cluster and removes its links; `dismissed` keeps them. */
      status?: 'open' | 'dismissed' | undefined;
      /** Feedback entry to link, or null */
      feedback_id?: string | null | undefined;
      /** Document to link, or null. A document that was changed after the last search closes the cluster at once, any other one with its next change. */
      document_id?: string | null | undefined;
    };
    result: SearchCluster;
  };
  /** Track events */
  'POST /v1/analytics/events': {
    path: Record<string, never>;
    query: ProjectQuery & {
      /** API key, for clients that can’t set headers */
      key?: string | undefined;
    };
    body: {
      /** `page_view` or a custom event name */
      name?: string | undefined;
      /** URL of the page, or its path. The fragment, known tracking parameters and trailing slashes are removed. */
      url?: string | undefined;
      /** URL of the referring page, as reported by the browser */
      referrer?: string | undefined;
      title?: string | undefined;
      /** Campaign source. Taken from the query of `url` unless given. */
      utm_source?: string | undefined;
      /** Campaign medium. Taken from the query of `url` unless given. */
      utm_medium?: string | undefined;
      /** Campaign name. Taken from the query of `url` unless given. */
      utm_campaign?: string | undefined;
      /** Campaign term. Taken from the query of `url` unless given. */
      utm_term?: string | undefined;
      /** Campaign content. Taken from the query of `url` unless given. */
      utm_content?: string | undefined;
      /** Screen width in CSS pixels */
      screen_width?: number | undefined;
      /** BCP 47 language tag. Defaults to the first language of the `Accept-Language` header. */
      language?: string | undefined;
      /** Custom properties. Nested objects are flattened with dots (`{"plan": {"name": "pro"}}` is stored as `plan.name`), arrays are stored as JSON text, and null and empty objects are dropped. At most 30 properties after flattening, with names of up to 100 and texts of up to 1,000 characters: longer texts are truncated, and other properties beyond the limits are dropped, because the rest of an event counts. `warnings` of the response lists these changes. */
      properties?: Record<string, string | number | boolean | null | readonly unknown[] | Record<string, unknown>> | undefined;
      /** Revenue of the event, such as a purchase. Stored as the properties `revenue.amount` and `revenue.currency`, which filters can use. A property `revenue` with a text such as `49.90 EUR` counts as well. */
      revenue?: {
        /** Amount in the currency, not in cents, with up to 4 decimals: a decimal text is stored as it is, a number is rounded to 4 decimals. Negative for a refund. */
        amount: string | number;
        /** ISO 4217 currency code */
        currency: string;
      } | undefined;
      /** Whether the event is a user interaction. Visits with one page view and no other interactive event count as bounces. */
      interactive?: boolean | undefined;
      /** Id of the signed-in user in your application. Anonymous events of the same visit, from the same browser, are attributed to the user. */
      user_id?: string | undefined;
      /** Signed token of the user (`signUserToken`) instead of `user_id`. Required for users when `settings.analytics.signed_user_ids` is on, except in requests with a session token or the token of a service account. */
      user_token?: string | undefined;
      /** Time of the event: not in the future and at most 7 days ago. Defaults to the current time. */
      timestamp?: string | Date | undefined;
      /** Unique id of the event. Events with the same id are counted once. */
      event_id?: string | undefined;
      /** IP address of the visitor, for servers that send the events of many visitors. Used like the address of a browser to identify the visitor for a day and to determine the location, and not stored. Defaults to the address of the request. Requires a session token or the token of a service account. */
      ip?: string | undefined;
      /** User agent of the visitor. Used like the header of a browser to determine the visitor, device, browser, operating system and bot status, and not stored. Defaults to the header of the request. Requires a session token or the token of a service account. */
      user_agent?: string | undefined;
    } | {
      /** Events are validated individually */
      events: readonly ({
        /** `page_view` or a custom event name */
        name?: string | undefined;
        /** URL of the page, or its path. The fragment, known tracking parameters and trailing slashes are removed. */
        url?: string | undefined;
        /** URL of the referring page, as reported by the browser */
        referrer?: string | undefined;
        title?: string | undefined;
        /** Campaign source. Taken from the query of `url` unless given. */
        utm_source?: string | undefined;
        /** Campaign medium. Taken from the query of `url` unless given. */
        utm_medium?: string | undefined;
        /** Campaign name. Taken from the query of `url` unless given. */
        utm_campaign?: string | undefined;
        /** Campaign term. Taken from the query of `url` unless given. */
        utm_term?: string | undefined;
        /** Campaign content. Taken from the query of `url` unless given. */
        utm_content?: string | undefined;
        /** Screen width in CSS pixels */
        screen_width?: number | undefined;
        /** BCP 47 language tag. Defaults to the first language of the `Accept-Language` header. */
        language?: string | undefined;
        /** Custom properties. Nested objects are flattened with dots (`{"plan": {"name": "pro"}}` is stored as `plan.name`), arrays are stored as JSON text, and null and empty objects are dropped. At most 30 properties after flattening, with names of up to 100 and texts of up to 1,000 characters: longer texts are truncated, and other properties beyond the limits are dropped, because the rest of an event counts. `warnings` of the response lists these changes. */
        properties?: Record<string, string | number | boolean | null | readonly unknown[] | Record<string, unknown>> | undefined;
        /** Revenue of the event, such as a purchase. Stored as the properties `revenue.amount` and `revenue.currency`, which filters can use. A property `revenue` with a text such as `49.90 EUR` counts as well. */
        revenue?: {
          /** Amount in the currency, not in cents, with up to 4 decimals: a decimal text is stored as it is, a number is rounded to 4 decimals. Negative for a refund. */
          amount: string | number;
          /** ISO 4217 currency code */
          currency: string;
        } | undefined;
        /** Whether the event is a user interaction. Visits with one page view and no other interactive event count as bounces. */
        interactive?: boolean | undefined;
        /** Id of the signed-in user in your application. Anonymous events of the same visit, from the same browser, are attributed to the user. */
        user_id?: string | undefined;
        /** Signed token of the user (`signUserToken`) instead of `user_id`. Required for users when `settings.analytics.signed_user_ids` is on, except in requests with a session token or the token of a service account. */
        user_token?: string | undefined;
        /** Time of the event: not in the future and at most 7 days ago. Defaults to the current time. */
        timestamp?: string | Date | undefined;
        /** Unique id of the event. Events with the same id are counted once. */
        event_id?: string | undefined;
        /** IP address of the visitor, for servers that send the events of many visitors. Used like the address of a browser to identify the visitor for a day and to determine the location, and not stored. Defaults to the address of the request. Requires a session token or the token of a service account. */
        ip?: string | undefined;
        /** User agent of the visitor. Used like the header of a browser to determine the visitor, device, browser, operating system and bot status, and not stored. Defaults to the header of the request. Requires a session token or the token of a service account. */
        user_agent?: string | undefined;
      })[];
    };
    result: Tracked;
  };
  /** List metrics by event */
  'GET /v1/analytics/events': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery & ReportQuery & {
      /** Id of a user in your application, as sent with events; repeatable. Only events and visits of these users are counted, including the anonymous part of a visit in which they signed in. Requires the role `member` and the scopes `people:read` and `personal_data:read`; shared links do not accept it. */
      user_id?: readonly string[] | string | undefined;
      /** Only users in this segment of people, at most 20,000 user ids. With `user_id`, only those of these users who are in the segment. Has the same requirements as `user_id`. */
      person_segment?: string | undefined;
      /** Goal whose conversions are added to the report */
      goal_id?: string | undefined;
      /** Whether to add imported days, of which only daily totals are known, to the report. Their visitors are added up: a visitor of several days, or of several values of a day, counts several times. Defaults to `exclude`. */
      imported?: 'exclude' | 'include' | undefined;
      /** Whether to list events that are not user interactions (`interactive: false`), such as `web_vital` and `engagement`. Defaults to `exclude`, unless a filter names an event. */
      non_interactive?: 'exclude' | 'include' | undefined;
      /** Metric to sort by. Rates and durations exist for the dimensions for which they are returned, conversions with `goal_id`. Defaults to `visitors`. */
      sort?: 'visitors' | 'visits' | 'page_views' | 'events' | 'bounce_rate' | 'visit_duration' | 'conversions' | 'conversion_rate' | undefined;
      /** Direction of the sort order. Defaults to `desc`. */
      order?: 'desc' | 'asc' | undefined;
    };
    body: undefined;
    result: Page<AnalyticsBreakdownRow> & {
      /** All events of the project accepted before this time are included. Usually the time of the request. */
      as_of: string;
      /** Imported days of the period, of which only daily totals are known. Null without any. */
      imported: {
        /** First imported day of the period */
        from: string;
        /** Last imported day of the period, inclusive */
        to: string;
        /** Whether the totals of these days are part of the report */
        is_included: boolean;
        /** Why the days are left out. `not_requested`: `imported=include` is missing. `filters`, `goal`: totals of a day can be neither filtered nor related to a goal. `bots`: only bots are counted. `interval`: the interval is shorter than a day. `dimension`: the import has no totals by this dimension. */
        omitted_because: 'not_requested' | 'filters' | 'goal' | 'bots' | 'interval' | 'dimension' | null;
      } | null;
    };
  };
  /** Get the tracker */
  'GET /v1/analytics/tracker': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: undefined;
    result: AnalyticsTracker;
  };
  /** Import historical events */
  'POST /v1/analytics/import': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      /** Events are validated individually */
      events: readonly ({
        /** `page_view` or a custom event name */
        name?: string | undefined;
        /** URL of the page, or its path. The fragment, known tracking parameters and trailing slashes are removed. */
        url?: string | undefined;
        /** URL of the referring page, as reported by the browser */
        referrer?: string | undefined;
        title?: string | undefined;
        /** Campaign source. Taken from the query of `url` unless given. */
        utm_source?: string | undefined;
        /** Campaign medium. Taken from the query of `url` unless given. */
        utm_medium?: string | undefined;
        /** Campaign name. Taken from the query of `url` unless given. */
        utm_campaign?: string | undefined;
        /** Campaign term. Taken from the query of `url` unless given. */
        utm_term?: string | undefined;
        /** Campaign content. Taken from the query of `url` unless given. */
        utm_content?: string | undefined;
        /** Screen width in CSS pixels */
        screen_width?: number | undefined;
        /** BCP 47 language tag. Defaults to the first language of the `Accept-Language` header. */
        language?: string | undefined;
        /** Custom properties. Nested objects are flattened with dots (`{"plan": {"name": "pro"}}` is stored as `plan.name`), arrays are stored as JSON text, and null and empty objects are dropped. At most 30 properties after flattening, with names of up to 100 and texts of up to 1,000 characters: longer texts are truncated, and other properties beyond the limits are dropped, because the rest of an event counts. `warnings` of the response lists these changes. */
        properties?: Record<string, string | number | boolean | null | readonly unknown[] | Record<string, unknown>> | undefined;
        /** Revenue of the event, such as a purchase. Stored as the properties `revenue.amount` and `revenue.currency`, which filters can use. A property `revenue` with a text such as `49.90 EUR` counts as well. */
        revenue?: {
          /** Amount in the currency, not in cents, with up to 4 decimals: a decimal text is stored as it is, a number is rounded to 4 decimals. Negative for a refund. */
          amount: string | number;
          /** ISO 4217 currency code */
          currency: string;
        } | undefined;
        /** Whether the event is a user interaction. Visits with one page view and no other interactive event count as bounces. */
        interactive?: boolean | undefined;
        /** Id of the signed-in user in your application. Anonymous events of the same visit, from the same browser, are attributed to the user. */
        user_id?: string | undefined;
        /** Time of the event: not before 1990 and within the retention period of the project */
        timestamp: string | Date;
        /** Unique id of the event. Events with the same id are counted once, whenever they are sent, and a repeated import may correct `timestamp` by up to a day. Derive the id from your record (UUID v5) so that an import can be repeated. */
        event_id: string;
        /** Id of an anonymous visitor, required without `user_id`. Stored as a hash of project, day and id: like all anonymous visitors, the visitor counts as a new one each day (UTC). */
        visitor_id?: string | undefined;
        /** User agent, used to determine device, browser, operating system and bot status. It is not stored. */
        user_agent?: string | undefined;
        /** ISO 3166-1 alpha-2 country code */
        country?: string | undefined;
        /** ISO 3166-2 region code */
        region?: string | undefined;
        city?: string | undefined;
      })[];
    };
    result: AnalyticsImported;
  };
  /** Get the overview report */
  'GET /v1/analytics/overview': {
    path: Record<string, never>;
    query: ProjectQuery & ReportQuery & {
      /** Id of a user in your application, as sent with events; repeatable. Only events and visits of these users are counted, including the anonymous part of a visit in which they signed in. Requires the role `member` and the scopes `people:read` and `personal_data:read`; shared links do not accept it. */
      user_id?: readonly string[] | string | undefined;
      /** Only users in this segment of people, at most 20,000 user ids. With `user_id`, only those of these users who are in the segment. Has the same requirements as `user_id`. */
      person_segment?: string | undefined;
      /** Comparison with another period. `previous`: the preceding period of the same length; for named days, months and years, the preceding day, month or year up to the same time. `year`: the same period one year earlier. Defaults to `previous`. */
      compare?: 'previous' | 'year' | 'none' | undefined;
      /** Start of a custom comparison period, inclusive: a date, or a date and time in ISO 8601. Replaces `compare`. */
      compare_from?: string | undefined;
      /** Moves the comparison period by up to 6 days, so that it begins on the same day of the week: back for `previous`, to the nearest such day for `year`. Has no effect on a custom period. */
      match_weekdays?: boolean | undefined;
      /** End of a custom comparison period: a date (inclusive), or a date and time in ISO 8601 (exclusive). Defaults to the length of the period after `compare_from`. */
      compare_to?: string | undefined;
      /** Goal whose conversions are added to the report */
      goal_id?: string | undefined;
      /** Whether to add imported days, of which only daily totals are known, to the report. Their visitors are added up: a visitor of several days, or of several values of a day, counts several times. Defaults to `exclude`. */
      imported?: 'exclude' | 'include' | undefined;
    };
    body: undefined;
    result: AnalyticsOverview;
  };
  /** Get the time series of a metric */
  'GET /v1/analytics/timeseries': {
    path: Record<string, never>;
    query: ProjectQuery & ReportQuery & {
      /** Metric to report. Defaults to `visitors`. */
      metric?: 'visitors' | 'page_views' | 'visits' | 'events' | 'views_per_visit' | 'bounce_rate' | 'visit_duration' | 'conversions' | 'conversion_rate' | undefined;
      /** Bucket size. Defaults to a size suitable for the length of the period. */
      interval?: 'minute' | 'hour' | 'day' | 'week' | 'month' | undefined;
      /** Id of a user in your application, as sent with events; repeatable. Only events and visits of these users are counted, including the anonymous part of a visit in which they signed in. Requires the role `member` and the scopes `people:read` and `personal_data:read`; shared links do not accept it. */
      user_id?: readonly string[] | string | undefined;
      /** Only users in this segment of people, at most 20,000 user ids. With `user_id`, only those of these users who are in the segment. Has the same requirements as `user_id`. */
      person_segment?: string | undefined;
      /** Comparison with another period. `previous`: the preceding period of the same length; for named days, months and years, the preceding day, month or year up to the same time. `year`: the same period one year earlier. Defaults to `none`. */
      compare?: 'previous' | 'year' | 'none' | undefined;
      /** Start of a custom comparison period, inclusive: a date, or a date and time in ISO 8601. Replaces `compare`. */
      compare_from?: string | undefined;
      /** Moves the comparison period by up to 6 days, so that it begins on the same day of the week: back for `previous`, to the nearest such day for `year`. Has no effect on a custom period. */
      match_weekdays?: boolean | undefined;
      /** End of a custom comparison period: a date (inclusive), or a date and time in ISO 8601 (exclusive). Defaults to the length of the period after `compare_from`. */
      compare_to?: string | undefined;
      /** Whether to add imported days, of which only daily totals are known, to the report. Their visitors are added up: a visitor of several days, or of several values of a day, counts several times. Defaults to `exclude`. */
      imported?: 'exclude' | 'include' | undefined;
      /** Goal whose conversions are added to the report */
      goal_id?: string | undefined;
    };
    body: undefined;
    result: AnalyticsTimeseries;
  };
  /** List metrics by dimension */
  'GET /v1/analytics/breakdown': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery & ReportQuery & {
      /** Dimension to group by: one of page, hostname, event, entry_page, exit_page, referrer, source, channel, utm_source, utm_medium, utm_campaign, utm_term, utm_content, country, region, city, language, device, browser, os, screen, bot, or `property:<name>` */
      by: string;
      /** Id of a user in your application, as sent with events; repeatable. Only events and visits of these users are counted, including the anonymous part of a visit in which they signed in. Requires the role `member` and the scopes `people:read` and `personal_data:read`; shared links do not accept it. */
      user_id?: readonly string[] | string | undefined;
      /** Only users in this segment of people, at most 20,000 user ids. With `user_id`, only those of these users who are in the segment. Has the same requirements as `user_id`. */
      person_segment?: string | undefined;
      /** Goal whose conversions are added to the report */
      goal_id?: string | undefined;
      /** Whether to add imported days, of which only daily totals are known, to the report. Their visitors are added up: a visitor of several days, or of several values of a day, counts several times. Defaults to `exclude`. */
      imported?: 'exclude' | 'include' | undefined;
      /** Whether to list events that are not user interactions (`interactive: false`), such as `web_vital` and `engagement`. Defaults to `exclude`, unless a filter names an event. */
      non_interactive?: 'exclude' | 'include' | undefined;
      /** Whether to return how pages are read, as `time_on_page` and `scroll_depth`. Requires `by=page`. Defaults to `exclude`. */
      engagement?: 'exclude' | 'include' | undefined;
      /** Metric to sort by. Rates and durations exist for the dimensions for which they are returned, conversions with `goal_id`. Defaults to `visitors`. */
      sort?: 'visitors' | 'visits' | 'page_views' | 'events' | 'bounce_rate' | 'visit_duration' | 'conversions' | 'conversion_rate' | undefined;
      /** Direction of the sort order. Defaults to `desc`. */
      order?: 'desc' | 'asc' | undefined;
    };
    body: undefined;
    result: Routes['GET /v1/analytics/events']['result'];
  };
  /** List metrics by page */
  'GET /v1/analytics/pages': {
    path: Record<string, never>;
    query: Routes['GET /v1/analytics/events']['query'];
    body: undefined;
    result: Routes['GET /v1/analytics/events']['result'];
  };
  /** List metrics by referrer */
  'GET /v1/analytics/referrers': {
    path: Record<string, never>;
    query: Routes['GET /v1/analytics/events']['query'];
    body: undefined;
    result: Routes['GET /v1/analytics/events']['result'];
  };
  /** List metrics by source */
  'GET /v1/analytics/sources': {
    path: Record<string, never>;
    query: Routes['GET /v1/analytics/events']['query'];
    body: undefined;
    result: Routes['GET /v1/analytics/events']['result'];
  };
  /** List metrics by country */
  'GET /v1/analytics/countries': {
    path: Record<string, never>;
    query: Routes['GET /v1/analytics/events']['query'];
    body: undefined;
    result: Routes['GET /v1/analytics/events']['result'];
  };
  /** List metrics by device */
  'GET /v1/analytics/devices': {
    path: Record<string, never>;
    query: Routes['GET /v1/analytics/events']['query'];
    body: undefined;
    result: Routes['GET /v1/analytics/events']['result'];
  };
  /** List metrics by property name */
  'GET /v1/analytics/properties': {
    path: Record<string, never>;
    query: Routes['GET /v1/analytics/events']['query'];
    body: undefined;
    result: Routes['GET /v1/analytics/events']['result'];
  };
  /** Get funnel conversion by step */
  'POST /v1/analytics/funnel': {
    path: Record<string, never>;
    query: ProjectQuery & ReportQuery & {
      /** Id of a user in your application, as sent with events; repeatable. Only events and visits of these users are counted, including the anonymous part of a visit in which they signed in. Requires the role `member` and the scopes `people:read` and `personal_data:read`; shared links do not accept it. */
      user_id?: readonly string[] | string | undefined;
      /** Only users in this segment of people, at most 20,000 user ids. With `user_id`, only those of these users who are in the segment. Has the same requirements as `user_id`. */
      person_segment?: string | undefined;
      /** Comparison with another period. `previous`: the preceding period of the same length; for named days, months and years, the preceding day, month or year up to the same time. `year`: the same period one year earlier. Defaults to `none`. */
      compare?: 'previous' | 'year' | 'none' | undefined;
      /** Start of a custom comparison period, inclusive: a date, or a date and time in ISO 8601. Replaces `compare`. */
      compare_from?: string | undefined;
      /** Moves the comparison period by up to 6 days, so that it begins on the same day of the week: back for `previous`, to the nearest such day for `year`. Has no effect on a custom period. */
      match_weekdays?: boolean | undefined;
      /** End of a custom comparison period: a date (inclusive), or a date and time in ISO 8601 (exclusive). Defaults to the length of the period after `compare_from`. */
      compare_to?: string | undefined;
      /** Whether to count everybody, or to estimate from a share of the people, which is faster. Approximate reports of few events are exact: the share is a power of two by which about 5 million events are read, and 1 with `user_id` or `person_segment`. Defaults to `exact`. */
      precision?: 'exact' | 'approximate' | undefined;
    };
    body: {
      /** Steps in order. A single step counts its visitors. */
      steps: readonly ({
        /** Event name */
        event?: string | undefined;
        /** Path or URL of a page, with `*` as a wildcard. Normalized like the paths of events: the query and trailing slashes are removed, and percent-encoding is optional. `/docs/*` includes `/docs`. */
        page?: string | undefined;
        /** Filters that the event must meet, in the form `dimension:operator:value`, as in reports: several `is` of one dimension mean any of their values. Only dimensions of events: its properties, such as `property:plan:is:pro`, and its page. */
        filters?: readonly string[] | undefined;
      })[];
      /** Maximum time in seconds between the first and the last step. Defaults to 7 days. */
      window_seconds?: number | undefined;
      /** Order of the steps. `loose`: other events may occur between steps. `strict`: only repeats of completed steps and events with `interactive: false` may occur between steps. `any`: steps may occur in any order. */
      order?: 'loose' | 'strict' | 'any' | undefined;
      /** Unit of analysis: steps are matched per person or per visit */
      by?: 'person' | 'visit' | undefined;
      /** Whether to add the revenue of those who completed each step */
      include_revenue?: boolean | undefined;
      /** Dimension of `GET /v1/analytics/breakdown` by which to divide the persons or visits. Each counts for one value: that of its first event in the period that completes the first step, or any step with `order: any`. */
      breakdown_by?: string | undefined;
      /** Maximum number of values of `breakdown_by`, without `other` */
      limit?: number | undefined;
    };
    result: AnalyticsFunnel;
  };
  /** Get retention by cohort */
  'GET /v1/analytics/retention': {
    path: Record<string, never>;
    query: ProjectQuery & ReportQuery & {
      /** Id of a user in your application, as sent with events; repeatable. Only events and visits of these users are counted, including the anonymous part of a visit in which they signed in. Requires the role `member` and the scopes `people:read` and `personal_data:read`; shared links do not accept it. */
      user_id?: readonly string[] | string | undefined;
      /** Only users in this segment of people, at most 20,000 user ids. With `user_id`, only those of these users who are in the segment. Has the same requirements as `user_id`. */
      person_segment?: string | undefined;
      /** Whether to count everybody, or to estimate from a share of the people, which is faster. Approximate reports of few events are exact: the share is a power of two by which about 5 million events are read, and 1 with `user_id` or `person_segment`. Defaults to `exact`. */
      precision?: 'exact' | 'approximate' | undefined;
      /** Bucket size of cohorts and cells. Defaults to `week`. */
      interval?: 'day' | 'week' | 'month' | undefined;
      /** Event that starts a cohort. Defaults to any event. */
      start_event?: string | undefined;
      /** Event that counts as a return. Defaults to any event. */
      return_event?: string | undefined;
      /** Cohort assignment. `first`: the bucket of the first start event ever (default). `any`: every bucket with a start event. */
      cohort?: 'first' | 'any' | undefined;
      /** Whether a return counts only in its own bucket (`on`) or also in all earlier buckets (`on_or_after`). Defaults to `on`. */
      mode?: 'on' | 'on_or_after' | undefined;
    };
    body: undefined;
    result: AnalyticsRetention;
  };
  /** List paths from or to a page or event */
  'GET /v1/analytics/paths': {
    path: Record<string, never>;
    query: ProjectQuery & ReportQuery & {
      /** Id of a user in your application, as sent with events; repeatable. Only events and visits of these users are counted, including the anonymous part of a visit in which they signed in. Requires the role `member` and the scopes `people:read` and `personal_data:read`; shared links do not accept it. */
      user_id?: readonly string[] | string | undefined;
      /** Only users in this segment of people, at most 20,000 user ids. With `user_id`, only those of these users who are in the segment. Has the same requirements as `user_id`. */
      person_segment?: string | undefined;
      /** Whether to count everybody, or to estimate from a share of the people, which is faster. Approximate reports of few events are exact: the share is a power of two by which about 5 million events are read, and 1 with `user_id` or `person_segment`. Defaults to `exact`. */
      precision?: 'exact' | 'approximate' | undefined;
      /** Page at which the paths start. Provide either `page` or `event`. */
      page?: string | undefined;
      event?: string | undefined;
      /** Direction of the paths. Defaults to `next`. */
      direction?: 'next' | 'previous' | undefined;
      /** Whether events are steps as well as pages, except those with `interactive: false`. Defaults to `exclude`. */
      events?: 'exclude' | 'include' | undefined;
      /** Whether paths belong to visits or to people. The path of a person continues in later visits of the period. Defaults to `visit`. */
      by?: 'person' | 'visit' | undefined;
      /** Counts only paths with this step, as `number:page:path` or `number:event:name`; repeatable. The first step after the starting page has the number 1. */
      through?: readonly string[] | string | undefined;
      /** Maximum number of steps per path */
      steps?: number | undefined;
      /** Maximum number of paths */
      limit?: number | undefined;
      /** Adds a diagram of all paths, with this number of pages or events per step. `other` counts the less frequent ones. */
      nodes?: number | undefined;
    };
    body: undefined;
    result: AnalyticsPaths;
  };
  /** Get realtime visitors */
  'GET /v1/analytics/realtime': {
    path: Record<string, never>;
    query: ProjectQuery & {
      /** Filter in the form `dimension:operator:value`, repeatable. Operators: `is`, `is_not`, `contains`, `matches` (with `*` as a wildcard). Properties have the form `property:<name>:operator:value`. Several `is` filters on the same dimension match any of their values; all other filters must match together. With a filter by event or property, lists of pages count the matching events by page. Pages and hosts are normalized like those of events, so `/thanks/`, `/caf%C3%A9` and `https://example.com/thanks` can be used as they appear in URLs. */
      filter?: readonly string[] | string | undefined;
      /** Whether to include traffic classified as bots. Defaults to `exclude`. */
      bots?: 'exclude' | 'include' | 'only' | undefined;
      /** Id of a user in your application, as sent with events; repeatable. Only events and visits of these users are counted, including the anonymous part of a visit in which they signed in. Requires the role `member` and the scopes `people:read` and `personal_data:read`; shared links do not accept it. */
      user_id?: readonly string[] | string | undefined;
      /** Only users in this segment of people, at most 20,000 user ids. With `user_id`, only those of these users who are in the segment. Has the same requirements as `user_id`. */
      person_segment?: string | undefined;
    };
    body: undefined;
    result: AnalyticsRealtime;
  };
  /** Stream live visitors and events */
  'GET /v1/analytics/live': {
    path: Record<string, never>;
    query: ProjectQuery & {
      /** Filter in the form `dimension:operator:value`, repeatable. Operators: `is`, `is_not`, `contains`, `matches` (with `*` as a wildcard). Properties have the form `property:<name>:operator:value`. Several `is` filters on the same dimension match any of their values; all other filters must match together. With a filter by event or property, lists of pages count the matching events by page. Pages and hosts are normalized like those of events, so `/thanks/`, `/caf%C3%A9` and `https://example.com/thanks` can be used as they appear in URLs. */
      filter?: readonly string[] | string | undefined;
      /** Whether to include traffic classified as bots. Defaults to `exclude`. */
      bots?: 'exclude' | 'include' | 'only' | undefined;
      /** Whether to list events that are not user interactions (`interactive: false`), such as `web_vital` and `engagement`. Defaults to `exclude`, unless a filter names an event. */
      non_interactive?: 'exclude' | 'include' | undefined;
    };
    body: undefined;
    result: string;
  };
  /** Export events as CSV */
  'GET /v1/analytics/export.csv': {
    path: Record<string, never>;
    query: ProjectQuery & ReportQuery & {
      /** Id of a user in your application, as sent with events; repeatable. Only events and visits of these users are counted, including the anonymous part of a visit in which they signed in. Requires the role `member` and the scopes `people:read` and `personal_data:read`; shared links do not accept it. */
      user_id?: readonly string[] | string | undefined;
      /** Only users in this segment of people, at most 20,000 user ids. With `user_id`, only those of these users who are in the segment. Has the same requirements as `user_id`. */
      person_segment?: string | undefined;
      /** Begins the file with a byte order mark. Excel then reads it as UTF-8, and other programs may take the mark for a part of the first column. Defaults to `false`. */
      bom?: boolean | undefined;
    };
    body: undefined;
    result: string;
  };
  /** Get the intake report */
  'GET /v1/analytics/intake': {
    path: Record<string, never>;
    query: ProjectQuery & {
      /** Named period. Days, months and years follow the time zone. Periods end now and include the current day or month, except `yesterday`, `last_month` and `last_year`. `all` starts with the first event. Defaults to `30d`. */
      period?: 'today' | 'yesterday' | '24h' | '7d' | '30d' | '90d' | 'this_month' | 'last_month' | 'this_year' | 'last_year' | '12mo' | 'all' | undefined;
      /** Start of a custom period, inclusive: a date, or a date and time in ISO 8601. Replaces `period`. */
      from?: string | undefined;
      /** End of a custom period: a date (inclusive), or a date and time in ISO 8601 (exclusive). Defaults to the current time. */
      to?: string | undefined;
      /** IANA time zone for day boundaries. Defaults to the time zone of the project. */
      timezone?: string | undefined;
    };
    body: undefined;
    result: AnalyticsIntake;
  };
  /** Get Web Vitals */
  'GET /v1/analytics/web-vitals': {
    path: Record<string, never>;
    query: ProjectQuery & ReportQuery & {
      /** Id of a user in your application, as sent with events; repeatable. Only events and visits of these users are counted, including the anonymous part of a visit in which they signed in. Requires the role `member` and the scopes `people:read` and `personal_data:read`; shared links do not accept it. */
      user_id?: readonly string[] | string | undefined;
      /** Only users in this segment of people, at most 20,000 user ids. With `user_id`, only those of these users who are in the segment. Has the same requirements as `user_id`. */
      person_segment?: string | undefined;
    };
    body: undefined;
    result: AnalyticsWebVitals;
  };
  /** List Web Vitals by dimension */
  'GET /v1/analytics/web-vitals/breakdown': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery & ReportQuery & {
      /** Dimension to group by. Defaults to `page`. */
      by?: 'page' | 'hostname' | 'device' | 'country' | 'browser' | 'os' | undefined;
      /** Id of a user in your application, as sent with events; repeatable. Only events and visits of these users are counted, including the anonymous part of a visit in which they signed in. Requires the role `member` and the scopes `people:read` and `personal_data:read`; shared links do not accept it. */
      user_id?: readonly string[] | string | undefined;
      /** Only users in this segment of people, at most 20,000 user ids. With `user_id`, only those of these users who are in the segment. Has the same requirements as `user_id`. */
      person_segment?: string | undefined;
    };
    body: undefined;
    result: Page<AnalyticsWebVitalsRow> & {
      /** All events of the project accepted before this time are included. Usually the time of the request. */
      as_of: string;
    };
  };
  /** Get metrics by two dimensions */
  'GET /v1/analytics/pivot': {
    path: Record<string, never>;
    query: ProjectQuery & ReportQuery & {
      /** Dimension of the rows: one of page, hostname, event, entry_page, exit_page, referrer, source, channel, utm_source, utm_medium, utm_campaign, utm_term, utm_content, country, region, city, language, device, browser, os, screen, bot, or `property:<name>` */
      by: string;
      /** Dimension of the columns, another one */
      across: string;
      /** Maximum number of rows, without `other` */
      limit?: number | undefined;
      /** Maximum number of columns, without `other` */
      columns?: number | undefined;
      /** Id of a user in your application, as sent with events; repeatable. Only events and visits of these users are counted, including the anonymous part of a visit in which they signed in. Requires the role `member` and the scopes `people:read` and `personal_data:read`; shared links do not accept it. */
      user_id?: readonly string[] | string | undefined;
      /** Only users in this segment of people, at most 20,000 user ids. With `user_id`, only those of these users who are in the segment. Has the same requirements as `user_id`. */
      person_segment?: string | undefined;
      /** Goal whose conversions are added to the report */
      goal_id?: string | undefined;
      /** Whether to add imported days, of which only daily totals are known, to the report. Their visitors are added up: a visitor of several days, or of several values of a day, counts several times. Defaults to `exclude`. */
      imported?: 'exclude' | 'include' | undefined;
      /** Whether to list events that are not user interactions (`interactive: false`), such as `web_vital` and `engagement`. Defaults to `exclude`, unless a filter names an event. */
      non_interactive?: 'exclude' | 'include' | undefined;
    };
    body: undefined;
    result: AnalyticsPivot;
  };
  /** Get revenue by currency */
  'GET /v1/analytics/revenue': {
    path: Record<string, never>;
    query: ProjectQuery & ReportQuery & {
      /** Id of a user in your application, as sent with events; repeatable. Only events and visits of these users are counted, including the anonymous part of a visit in which they signed in. Requires the role `member` and the scopes `people:read` and `personal_data:read`; shared links do not accept it. */
      user_id?: readonly string[] | string | undefined;
      /** Only users in this segment of people, at most 20,000 user ids. With `user_id`, only those of these users who are in the segment. Has the same requirements as `user_id`. */
      person_segment?: string | undefined;
      /** Limits the report to one currency (ISO 4217) */
      currency?: string | undefined;
      /** Goal whose conversions are added to the report */
      goal_id?: string | undefined;
    };
    body: undefined;
    result: AnalyticsRevenue;
  };
  /** List revenue by dimension */
  'GET /v1/analytics/revenue/breakdown': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery & ReportQuery & {
      /** Dimension to group by: a dimension of `GET /v1/analytics/breakdown`, or `goal` for the revenue of the events that meet each goal (the first 100 by name). Defaults to `source`. */
      by?: string | undefined;
      /** Id of a user in your application, as sent with events; repeatable. Only events and visits of these users are counted, including the anonymous part of a visit in which they signed in. Requires the role `member` and the scopes `people:read` and `personal_data:read`; shared links do not accept it. */
      user_id?: readonly string[] | string | undefined;
      /** Only users in this segment of people, at most 20,000 user ids. With `user_id`, only those of these users who are in the segment. Has the same requirements as `user_id`. */
      person_segment?: string | undefined;
      /** Limits the report to one currency (ISO 4217) */
      currency?: string | undefined;
      /** Goal whose conversions are added to the report */
      goal_id?: string | undefined;
    };
    body: undefined;
    result: Page<AnalyticsRevenueRow> & {
      /** All events of the project accepted before this time are included. Usually the time of the request. */
      as_of: string;
    };
  };
  /** List conversions by goal */
  'GET /v1/analytics/conversions': {
    path: Record<string, never>;
    query: Routes['GET /v1/analytics/web-vitals']['query'];
    body: undefined;
    result: Page<AnalyticsGoalConversions> & {
      /** All events of the project accepted before this time are included. Usually the time of the request. */
      as_of: string;
    };
  };
  /** Get the connection with Search Console */
  'GET /v1/analytics/search-console': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: undefined;
    result: SearchConsole;
  };
  /** Connect Search Console */
  'PUT /v1/analytics/search-console': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      /** JSON key of a service account, as downloaded from Google Cloud. Required for a new connection. Stored for the daily fetch, and never returned. */
      key?: string | undefined;
      /** Property to fetch search terms of */
      site?: string | undefined;
    };
    result: SearchConsole;
  };
  /** Disconnect Search Console */
  'DELETE /v1/analytics/search-console': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: undefined;
    result: Ok;
  };
  /** List properties of Search Console */
  'GET /v1/analytics/search-console/sites': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: undefined;
    result: Page<SearchConsoleSite>;
  };
  /** List search terms */
  'GET /v1/analytics/search-terms': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery & {
      /** Named period. Days, months and years follow the time zone. Periods end now and include the current day or month, except `yesterday`, `last_month` and `last_year`. `all` starts with the first event. Defaults to `30d`. */
      period?: 'today' | 'yesterday' | '24h' | '7d' | '30d' | '90d' | 'this_month' | 'last_month' | 'this_year' | 'last_year' | '12mo' | 'all' | undefined;
      /** Start of a custom period, inclusive: a date, or a date and time in ISO 8601. Replaces `period`. */
      from?: string | undefined;
      /** End of a custom period: a date (inclusive), or a date and time in ISO 8601 (exclusive). Defaults to the current time. */
      to?: string | undefined;
      /** IANA time zone for day boundaries. Defaults to the time zone of the project. */
      timezone?: string | undefined;
      /** Only results that lead to this page */
      landing_page?: string | undefined;
      /** Only search terms that contain this text */
      search?: string | undefined;
      /** Metric to sort by. Defaults to `clicks`. */
      sort?: 'clicks' | 'impressions' | 'ctr' | 'position' | undefined;
      /** Direction of the sort order. Defaults to `desc`. */
      order?: 'desc' | 'asc' | undefined;
      /** Comparison with another period. `previous`: the preceding period of the same length; for named days, months and years, the preceding day, month or year up to the same time. `year`: the same period one year earlier. Defaults to `none`. */
      compare?: 'previous' | 'year' | 'none' | undefined;
      /** Start of a custom comparison period, inclusive: a date, or a date and time in ISO 8601. Replaces `compare`. */
      compare_from?: string | undefined;
      /** Moves the comparison period by up to 6 days, so that it begins on the same day of the week: back for `previous`, to the nearest such day for `year`. Has no effect on a custom period. */
      match_weekdays?: boolean | undefined;
      /** End of a custom comparison period: a date (inclusive), or a date and time in ISO 8601 (exclusive). Defaults to the length of the period after `compare_from`. */
      compare_to?: string | undefined;
    };
    body: undefined;
    result: Page<SearchTerm> & {
      /** Metrics of all search terms in the period. Google leaves out rare search terms. */
      totals: {
        /** Clicks on results that lead to the website */
        clicks: number;
        /** Number of times that a result was shown. A search that shows two pages of the website counts an impression for each. Search Console counts one for the property. */
        impressions: number;
        /** Clicks divided by impressions, from 0 to 1 */
        ctr: number | null;
        /** Mean position of the results, weighted by impressions. The first position is 1. */
        position: number | null;
      };
      /** Whether the key of a service account is saved */
      is_connected: boolean;
      /** Last day with search terms, in any period */
      last_day: string | null;
    };
  };
  /** Export search terms as CSV */
  'GET /v1/analytics/search-terms/export.csv': {
    path: Record<string, never>;
    query: ProjectQuery & {
      /** Named period. Days, months and years follow the time zone. Periods end now and include the current day or month, except `yesterday`, `last_month` and `last_year`. `all` starts with the first event. Defaults to `30d`. */
      period?: 'today' | 'yesterday' | '24h' | '7d' | '30d' | '90d' | 'this_month' | 'last_month' | 'this_year' | 'last_year' | '12mo' | 'all' | undefined;
      /** Start of a custom period, inclusive: a date, or a date and time in ISO 8601. Replaces `period`. */
      from?: string | undefined;
      /** End of a custom period: a date (inclusive), or a date and time in ISO 8601 (exclusive). Defaults to the current time. */
      to?: string | undefined;
      /** IANA time zone for day boundaries. Defaults to the time zone of the project. */
      timezone?: string | undefined;
      /** Only results that lead to this page */
      landing_page?: string | undefined;
      /** Only search terms that contain this text */
      search?: string | undefined;
      /** Metric to sort by. Defaults to `clicks`. */
      sort?: 'clicks' | 'impressions' | 'ctr' | 'position' | undefined;
      /** Direction of the sort order. Defaults to `desc`. */
      order?: 'desc' | 'asc' | undefined;
      /** Begins the file with a byte order mark. Excel then reads it as UTF-8, and other programs may take the mark for a part of the first column. Defaults to `false`. */
      bom?: boolean | undefined;
    };
    body: undefined;
    result: string;
  };
  /** List users with visits */
  'GET /v1/analytics/users': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery & ReportQuery & {
      /** Id of a user in your application, as sent with events; repeatable. Only events and visits of these users are counted, including the anonymous part of a visit in which they signed in. Requires the role `member` and the scopes `people:read` and `personal_data:read`; shared links do not accept it. */
      user_id?: readonly string[] | string | undefined;
      /** Only users in this segment of people, at most 20,000 user ids. With `user_id`, only those of these users who are in the segment. Has the same requirements as `user_id`. */
      person_segment?: string | undefined;
      /** Column to sort by. Defaults to `last_seen`. */
      sort?: 'last_seen' | 'first_seen' | 'visits' | 'events' | undefined;
      /** Direction of the sort order. Defaults to `desc`. */
      order?: 'desc' | 'asc' | undefined;
    };
    body: undefined;
    result: Page<AnalyticsUser> & {
      /** All events of the project accepted before this time are included. Usually the time of the request. */
      as_of: string;
    };
  };
  /** List visits of users */
  'GET /v1/analytics/visits': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery & ReportQuery & {
      /** Id of a user in your application, as sent with events; repeatable. Only events and visits of these users are counted, including the anonymous part of a visit in which they signed in. Requires the role `member` and the scopes `people:read` and `personal_data:read`; shared links do not accept it. */
      user_id?: readonly string[] | string | undefined;
      /** Only users in this segment of people, at most 20,000 user ids. With `user_id`, only those of these users who are in the segment. Has the same requirements as `user_id`. */
      person_segment?: string | undefined;
    };
    body: undefined;
    result: Page<AnalyticsVisit> & {
      /** All events of the project accepted before this time are included. Usually the time of the request. */
      as_of: string;
    };
  };
  /** List segments */
  'GET /v1/analytics/segments': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: undefined;
    result: Page<AnalyticsSegment>;
  };
  /** Create a segment */
  'POST /v1/analytics/segments': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      name: string;
      /** Filters in the form of the report parameter `filter`: `dimension:operator:value` */
      filters: readonly string[];
    };
    result: AnalyticsSegment;
  };
  /** Update a segment */
  'PATCH /v1/analytics/segments/{id}': {
    path: {
      /** TypeID with the prefix `seg_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      name?: string | undefined;
      /** Filters in the form of the report parameter `filter`: `dimension:operator:value` */
      filters?: readonly string[] | undefined;
    };
    result: AnalyticsSegment;
  };
  /** Delete a segment */
  'DELETE /v1/analytics/segments/{id}': {
    path: Routes['PATCH /v1/analytics/segments/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** List shared links */
  'GET /v1/analytics/shares': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: undefined;
    result: Page<AnalyticsShare>;
  };
  /** Create a shared link */
  'POST /v1/analytics/shares': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      /** Name of the link, visible to project members */
      name: string;
      password?: string | null | undefined;
      /** Segment to which the link is limited */
      segment_id?: string | null | undefined;
      /** Whether websites may show the reports in a frame */
      embed?: boolean | undefined;
    };
    result: AnalyticsShare;
  };
  /** Update a shared link */
  'PATCH /v1/analytics/shares/{id}': {
    path: {
      /** TypeID with the prefix `shr_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      /** Name of the link, visible to project members */
      name?: string | undefined;
      password?: string | null | undefined;
      /** Segment to which the link is limited */
      segment_id?: string | null | undefined;
      /** Whether websites may show the reports in a frame */
      embed?: boolean | undefined;
    };
    result: AnalyticsShare;
  };
  /** Delete a shared link */
  'DELETE /v1/analytics/shares/{id}': {
    path: Routes['PATCH /v1/analytics/shares/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Open a shared link */
  'POST /v1/analytics/shares/open': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** Last path segment of the URL */
      link: string;
      password?: string | undefined;
      /** Whether the reports are shown in a frame, which the link must allow */
      embed?: boolean | undefined;
      /** Token that was previously issued for this link and expired at most 30 days ago. Exempts the request from the limit on incorrect passwords. */
      last_token?: string | undefined;
    };
    result: OpenedAnalyticsShare;
  };
  /** List funnels */
  'GET /v1/analytics/funnels': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: undefined;
    result: Page<AnalyticsSavedFunnel>;
  };
  /** Create a funnel */
  'POST /v1/analytics/funnels': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      name: string;
      /** Steps in order. A single step counts its visitors. */
      steps: readonly ({
        /** Event name */
        event?: string | undefined;
        /** Path or URL of a page, with `*` as a wildcard. Normalized like the paths of events: the query and trailing slashes are removed, and percent-encoding is optional. `/docs/*` includes `/docs`. */
        page?: string | undefined;
        /** Filters that the event must meet, in the form `dimension:operator:value`, as in reports: several `is` of one dimension mean any of their values. Only dimensions of events: its properties, such as `property:plan:is:pro`, and its page. */
        filters?: readonly string[] | undefined;
      })[];
      /** Maximum time in seconds between the first and the last step. Defaults to 7 days. */
      window_seconds?: number | undefined;
      /** Order of the steps. `loose`: other events may occur between steps. `strict`: only repeats of completed steps and events with `interactive: false` may occur between steps. `any`: steps may occur in any order. */
      order?: 'loose' | 'strict' | 'any' | undefined;
      /** Unit of analysis: steps are matched per person or per visit */
      by?: 'person' | 'visit' | undefined;
    };
    result: AnalyticsSavedFunnel;
  };
  /** Update a funnel */
  'PATCH /v1/analytics/funnels/{id}': {
    path: {
      /** TypeID with the prefix `fnl_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      name?: string | undefined;
      /** Steps in order. A single step counts its visitors. */
      steps?: readonly ({
        /** Event name */
        event?: string | undefined;
        /** Path or URL of a page, with `*` as a wildcard. Normalized like the paths of events: the query and trailing slashes are removed, and percent-encoding is optional. `/docs/*` includes `/docs`. */
        page?: string | undefined;
        /** Filters that the event must meet, in the form `dimension:operator:value`, as in reports: several `is` of one dimension mean any of their values. Only dimensions of events: its properties, such as `property:plan:is:pro`, and its page. */
        filters?: readonly string[] | undefined;
      })[] | undefined;
      /** Maximum time in seconds between the first and the last step */
      window_seconds?: number | undefined;
      /** Order of the steps. `loose`: other events may occur between steps. `strict`: only repeats of completed steps and events with `interactive: false` may occur between steps. `any`: steps may occur in any order. */
      order?: 'loose' | 'strict' | 'any' | undefined;
      /** Unit of analysis: steps are matched per person or per visit */
      by?: 'person' | 'visit' | undefined;
    };
    result: AnalyticsSavedFunnel;
  };
  /** Delete a funnel */
  'DELETE /v1/analytics/funnels/{id}': {
    path: Routes['PATCH /v1/analytics/funnels/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** List goals */
  'GET /v1/analytics/goals': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: undefined;
    result: Page<Goal>;
  };
  /** Create a goal */
  'POST /v1/analytics/goals': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      name: string;
      /** Event name */
      event?: string | undefined;
      /** Path or URL of a page, with `*` as a wildcard. Normalized like the paths of events: the query and trailing slashes are removed, and percent-encoding is optional. `/docs/*` includes `/docs`. */
      page?: string | undefined;
      /** Filters that the event must meet, in the form `dimension:operator:value`, as in reports: several `is` of one dimension mean any of their values. Only dimensions of events: its properties, such as `property:plan:is:pro`, and its page. */
      filters?: readonly string[] | undefined;
    };
    result: Goal;
  };
  /** Update a goal */
  'PATCH /v1/analytics/goals/{id}': {
    path: {
      /** TypeID with the prefix `goal_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      name?: string | undefined;
      /** Event name */
      event?: string | undefined;
      /** Path or URL of a page, with `*` as a wildcard. Normalized like the paths of events: the query and trailing slashes are removed, and percent-encoding is optional. `/docs/*` includes `/docs`. */
      page?: string | undefined;
      /** Filters that the event must meet, in the form `dimension:operator:value`, as in reports: several `is` of one dimension mean any of their values. Only dimensions of events: its properties, such as `property:plan:is:pro`, and its page. */
      filters?: readonly string[] | undefined;
    };
    result: Goal;
  };
  /** Delete a goal */
  'DELETE /v1/analytics/goals/{id}': {
    path: Routes['PATCH /v1/analytics/goals/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** List annotations */
  'GET /v1/analytics/annotations': {
    path: Record<string, never>;
    query: ProjectQuery & PageQuery & {
      /** Start of a custom period, inclusive: a date, or a date and time in ISO 8601. Replaces `period`. */
      from?: string | undefined;
      /** End of a custom period: a date (inclusive), or a date and time in ISO 8601 (exclusive). Defaults to the current time. */
      to?: string | undefined;
      /** IANA time zone for day boundaries. Defaults to the time zone of the project. */
      timezone?: string | undefined;
    };
    body: undefined;
    result: Page<Annotation>;
  };
  /** Create an annotation */
  'POST /v1/analytics/annotations': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      /** Time of the annotated event */
      occurred_at?: string | Date | undefined;
      content?: string | undefined;
      /** Other name of `occurred_at` */
      time?: string | Date | undefined;
      /** Other name of `content` */
      text?: string | undefined;
    };
    result: Annotation;
  };
  /** Update an annotation */
  'PATCH /v1/analytics/annotations/{id}': {
    path: {
      /** TypeID with the prefix `ann_` */
      id: string;
    };
    query: Record<string, never>;
    body: Routes['POST /v1/analytics/annotations']['body'];
    result: Annotation;
  };
  /** Delete an annotation */
  'DELETE /v1/analytics/annotations/{id}': {
    path: Routes['PATCH /v1/analytics/annotations/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Delete events of a person */
  'POST /v1/analytics/erase': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      user_id?: string | undefined;
      /** The `visitor` value of an exported event */
      visitor?: string | undefined;
    };
    result: AnalyticsErased;
  };
  /** List alerts */
  'GET /v1/alerts': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: undefined;
    result: Page<Alert>;
  };
  /** Create an alert */
  'POST /v1/alerts': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      name: string;
      /** Counted items of each window. `events` counts the events that match `filters`, such as `event:is:error`; `conversions` those of a goal; `intake` accepted events by the time of their arrival, and only windows of an hour or longer; `feedback` new feedback entries. */
      metric: 'visitors' | 'visits' | 'page_views' | 'events' | 'conversions' | 'intake' | 'feedback';
      /** Filters in the form `dimension:operator:value`, as in reports. Not allowed with the metrics `intake` and `feedback`. */
      filters?: readonly string[] | undefined;
      /** Goal whose conversions are counted. Required with the metric `conversions`, otherwise not allowed. */
      goal_id?: string | null | undefined;
      /** `above` and `below` compare with `threshold`. `outside_usual`, `above_usual` and `below_usual` compare with the usual range of the same time of the week in the four weeks before. */
      condition: 'above' | 'below' | 'outside_usual' | 'above_usual' | 'below_usual';
      /** Required with the conditions `above` and `below`, otherwise not allowed */
      threshold?: number | null | undefined;
      /** Length of the window in minutes */
      window_minutes?: 5 | 15 | 30 | 60 | 180 | 360 | 720 | 1440 | undefined;
      /** Half width of the usual range in standard deviations. Lower values find smaller changes and cause more false alarms; with the default, a steady project has less than one a month. */
      tolerance?: number | undefined;
      /** Minutes after a trigger in which the alert is not triggered again */
      cooldown_minutes?: number | undefined;
      enabled?: boolean | undefined;
    };
    result: Alert;
  };
  /** Preview an alert */
  'POST /v1/alerts/preview': {
    path: Record<string, never>;
    query: ProjectQuery;
    body: {
      /** Counted items of each window. `events` counts the events that match `filters`, such as `event:is:error`; `conversions` those of a goal; `intake` accepted events by the time of their arrival, and only windows of an hour or longer; `feedback` new feedback entries. */
      metric: 'visitors' | 'visits' | 'page_views' | 'events' | 'conversions' | 'intake' | 'feedback';
      /** Filters in the form `dimension:operator:value`, as in reports. Not allowed with the metrics `intake` and `feedback`. */
      filters?: readonly string[] | undefined;
      /** Goal whose conversions are counted. Required with the metric `conversions`, otherwise not allowed. */
      goal_id?: string | null | undefined;
      /** `above` and `below` compare with `threshold`. `outside_usual`, `above_usual` and `below_usual` compare with the usual range of the same time of the week in the four weeks before. */
      condition: 'above' | 'below' | 'outside_usual' | 'above_usual' | 'below_usual';
      /** Required with the conditions `above` and `below`, otherwise not allowed */
      threshold?: number | null | undefined;
      /** Length of the window in minutes */
      window_minutes?: 5 | 15 | 30 | 60 | 180 | 360 | 720 | 1440 | undefined;
      /** Half width of the usual range in standard deviations. Lower values find smaller changes and cause more false alarms; with the default, a steady project has less than one a month. */
      tolerance?: number | undefined;
      /** Minutes after a trigger in which the alert is not triggered again */
      cooldown_minutes?: number | undefined;
    };
    result: AlertPreview;
  };
  /** Get an alert */
  'GET /v1/alerts/{id}': {
    path: {
      /** TypeID with the prefix `alr_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Alert;
  };
  /** Update an alert */
  'PATCH /v1/alerts/{id}': {
    path: Routes['GET /v1/alerts/{id}']['path'];
    query: Record<string, never>;
    body: {
      name?: string | undefined;
      /** Counted items of each window. `events` counts the events that match `filters`, such as `event:is:error`; `conversions` those of a goal; `intake` accepted events by the time of their arrival, and only windows of an hour or longer; `feedback` new feedback entries. */
      metric?: 'visitors' | 'visits' | 'page_views' | 'events' | 'conversions' | 'intake' | 'feedback' | undefined;
      /** Filters in the form `dimension:operator:value`, as in reports. Not allowed with the metrics `intake` and `feedback`. */
      filters?: readonly string[] | undefined;
      /** Goal whose conversions are counted. Required with the metric `conversions`, otherwise not allowed. */
      goal_id?: string | null | undefined;
      /** `above` and `below` compare with `threshold`. `outside_usual`, `above_usual` and `below_usual` compare with the usual range of the same time of the week in the four weeks before. */
      condition?: 'above' | 'below' | 'outside_usual' | 'above_usual' | 'below_usual' | undefined;
      /** Required with the conditions `above` and `below`, otherwise not allowed */
      threshold?: number | null | undefined;
      /** Length of the window in minutes */
      window_minutes?: 5 | 15 | 30 | 60 | 180 | 360 | 720 | 1440 | undefined;
      /** Half width of the usual range in standard deviations. Lower values find smaller changes and cause more false alarms; with the default, a steady project has less than one a month. */
      tolerance?: number | undefined;
      /** Minutes after a trigger in which the alert is not triggered again */
      cooldown_minutes?: number | undefined;
      enabled?: boolean | undefined;
    };
    result: Alert;
  };
  /** Delete an alert */
  'DELETE /v1/alerts/{id}': {
    path: Routes['GET /v1/alerts/{id}']['path'];
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** List the history of an alert */
  'GET /v1/alerts/{id}/history': {
    path: Routes['GET /v1/alerts/{id}']['path'];
    query: PageQuery;
    body: undefined;
    result: Page<AlertTrigger>;
  };
}

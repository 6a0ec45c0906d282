// Made from the contract by `npm run generate`: change it there.

export interface Ok {
  ok: boolean;
}

export interface DeviceAuthorization {
  device_code: string;
  /** What the person types at `verification_uri` */
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  /** Seconds */
  expires_in: number;
  /** Seconds between two polls */
  interval: number;
}

export interface NewPersonalToken {
  /** TypeID with the prefix `tok_` */
  id: string;
  name: string;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** A token never changes: when it was made */
  updated_at: string;
  /** ISO 8601, UTC, milliseconds */
  expires_at: string;
  /** To the minute */
  last_used_at: string | null;
  /** Shown this once: only its hash is stored. Null when the answer is a replay by `Idempotency-Key` */
  token: string | null;
}

export interface PersonalToken {
  /** TypeID with the prefix `tok_` */
  id: string;
  name: string;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** A token never changes: when it was made */
  updated_at: string;
  /** ISO 8601, UTC, milliseconds */
  expires_at: string;
  /** To the minute */
  last_used_at: string | null;
}

export interface Provider {
  id: 'oidc' | 'github' | 'local';
  /** What a sign-in button calls it */
  name: string;
}

export interface Session {
  user: {
    /** TypeID with the prefix `usr_` */
    id: string;
    /** Only when the provider says that it is verified */
    email: string | null;
    name: string | null;
    avatar_url: string | null;
  };
  /** `access`: of a sign-in; `personal`: a personal access token */
  kind: 'access' | 'personal';
  /** ISO 8601, UTC, milliseconds */
  expires_at: string;
}

export interface Tokens {
  /** For `Authorization: Bearer` */
  access_token: string;
  token_type: 'Bearer';
  /** Seconds */
  expires_in: number;
  /** Good for 30 days and for one use, which gives the next one. Used twice, it ends the whole sign-in. Not there when a cookie bears it */
  refresh_token?: string;
}

export interface WaitingDevice {
  /** What the person types at `verification_uri` */
  user_code: string;
  /** What the program calls itself; nobody has checked it */
  client_id: string | null;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** ISO 8601, UTC, milliseconds */
  expires_at: string;
}

export interface CheckedUserToken {
  valid: boolean;
  /** Why it is refused */
  reason: string | null;
  user: {
    /** `sub` */
    id: string;
    name: string | null;
    email: string | null;
    avatar_url: string | null;
  } | null;
}

export interface IdentitySecret {
  /** Signs X-User-Token (JWT, HS256) */
  secret: string;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** ISO 8601, UTC, milliseconds */
  expires_at: string | null;
}

export interface Mail {
  /** TypeID with the prefix `ml_` */
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** `kept`: there is no mail server, so it stays here. `suppressed`: the recipient had 20 mails of the project on that day (UTC) already, or 5 unsolicited ones such as requests to confirm an address, so it does not leave, unless an admin sends it (`POST …/retry`) */
  status: 'queued' | 'sending' | 'kept' | 'sent' | 'failed' | 'suppressed';
  /** What the mail server said last */
  error: string | null;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** ISO 8601, UTC, milliseconds */
  updated_at: string;
}

export interface Member {
  /** TypeID with the prefix `usr_` */
  user_id: string;
  email: string | null;
  name: string | null;
  avatar_url: string | null;
  role: 'viewer' | 'member' | 'admin' | 'owner';
  /** `invited` until the first sign-in with that address */
  state: 'invited' | 'active';
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** ISO 8601, UTC, milliseconds */
  updated_at: string;
}

export interface Project {
  /** TypeID with the prefix `prj_` */
  id: string;
  name: string;
  slug: string;
  api_key: string;
  settings: {
    feedback: {
      /** Whose entries and comments wait for approval: nobody’s, those of anonymous visitors, or everyone’s who is not on the project */
      moderation: 'off' | 'anonymous' | 'all';
    };
    waitlist: {
      /** Mail who joins their place and the link to share */
      welcome_mail: boolean;
      /** An entry counts once its address is confirmed by a link in a mail */
      double_opt_in: boolean;
      /** An address that is on the list already gets the same answer as a new one, and a mail that says so. With `double_opt_in`, nothing else tells a stranger either */
      private_signups: boolean;
      /** Places that each confirmed referral moves its referrer up, from now on */
      referral_boost: number;
      /** Refuse addresses of throw-away mail services */
      refuse_disposable: boolean;
      /** Where people join; referral links lead there. Default: this instance’s own page */
      page_url: string | null;
      /** Where the button in the invitation mail leads */
      invitation_url: string | null;
    };
    testimonials: {
      /** Mail authors a link by which they can change or withdraw what they wrote */
      thank_you_mail: boolean;
    };
    changelog: {
      /** Where the changelog is read; mails and feeds lead there. Default: this instance’s own page */
      page_url: string | null;
    };
    analytics: {
      /** IANA name; whose days the figures are of, unless a call says otherwise */
      timezone: string;
      /** Hosts whose pages may send events, `*` for anything; none: all */
      allowed_hostnames: string[];
      /** Hosts whose events are dropped, such as `staging.example.com` */
      excluded_hostnames: string[];
      /** Paths whose events are dropped, such as `/admin/*` */
      excluded_paths: string[];
      /** Addresses and networks whose events are dropped, such as `192.0.2.0/24`: your own */
      excluded_addresses: string[];
      /** Bots that are counted, by reason; also what was received before. `http_library` are page views without a `user_id` that programs such as curl or okhttp send, not browsers */
      counted_bots: ('crawler' | 'headless' | 'prefetch' | 'http_library')[];
      /** Drop events of browsers that ask not to be tracked (`Sec-GPC: 1` or `DNT: 1`). The tracker and the SDK send nothing from such browsers, whatever this says */
      honor_privacy_signals: boolean;
      /** How long events are kept; null: for ever */
      retention_days: number | null;
    };
    pages: {
      /** What the project is, in a sentence: on its public pages */
      description: string | null;
      /** Of a picture, best square */
      logo_url: string | null;
      /** Where the logo leads */
      website_url: string | null;
      /** Host under which the public pages are, such as `feedback.example.com`. It is served once a DNS record proves it: see `GET /v1/projects/{id}/domain`. Point it to this instance, TLS included */
      custom_domain: string | null;
      /** Which public pages there are, in the order of the menu */
      sections: ('feedback' | 'roadmap' | 'changelog' | 'testimonials' | 'waitlist' | 'help')[];
    };
    mail: {
      /** Of buttons in mails and on pages */
      color: string;
      /** Where answers to mails go */
      reply_to: string | null;
    };
    retention: {
      /** Days that mails are kept in the outbox; null: for ever */
      mail_days: number | null;
      /** Days that webhook deliveries and their attempts are kept; null: for ever */
      webhook_delivery_days: number | null;
      /** Days that sign-ups for the waitlist and subscriptions wait for their confirmation before they are deleted; null: for ever */
      unconfirmed_days: number | null;
    };
  };
  /** Your own role on it */
  role: 'viewer' | 'member' | 'admin' | 'owner';
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** ISO 8601, UTC, milliseconds */
  updated_at: string;
}

export interface ProjectKey {
  key: string;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** Null for the current key; a rotated one works until then */
  expires_at: string | null;
}

export interface CustomDomain {
  /** `settings.pages.custom_domain` */
  domain: string;
  /** `pending`: not served, the record was not found. `verified`: served. `failing`: served until `release_at`, the last check did not find the record. `taken`: not served, the record was found, but another project on this instance serves the domain */
  state: 'pending' | 'verified' | 'failing' | 'taken';
  record_type: 'TXT';
  record_name: string;
  /** The same for every domain of the project */
  record_value: string;
  /** The last check; null before the first one */
  checked_at: string | null;
  /** The last check that found the record */
  verified_at: string | null;
  /** Set while checks do not find the record: the domain is no longer served from then on */
  release_at: string | null;
  /** Why the last check did not verify the domain */
  error: string | null;
}

export interface Comment {
  /** TypeID with the prefix `cmt_` */
  id: string;
  /** TypeID with the prefix `fb_` */
  feedback_id: string;
  body: string;
  /** With `html=true`: rendered, and safe to put in a page */
  body_html?: string;
  /** A note that only the team sees */
  internal: boolean;
  /** By session only */
  visibility?: 'public' | 'pending' | 'private';
  author_name: string | null;
  author_avatar_url: string | null;
  /** Someone on the project, a user vouched for by X-User-Token, or an anonymous visitor */
  author_role: 'team' | 'user' | 'visitor';
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** ISO 8601, UTC, milliseconds */
  updated_at: string;
}

export interface Feedback {
  /** TypeID with the prefix `fb_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  type: 'bug' | 'feature' | 'feedback';
  status: 'new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate';
  title: string;
  description: string;
  /** With `html=true`: rendered, and safe to put in a page */
  description_html?: string;
  tags: string[];
  /** By session, or of one’s own entries (`mine`). `pending` waits for approval */
  visibility?: 'public' | 'pending' | 'private';
  pinned: boolean;
  upvote_count: number;
  downvote_count: number;
  /** Public comments */
  comment_count: number;
  image_url: string | null;
  submitter_name: string | null;
  /** By session only, and not for viewers */
  submitter_email?: string | null;
  /** By session only, and not for viewers */
  metadata?: Record<string, unknown>;
  /** Search that led the author to submit the entry; session only, null for viewers */
  from_query?: string | null;
  /** The entry that this one is a duplicate of */
  merged_into: string | null;
  /** What the caller voted, as far as the call names a voter */
  viewer_vote: 'up' | 'down' | null;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** ISO 8601, UTC, milliseconds */
  updated_at: string;
}

export interface FeedbackSubscribed {
  ok: boolean;
  /** False: mails come once the link in the confirmation mail was used */
  confirmed: boolean;
}

export interface FeedbackHistoryItem {
  /** TypeID with the prefix `hst_` */
  id: string;
  field: string;
  /** Value before */
  old: unknown;
  /** Value after */
  new: unknown;
  /** Who changed it; null for the service itself */
  actor: {
    id?: string;
    name?: string | null;
  } | null;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
}

export interface FeedbackVoter {
  /** Someone on the project, a user vouched for by X-User-Token, or an anonymous visitor */
  role: 'team' | 'user' | 'visitor';
  /** Id of the user in your own app: `sub` of X-User-Token; null for viewers */
  user_id: string | null;
  /** Null for viewers */
  name: string | null;
  /** Null for viewers */
  email: string | null;
  vote: 'up' | 'down';
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
}

export interface WaitlistEntry {
  /** TypeID with the prefix `wl_` */
  id: string;
  /** Null for viewers */
  email: string | null;
  /** Null for viewers */
  name: string | null;
  status: 'waiting' | 'invited' | 'joined' | 'removed';
  /** Place in line, from 1; null for who is not in line (yet, or any more) */
  position: number | null;
  referral_code: string;
  /** To share: who joins by it counts for this entry */
  referral_url: string;
  /** Confirmed entries that came by the code */
  referral_count: number;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  referral_source: string | null;
  /** The entry whose code they came by */
  referred_by: string | null;
  /** For the team alone; null for viewers */
  notes: string | null;
  /** Empty for viewers */
  metadata: Record<string, unknown>;
  /** When the address was confirmed; null as long as it is not */
  confirmed_at: string | null;
  /** ISO 8601, UTC, milliseconds */
  invited_at: string | null;
  /** ISO 8601, UTC, milliseconds */
  updated_at: string;
}

export interface WaitlistInvitation {
  subject: string;
  text: string;
  html: string;
}

export interface WaitlistPosition {
  status: 'waiting' | 'invited' | 'joined' | 'removed';
  /** Place in line, from 1; null for who is not in line (yet, or any more) */
  position: number | null;
  referral_code: string;
  /** To share: who joins by it counts for this entry */
  referral_url: string;
  /** Confirmed entries that came by the code */
  referral_count: number;
}

export interface WaitlistSignup {
  /** TypeID with the prefix `wl_` */
  id: string;
  email: string;
  name: string | null;
  status: 'waiting' | 'invited' | 'joined' | 'removed';
  /** Place in line, from 1; null for who is not in line (yet, or any more) */
  position: number | null;
  referral_code: string;
  /** To share: who joins by it counts for this entry */
  referral_url: string;
  /** Confirmed entries that came by the code */
  referral_count: number;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
}

export interface ChangelogAudience {
  /** Confirmed subscribers of the changelog */
  subscribers: number;
  /** The entries that it tells of; where one was merged, the one where it lives on */
  feedback: {
    /** TypeID with the prefix `fb_` */
    id: string;
    title: string;
    /** Now; publishing sets it to `done` */
    status: string;
    /** Who follow this entry */
    subscribers: number;
  }[];
  /** Who get a mail: each address once */
  people: number;
}

export interface ChangelogEntry {
  /** TypeID with the prefix `cl_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  title: string;
  slug: string;
  /** Markdown */
  content: string;
  /** Rendered and sanitised: safe to put in a page */
  content_html: string;
  version: string | null;
  type: 'feature' | 'improvement' | 'fix' | 'breaking';
  tags: string[];
  status: 'draft' | 'scheduled' | 'published';
  published: boolean;
  /** ISO 8601, UTC, milliseconds */
  published_at: string | null;
  /** ISO 8601, UTC, milliseconds */
  scheduled_at: string | null;
  feedback_ids: string[];
  /** Where people read it */
  url: string;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** ISO 8601, UTC, milliseconds */
  updated_at: string;
}

export interface ChangelogPreview {
  /** As it would be shown */
  content_html: string;
}

export interface ChangelogSubscriber {
  /** TypeID with the prefix `sub_` */
  id: string;
  email: string;
  /** Null until the link in the mail was used: no mails until then */
  confirmed_at: string | null;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
}

export interface Testimonial {
  /** TypeID with the prefix `tm_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  status: 'pending' | 'approved' | 'rejected';
  author_name: string;
  /** By session only, and not for viewers */
  author_email?: string | null;
  author_title: string | null;
  author_company: string | null;
  author_avatar_url: string | null;
  content: string;
  rating: number;
  image_url: string | null;
  /** Where it was said first */
  source_url: string | null;
  tags: string[];
  featured: boolean;
  /** Whether the author got something for it, or belongs to the project: shown on the card */
  disclosure: 'none' | 'incentive' | 'affiliated';
  /** By session only, and not for viewers: what the author agreed to, and when */
  consent?: {
    text: string;
    version: string;
    /** ISO 8601, UTC, milliseconds */
    agreed_at: string;
  } | null;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** ISO 8601, UTC, milliseconds */
  updated_at: string;
}

export interface TestimonialSummary {
  count: number;
  /** To two decimals; null when there is none */
  average_rating: number | null;
  ratings: {
    '1': number;
    '2': number;
    '3': number;
    '4': number;
    '5': number;
  };
}

export interface DocumentResults {
  /** One for each document, in the order given */
  results: {
    ok: boolean;
    document?: KnowledgeDocument;
    /** One sentence for a person */
    error?: string;
    /** For programs: never changes its meaning */
    code?: ErrorCode;
    /** Every invalid field, with the code `validation` and codes about one field */
    fields?: FieldError[];
  }[];
}

export interface KnowledgeDocument {
  /** TypeID with the prefix `doc_` */
  id: string;
  /** TypeID with the prefix `idx_` */
  index_id: string;
  external_id: string | null;
  title: string;
  url: string | null;
  content_type: 'markdown' | 'html' | 'text';
  /** What filters ask for; whoever may search sees it */
  metadata: Record<string, unknown>;
  /** Passages that it is cut into */
  chunks_created: number;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** ISO 8601, UTC, milliseconds */
  updated_at: string;
}

export interface KnowledgeDocumentWithContent {
  /** TypeID with the prefix `doc_` */
  id: string;
  /** TypeID with the prefix `idx_` */
  index_id: string;
  external_id: string | null;
  title: string;
  url: string | null;
  content_type: 'markdown' | 'html' | 'text';
  /** What filters ask for; whoever may search sees it */
  metadata: Record<string, unknown>;
  /** Passages that it is cut into */
  chunks_created: number;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** ISO 8601, UTC, milliseconds */
  updated_at: string;
  /** As it was given */
  content: string;
  /** For reading, without its title: safe to put in a page, with the names of sections that results link to */
  content_html: string;
}

export interface KnowledgeIndex {
  /** TypeID with the prefix `idx_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  name: string;
  language: string;
  external_id: string | null;
  synonyms: string[][];
  /** By words alone, or by meaning too: that needs `EARSHOT_EMBEDDINGS_URL` */
  mode: 'lexical' | 'hybrid';
  document_count: number;
  /** Passages that its documents are cut into */
  chunk_count: number;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** ISO 8601, UTC, milliseconds */
  updated_at: string;
}

export interface KnowledgeInsights {
  /** The figures have all searches of before this moment; usually that of the request */
  as_of: string;
  /** ISO 8601, UTC, milliseconds */
  from: string;
  /** ISO 8601, UTC, milliseconds */
  to: string;
  searches: number;
  /** Searches that found nothing */
  without_results: number;
  /** Of searches that led to a click */
  click_through: number | null;
  top_queries: ({
    query: string;
    searches: number;
    /** Of these searches */
    click_through: number | null;
  })[];
  /** What was searched for and not found, until it is */
  missed_queries: {
    query: string;
    searches: number;
    /** Ways in which it was put */
    variants: string[];
    /** ISO 8601, UTC, milliseconds */
    last_searched_at: string;
  }[];
  documents: ({
    /** TypeID with the prefix `doc_` */
    document_id: string;
    /** Null when the document is gone */
    title: string | null;
    clicks: number;
    helpful: number;
    not_helpful: number;
  })[];
}

export interface SearchResults {
  /** One for each document, best first */
  results: ({
    /** TypeID with the prefix `doc_` */
    document_id: string;
    /** TypeID with the prefix `idx_` */
    index_id: string;
    title: string;
    /** Of the section */
    url: string | null;
    /** What the passage stands below */
    headings: string[];
    /** The passage that fits best */
    chunk_content: string;
    /** Where it stands in the content, in UTF-16 units */
    chunk_start: number;
    chunk_end: number;
    /** HTML, safe to put in a page: words that were found are in `<mark>` */
    highlights: string[];
    score: number;
    /** Of the document */
    metadata: Record<string, unknown>;
    explanation?: {
      /** Without a model, their scores add up to `score` */
      words: ({
        /** As the query has it */
        asked: string;
        /** As the text has it, folded */
        found: string;
        /** `word`: it is the same, or another form of it; `joined`: the parts of a name, as one; `beginning`, `spelling`, `synonym`: it stands in for it; `compound`: a longer word that contains it; `part`: a part of it; `related`: not asked for, but shared by the best results of a long query */
        by: 'word' | 'joined' | 'beginning' | 'spelling' | 'synonym' | 'compound' | 'part' | 'related';
        /** Where it stands: in a title it counts three times, in headings twice */
        within: ('title' | 'headings' | 'content')[];
        /** That have what was asked for: the fewer, the more it says */
        passages: number;
        /** What it is worth here */
        score: number;
      })[];
      /** With a model: the place among what words found; `score` is of both places */
      rank_by_words: number | null;
      /** With a model: the place among what means the same */
      rank_by_meaning: number | null;
    };
  })[];
  /** Documents that were found */
  total: number;
  /** How results were ranked: lexical too while embeddings can’t be had */
  mode: 'lexical' | 'hybrid';
  /** Names this search when someone clicks on a result */
  query_id: string;
  took_ms: number;
  /** What was searched for, when nothing has a word as it was written */
  did_you_mean?: string;
}

export interface Annotation {
  /** TypeID with the prefix `ann_` */
  id: string;
  /** ISO 8601, UTC, milliseconds */
  time: string;
  text: string;
  /** Of a changelog entry: its page */
  url: string | null;
  /** Of a publication, which makes its annotation itself */
  changelog_entry_id: string | null;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** ISO 8601, UTC, milliseconds */
  updated_at: string;
}

export interface AnalyticsBreakdownRow {
  /** Empty where there is none */
  value: string;
  visitors: number;
  /** For what an event has: visits in which there is one; otherwise: visits that began */
  visits: number;
  page_views: number;
  events: number;
  /** For what a visit has */
  bounce_rate: number | null;
  /** For what a visit has; seconds */
  visit_duration: number | null;
  /** For pages: visits that ended there / page views */
  exit_rate: number | null;
  conversions?: number;
  conversion_rate?: number | null;
}

export interface AnalyticsErased {
  ok: boolean;
  /** How many events are gone */
  events: number;
}

export interface AnalyticsFunnel {
  /** The figures have all events of the project that were accepted before this moment; usually that of the request */
  as_of: string;
  /** Included */
  from: string;
  /** Not included */
  to: string;
  timezone: string;
  steps: ({
    event: string | null;
    page: string | null;
    /** Who came at least this far */
    count: number;
    /** Of those at the first step, 0 to 1 */
    rate: number;
    /** Of those at the step before, 0 to 1 */
    step_rate: number;
  })[];
}

export interface Goal {
  /** TypeID with the prefix `goal_` */
  id: string;
  name: string;
  event: string | null;
  page: string | null;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** ISO 8601, UTC, milliseconds */
  updated_at: string;
}

export interface AnalyticsImported {
  ok: boolean;
  /** Events that are kept. Repeated ones are found later, and stand under `duplicates` of the intake report */
  accepted: number;
  /** Events that the project excludes, by reason, as in the intake report */
  dropped: Record<string, number>;
  /** Events that are not valid */
  rejected: {
    /** Position in the batch, from 0 */
    index: number;
    /** One sentence for a person */
    error: string;
    /** For programs: never changes its meaning */
    code: ErrorCode;
    /** Every invalid field, with the code `validation` and codes about one field */
    fields?: FieldError[];
  }[];
}

export interface AnalyticsIntake {
  /** The figures have all events of the project that were accepted before this moment; usually that of the request */
  as_of: string;
  /** Included */
  from: string;
  /** Not included */
  to: string;
  /** Events that were sent */
  received: number;
  /** Kept: bots and late ones too */
  accepted: number;
  /** Not kept, by reason: `invalid`, `duplicate`, `privacy_signal`, `hostname_not_allowed`, `excluded_address`, `excluded_hostname`, `excluded_path` */
  dropped: Record<string, number>;
  /** Kept and left out of figures, by reason: `crawler`, `headless`, `prefetch`, `http_library` */
  bots: Record<string, number>;
  /** Among the dropped: an `event_id` that had come before */
  duplicates: number;
  /** Kept, and more than half an hour old when they came */
  late: number;
  /** Kept, by import */
  imported: number;
  /** Kept safely, and not in the figures yet */
  waiting: number;
  /** Events that were counted once and then lost by ClickHouse, by day of UTC, whatever the period; latest first. Figures of these days may be too low */
  missing: {
    day: string;
    events: number;
  }[];
}

export interface AnalyticsOverview {
  /** The figures have all events of the project that were accepted before this moment; usually that of the request */
  as_of: string;
  /** Included */
  from: string;
  /** Not included */
  to: string;
  timezone: string;
  /** ISO 8601, UTC, milliseconds */
  previous_from: string | null;
  /** Of a period that ends now: as far into its last day, to the minute */
  previous_to: string | null;
  /** Distinct persons. Without a `user_id` a visitor is somebody new each day */
  visitors: {
    value: number | null;
    /** In the period before; null when it is not asked for, or there is none */
    previous: number | null;
  };
  /** Events named `page_view` */
  page_views: {
    value: number | null;
    /** In the period before; null when it is not asked for, or there is none */
    previous: number | null;
  };
  /** Visits that began in the period */
  visits: {
    value: number | null;
    /** In the period before; null when it is not asked for, or there is none */
    previous: number | null;
  };
  /** All events */
  events: {
    value: number | null;
    /** In the period before; null when it is not asked for, or there is none */
    previous: number | null;
  };
  /** Page views / visits */
  views_per_visit: {
    value: number | null;
    /** In the period before; null when it is not asked for, or there is none */
    previous: number | null;
  };
  /** Share of visits with exactly one page view and no interactive event of another name, 0 to 1 */
  bounce_rate: {
    value: number | null;
    /** In the period before; null when it is not asked for, or there is none */
    previous: number | null;
  };
  /** Mean seconds from the first to the last event of a visit; visits of one event count with 0 */
  visit_duration: {
    value: number | null;
    /** In the period before; null when it is not asked for, or there is none */
    previous: number | null;
  };
  /** Events that meet the goal */
  conversions?: {
    value: number | null;
    /** In the period before; null when it is not asked for, or there is none */
    previous: number | null;
  };
  /** Visitors who met the goal / visitors, 0 to 1 */
  conversion_rate?: {
    value: number | null;
    /** In the period before; null when it is not asked for, or there is none */
    previous: number | null;
  };
}

export interface AnalyticsPaths {
  /** The figures have all events of the project that were accepted before this moment; usually that of the request */
  as_of: string;
  /** Included */
  from: string;
  /** Not included */
  to: string;
  timezone: string;
  /** Visits that were there */
  visits: number;
  paths: ({
    /** From there on; fewer when the visit ended */
    steps: ({
      page: string | null;
      event: string | null;
    })[];
    visits: number;
  })[];
}

export interface AnalyticsRealtime {
  /** The figures have all events of the project that were accepted before this moment; usually that of the request */
  as_of: string;
  /** Distinct in the last five minutes */
  visitors: number;
  /** In the last five minutes */
  page_views: number;
  /** The last thirty, oldest first */
  minutes: {
    /** ISO 8601, UTC, milliseconds */
    time: string;
    visitors: number;
    page_views: number;
  }[];
  pages: {
    value: string;
    visitors: number;
  }[];
  sources: {
    value: string;
    visitors: number;
  }[];
  countries: {
    value: string;
    visitors: number;
  }[];
}

export interface AnalyticsRetention {
  /** The figures have all events of the project that were accepted before this moment; usually that of the request */
  as_of: string;
  /** Included */
  from: string;
  /** Not included */
  to: string;
  timezone: string;
  interval: 'day' | 'week' | 'month';
  cohorts: ({
    /** ISO 8601, UTC, milliseconds */
    start: string;
    size: number;
    cells: ({
      count: number;
      rate: number | null;
      /** False for a bucket that is not over yet: it is left out of the means */
      is_complete: boolean;
    })[];
  })[];
  /** Of each cell over the cohorts, weighed by their size */
  means: (number | null)[];
  /** Visitors of the period with a `user_id`. When 0, returning visitors are unknown: anonymous visitors are new each day by design */
  identified_visitors: number;
}

export interface AnalyticsTimeseries {
  /** The figures have all events of the project that were accepted before this moment; usually that of the request */
  as_of: string;
  /** Included */
  from: string;
  /** Not included */
  to: string;
  timezone: string;
  metric: 'visitors' | 'page_views' | 'visits' | 'events' | 'views_per_visit' | 'bounce_rate' | 'visit_duration' | 'conversions' | 'conversion_rate';
  interval: 'minute' | 'hour' | 'day' | 'week' | 'month';
  /** Without gaps */
  data: ({
    /** When the bucket begins */
    time: string;
    /** Null for a mean of nothing */
    value: number | null;
    previous: number | null;
    /** False for a bucket that is not over yet */
    is_complete: boolean;
  })[];
}

export interface Tracked {
  ok: boolean;
  /** Of a batch: how many were taken */
  accepted?: number;
  /** Of a batch: what was not taken, and why */
  rejected?: {
    /** Place in the batch, from 0 */
    index: number;
    /** One sentence for a person */
    error: string;
    /** For programs: never changes its meaning */
    code: ErrorCode;
    /** Every invalid field, with the code `validation` and codes about one field */
    fields?: FieldError[];
  }[];
}

export interface OpenedAnalyticsShare {
  /** For `Authorization: Bearer`, with the reports that a shared link shows */
  token: string;
  /** Seconds */
  expires_in: number;
  project_name: string;
  segment_name: string | null;
}

export interface AnalyticsSegment {
  /** TypeID with the prefix `seg_` */
  id: string;
  name: string;
  filters: string[];
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** ISO 8601, UTC, milliseconds */
  updated_at: string;
}

export interface AnalyticsShare {
  /** TypeID with the prefix `shr_` */
  id: string;
  name: string;
  /** Whoever has it sees the figures */
  url: string;
  has_password: boolean;
  /** TypeID with the prefix `seg_` */
  segment_id: string | null;
  /** ISO 8601, UTC, milliseconds */
  last_opened_at: string | null;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** ISO 8601, UTC, milliseconds */
  updated_at: string;
}

export interface Webhook {
  /** TypeID with the prefix `whk_` */
  id: string;
  /** TypeID with the prefix `prj_` */
  project_id: string;
  url: string;
  description: string;
  types: ('feedback.created' | 'feedback.updated' | 'feedback.status_changed' | 'feedback.commented' | 'feedback.merged' | 'feedback.deleted' | 'waitlist.joined' | 'waitlist.confirmed' | 'waitlist.invited' | 'testimonial.submitted' | 'testimonial.approved' | 'testimonial.rejected' | 'changelog.published' | 'knowledge_base.searched_without_results')[];
  enabled: boolean;
  /** Why it was switched off, when nobody did it by hand */
  disabled_reason: string | null;
  include_personal_data: boolean;
  /** Verifies what is sent: see standardwebhooks.com */
  secret: string;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** ISO 8601, UTC, milliseconds */
  updated_at: string;
}

export interface WebhookDelivery {
  /** TypeID with the prefix `dlv_` */
  id: string;
  /** TypeID with the prefix `whk_` */
  webhook_id: string;
  /** The `webhook-id` of every try */
  event_id: string;
  type: string;
  status: 'pending' | 'succeeded' | 'failed';
  attempt_count: number;
  /** ISO 8601, UTC, milliseconds */
  next_attempt_at: string | null;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** ISO 8601, UTC, milliseconds */
  updated_at: string;
}

export interface WebhookDeliveryDetails {
  /** TypeID with the prefix `dlv_` */
  id: string;
  /** TypeID with the prefix `whk_` */
  webhook_id: string;
  /** The `webhook-id` of every try */
  event_id: string;
  type: string;
  status: 'pending' | 'succeeded' | 'failed';
  attempt_count: number;
  /** ISO 8601, UTC, milliseconds */
  next_attempt_at: string | null;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  /** ISO 8601, UTC, milliseconds */
  updated_at: string;
  /** What is sent, byte for byte */
  body: string;
  /** The last one first */
  attempts: ({
    url: string;
    request_headers: Record<string, string>;
    status_code: number | null;
    response_headers: Record<string, string>;
    /** The first 64 KiB */
    response_body: string;
    /** Why it did not succeed */
    error: string | null;
    duration_ms: number;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
  })[];
}

export interface Upload {
  /** TypeID with the prefix `upl_` */
  id: string;
  /** For `image_url`, `author_avatar_url`, or an image in Markdown */
  url: string;
  content_type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  width: number;
  height: number;
  /** Bytes */
  size: number;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
}

export interface PersonErased {
  ok: boolean;
  emails: string[];
  /** Includes ids that X-User-Token vouched for together with one of the addresses */
  user_ids: string[];
  erased: {
    /** Entries that nobody else took part in */
    feedback_entries_deleted: number;
    /** Entries with votes, comments or followers of others; they stay without their submitter */
    feedback_entries_anonymized: number;
    /** Deleted comments */
    feedback_comments: number;
    /** Votes that stay counted without their voter */
    feedback_votes_anonymized: number;
    /** Deleted subscriptions to entries */
    feedback_subscriptions: number;
    /** Deleted places on the waitlist */
    waitlist_entries: number;
    /** Deleted testimonials */
    testimonials: number;
    /** Deleted subscriptions to the changelog */
    changelog_subscriptions: number;
    /** Deleted mails; those still queued do not leave */
    mails: number;
    /** Deleted deliveries; those still waiting are not sent */
    webhook_deliveries: number;
    /** Deleted answers to requests with an Idempotency-Key */
    idempotency_keys: number;
    /** Deleted background jobs */
    jobs: number;
    /** Deleted images that only the person’s records mentioned */
    uploads: number;
    /** Deleted events, with their visits and rollups */
    analytics_events: number;
  };
}

export interface PersonExport {
  /** TypeID with the prefix `prj_` */
  project_id: string;
  /** ISO 8601, UTC, milliseconds */
  exported_at: string;
  person: {
    emails: string[];
    /** Includes ids that X-User-Token vouched for together with one of the addresses */
    user_ids: string[];
  };
  /** Entries that they submitted */
  feedback_entries: Record<string, unknown>[];
  /** Comments that they wrote, signed in by X-User-Token */
  feedback_comments: Record<string, unknown>[];
  /** Votes by X-User-Token */
  feedback_votes: Record<string, unknown>[];
  /** Entries that they follow */
  feedback_subscriptions: Record<string, unknown>[];
  /** Their place on the waitlist */
  waitlist_entries: Record<string, unknown>[];
  /** Testimonials that they wrote */
  testimonials: Record<string, unknown>[];
  /** Their subscription to the changelog */
  changelog_subscriptions: Record<string, unknown>[];
  /** Mails to them */
  mails: Record<string, unknown>[];
  /** Webhook deliveries that name their address */
  webhook_deliveries: Record<string, unknown>[];
  /** Analytics events with their user id or address */
  analytics_events: Record<string, unknown>[];
}

/** All error codes of the API. */
export type ErrorCode =
  | 'validation'
  | 'request.malformed'
  | 'request.invalid_json'
  | 'request.invalid_multipart'
  | 'request.timeout'
  | 'request.body_too_large'
  | 'request.unsupported_media_type'
  | 'request.headers_too_large'
  | 'request.route_not_found'
  | 'request.resource_deleted'
  | 'request.idempotency_key_reused'
  | 'request.rate_limited'
  | 'server.internal'
  | 'server.stopping'
  | 'server.database_unavailable'
  | 'server.event_store_unavailable'
  | 'auth.token_required'
  | 'auth.token_invalid'
  | 'auth.key_required'
  | 'auth.key_invalid'
  | 'auth.user_token_invalid'
  | 'auth.share_token_invalid'
  | 'auth.share_of_other_project'
  | 'auth.not_a_member'
  | 'auth.role_required'
  | 'auth.oauth'
  | 'auth.browser_sign_in_required'
  | 'auth.device_code_not_found'
  | 'auth.personal_token_not_found'
  | 'auth.provider_unavailable'
  | 'projects.not_found'
  | 'projects.slug_taken'
  | 'projects.creation_forbidden'
  | 'projects.quota_exceeded'
  | 'domains.too_many_checks'
  | 'domains.not_found'
  | 'members.not_found'
  | 'members.already_member'
  | 'members.owner_fixed'
  | 'members.not_signed_in'
  | 'pages.not_found'
  | 'mails.not_found'
  | 'mails.limit_exceeded'
  | 'mails.server_unavailable'
  | 'mails.link_expired'
  | 'mails.link_target_not_found'
  | 'feedback.not_found'
  | 'feedback.merge_target_not_found'
  | 'feedback.merged'
  | 'feedback.not_merged'
  | 'feedback.merge_into_itself'
  | 'comments.not_found'
  | 'waitlist.not_found'
  | 'waitlist.email_taken'
  | 'waitlist.referral_code_not_found'
  | 'testimonials.not_found'
  | 'changelog.not_found'
  | 'changelog.slug_taken'
  | 'changelog.published'
  | 'subscribers.not_found'
  | 'uploads.not_found'
  | 'uploads.storage_unavailable'
  | 'uploads.busy'
  | 'webhooks.not_found'
  | 'deliveries.not_found'
  | 'indexes.not_found'
  | 'indexes.name_taken'
  | 'documents.not_found'
  | 'documents.content_too_large'
  | 'searches.not_found'
  | 'goals.not_found'
  | 'goals.name_taken'
  | 'annotations.not_found'
  | 'segments.not_found'
  | 'segments.name_taken'
  | 'segments.in_use'
  | 'shares.not_found'
  | 'shares.password_required'
  | 'shares.password_wrong'
  | 'shares.too_many_attempts'
  | 'analytics.timestamp_in_future'
  | 'analytics.timestamp_too_old'
  | 'analytics.too_many_imports'
  | 'analytics.too_many_streams'
  | 'analytics.too_many_events'
  | 'exports.too_many'
  | 'people.erasure_interrupted';

/** How a field is invalid. */
export interface FieldError {
  /** The field, as `settings.pages.logo_url` or `tags[1]`; empty for the whole body */
  path: string;
  code: 'required' | 'unknown' | 'type' | 'format' | 'choice' | 'too_short' | 'too_long' | 'too_small' | 'too_large' | 'too_few' | 'too_many' | 'duplicate' | 'taken' | 'not_found' | 'not_allowed' | 'conflict' | 'invalid';
  message: string;
}

/** Every route of the API: the parts of its path, its query, its body, and what it answers. */
export interface Routes {
  /** Whether the process answers */
  'GET /health': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    result: {
      ok: boolean;
    };
  };
  /** Whether each engine answers, and whether stored events were lost */
  'GET /health/ready': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    result: {
      ok: boolean;
      engines: {
        /** `ready`, `away`, or `read-only` while it refuses writes, because its disk is full, say */
        postgres: string;
        /** `ready` or `away`; meanwhile events are accepted and wait */
        clickhouse: string;
      };
      /** Why the node is not ready */
      reason: string | null;
      /** As verified after the last start of a node, and once a day. The intake report of a project names the days */
      analytics: {
        /** `complete`, `incomplete` when stored events were lost, or `unknown` while PostgreSQL is away */
        state: string;
      };
    };
  };
  /** Where people can sign in */
  'GET /v1/auth/providers': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    result: {
      data: Provider[];
    };
  };
  /** Send the browser to the identity provider */
  'GET /v1/auth/login': {
    path: Record<string, never>;
    query: {
      /** Needed only where several are configured */
      provider?: 'oidc' | 'github' | 'local';
      /** Where the browser goes at the end: a page of this instance, or `http://127.0.0.1:<port>/…` of a CLI (RFC 8252) */
      return_to?: string;
      /** Base64url of the SHA-256 of your `code_verifier` (RFC 7636) */
      code_challenge: string;
      code_challenge_method?: 'S256';
      /** Comes back to `return_to` as it is */
      state?: string;
    };
    body: undefined;
    result: undefined;
  };
  /** Take the identity provider’s answer */
  'GET /v1/auth/callback': {
    path: Record<string, never>;
    query: {
      /** As it was sent to the provider */
      state?: string;
      /** The provider’s code */
      code?: string;
      /** Why the provider gives none */
      error?: string;
    };
    body: undefined;
    result: undefined;
  };
  /** Exchange a code or a refresh token for tokens */
  'POST /v1/auth/token': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** `authorization_code`, `refresh_token`, `urn:ietf:params:oauth:grant-type:device_code` */
      grant_type: string;
      /** With `authorization_code`: what `return_to` was given */
      code?: string;
      /** With `authorization_code`: what `code_challenge` was made of */
      code_verifier?: string;
      /** With `refresh_token`, unless the cookie bears it. Good for one use */
      refresh_token?: string;
      /** With `authorization_code`, for pages of this instance: the refresh token goes into a cookie that scripts can’t read and that only this path gets, and not into the answer */
      refresh_cookie?: boolean;
      /** With `urn:ietf:params:oauth:grant-type:device_code` */
      device_code?: string;
      client_id?: string;
    };
    result: Tokens;
  };
  /** End a token (RFC 7009) */
  'POST /v1/auth/revoke': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** Any token. A refresh token ends the whole sign-in */
      token: string;
      token_type_hint?: string;
    };
    result: Ok;
  };
  /** Begin a sign-in on a device without a browser (RFC 8628) */
  'POST /v1/auth/device': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** What the program calls itself; the person who decides reads it */
      client_id?: string;
    };
    result: DeviceAuthorization;
  };
  /** Which device waits with a user code */
  'GET /v1/auth/device': {
    path: Record<string, never>;
    query: {
      user_code: string;
    };
    body: undefined;
    result: WaitingDevice;
  };
  /** Allow or deny a device */
  'POST /v1/auth/device/decide': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      user_code: string;
      /** False denies */
      allow: boolean;
    };
    result: Ok;
  };
  /** Who am I */
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
      /** Ends every sign-in of yours, on every device. Personal access tokens stay */
      everywhere?: boolean;
    };
    body: undefined;
    result: Ok;
  };
  /** List your personal access tokens */
  'GET /v1/auth/tokens': {
    path: Record<string, never>;
    query: {
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
    };
    body: undefined;
    result: {
      data: PersonalToken[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Create a personal access token */
  'POST /v1/auth/tokens': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      name: string;
      expires_in_days?: number;
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
  /** List your projects */
  'GET /v1/projects': {
    path: Record<string, never>;
    query: {
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
    };
    body: undefined;
    result: {
      data: Project[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Create a project */
  'POST /v1/projects': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      name: string;
      /** From the name, unless given; unique */
      slug?: string;
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
  /** Change a project’s name, slug or settings */
  'PATCH /v1/projects/{id}': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      name?: string;
      /** From the name, unless given; unique */
      slug?: string;
      settings?: {
        feedback?: {
          /** Whose entries and comments wait for approval: nobody’s, those of anonymous visitors, or everyone’s who is not on the project */
          moderation?: 'off' | 'anonymous' | 'all';
        };
        waitlist?: {
          /** Mail who joins their place and the link to share */
          welcome_mail?: boolean;
          /** An entry counts once its address is confirmed by a link in a mail */
          double_opt_in?: boolean;
          /** An address that is on the list already gets the same answer as a new one, and a mail that says so. With `double_opt_in`, nothing else tells a stranger either */
          private_signups?: boolean;
          /** Places that each confirmed referral moves its referrer up, from now on */
          referral_boost?: number;
          /** Refuse addresses of throw-away mail services */
          refuse_disposable?: boolean;
          /** Where people join; referral links lead there. Default: this instance’s own page */
          page_url?: string | null;
          /** Where the button in the invitation mail leads */
          invitation_url?: string | null;
        };
        testimonials?: {
          /** Mail authors a link by which they can change or withdraw what they wrote */
          thank_you_mail?: boolean;
        };
        changelog?: {
          /** Where the changelog is read; mails and feeds lead there. Default: this instance’s own page */
          page_url?: string | null;
        };
        analytics?: {
          /** IANA name; whose days the figures are of, unless a call says otherwise */
          timezone?: string;
          /** Hosts whose pages may send events, `*` for anything; none: all */
          allowed_hostnames?: string[];
          /** Hosts whose events are dropped, such as `staging.example.com` */
          excluded_hostnames?: string[];
          /** Paths whose events are dropped, such as `/admin/*` */
          excluded_paths?: string[];
          /** Addresses and networks whose events are dropped, such as `192.0.2.0/24`: your own */
          excluded_addresses?: string[];
          /** Bots that are counted, by reason; also what was received before. `http_library` are page views without a `user_id` that programs such as curl or okhttp send, not browsers */
          counted_bots?: ('crawler' | 'headless' | 'prefetch' | 'http_library')[];
          /** Drop events of browsers that ask not to be tracked (`Sec-GPC: 1` or `DNT: 1`). The tracker and the SDK send nothing from such browsers, whatever this says */
          honor_privacy_signals?: boolean;
          /** How long events are kept; null: for ever */
          retention_days?: number | null;
        };
        pages?: {
          /** What the project is, in a sentence: on its public pages */
          description?: string | null;
          /** Of a picture, best square */
          logo_url?: string | null;
          /** Where the logo leads */
          website_url?: string | null;
          /** Host under which the public pages are, such as `feedback.example.com`. It is served once a DNS record proves it: see `GET /v1/projects/{id}/domain`. Point it to this instance, TLS included */
          custom_domain?: string | null;
          /** Which public pages there are, in the order of the menu */
          sections?: ('feedback' | 'roadmap' | 'changelog' | 'testimonials' | 'waitlist' | 'help')[];
        };
        mail?: {
          /** Of buttons in mails and on pages */
          color?: string;
          /** Where answers to mails go */
          reply_to?: string | null;
        };
        retention?: {
          /** Days that mails are kept in the outbox; null: for ever */
          mail_days?: number | null;
          /** Days that webhook deliveries and their attempts are kept; null: for ever */
          webhook_delivery_days?: number | null;
          /** Days that sign-ups for the waitlist and subscriptions wait for their confirmation before they are deleted; null: for ever */
          unconfirmed_days?: number | null;
        };
      };
    };
    result: Project;
  };
  /** Delete a project and everything in it */
  'DELETE /v1/projects/{id}': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
    };
    query: {
      /** The slug of the project, so that no slip deletes it */
      confirm: string;
    };
    body: undefined;
    result: Ok;
  };
  /** List the API keys that work now */
  'GET /v1/projects/{id}/keys': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: {
      data: ProjectKey[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Make a new API key; the old one works for 24 hours more */
  'POST /v1/projects/{id}/keys/rotate': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      /** End the old one at once instead of in 24 hours */
      revoke_now?: boolean;
    };
    result: {
      data: ProjectKey[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** List the secrets that sign X-User-Token */
  'GET /v1/projects/{id}/identity-secrets': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: {
      data: IdentitySecret[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Make a new signing secret; the old one is valid for 24 hours more */
  'POST /v1/projects/{id}/identity-secrets/rotate': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      /** End the old one at once instead of in 24 hours */
      revoke_now?: boolean;
    };
    result: {
      data: IdentitySecret[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Whom an X-User-Token stands for, or why it is refused */
  'POST /v1/projects/{id}/identity-secrets/check': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      /** What your server would send as X-User-Token */
      token: string;
    };
    result: CheckedUserToken;
  };
  /** List the people on a project */
  'GET /v1/projects/{id}/members': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
    };
    query: {
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
    };
    body: undefined;
    result: {
      data: Member[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Add someone by e-mail address */
  'POST /v1/projects/{id}/members': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      email: string;
      role: 'viewer' | 'member' | 'admin';
    };
    result: Member;
  };
  /** Change a member’s role, or hand the project over */
  'PATCH /v1/projects/{id}/members/{user_id}': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
      /** TypeID with the prefix `usr_` */
      user_id: string;
    };
    query: Record<string, never>;
    body: {
      /** `owner` hands the project over to a member who has signed in at least once; you become an admin */
      role: 'viewer' | 'member' | 'admin' | 'owner';
    };
    result: Member;
  };
  /** Take someone off a project, or leave it */
  'DELETE /v1/projects/{id}/members/{user_id}': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
      /** TypeID with the prefix `usr_` */
      user_id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Read the mail outbox */
  'GET /v1/projects/{id}/mails': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
    };
    query: {
      status?: 'queued' | 'sending' | 'kept' | 'sent' | 'failed' | 'suppressed';
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
    };
    body: undefined;
    result: {
      data: Mail[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Send a mail now, to see whether mails leave */
  'POST /v1/projects/{id}/mails/test': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      /** Your own address, or that of a member of the project who has signed in. Default: your own address */
      recipient?: string;
    };
    result: Mail;
  };
  /** Queue a mail again that did not leave */
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
  /** Get the state of the custom domain, and the DNS record that proves it */
  'GET /v1/projects/{id}/domain': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: CustomDomain;
  };
  /** Look for the DNS record of the custom domain now */
  'POST /v1/projects/{id}/domain/check': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: CustomDomain;
  };
  /** Whether a proxy may get a certificate for a host */
  'GET /v1/domains/allowed': {
    path: Record<string, never>;
    query: {
      /** Host name */
      domain: string;
    };
    body: undefined;
    result: Ok;
  };
  /** Delete user data: erase a person from the project */
  'POST /v1/projects/{id}/people/erase': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      /** Address of the person, in upper or lower case */
      email?: string;
      /** Your own id of the person: `sub` of X-User-Token, `user_id` of analytics events */
      user_id?: string;
    };
    result: PersonErased;
  };
  /** Export user data: everything held about a person */
  'POST /v1/projects/{id}/people/export': {
    path: {
      /** TypeID with the prefix `prj_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      /** Address of the person, in upper or lower case */
      email?: string;
      /** Your own id of the person: `sub` of X-User-Token, `user_id` of analytics events */
      user_id?: string;
    };
    result: PersonExport;
  };
  /** Submit feedback */
  'POST /v1/feedback': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      title: string;
      type?: 'bug' | 'feature' | 'feedback';
      /** Markdown */
      description?: string;
      image_url?: string;
      tags?: string[];
      submitter_name?: string;
      /** Told when the status changes; never shown through an API key */
      submitter_email?: string;
      /** Up to 4 KiB of JSON */
      metadata?: Record<string, unknown>;
      /** What its author searched the knowledge base for before */
      from_query?: string;
    };
    result: Feedback;
  };
  /** List feedback */
  'GET /v1/feedback': {
    path: Record<string, never>;
    query: {
      type?: 'bug' | 'feature' | 'feedback';
      /** Merged entries are listed only by `duplicate` */
      status?: 'new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate';
      tag?: string;
      /** Words that title, description or tags begin with; any language */
      q?: string;
      /** By session only */
      visibility?: 'public' | 'pending' | 'private';
      /** Only what the caller submitted, whatever became of it: also what waits for approval or was merged. By key it needs X-User-Token or X-Visitor-Id */
      mine?: boolean;
      /** Pinned entries come first, but in `oldest`, which is the order of arrival: whoever pages through it meets each entry once, whatever is added meanwhile. `trending` weighs each vote by its age, halving every 7 days */
      sort?: 'newest' | 'oldest' | 'top' | 'trending';
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      data: Feedback[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Find up to 5 entries that a new title may repeat */
  'GET /v1/feedback/similar': {
    path: Record<string, never>;
    query: {
      title: string;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      data: Feedback[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Planned, in progress and done, each with its first 50 */
  'GET /v1/feedback/roadmap': {
    path: Record<string, never>;
    query: {
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      planned: {
        data: Feedback[];
        total: number;
        page: number;
        limit: number;
      };
      in_progress: {
        data: Feedback[];
        total: number;
        page: number;
        limit: number;
      };
      done: {
        data: Feedback[];
        total: number;
        page: number;
        limit: number;
      };
    };
  };
  /** The public board of a project */
  'GET /v1/feedback/by-project/{slug}': {
    path: {
      /** The project’s slug */
      slug: string;
    };
    query: {
      type?: 'bug' | 'feature' | 'feedback';
      /** Merged entries are listed only by `duplicate` */
      status?: 'new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined' | 'duplicate';
      tag?: string;
      /** Words that title, description or tags begin with; any language */
      q?: string;
      sort?: 'newest' | 'oldest' | 'top' | 'trending';
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
    };
    body: undefined;
    result: {
      data: Feedback[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Get an entry */
  'GET /v1/feedback/{id}': {
    path: {
      /** TypeID with the prefix `fb_` */
      id: string;
    };
    query: {
      /** Whether Markdown comes as HTML too */
      html?: boolean;
    };
    body: undefined;
    result: Feedback;
  };
  /** Change status, text, tags, visibility or pin */
  'PATCH /v1/feedback/{id}': {
    path: {
      /** TypeID with the prefix `fb_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      status?: 'new' | 'under_review' | 'planned' | 'in_progress' | 'done' | 'declined';
      title?: string;
      /** Markdown */
      description?: string;
      type?: 'bug' | 'feature' | 'feedback';
      tags?: string[];
      /** `pending` waits for approval: setting it to `public` approves it */
      visibility?: 'public' | 'pending' | 'private';
      pinned?: boolean;
    };
    result: Feedback;
  };
  /** Delete an entry and what was merged into it */
  'DELETE /v1/feedback/{id}': {
    path: {
      /** TypeID with the prefix `fb_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Upvote an entry */
  'POST /v1/feedback/{id}/upvote': {
    path: {
      /** TypeID with the prefix `fb_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Feedback;
  };
  /** Take an upvote back */
  'DELETE /v1/feedback/{id}/upvote': {
    path: {
      /** TypeID with the prefix `fb_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Feedback;
  };
  /** Downvote an entry */
  'POST /v1/feedback/{id}/downvote': {
    path: {
      /** TypeID with the prefix `fb_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Feedback;
  };
  /** Take a downvote back */
  'DELETE /v1/feedback/{id}/downvote': {
    path: {
      /** TypeID with the prefix `fb_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Feedback;
  };
  /** Merge an entry into another */
  'POST /v1/feedback/{id}/merge': {
    path: {
      /** TypeID with the prefix `fb_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      /** The entry that stays; if that was merged itself, the one it went into */
      into: string;
    };
    result: Feedback;
  };
  /** Undo a merge */
  'POST /v1/feedback/{id}/unmerge': {
    path: {
      /** TypeID with the prefix `fb_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Feedback;
  };
  /** What changed, by whom and when; newest first */
  'GET /v1/feedback/{id}/history': {
    path: {
      /** TypeID with the prefix `fb_` */
      id: string;
    };
    query: {
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
    };
    body: undefined;
    result: {
      data: FeedbackHistoryItem[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Who voted, the latest first */
  'GET /v1/feedback/{id}/voters': {
    path: {
      /** TypeID with the prefix `fb_` */
      id: string;
    };
    query: {
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
    };
    body: undefined;
    result: {
      data: FeedbackVoter[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** List an entry’s comments, oldest first */
  'GET /v1/feedback/{id}/comments': {
    path: {
      /** TypeID with the prefix `fb_` */
      id: string;
    };
    query: {
      /** Whether Markdown comes as HTML too */
      html?: boolean;
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
    };
    body: undefined;
    result: {
      data: Comment[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Comment on an entry */
  'POST /v1/feedback/{id}/comments': {
    path: {
      /** TypeID with the prefix `fb_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      /** Markdown */
      body: string;
      /** By session only */
      internal?: boolean;
      /** Of an anonymous visitor */
      author_name?: string;
    };
    result: Comment;
  };
  /** Change, approve or hide a comment */
  'PATCH /v1/feedback/{id}/comments/{comment_id}': {
    path: {
      /** TypeID with the prefix `fb_` */
      id: string;
      /** TypeID with the prefix `cmt_` */
      comment_id: string;
    };
    query: Record<string, never>;
    body: {
      /** Markdown */
      body?: string;
      internal?: boolean;
      /** `pending` waits for approval: setting it to `public` approves it */
      visibility?: 'public' | 'pending' | 'private';
    };
    result: Comment;
  };
  /** Delete a comment */
  'DELETE /v1/feedback/{id}/comments/{comment_id}': {
    path: {
      /** TypeID with the prefix `fb_` */
      id: string;
      /** TypeID with the prefix `cmt_` */
      comment_id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Be told by mail when the status changes */
  'POST /v1/feedback/{id}/subscribe': {
    path: {
      /** TypeID with the prefix `fb_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      email: string;
    };
    result: FeedbackSubscribed;
  };
  /** End a subscription, by the link in its mails (RFC 8058) */
  'POST /v1/feedback/unsubscribe': {
    path: Record<string, never>;
    query: {
      token: string;
    };
    body: undefined;
    result: Ok;
  };
  /** Confirm subscriptions to entries, by the link in the mail */
  'POST /v1/feedback/confirm': {
    path: Record<string, never>;
    query: {
      token: string;
    };
    body: undefined;
    result: Ok;
  };
  /** Submit a testimonial; it is shown once it is approved */
  'POST /v1/testimonials': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      author_name: string;
      content: string;
      rating: number;
      /** Gets a link by which to change or withdraw it; never shown through an API key */
      author_email?: string;
      author_title?: string;
      author_company?: string;
      author_avatar_url?: string;
      image_url?: string;
      source_url?: string;
      tags?: string[];
      /** Whether the author got something for it, or belongs to the project: shown on the card */
      disclosure?: 'none' | 'incentive' | 'affiliated';
      consent?: {
        text: string;
        version: string;
      };
      /** A field that people don’t see: whoever fills it is a machine, gets an answer like any other, and is forgotten */
      website?: string;
    };
    result: Testimonial;
  };
  /** List testimonials: by an API key, approved ones alone */
  'GET /v1/testimonials': {
    path: Record<string, never>;
    query: {
      /** By session only */
      status?: 'pending' | 'approved' | 'rejected';
      tag?: string;
      sort?: 'newest' | 'rating' | 'featured';
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      data: Testimonial[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Submit a testimonial on a project’s public page */
  'POST /v1/testimonials/by-project/{slug}': {
    path: {
      /** The project’s slug */
      slug: string;
    };
    query: Record<string, never>;
    body: {
      author_name: string;
      content: string;
      rating: number;
      /** Gets a link by which to change or withdraw it; never shown through an API key */
      author_email?: string;
      author_title?: string;
      author_company?: string;
      author_avatar_url?: string;
      image_url?: string;
      source_url?: string;
      tags?: string[];
      /** Whether the author got something for it, or belongs to the project: shown on the card */
      disclosure?: 'none' | 'incentive' | 'affiliated';
      consent?: {
        text: string;
        version: string;
      };
      /** A field that people don’t see: whoever fills it is a machine, gets an answer like any other, and is forgotten */
      website?: string;
    };
    result: Testimonial;
  };
  /** How many there are, and their ratings */
  'GET /v1/testimonials/summary': {
    path: Record<string, never>;
    query: {
      /** `all` counts every one that was received, for honesty */
      of?: 'approved' | 'all';
      /** The project, for a call by session */
      project_id?: string;
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
  /** Approve, reject, feature or tag it, or mend what stands about its author */
  'PATCH /v1/testimonials/{id}': {
    path: {
      /** TypeID with the prefix `tm_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      status?: 'pending' | 'approved' | 'rejected';
      featured?: boolean;
      tags?: string[];
      /** Whether the author got something for it, or belongs to the project: shown on the card */
      disclosure?: 'none' | 'incentive' | 'affiliated';
      author_name?: string;
      author_email?: string | null;
      author_title?: string | null;
      author_company?: string | null;
      author_avatar_url?: string | null;
    };
    result: Testimonial;
  };
  /** Delete a testimonial */
  'DELETE /v1/testimonials/{id}': {
    path: {
      /** TypeID with the prefix `tm_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Change or withdraw one’s own testimonial, by the link in the thank-you mail */
  'POST /v1/testimonials/mine': {
    path: Record<string, never>;
    query: {
      token: string;
    };
    body: {
      action: 'change' | 'withdraw';
      content?: string;
      rating?: number;
    };
    result: Ok;
  };
  /** List what is new, newest first */
  'GET /v1/changelog': {
    path: Record<string, never>;
    query: {
      /** By session only */
      status?: 'draft' | 'scheduled' | 'published';
      type?: 'feature' | 'improvement' | 'fix' | 'breaking';
      tag?: string;
      /** Words that title, text, version or tags begin with; any language */
      q?: string;
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      data: ChangelogEntry[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Create an entry: a draft, unless it is published or scheduled */
  'POST /v1/changelog': {
    path: Record<string, never>;
    query: {
      /** The project, for a call by session */
      project_id?: string;
    };
    body: {
      title: string;
      /** Names the entry in links; from the title, unless given; unique in the project */
      slug?: string;
      /** Markdown (CommonMark and tables) */
      content?: string;
      version?: string | null;
      type?: 'feature' | 'improvement' | 'fix' | 'breaking';
      tags?: string[];
      /** Publishing sets these to `done` and tells who follows them */
      feedback_ids?: string[];
      /** True publishes now; false takes back */
      published?: boolean;
      /** Publishes at this time */
      scheduled_at?: string | null;
    };
    result: ChangelogEntry;
  };
  /** List who is told by mail */
  'GET /v1/changelog/subscribers': {
    path: Record<string, never>;
    query: {
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      data: ChangelogSubscriber[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Delete a subscription to the changelog */
  'DELETE /v1/changelog/subscribers/{id}': {
    path: {
      /** TypeID with the prefix `sub_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Be told by mail what is new, once the link in a mail confirms the address */
  'POST /v1/changelog/subscribe': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      email: string;
    };
    result: Ok;
  };
  /** The newest 50 published entries as Atom 1.0 */
  'GET /v1/changelog/by-project/{slug}/feed.atom': {
    path: {
      /** The project’s slug */
      slug: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: string;
  };
  /** The newest 50 published entries as JSON Feed 1.1 */
  'GET /v1/changelog/by-project/{slug}/feed.json': {
    path: {
      /** The project’s slug */
      slug: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: string;
  };
  /** Get an entry, by its id or its slug */
  'GET /v1/changelog/{id}': {
    path: {
      /** Id or slug */
      id: string;
    };
    query: {
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: ChangelogEntry;
  };
  /** Change an entry, publish it, schedule it, or take it back */
  'PATCH /v1/changelog/{id}': {
    path: {
      /** TypeID with the prefix `cl_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      title?: string;
      /** Names the entry in links; from the title, unless given; unique in the project */
      slug?: string;
      /** Markdown (CommonMark and tables) */
      content?: string;
      version?: string | null;
      type?: 'feature' | 'improvement' | 'fix' | 'breaking';
      tags?: string[];
      /** Publishing sets these to `done` and tells who follows them */
      feedback_ids?: string[];
      /** True publishes now; false takes back */
      published?: boolean;
      /** Publishes at this time */
      scheduled_at?: string | null;
    };
    result: ChangelogEntry;
  };
  /** Delete an entry */
  'DELETE /v1/changelog/{id}': {
    path: {
      /** TypeID with the prefix `cl_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Whom publishing an entry will tell */
  'GET /v1/changelog/{id}/audience': {
    path: {
      /** TypeID with the prefix `cl_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: ChangelogAudience;
  };
  /** Render Markdown as an entry would show it */
  'POST /v1/changelog/preview': {
    path: Record<string, never>;
    query: {
      /** The project, for a call by session */
      project_id?: string;
    };
    body: {
      /** Markdown (CommonMark and tables) */
      content: string;
    };
    result: ChangelogPreview;
  };
  /** Confirm a subscription, by the link in its mail */
  'POST /v1/changelog/confirm': {
    path: Record<string, never>;
    query: {
      token: string;
    };
    body: undefined;
    result: Ok;
  };
  /** End a subscription, by the link in its mails (RFC 8058) */
  'POST /v1/changelog/unsubscribe': {
    path: Record<string, never>;
    query: {
      token: string;
    };
    body: undefined;
    result: Ok;
  };
  /** Join the waitlist */
  'POST /v1/waitlist': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      email: string;
      name?: string;
      referral_source?: string;
      /** Of whoever sent them; one that nobody has counts for nothing */
      referral_code?: string;
      /** Up to 4 KiB of JSON */
      metadata?: Record<string, unknown>;
      /** A field that people don’t see: whoever fills it is a machine, gets an answer like any other, and is forgotten */
      website?: string;
    };
    result: WaitlistSignup;
  };
  /** List who is on the waitlist */
  'GET /v1/waitlist': {
    path: Record<string, never>;
    query: {
      status?: 'waiting' | 'invited' | 'joined' | 'removed';
      /** Words that the name or address begins with */
      q?: string;
      /** `position` lists the line first, then who is not in it */
      sort?: 'position' | 'newest' | 'referrals';
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      data: WaitlistEntry[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** How many are on the waitlist */
  'GET /v1/waitlist/count': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    result: {
      /** Everyone who joined and was not removed */
      count: number;
    };
  };
  /** One’s own place and referrals */
  'GET /v1/waitlist/position': {
    path: Record<string, never>;
    query: {
      /** One’s own */
      referral_code: string;
    };
    body: undefined;
    result: WaitlistPosition;
  };
  /** All entries as CSV, the line first */
  'GET /v1/waitlist/export.csv': {
    path: Record<string, never>;
    query: {
      status?: 'waiting' | 'invited' | 'joined' | 'removed';
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: string;
  };
  /** Sign-ups a day, sources, top referrers */
  'GET /v1/waitlist/stats': {
    path: Record<string, never>;
    query: {
      /** Days up to today (UTC) */
      days?: number;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      /** Everyone who joined and was not removed */
      total: number;
      /** Who has yet to confirm their address */
      unconfirmed: number;
      statuses: {
        waiting: number;
        invited: number;
        joined: number;
        removed: number;
      };
      /** A day each, none left out */
      signups: {
        /** UTC */
        date: string;
        count: number;
        referred: number;
      }[];
      /** The 20 that brought most */
      sources: ({
        source: string | null;
        count: number;
      })[];
      /** The 10 that brought most */
      top_referrers: ({
        /** TypeID with the prefix `wl_` */
        id: string;
        /** Null for viewers */
        email: string | null;
        /** Null for viewers */
        name: string | null;
        /** Confirmed entries that came by the code */
        referral_count: number;
      })[];
    };
  };
  /** The invitation mail, as the next in line would get it */
  'GET /v1/waitlist/invitation': {
    path: Record<string, never>;
    query: {
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: WaitlistInvitation;
  };
  /** Invite the next in line, or some by their ids */
  'POST /v1/waitlist/invite': {
    path: Record<string, never>;
    query: {
      /** The project, for a call by session */
      project_id?: string;
    };
    body: {
      /** So many from the front of the line */
      count?: number;
      /** These, wherever they stand */
      ids?: string[];
    };
    result: {
      data: WaitlistEntry[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Get an entry */
  'GET /v1/waitlist/{id}': {
    path: {
      /** TypeID with the prefix `wl_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: WaitlistEntry;
  };
  /** Change status, name or notes */
  'PATCH /v1/waitlist/{id}': {
    path: {
      /** TypeID with the prefix `wl_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      status?: 'waiting' | 'invited' | 'joined' | 'removed';
      name?: string | null;
      notes?: string | null;
    };
    result: WaitlistEntry;
  };
  /** Delete an entry and what is known of the person */
  'DELETE /v1/waitlist/{id}': {
    path: {
      /** TypeID with the prefix `wl_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Confirm an address, by the link in its mail */
  'POST /v1/waitlist/confirm': {
    path: Record<string, never>;
    query: {
      token: string;
    };
    body: undefined;
    result: Ok;
  };
  /** Leave a waitlist, by the link in its mails (RFC 8058) */
  'POST /v1/waitlist/leave': {
    path: Record<string, never>;
    query: {
      token: string;
    };
    body: undefined;
    result: Ok;
  };
  /** List the indexes */
  'GET /v1/indexes': {
    path: Record<string, never>;
    query: {
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      data: KnowledgeIndex[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Make an index: documents that are searched together */
  'POST /v1/indexes': {
    path: Record<string, never>;
    query: {
      /** The project, for a call by session */
      project_id?: string;
    };
    body: {
      name: string;
      /** ISO 639: decides how words are inflected, and nothing else. It stays as it is */
      language?: string;
      /** Your name for it; unique in the project */
      external_id?: string;
      /** Lists of words or names that mean the same */
      synonyms?: string[][];
      /** By words alone, or by meaning too: that needs `EARSHOT_EMBEDDINGS_URL` */
      mode?: 'lexical' | 'hybrid';
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
  /** Rename an index, or change its synonyms */
  'PATCH /v1/indexes/{id}': {
    path: {
      /** TypeID with the prefix `idx_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      name?: string;
      /** Your name for it; unique in the project */
      external_id?: string | null;
      /** Lists of words or names that mean the same */
      synonyms?: string[][];
      /** By words alone, or by meaning too: that needs `EARSHOT_EMBEDDINGS_URL` */
      mode?: 'lexical' | 'hybrid';
    };
    result: KnowledgeIndex;
  };
  /** Delete an index with all of its documents */
  'DELETE /v1/indexes/{id}': {
    path: {
      /** TypeID with the prefix `idx_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Add a document, or replace the one with its external id */
  'POST /v1/indexes/{id}/documents': {
    path: {
      /** TypeID with the prefix `idx_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      /** Up to 1 MiB */
      content: string;
      content_type?: 'markdown' | 'html' | 'text';
      /** Otherwise its own first heading */
      title?: string;
      /** Where people read it; results link to the section */
      url?: string;
      /** Your name for it; the same one again replaces the document */
      external_id?: string;
      /** Up to 4 KiB of JSON, for filters; whoever may search sees it */
      metadata?: Record<string, unknown>;
    };
    result: KnowledgeDocument;
  };
  /** List the documents of an index */
  'GET /v1/indexes/{id}/documents': {
    path: {
      /** TypeID with the prefix `idx_` */
      id: string;
    };
    query: {
      /** The document of this name alone */
      external_id?: string;
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
    };
    body: undefined;
    result: {
      data: KnowledgeDocument[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Get a document, as it was given and as HTML */
  'GET /v1/indexes/{id}/documents/{document_id}': {
    path: {
      /** TypeID with the prefix `idx_` */
      id: string;
      /** TypeID with the prefix `doc_` */
      document_id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: KnowledgeDocumentWithContent;
  };
  /** Delete a document: it can’t be found once this answers */
  'DELETE /v1/indexes/{id}/documents/{document_id}': {
    path: {
      /** TypeID with the prefix `idx_` */
      id: string;
      /** TypeID with the prefix `doc_` */
      document_id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** The documents of an index as llms.txt: Markdown, for agents */
  'GET /v1/indexes/{id}/llms.txt': {
    path: {
      /** TypeID with the prefix `idx_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: string;
  };
  /** Add or replace up to 100 documents */
  'POST /v1/indexes/{id}/documents/batch': {
    path: {
      /** TypeID with the prefix `idx_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      documents: unknown[];
    };
    result: DocumentResults;
  };
  /** Search an index */
  'POST /v1/indexes/{id}/search': {
    path: {
      /** TypeID with the prefix `idx_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      /** Any text. "Quotes" keep words together, -word leaves out what has it */
      query: string;
      /** Results at most */
      limit?: number;
      /** Page of results, from 1 */
      page?: number;
      /** Conditions on metadata, all of which must hold: a value, or `eq`, `in`, `gte`, `lte`, `exists` */
      filter?: Record<string, string | number | boolean | null | {
        eq?: string | number | boolean | null;
        in?: (string | number | boolean | null)[];
        gte?: string | number;
        lte?: string | number;
        exists?: boolean;
      }>;
      /** Whether results have `highlights` */
      highlight?: boolean;
      /** By session only: whether results say in `explanation` why they stand there */
      explain?: boolean;
      /** False while someone still types: insights are of what was meant */
      track?: boolean;
    };
    result: SearchResults;
  };
  /** Search an index, as a link */
  'GET /v1/indexes/{id}/search': {
    path: {
      /** TypeID with the prefix `idx_` */
      id: string;
    };
    query: {
      /** Any text. "Quotes" keep words together, -word leaves out what has it */
      q: string;
      /** Results at most */
      limit?: number;
      /** Page of results, from 1 */
      page?: number;
    };
    body: undefined;
    result: SearchResults;
  };
  /** Search all indexes of a project */
  'POST /v1/indexes/search': {
    path: Record<string, never>;
    query: {
      /** The project, for a call by session */
      project_id?: string;
    };
    body: {
      /** Any text. "Quotes" keep words together, -word leaves out what has it */
      query: string;
      /** Results at most */
      limit?: number;
      /** Page of results, from 1 */
      page?: number;
      /** Conditions on metadata, all of which must hold: a value, or `eq`, `in`, `gte`, `lte`, `exists` */
      filter?: Record<string, string | number | boolean | null | {
        eq?: string | number | boolean | null;
        in?: (string | number | boolean | null)[];
        gte?: string | number;
        lte?: string | number;
        exists?: boolean;
      }>;
      /** Whether results have `highlights` */
      highlight?: boolean;
      /** By session only: whether results say in `explanation` why they stand there */
      explain?: boolean;
      /** False while someone still types: insights are of what was meant */
      track?: boolean;
    };
    result: SearchResults;
  };
  /** Say which result was opened */
  'POST /v1/indexes/{id}/search/{query_id}/click': {
    path: {
      /** TypeID with the prefix `idx_` */
      id: string;
      /** TypeID with the prefix `qry_` */
      query_id: string;
    };
    query: Record<string, never>;
    body: {
      /** TypeID with the prefix `doc_` */
      document_id: string;
    };
    result: Ok;
  };
  /** Say whether what was found helped */
  'POST /v1/indexes/{id}/search/{query_id}/helpful': {
    path: {
      /** TypeID with the prefix `idx_` */
      id: string;
      /** TypeID with the prefix `qry_` */
      query_id: string;
    };
    query: Record<string, never>;
    body: {
      helpful: boolean;
      /** What was judged */
      document_id?: string;
    };
    result: Ok;
  };
  /** What was searched for, what was not found, and what was opened */
  'GET /v1/indexes/{id}/insights': {
    path: {
      /** TypeID with the prefix `idx_` */
      id: string;
    };
    query: {
      period?: '7d' | '30d' | '90d';
    };
    body: undefined;
    result: KnowledgeInsights;
  };
  /** Track an event, or up to 500 of them */
  'POST /v1/analytics/events': {
    path: Record<string, never>;
    query: {
      /** The API key, where no header can be set */
      key?: string;
    };
    body: {
      /** `page_view`, or a name of your own */
      name?: string;
      /** The page, with or without its host. The fragment, known tracking parameters and slashes at the end of the path are removed */
      url?: string;
      /** As the browser says it */
      referrer?: string;
      title?: string;
      /** The source of the campaign */
      utm_source?: string;
      /** The medium of the campaign */
      utm_medium?: string;
      /** The name of the campaign */
      utm_campaign?: string;
      /** The term of the campaign */
      utm_term?: string;
      /** The content of the campaign */
      utm_content?: string;
      /** In CSS pixels */
      screen_width?: number;
      /** BCP 47; default: the first of Accept-Language */
      language?: string;
      /** Properties of the event: a flat object of strings, numbers and booleans */
      properties?: Record<string, string | number | boolean>;
      /** Whether somebody did something; a visit of one page and nothing done bounced */
      interactive?: boolean;
      /** Your own id of somebody who signed in */
      user_id?: string;
      /** When it happened: not in the future and at most 7 days ago; default: now */
      timestamp?: string;
      /** The same one twice counts once */
      event_id?: string;
    } | {
      /** Each is taken or refused by itself */
      events: ({
        /** `page_view`, or a name of your own */
        name?: string;
        /** The page, with or without its host. The fragment, known tracking parameters and slashes at the end of the path are removed */
        url?: string;
        /** As the browser says it */
        referrer?: string;
        title?: string;
        /** The source of the campaign */
        utm_source?: string;
        /** The medium of the campaign */
        utm_medium?: string;
        /** The name of the campaign */
        utm_campaign?: string;
        /** The term of the campaign */
        utm_term?: string;
        /** The content of the campaign */
        utm_content?: string;
        /** In CSS pixels */
        screen_width?: number;
        /** BCP 47; default: the first of Accept-Language */
        language?: string;
        /** Properties of the event: a flat object of strings, numbers and booleans */
        properties?: Record<string, string | number | boolean>;
        /** Whether somebody did something; a visit of one page and nothing done bounced */
        interactive?: boolean;
        /** Your own id of somebody who signed in */
        user_id?: string;
        /** When it happened: not in the future and at most 7 days ago; default: now */
        timestamp?: string;
        /** The same one twice counts once */
        event_id?: string;
      })[];
    };
    result: Tracked;
  };
  /** Figures by event, those with most visitors first */
  'GET /v1/analytics/events': {
    path: Record<string, never>;
    query: {
      /** Default `30d`. Days and months are those of the time zone, today’s included */
      period?: '24h' | '7d' | '30d' | '90d' | '12mo';
      /** A date, or a moment in ISO 8601; with `to` in place of `period` */
      from?: string;
      /** A date, which is included, or a moment, which is not; default: now */
      to?: string;
      /** IANA name; default: the project’s setting */
      timezone?: string;
      /** `dimension:operator:value`, repeatable. Operators: `is`, `is_not`, `contains`, `matches` (with `*`). A property is `property:<name>:operator:value`. Several `is` on one dimension mean any of them; everything else must hold together. Pages and hosts may be written as they stand in URLs: `/thanks/`, `/caf%C3%A9` and `https://example.com/thanks` are compared in their stored form */
      filter?: string[] | string;
      /** Default `exclude`: what was taken for a bot is left out */
      bots?: 'exclude' | 'include' | 'only';
      /** Adds the conversions of this goal */
      goal_id?: string;
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      data: AnalyticsBreakdownRow[];
      total: number;
      page: number;
      limit: number;
      /** The figures have all events of the project that were accepted before this moment; usually that of the request */
      as_of: string;
    };
  };
  /** Import events of the past, up to 500 at once */
  'POST /v1/analytics/import': {
    path: Record<string, never>;
    query: {
      /** The project, for a call by session */
      project_id?: string;
    };
    body: {
      /** Events are validated individually */
      events: ({
        /** `page_view`, or a name of your own */
        name?: string;
        /** The page, with or without its host. The fragment, known tracking parameters and slashes at the end of the path are removed */
        url?: string;
        /** As the browser says it */
        referrer?: string;
        title?: string;
        /** The source of the campaign */
        utm_source?: string;
        /** The medium of the campaign */
        utm_medium?: string;
        /** The name of the campaign */
        utm_campaign?: string;
        /** The term of the campaign */
        utm_term?: string;
        /** The content of the campaign */
        utm_content?: string;
        /** In CSS pixels */
        screen_width?: number;
        /** BCP 47; default: the first of Accept-Language */
        language?: string;
        /** Properties of the event: a flat object of strings, numbers and booleans */
        properties?: Record<string, string | number | boolean>;
        /** Whether somebody did something; a visit of one page and nothing done bounced */
        interactive?: boolean;
        /** Your own id of somebody who signed in */
        user_id?: string;
        /** When it happened: since 1990, and not before the project keeps events */
        timestamp: string;
        /** The same one counts once, whenever it is sent; its `timestamp` may be corrected by up to a day. Derive it from your record (UUID v5), so that an import can be repeated */
        event_id: string;
        /** Id of an anonymous visitor, required without `user_id`. It is stored as a hash of the project, the day and the id: as all anonymous visitors, they are new each day (UTC) */
        visitor_id?: string;
        /** Gives device, browser, system, and whether it is a bot; it is not stored */
        user_agent?: string;
        /** ISO 3166-1 */
        country?: string;
        /** ISO 3166-2 */
        region?: string;
        city?: string;
      })[];
    };
    result: AnalyticsImported;
  };
  /** Visitors, page views, visits, bounce rate and duration, beside the period before */
  'GET /v1/analytics/overview': {
    path: Record<string, never>;
    query: {
      /** Default `30d`. Days and months are those of the time zone, today’s included */
      period?: '24h' | '7d' | '30d' | '90d' | '12mo';
      /** A date, or a moment in ISO 8601; with `to` in place of `period` */
      from?: string;
      /** A date, which is included, or a moment, which is not; default: now */
      to?: string;
      /** IANA name; default: the project’s setting */
      timezone?: string;
      /** `dimension:operator:value`, repeatable. Operators: `is`, `is_not`, `contains`, `matches` (with `*`). A property is `property:<name>:operator:value`. Several `is` on one dimension mean any of them; everything else must hold together. Pages and hosts may be written as they stand in URLs: `/thanks/`, `/caf%C3%A9` and `https://example.com/thanks` are compared in their stored form */
      filter?: string[] | string;
      /** Default `exclude`: what was taken for a bot is left out */
      bots?: 'exclude' | 'include' | 'only';
      /** With the period of the same length before; default `previous` */
      compare?: 'previous' | 'none';
      /** Adds the conversions of this goal */
      goal_id?: string;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: AnalyticsOverview;
  };
  /** One figure over time, without gaps */
  'GET /v1/analytics/timeseries': {
    path: Record<string, never>;
    query: {
      /** Default `visitors` */
      metric?: 'visitors' | 'page_views' | 'visits' | 'events' | 'views_per_visit' | 'bounce_rate' | 'visit_duration' | 'conversions' | 'conversion_rate';
      /** Default: by the length of the period */
      interval?: 'minute' | 'hour' | 'day' | 'week' | 'month';
      /** Default `30d`. Days and months are those of the time zone, today’s included */
      period?: '24h' | '7d' | '30d' | '90d' | '12mo';
      /** A date, or a moment in ISO 8601; with `to` in place of `period` */
      from?: string;
      /** A date, which is included, or a moment, which is not; default: now */
      to?: string;
      /** IANA name; default: the project’s setting */
      timezone?: string;
      /** `dimension:operator:value`, repeatable. Operators: `is`, `is_not`, `contains`, `matches` (with `*`). A property is `property:<name>:operator:value`. Several `is` on one dimension mean any of them; everything else must hold together. Pages and hosts may be written as they stand in URLs: `/thanks/`, `/caf%C3%A9` and `https://example.com/thanks` are compared in their stored form */
      filter?: string[] | string;
      /** Default `exclude`: what was taken for a bot is left out */
      bots?: 'exclude' | 'include' | 'only';
      /** With the period of the same length before; default `none` */
      compare?: 'previous' | 'none';
      /** Adds the conversions of this goal */
      goal_id?: string;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: AnalyticsTimeseries;
  };
  /** Figures by any dimension, those with most visitors first */
  'GET /v1/analytics/breakdown': {
    path: Record<string, never>;
    query: {
      /** One of page, hostname, event, entry_page, exit_page, referrer, source, channel, utm_source, utm_medium, utm_campaign, utm_term, utm_content, country, region, city, language, device, browser, os, screen, bot, or `property:<name>` */
      by: string;
      /** Default `30d`. Days and months are those of the time zone, today’s included */
      period?: '24h' | '7d' | '30d' | '90d' | '12mo';
      /** A date, or a moment in ISO 8601; with `to` in place of `period` */
      from?: string;
      /** A date, which is included, or a moment, which is not; default: now */
      to?: string;
      /** IANA name; default: the project’s setting */
      timezone?: string;
      /** `dimension:operator:value`, repeatable. Operators: `is`, `is_not`, `contains`, `matches` (with `*`). A property is `property:<name>:operator:value`. Several `is` on one dimension mean any of them; everything else must hold together. Pages and hosts may be written as they stand in URLs: `/thanks/`, `/caf%C3%A9` and `https://example.com/thanks` are compared in their stored form */
      filter?: string[] | string;
      /** Default `exclude`: what was taken for a bot is left out */
      bots?: 'exclude' | 'include' | 'only';
      /** Adds the conversions of this goal */
      goal_id?: string;
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      data: AnalyticsBreakdownRow[];
      total: number;
      page: number;
      limit: number;
      /** The figures have all events of the project that were accepted before this moment; usually that of the request */
      as_of: string;
    };
  };
  /** Figures by page, those with most visitors first */
  'GET /v1/analytics/pages': {
    path: Record<string, never>;
    query: {
      /** Default `30d`. Days and months are those of the time zone, today’s included */
      period?: '24h' | '7d' | '30d' | '90d' | '12mo';
      /** A date, or a moment in ISO 8601; with `to` in place of `period` */
      from?: string;
      /** A date, which is included, or a moment, which is not; default: now */
      to?: string;
      /** IANA name; default: the project’s setting */
      timezone?: string;
      /** `dimension:operator:value`, repeatable. Operators: `is`, `is_not`, `contains`, `matches` (with `*`). A property is `property:<name>:operator:value`. Several `is` on one dimension mean any of them; everything else must hold together. Pages and hosts may be written as they stand in URLs: `/thanks/`, `/caf%C3%A9` and `https://example.com/thanks` are compared in their stored form */
      filter?: string[] | string;
      /** Default `exclude`: what was taken for a bot is left out */
      bots?: 'exclude' | 'include' | 'only';
      /** Adds the conversions of this goal */
      goal_id?: string;
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      data: AnalyticsBreakdownRow[];
      total: number;
      page: number;
      limit: number;
      /** The figures have all events of the project that were accepted before this moment; usually that of the request */
      as_of: string;
    };
  };
  /** Figures by referrer, those with most visitors first */
  'GET /v1/analytics/referrers': {
    path: Record<string, never>;
    query: {
      /** Default `30d`. Days and months are those of the time zone, today’s included */
      period?: '24h' | '7d' | '30d' | '90d' | '12mo';
      /** A date, or a moment in ISO 8601; with `to` in place of `period` */
      from?: string;
      /** A date, which is included, or a moment, which is not; default: now */
      to?: string;
      /** IANA name; default: the project’s setting */
      timezone?: string;
      /** `dimension:operator:value`, repeatable. Operators: `is`, `is_not`, `contains`, `matches` (with `*`). A property is `property:<name>:operator:value`. Several `is` on one dimension mean any of them; everything else must hold together. Pages and hosts may be written as they stand in URLs: `/thanks/`, `/caf%C3%A9` and `https://example.com/thanks` are compared in their stored form */
      filter?: string[] | string;
      /** Default `exclude`: what was taken for a bot is left out */
      bots?: 'exclude' | 'include' | 'only';
      /** Adds the conversions of this goal */
      goal_id?: string;
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      data: AnalyticsBreakdownRow[];
      total: number;
      page: number;
      limit: number;
      /** The figures have all events of the project that were accepted before this moment; usually that of the request */
      as_of: string;
    };
  };
  /** Figures by source, those with most visitors first */
  'GET /v1/analytics/sources': {
    path: Record<string, never>;
    query: {
      /** Default `30d`. Days and months are those of the time zone, today’s included */
      period?: '24h' | '7d' | '30d' | '90d' | '12mo';
      /** A date, or a moment in ISO 8601; with `to` in place of `period` */
      from?: string;
      /** A date, which is included, or a moment, which is not; default: now */
      to?: string;
      /** IANA name; default: the project’s setting */
      timezone?: string;
      /** `dimension:operator:value`, repeatable. Operators: `is`, `is_not`, `contains`, `matches` (with `*`). A property is `property:<name>:operator:value`. Several `is` on one dimension mean any of them; everything else must hold together. Pages and hosts may be written as they stand in URLs: `/thanks/`, `/caf%C3%A9` and `https://example.com/thanks` are compared in their stored form */
      filter?: string[] | string;
      /** Default `exclude`: what was taken for a bot is left out */
      bots?: 'exclude' | 'include' | 'only';
      /** Adds the conversions of this goal */
      goal_id?: string;
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      data: AnalyticsBreakdownRow[];
      total: number;
      page: number;
      limit: number;
      /** The figures have all events of the project that were accepted before this moment; usually that of the request */
      as_of: string;
    };
  };
  /** Figures by country, those with most visitors first */
  'GET /v1/analytics/countries': {
    path: Record<string, never>;
    query: {
      /** Default `30d`. Days and months are those of the time zone, today’s included */
      period?: '24h' | '7d' | '30d' | '90d' | '12mo';
      /** A date, or a moment in ISO 8601; with `to` in place of `period` */
      from?: string;
      /** A date, which is included, or a moment, which is not; default: now */
      to?: string;
      /** IANA name; default: the project’s setting */
      timezone?: string;
      /** `dimension:operator:value`, repeatable. Operators: `is`, `is_not`, `contains`, `matches` (with `*`). A property is `property:<name>:operator:value`. Several `is` on one dimension mean any of them; everything else must hold together. Pages and hosts may be written as they stand in URLs: `/thanks/`, `/caf%C3%A9` and `https://example.com/thanks` are compared in their stored form */
      filter?: string[] | string;
      /** Default `exclude`: what was taken for a bot is left out */
      bots?: 'exclude' | 'include' | 'only';
      /** Adds the conversions of this goal */
      goal_id?: string;
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      data: AnalyticsBreakdownRow[];
      total: number;
      page: number;
      limit: number;
      /** The figures have all events of the project that were accepted before this moment; usually that of the request */
      as_of: string;
    };
  };
  /** Figures by device, those with most visitors first */
  'GET /v1/analytics/devices': {
    path: Record<string, never>;
    query: {
      /** Default `30d`. Days and months are those of the time zone, today’s included */
      period?: '24h' | '7d' | '30d' | '90d' | '12mo';
      /** A date, or a moment in ISO 8601; with `to` in place of `period` */
      from?: string;
      /** A date, which is included, or a moment, which is not; default: now */
      to?: string;
      /** IANA name; default: the project’s setting */
      timezone?: string;
      /** `dimension:operator:value`, repeatable. Operators: `is`, `is_not`, `contains`, `matches` (with `*`). A property is `property:<name>:operator:value`. Several `is` on one dimension mean any of them; everything else must hold together. Pages and hosts may be written as they stand in URLs: `/thanks/`, `/caf%C3%A9` and `https://example.com/thanks` are compared in their stored form */
      filter?: string[] | string;
      /** Default `exclude`: what was taken for a bot is left out */
      bots?: 'exclude' | 'include' | 'only';
      /** Adds the conversions of this goal */
      goal_id?: string;
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      data: AnalyticsBreakdownRow[];
      total: number;
      page: number;
      limit: number;
      /** The figures have all events of the project that were accepted before this moment; usually that of the request */
      as_of: string;
    };
  };
  /** Figures by name of a property, those with most visitors first */
  'GET /v1/analytics/properties': {
    path: Record<string, never>;
    query: {
      /** Default `30d`. Days and months are those of the time zone, today’s included */
      period?: '24h' | '7d' | '30d' | '90d' | '12mo';
      /** A date, or a moment in ISO 8601; with `to` in place of `period` */
      from?: string;
      /** A date, which is included, or a moment, which is not; default: now */
      to?: string;
      /** IANA name; default: the project’s setting */
      timezone?: string;
      /** `dimension:operator:value`, repeatable. Operators: `is`, `is_not`, `contains`, `matches` (with `*`). A property is `property:<name>:operator:value`. Several `is` on one dimension mean any of them; everything else must hold together. Pages and hosts may be written as they stand in URLs: `/thanks/`, `/caf%C3%A9` and `https://example.com/thanks` are compared in their stored form */
      filter?: string[] | string;
      /** Default `exclude`: what was taken for a bot is left out */
      bots?: 'exclude' | 'include' | 'only';
      /** Adds the conversions of this goal */
      goal_id?: string;
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      data: AnalyticsBreakdownRow[];
      total: number;
      page: number;
      limit: number;
      /** The figures have all events of the project that were accepted before this moment; usually that of the request */
      as_of: string;
    };
  };
  /** How far people come along some steps */
  'POST /v1/analytics/funnel': {
    path: Record<string, never>;
    query: {
      /** Default `30d`. Days and months are those of the time zone, today’s included */
      period?: '24h' | '7d' | '30d' | '90d' | '12mo';
      /** A date, or a moment in ISO 8601; with `to` in place of `period` */
      from?: string;
      /** A date, which is included, or a moment, which is not; default: now */
      to?: string;
      /** IANA name; default: the project’s setting */
      timezone?: string;
      /** `dimension:operator:value`, repeatable. Operators: `is`, `is_not`, `contains`, `matches` (with `*`). A property is `property:<name>:operator:value`. Several `is` on one dimension mean any of them; everything else must hold together. Pages and hosts may be written as they stand in URLs: `/thanks/`, `/caf%C3%A9` and `https://example.com/thanks` are compared in their stored form */
      filter?: string[] | string;
      /** Default `exclude`: what was taken for a bot is left out */
      bots?: 'exclude' | 'include' | 'only';
      /** The project, for a call by session */
      project_id?: string;
    };
    body: {
      /** One step alone counts who did it */
      steps: {
        /** Name of an event */
        event?: string;
        /** Path of a page, or its URL; `*` stands for anything. Compared like the paths of events: without a query or a slash at the end, percent-encoded or not. `/docs/*` includes `/docs` */
        page?: string;
      }[];
      /** From the first step to the last; default 7 days */
      window_seconds?: number;
      /** `loose`: other events may lie between; `strict`: only repeats of steps already reached, and events with `interactive: false`; `any`: the steps in any order */
      order?: 'loose' | 'strict' | 'any';
      /** Whose steps make a chain */
      by?: 'person' | 'visit';
    };
    result: AnalyticsFunnel;
  };
  /** Who comes back, by when they began */
  'GET /v1/analytics/retention': {
    path: Record<string, never>;
    query: {
      /** Default `30d`. Days and months are those of the time zone, today’s included */
      period?: '24h' | '7d' | '30d' | '90d' | '12mo';
      /** A date, or a moment in ISO 8601; with `to` in place of `period` */
      from?: string;
      /** A date, which is included, or a moment, which is not; default: now */
      to?: string;
      /** IANA name; default: the project’s setting */
      timezone?: string;
      /** `dimension:operator:value`, repeatable. Operators: `is`, `is_not`, `contains`, `matches` (with `*`). A property is `property:<name>:operator:value`. Several `is` on one dimension mean any of them; everything else must hold together. Pages and hosts may be written as they stand in URLs: `/thanks/`, `/caf%C3%A9` and `https://example.com/thanks` are compared in their stored form */
      filter?: string[] | string;
      /** Default `exclude`: what was taken for a bot is left out */
      bots?: 'exclude' | 'include' | 'only';
      /** Default `week` */
      interval?: 'day' | 'week' | 'month';
      /** Default: any event */
      start_event?: string;
      /** Default: any event */
      return_event?: string;
      /** `first`: by the first start event ever (default); `any`: in each bucket with a start event */
      cohort?: 'first' | 'any';
      /** Whether those count who return in a bucket, or in it or later; default `on` */
      mode?: 'on' | 'on_or_after';
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: AnalyticsRetention;
  };
  /** Where visits went on from a page or an event, or where they came from */
  'GET /v1/analytics/paths': {
    path: Record<string, never>;
    query: {
      /** Default `30d`. Days and months are those of the time zone, today’s included */
      period?: '24h' | '7d' | '30d' | '90d' | '12mo';
      /** A date, or a moment in ISO 8601; with `to` in place of `period` */
      from?: string;
      /** A date, which is included, or a moment, which is not; default: now */
      to?: string;
      /** IANA name; default: the project’s setting */
      timezone?: string;
      /** `dimension:operator:value`, repeatable. Operators: `is`, `is_not`, `contains`, `matches` (with `*`). A property is `property:<name>:operator:value`. Several `is` on one dimension mean any of them; everything else must hold together. Pages and hosts may be written as they stand in URLs: `/thanks/`, `/caf%C3%A9` and `https://example.com/thanks` are compared in their stored form */
      filter?: string[] | string;
      /** Default `exclude`: what was taken for a bot is left out */
      bots?: 'exclude' | 'include' | 'only';
      /** Where the paths begin: a page, or an event */
      page?: string;
      event?: string;
      /** Default `next` */
      direction?: 'next' | 'previous';
      /** How far */
      steps?: number;
      /** Paths at most */
      limit?: number;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: AnalyticsPaths;
  };
  /** Who is there now */
  'GET /v1/analytics/realtime': {
    path: Record<string, never>;
    query: {
      /** `dimension:operator:value`, repeatable. Operators: `is`, `is_not`, `contains`, `matches` (with `*`). A property is `property:<name>:operator:value`. Several `is` on one dimension mean any of them; everything else must hold together. Pages and hosts may be written as they stand in URLs: `/thanks/`, `/caf%C3%A9` and `https://example.com/thanks` are compared in their stored form */
      filter?: string[] | string;
      /** Default `exclude`: what was taken for a bot is left out */
      bots?: 'exclude' | 'include' | 'only';
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: AnalyticsRealtime;
  };
  /** What happens now, as it happens */
  'GET /v1/analytics/live': {
    path: Record<string, never>;
    query: {
      /** `dimension:operator:value`, repeatable. Operators: `is`, `is_not`, `contains`, `matches` (with `*`). A property is `property:<name>:operator:value`. Several `is` on one dimension mean any of them; everything else must hold together. Pages and hosts may be written as they stand in URLs: `/thanks/`, `/caf%C3%A9` and `https://example.com/thanks` are compared in their stored form */
      filter?: string[] | string;
      /** Default `exclude`: what was taken for a bot is left out */
      bots?: 'exclude' | 'include' | 'only';
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: string;
  };
  /** Events as CSV, oldest first */
  'GET /v1/analytics/export.csv': {
    path: Record<string, never>;
    query: {
      /** Default `30d`. Days and months are those of the time zone, today’s included */
      period?: '24h' | '7d' | '30d' | '90d' | '12mo';
      /** A date, or a moment in ISO 8601; with `to` in place of `period` */
      from?: string;
      /** A date, which is included, or a moment, which is not; default: now */
      to?: string;
      /** IANA name; default: the project’s setting */
      timezone?: string;
      /** `dimension:operator:value`, repeatable. Operators: `is`, `is_not`, `contains`, `matches` (with `*`). A property is `property:<name>:operator:value`. Several `is` on one dimension mean any of them; everything else must hold together. Pages and hosts may be written as they stand in URLs: `/thanks/`, `/caf%C3%A9` and `https://example.com/thanks` are compared in their stored form */
      filter?: string[] | string;
      /** Default `exclude`: what was taken for a bot is left out */
      bots?: 'exclude' | 'include' | 'only';
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: string;
  };
  /** What became of everything that was sent */
  'GET /v1/analytics/intake': {
    path: Record<string, never>;
    query: {
      /** Default `30d`. Days and months are those of the time zone, today’s included */
      period?: '24h' | '7d' | '30d' | '90d' | '12mo';
      /** A date, or a moment in ISO 8601; with `to` in place of `period` */
      from?: string;
      /** A date, which is included, or a moment, which is not; default: now */
      to?: string;
      /** IANA name; default: the project’s setting */
      timezone?: string;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: AnalyticsIntake;
  };
  /** List the segments: filters under a name */
  'GET /v1/analytics/segments': {
    path: Record<string, never>;
    query: {
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      data: AnalyticsSegment[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Keep filters under a name */
  'POST /v1/analytics/segments': {
    path: Record<string, never>;
    query: {
      /** The project, for a call by session */
      project_id?: string;
    };
    body: {
      name: string;
      /** As `filter` of the reports: `dimension:operator:value` */
      filters: string[];
    };
    result: AnalyticsSegment;
  };
  /** Change a segment, and with it what links show that are of it */
  'PATCH /v1/analytics/segments/{id}': {
    path: {
      /** TypeID with the prefix `seg_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      name?: string;
      /** As `filter` of the reports: `dimension:operator:value` */
      filters?: string[];
    };
    result: AnalyticsSegment;
  };
  /** Delete a segment; events stay */
  'DELETE /v1/analytics/segments/{id}': {
    path: {
      /** TypeID with the prefix `seg_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** List the shared links, oldest first */
  'GET /v1/analytics/shares': {
    path: Record<string, never>;
    query: {
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      data: AnalyticsShare[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Make a link that shows the figures to whoever has it */
  'POST /v1/analytics/shares': {
    path: Record<string, never>;
    query: {
      /** The project, for a call by session */
      project_id?: string;
    };
    body: {
      /** For the team */
      name: string;
      password?: string | null;
      /** The link shows nothing beyond this segment */
      segment_id?: string | null;
    };
    result: AnalyticsShare;
  };
  /** Change a shared link; another password ends what was opened with the last one */
  'PATCH /v1/analytics/shares/{id}': {
    path: {
      /** TypeID with the prefix `shr_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      /** For the team */
      name?: string;
      password?: string | null;
      /** The link shows nothing beyond this segment */
      segment_id?: string | null;
    };
    result: AnalyticsShare;
  };
  /** End a shared link, also for those who have it open */
  'DELETE /v1/analytics/shares/{id}': {
    path: {
      /** TypeID with the prefix `shr_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Open a shared link */
  'POST /v1/analytics/shares/open': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** The last part of its address */
      link: string;
      password?: string;
      /** A token that this link gave before, up to 30 days after it expired: wrong passwords of others do not hold up its holder */
      last_token?: string;
    };
    result: OpenedAnalyticsShare;
  };
  /** List the goals */
  'GET /v1/analytics/goals': {
    path: Record<string, never>;
    query: {
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      data: Goal[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Make a goal: an event, or views of a page */
  'POST /v1/analytics/goals': {
    path: Record<string, never>;
    query: {
      /** The project, for a call by session */
      project_id?: string;
    };
    body: {
      name: string;
      /** Name of an event */
      event?: string;
      /** Path of a page, or its URL; `*` stands for anything. Compared like the paths of events: without a query or a slash at the end, percent-encoded or not. `/docs/*` includes `/docs` */
      page?: string;
    };
    result: Goal;
  };
  /** Change a goal, for figures of the past too */
  'PATCH /v1/analytics/goals/{id}': {
    path: {
      /** TypeID with the prefix `goal_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      name?: string;
      /** Name of an event */
      event?: string;
      /** Path of a page, or its URL; `*` stands for anything. Compared like the paths of events: without a query or a slash at the end, percent-encoded or not. `/docs/*` includes `/docs` */
      page?: string;
    };
    result: Goal;
  };
  /** Delete a goal; events stay */
  'DELETE /v1/analytics/goals/{id}': {
    path: {
      /** TypeID with the prefix `goal_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** List what happened when, oldest first; publications of the changelog are among it */
  'GET /v1/analytics/annotations': {
    path: Record<string, never>;
    query: {
      /** A date, or a moment in ISO 8601; with `to` in place of `period` */
      from?: string;
      /** A date, which is included, or a moment, which is not; default: now */
      to?: string;
      /** IANA name; default: the project’s setting */
      timezone?: string;
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      data: Annotation[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Note what happened at a time, to be seen on charts */
  'POST /v1/analytics/annotations': {
    path: Record<string, never>;
    query: {
      /** The project, for a call by session */
      project_id?: string;
    };
    body: {
      /** When it was */
      time: string;
      text: string;
    };
    result: Annotation;
  };
  /** Change an annotation */
  'PATCH /v1/analytics/annotations/{id}': {
    path: {
      /** TypeID with the prefix `ann_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      /** When it was */
      time?: string;
      text?: string;
    };
    result: Annotation;
  };
  /** Delete an annotation */
  'DELETE /v1/analytics/annotations/{id}': {
    path: {
      /** TypeID with the prefix `ann_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Erase all events of one person */
  'POST /v1/analytics/erase': {
    path: Record<string, never>;
    query: {
      /** The project, for a call by session */
      project_id?: string;
    };
    body: {
      user_id?: string;
      /** The `visitor` of an exported event */
      visitor?: string;
    };
    result: AnalyticsErased;
  };
  /** List webhooks */
  'GET /v1/webhooks': {
    path: Record<string, never>;
    query: {
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      data: Webhook[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Be told of events by HTTP */
  'POST /v1/webhooks': {
    path: Record<string, never>;
    query: {
      /** The project, for a call by session */
      project_id?: string;
    };
    body: {
      url: string;
      description?: string;
      /** Empty: all events */
      types?: ('feedback.created' | 'feedback.updated' | 'feedback.status_changed' | 'feedback.commented' | 'feedback.merged' | 'feedback.deleted' | 'waitlist.joined' | 'waitlist.confirmed' | 'waitlist.invited' | 'testimonial.submitted' | 'testimonial.approved' | 'testimonial.rejected' | 'changelog.published' | 'knowledge_base.searched_without_results')[];
      /** Whether names, addresses and metadata stand in `data` and `changes` */
      include_personal_data?: boolean;
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
  /** Change a webhook, or switch it on or off */
  'PATCH /v1/webhooks/{id}': {
    path: {
      /** TypeID with the prefix `whk_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      url?: string;
      description?: string;
      /** Empty: all events */
      types?: ('feedback.created' | 'feedback.updated' | 'feedback.status_changed' | 'feedback.commented' | 'feedback.merged' | 'feedback.deleted' | 'waitlist.joined' | 'waitlist.confirmed' | 'waitlist.invited' | 'testimonial.submitted' | 'testimonial.approved' | 'testimonial.rejected' | 'changelog.published' | 'knowledge_base.searched_without_results')[];
      enabled?: boolean;
      /** Whether names, addresses and metadata stand in `data` and `changes` */
      include_personal_data?: boolean;
    };
    result: Webhook;
  };
  /** Delete a webhook and its deliveries */
  'DELETE /v1/webhooks/{id}': {
    path: {
      /** TypeID with the prefix `whk_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: Ok;
  };
  /** Send a `webhook.test` event now */
  'POST /v1/webhooks/{id}/test': {
    path: {
      /** TypeID with the prefix `whk_` */
      id: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: WebhookDeliveryDetails;
  };
  /** Make a new secret; the old one signs beside it for 24 hours more */
  'POST /v1/webhooks/{id}/rotate': {
    path: {
      /** TypeID with the prefix `whk_` */
      id: string;
    };
    query: Record<string, never>;
    body: {
      /** End the old one at once instead of in 24 hours */
      revoke_now?: boolean;
    };
    result: Webhook;
  };
  /** List deliveries of the last 30 days, newest first */
  'GET /v1/webhooks/{id}/deliveries': {
    path: {
      /** TypeID with the prefix `whk_` */
      id: string;
    };
    query: {
      status?: 'pending' | 'succeeded' | 'failed';
      type?: string;
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
    };
    body: undefined;
    result: {
      data: WebhookDelivery[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Get a delivery, with what was sent and answered */
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
  /** Send a delivery again now */
  'POST /v1/webhooks/{id}/deliveries/{delivery_id}/retry': {
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
  /** Upload an image */
  'POST /v1/uploads': {
    path: Record<string, never>;
    query: Record<string, never>;
    body: {
      /** PNG, JPEG, WebP or GIF, up to 5 MiB */
      file: Blob;
    };
    result: Upload;
  };
  /** List the images of a project, the latest first */
  'GET /v1/uploads': {
    path: Record<string, never>;
    query: {
      /** Page number, from 1 */
      page?: number;
      /** Page size */
      limit?: number;
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: {
      data: Upload[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Delete an image; what shows it shows nothing in its place */
  'DELETE /v1/uploads/{name}': {
    path: {
      name: string;
    };
    query: {
      /** The project, for a call by session */
      project_id?: string;
    };
    body: undefined;
    result: Ok;
  };
  /** Get an uploaded image */
  'GET /v1/uploads/{name}': {
    path: {
      name: string;
    };
    query: Record<string, never>;
    body: undefined;
    result: string;
  };
}

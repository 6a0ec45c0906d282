export const PAGE_SECTIONS = ['feedback', 'roadmap', 'changelog', 'testimonials', 'waitlist', 'help'] as const;
export const MAIL_STATUSES = ['queued', 'sending', 'kept', 'sent', 'failed', 'suppressed', 'canceled'] as const;
/** Outcomes of a received mail. */
export const INBOUND_OUTCOMES = ['taken', 'ignored', 'refused'] as const;
/** Roles that can be given. `owner` is transferred instead. */
export const INVITABLE_ROLES = ['viewer', 'member', 'admin'] as const;
export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export const LOGGED_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Kinds of credentials: a sign-in in the browser or on the command line is a `session`. */
export const CREDENTIAL_KINDS = [
  'api_key',
  'connected_app',
  'personal_token',
  'service_account',
  'session',
  'shared_link',
] as const;
/** Callers in the request log: programs with keys and tokens, or people who are signed in. */
export const LOG_CLIENTS = ['programs', 'dashboard'] as const;
export const EXPORT_STATUSES = ['queued', 'running', 'ready', 'failed', 'expired'] as const;
export const REPORT_FREQUENCIES = ['weekly', 'monthly'] as const;
export const REPORT_SUBSCRIPTION_STATES = ['pending', 'confirmed'] as const;
export const ROLES = ['viewer', 'member', 'admin', 'owner'] as const;
/** Products and formats that imports read. */
export const IMPORT_SOURCES = [
  'csv',
  'canny',
  'fider',
  'github_issues',
  'github_releases',
  'keep_a_changelog',
  'articles',
  'getwaitlist',
  'senja',
  'plausible',
  'umami',
  'earshot',
] as const;
/** Kinds of records, in the order in which they are stored. */
export const IMPORT_COLLECTIONS = [
  'feedback',
  'comments',
  'votes',
  'waitlist',
  'testimonials',
  'changelog',
  'articles',
  'daily_totals',
  'events',
] as const;
export const IMPORT_STATUSES = [
  'uploading',
  'ready',
  'checking',
  'running',
  'stopped',
  'failed',
  'finished',
  'undoing',
  'undone',
] as const;
/** Kinds of identities of people. */
export const IDENTITY_KINDS = ['user_id', 'email'] as const;
/** Proofs of identities: an event without a signature, a signed token, the API with a session token, a link in a mail, the team. */
export const IDENTITY_PROOFS = ['event', 'user_token', 'api', 'confirmed_email', 'team'] as const;
/** Records that have attributes. */
export const ATTRIBUTE_SUBJECTS = ['person', 'company'] as const;
export const ATTRIBUTE_TYPES = ['text', 'number', 'boolean', 'date'] as const;
export const PEOPLE_SORTS = ['newest', 'last_seen'] as const;
export const ATTRIBUTE_OPERATORS = ['is', 'is_not', 'gt', 'gte', 'lt', 'lte', 'is_set', 'is_not_set'] as const;
/** Combinations of the conditions of a segment of people. */
export const SEGMENT_MATCHES = ['all', 'any'] as const;
/** Kinds of conditions of segments of people. */
export const SEGMENT_CONDITIONS = [
  'attribute',
  'company_attribute',
  'company',
  'last_seen',
  'event',
  'page',
  'feedback',
  'vote',
] as const;
/** Operators of conditions on the company of a person. */
export const COMPANY_OPERATORS = ['is', 'is_not', 'is_set', 'is_not_set'] as const;
/** Kinds of entries in the timeline of a person. */
export const TIMELINE_KINDS = [
  'event',
  'feedback',
  'vote',
  'comment',
  'waitlist',
  'testimonial',
  'subscription',
  'mail',
  'search',
] as const;
/** Changes that a language model proposes, and a member accepts or dismisses. */
export const PROPOSAL_KINDS = ['duplicate', 'tags', 'release_notes', 'article'] as const;
export const PROPOSAL_STATES = ['open', 'accepted', 'dismissed', 'empty'] as const;

/** Proposals that a project can have made within 24 hours. */
export const MAX_PROPOSALS_PER_DAY = 200;
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export const IMPORT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export const IMPORT_DELIMITERS = [',', ';', '\t', '|'] as const;

/** Maximum size of one part of a file of an import. */
export const MAX_IMPORT_PART_BYTES = 8 * 1024 ** 2;

export type PageSection = (typeof PAGE_SECTIONS)[number];
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export type LoggedMethod = (typeof LOGGED_METHODS)[number];
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];
export type ExportStatus = (typeof EXPORT_STATUSES)[number];
export type ReportFrequency = (typeof REPORT_FREQUENCIES)[number];
export type Role = (typeof ROLES)[number];
export type ImportSource = (typeof IMPORT_SOURCES)[number];
export type ImportCollection = (typeof IMPORT_COLLECTIONS)[number];
export type ImportStatus = (typeof IMPORT_STATUSES)[number];
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];
export type ProposalState = (typeof PROPOSAL_STATES)[number];
export type DateOrder = (typeof DATE_ORDERS)[number];
export type IdentityKind = (typeof IDENTITY_KINDS)[number];
export type IdentityProof = (typeof IDENTITY_PROOFS)[number];
export type AttributeSubject = (typeof ATTRIBUTE_SUBJECTS)[number];
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number];
export type AttributeOperator = (typeof ATTRIBUTE_OPERATORS)[number];
export type SegmentMatch = (typeof SEGMENT_MATCHES)[number];
export type SegmentConditionKind = (typeof SEGMENT_CONDITIONS)[number];
export type PeopleSort = (typeof PEOPLE_SORTS)[number];
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

export const PAGE_SECTIONS = ['feedback', 'roadmap', 'changelog', 'testimonials', 'waitlist', 'help'] as const;
export const MAIL_STATUSES = ['queued', 'sending', 'kept', 'sent', 'failed', 'suppressed'] as const;
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
export const REPORT_FREQUENCIES = ['weekly', 'monthly'] as const;
export const REPORT_SUBSCRIPTION_STATES = ['pending', 'confirmed'] as const;
export const ROLES = ['viewer', 'member', 'admin', 'owner'] as const;

export type PageSection = (typeof PAGE_SECTIONS)[number];
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export type LoggedMethod = (typeof LOGGED_METHODS)[number];
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];
export type ReportFrequency = (typeof REPORT_FREQUENCIES)[number];
export type Role = (typeof ROLES)[number];

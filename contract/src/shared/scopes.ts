/** Scopes of personal access tokens and service accounts, with their meaning. */
export const SCOPE_DESCRIPTIONS = {
  'feedback:read': 'Read feedback, comments, votes and history',
  'feedback:write': 'Change, merge, vote on and delete feedback and comments',
  'waitlist:read': 'Read waitlist entries and statistics',
  'waitlist:write': 'Change, invite and delete waitlist entries',
  'testimonials:read': 'Read testimonials',
  'testimonials:write': 'Approve, change and delete testimonials',
  'changelog:read': 'Read changelog entries, including drafts',
  'changelog:write': 'Create, publish and delete changelog entries',
  'knowledge_base:read': 'Search and read indexes, documents and search insights',
  'knowledge_base:write': 'Create, change and delete indexes and documents',
  'webhooks:read': 'Read webhooks with their signing secrets, and deliveries',
  'webhooks:write': 'Create, change, test and delete webhooks',
  'projects:read': 'Read projects, API keys, members, domains, uploads and the request log',
  'projects:write': 'Change project settings, rotate API keys, send test emails and delete uploads',
  'audit_log:read': 'Read the audit log',
  'analytics:read': 'Read reports, goals, segments, annotations and shared links',
  'analytics:write': 'Track events of other clients, import events, and change goals, segments, annotations and shared links',
  'personal_data:read': 'Read email addresses, names and notes of end users, and export them',
  admin: 'All permissions of the token owner, including members, secrets, tokens, erasure, and creating and deleting projects',
} as const;

export type Scope = keyof typeof SCOPE_DESCRIPTIONS;
export const SCOPES = Object.keys(SCOPE_DESCRIPTIONS) as Scope[];

/** Scopes that apps can request with OAuth: those that the tools of the MCP server use. */
export const APP_SCOPES = [
  'feedback:read',
  'feedback:write',
  'waitlist:read',
  'waitlist:write',
  'testimonials:read',
  'testimonials:write',
  'changelog:read',
  'changelog:write',
  'knowledge_base:read',
  'knowledge_base:write',
  'projects:read',
  'analytics:read',
  'personal_data:read',
] as const satisfies Scope[];

/** Returns whether scopes grant a required scope: `admin` grants every scope, and `<area>:write` grants `<area>:read`. */
export const grantsScope = (scopes: readonly Scope[], required: Scope): boolean =>
  scopes.some((scope) => scope === 'admin' || scope === required || scope === required.replace(/:read$/, ':write'));

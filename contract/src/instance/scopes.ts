import { mergeDeclared, SERVICES } from '../services/index.ts';

/** Scopes of personal access tokens and service accounts, with their meaning. */
export const SCOPE_DESCRIPTIONS = {
  ...mergeDeclared('scopes'),
  'people:read': 'Read people, companies and their attributes',
  'people:write': 'Create, change, merge and separate people, and change companies',
  'webhooks:read': 'Read webhooks with their signing secrets, and deliveries',
  'webhooks:write': 'Create, change, test and delete webhooks',
  'projects:read': 'Read projects, API keys, members, domains, uploads and the request log',
  'projects:write': 'Change project settings, rotate API keys, send test emails and delete uploads',
  'notifications:read': 'Read the notifications of the token owner, and the preferences',
  'notifications:write': 'Mark notifications of the token owner as read, and change the preferences',
  'audit_log:read': 'Read the audit log',
  'personal_data:read': 'Read email addresses, names and notes of end users, and export them',
  admin: 'All permissions of the token owner, including members, secrets, tokens, erasure, and creating and deleting projects',
};

export type Scope = keyof typeof SCOPE_DESCRIPTIONS;
export const SCOPES = Object.keys(SCOPE_DESCRIPTIONS) as Scope[];

/** Scopes that read all services of a project, for its archives and reports. */
export const READ_SCOPES: readonly Scope[] = [
  'projects:read',
  ...(Object.keys(mergeDeclared('scopes')) as Scope[]).filter((scope) => scope.endsWith(':read')),
];

/** Scopes that apps can request with OAuth: those that the tools of the MCP server use. */
export const APP_SCOPES: readonly Scope[] = [
  ...SERVICES.flatMap(({ appScopes }) => appScopes),
  'notifications:write',
  'people:read',
  'projects:read',
  'personal_data:read',
];

/** Returns whether scopes grant a required scope: `admin` grants every scope, and `<area>:write` grants `<area>:read`. */
export const grantsScope = (scopes: readonly Scope[], required: Scope): boolean =>
  scopes.some((scope) => scope === 'admin' || scope === required || scope === required.replace(/:read$/, ':write'));

/** The scopes of a token, and the projects that it is limited to, if any. */
export interface TokenAccess {
  scopes: readonly Scope[];
  project_ids: readonly string[] | null;
}

/**
 * Returns whether a token grants a required scope for operations on its own projects. A token that is limited to projects, such as that
 * of a service account, may read these projects without `projects:read`, because it must find them.
 */
export const grantsToken = ({ scopes, project_ids: projectIds }: TokenAccess, required: Scope): boolean =>
  grantsScope(scopes, required) || (required === 'projects:read' && projectIds !== null);

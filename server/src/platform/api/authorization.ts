// Credentials in the headers of a request, and the errors of credentials without permission.
import type { Role } from '@earshot/contract/instance/values';
import type { Scope } from '@earshot/contract/instance/scopes';
import type { FastifyRequest } from 'fastify';
import { isInjection } from 'light-my-request';
import { HttpError } from './errors.ts';

export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns the token of `Authorization: Bearer`. Any other scheme counts as an unknown token. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  if (!authorization) return undefined;
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
}

/** Returns whether a token is that of a shared link. */
export const isShareToken = (token: string): boolean => token.startsWith('earshot_st_');

/**
 * Returns whether a token may be used for a route. A token that is limited to a resource is valid for its route, and for requests that
 * the handler of this route sends within the application.
 */
export const isForResource = ({ raw, routeOptions }: FastifyRequest, { resource }: { resource?: string }): boolean =>
  resource === undefined || isInjection(raw) || resource === routeOptions.config.resource?.();

interface AcceptedBy {
  by: string;
  shared?: true;
}

/** Returns the error for a valid credential of a kind that an operation does not accept. */
export function kindNotAccepted({ by, shared }: AcceptedBy, given: keyof typeof KINDS): HttpError {
  const accepted = [
    ...(by === 'key' || by === 'either' ? ['an API key (X-Project-Key)'] : []),
    ...(by === 'session' || by === 'either' ? ['a session token (Authorization: Bearer)'] : []),
    ...(shared ? ['the token of a shared link'] : []),
  ];
  return new HttpError('auth.credential_not_accepted', {
    message: `This operation requires ${accepted.join(' or ')}; ${KINDS[given]} is not accepted`,
  });
}

const KINDS = {
  key: 'an API key',
  session: 'a session token',
  share: 'the token of a shared link',
};

/** Returns the error for a role without permission. */
export const roleRequired = (required: Role, actual: Role) =>
  new HttpError('auth.role_required', { message: `This action requires the role ${required}; your role is ${actual}` });

/** Returns the error for a token without a scope. */
export const scopeRequired = (scope: Scope) =>
  new HttpError('auth.scope_required', { message: `This action requires a token with the scope ${scope}` });

/** Returns the error for a token that nobody has, with a hint if it is an API key. */
export const tokenInvalid = (token: string) =>
  new HttpError(
    'auth.token_invalid',
    token.startsWith('pk_')
      ? { message: 'This is an API key, which is sent in X-Project-Key. Authorization requires an access token' }
      : {},
  );

/** Returns the error for an API key of no project, with a hint if it is an access token. */
export const keyInvalid = (key: string) =>
  new HttpError(
    'auth.key_invalid',
    key.startsWith('earshot_')
      ? { message: 'This is an access token, which is sent in Authorization. X-Project-Key requires an API key' }
      : {},
  );

import { ROLES } from '@earshot/contract/instance/values';
import { grantsScope } from '@earshot/contract/instance/scopes';
import { roleRequired, scopeRequired } from './authorization.ts';
import type { Caller } from './credentials.ts';
import { HttpError } from './errors.ts';

/**
 * Returns whether the caller may see names, addresses and other personal data of the product's users. Viewers may not, and neither
 * may tokens without the scope `personal_data:read`.
 */
export const seesPersonalData = (caller: Caller): boolean =>
  caller.by === 'session' &&
  ROLES.indexOf(caller.role) >= ROLES.indexOf('member') &&
  grantsScope(caller.scopes, 'personal_data:read');

/** Checks that a caller with a session token may see personal data. @throws {HttpError} that names the missing role or scope */
export function requirePersonalData(caller: Extract<Caller, { by: 'session' }>, message?: string): void {
  if (seesPersonalData(caller)) return;
  if (!grantsScope(caller.scopes, 'personal_data:read')) throw scopeRequired('personal_data:read');
  throw message === undefined ? roleRequired('member', caller.role) : new HttpError('auth.role_required', { message });
}

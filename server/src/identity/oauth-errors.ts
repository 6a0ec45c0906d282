import { HttpError } from '../http/errors.ts';

/** RFC 6749, 5.2 and RFC 8628, 3.5. */
type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'
  | 'access_denied';

/** A refusal that programs read: the message is the standard's code and nothing else. */
export class OAuthError extends HttpError {}

export const oauthError = (code: OAuthErrorCode) => new OAuthError('auth.oauth', { message: code });

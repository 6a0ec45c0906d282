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

/** OAuth error. Its message is the error code of the standard. */
export class OAuthError extends HttpError {}

export const oauthError = (code: OAuthErrorCode) => new OAuthError('auth.oauth', { message: code });

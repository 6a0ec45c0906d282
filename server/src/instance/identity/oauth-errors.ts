import type { FastifyError } from 'fastify';
import { HttpError } from '../../platform/api/errors.ts';

/** RFC 6749, 5.2; RFC 8628, 3.5; RFC 8707, 2 and RFC 7591, 3.2.2. */
type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata';

/** OAuth error. Its message is the error code of the standard. */
export class OAuthError extends HttpError {}

export const oauthError = (code: OAuthErrorCode, description?: string) =>
  new OAuthError('auth.oauth', { message: code, description });

/** Returns an error handler that answers each invalid body with an error code of the standard, which clients expect. */
export const answerInvalid =
  (toOAuthError: (error: FastifyError) => OAuthError) =>
  (error: FastifyError): never => {
    throw error.statusCode === 400 && !(error instanceof OAuthError) ? toOAuthError(error) : error;
  };

import type { ErrorCode } from '@earshot/contract/instance/errors';
import { readEmail } from '@earshot/contract/shared/mailbox';
import { errors, jwtVerify } from 'jose';
import { formatId } from '../../platform/ids.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { listIdentitySecrets } from './store.ts';

const ALGORITHM = 'HS256';
const CLOCK_SKEW_S = 30;
const MAX_SUBJECT_LENGTH = 200;

/** User of the customer's app, as verified by the app. */
export interface EndUser {
  id: string;
  name: string | null;
  email: string | null;
  avatar_url: string | null;
  /** Values of attributes are not validated. */
  attributes: Record<string, unknown> | null;
  company: { id: string; name: string | null; attributes: Record<string, unknown> | null } | null;
}

type UserTokenError = Extract<ErrorCode, `auth.user_token_${string}`>;

/** Verifies an X-User-Token and returns its user, or the reason and the error code of the rejection. */
export async function checkUserToken(
  db: Db,
  projectId: string,
  token: string,
): Promise<{ user: EndUser; reason?: undefined } | { user?: undefined; reason: string; code: UserTokenError }> {
  const audience = formatId('prj', projectId);
  let code: UserTokenError = 'auth.user_token_invalid';
  let reason = 'the project has no identity secret';
  for (const { secret } of await listIdentitySecrets(db, projectId)) {
    try {
      const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
        algorithms: [ALGORITHM],
        audience,
        requiredClaims: ['sub', 'exp', 'aud'],
        clockTolerance: CLOCK_SKEW_S,
      });
      const { sub, name, email, avatar_url, attributes, company } = payload;
      const id = parseText(sub, MAX_SUBJECT_LENGTH);
      if (id === null)
        return {
          code,
          reason: `sub must be a string of 1 to ${MAX_SUBJECT_LENGTH} characters, without NUL and unpaired surrogates`,
        };
      return {
        user: {
          id,
          name: parseText(name, 100),
          email: parseAddress(email),
          avatar_url: parseWebAddress(avatar_url),
          attributes: parseObject(attributes),
          company: parseCompany(company),
        },
      };
    } catch (error) {
      reason = explainError(error, audience);
      code = toErrorCode(error);
      // Another secret may have signed it. Other failures do not depend on the secret.
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) return { code, reason };
    }
  }
  return { code, reason };
}

function toErrorCode(error: unknown): UserTokenError {
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'auth.user_token_signature_invalid';
  if (error instanceof errors.JWTExpired) return 'auth.user_token_expired';
  const isAudience = error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud' && error.reason !== 'missing';
  return isAudience ? 'auth.user_token_audience_invalid' : 'auth.user_token_invalid';
}

function explainError(error: unknown, audience: string): string {
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return 'its signature does not match an identity secret of this project; sign a new token with the current secret';
  if (error instanceof errors.JWTExpired) return `it expired at ${renderDate(error.payload.exp)}; sign a new token`;
  if (error instanceof errors.JOSEAlgNotAllowed) return `alg must be ${ALGORITHM}`;
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.reason === 'missing'
      ? `${error.claim} is required`
      : error.claim === 'aud'
        ? `aud must be ${audience}`
        : `${error.claim} is not valid`;
  return 'it is not a JWT (three base64url parts separated by dots)';
}

const renderDate = (seconds: number | undefined) => new Date((seconds ?? 0) * 1000).toISOString();

/** Ignores an invalid optional claim: the token still identifies the user. */
function parseAddress(claim: unknown): string | null {
  const text = parseText(claim, 254);
  return (text && readEmail(text)) || null;
}

function parseWebAddress(claim: unknown): string | null {
  const text = parseText(claim, 2048);
  return text && /^https?:/i.test(text) && URL.canParse(text) ? text : null;
}

/** Text without characters that PostgreSQL rejects. */
const parseText = (claim: unknown, longest: number) =>
  typeof claim === 'string' && claim && claim.length <= longest && claim.isWellFormed() && !claim.includes('\0') ? claim : null;

const parseObject = (claim: unknown) =>
  typeof claim === 'object' && claim !== null && !Array.isArray(claim) ? (claim as Record<string, unknown>) : null;

/** A company is its id, or an object. */
function parseCompany(claim: unknown): EndUser['company'] {
  const { id, name, attributes } =
    typeof claim === 'string' ? ({ id: claim } as Record<string, unknown>) : (parseObject(claim) ?? {});
  const parsed = parseText(id, MAX_SUBJECT_LENGTH);
  return parsed === null ? null : { id: parsed, name: parseText(name, 200), attributes: parseObject(attributes) };
}

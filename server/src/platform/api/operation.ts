import { Ref } from '@earshot/contract/shared/common';
import { ErrorBody, type ErrorCode, ERRORS } from '@earshot/contract/instance/errors';
import type { Scope } from '@earshot/contract/instance/scopes';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type TObject, type TSchema, Type } from 'typebox';
import type { Access } from './credentials.ts';
import { type Limit, LIMITS } from './throttling/throttle.ts';

const KIB = 1024;

/** Maximum request body sizes in bytes (contract, section 1). */
export const BODY_LIMIT = 64 * KIB;
export const BATCH_BODY_LIMIT = 1024 * KIB;

/** The Fastify instance that a plugin registers its endpoints on. */
export type App = Parameters<FastifyPluginAsyncTypebox>[0];

/** Announcement that an operation will be removed. */
export interface Deprecation {
  /** Day since which another operation should be used, as in `2027-03-01`. */
  since: string;
  /** Day of the removal. */
  sunset: string;
  /** Path of the operation that replaces it. */
  successor: string;
}

interface Operation {
  /** Operation id in the OpenAPI document and the SDK, such as `submitFeedback`. */
  id: string;
  summary: string;
  /**
   * States what the summary does not: effects, mails and webhooks, limits, and what happens when the request is repeated. The document adds
   * who may call the operation.
   */
  description: string;
  tag: string;
  access: Access;
  /**
   * Scopes that a session token requires, all of them. Without a declaration, session tokens require the scope `admin`. Empty for
   * operations that every token may call.
   */
  scopes?: Scope[];
  /** Returns only projects that a token is limited to, if any. Such tokens require no scope: they must find their projects. */
  isOwnProjects?: boolean;
  params?: TSchema;
  query?: TSchema;
  headers?: TObject;
  body?: TSchema;
  /** Schema of the successful response. `status` defaults to 200. */
  returns: TSchema;
  status?: number;
  /** Error codes in addition to those derived from credential, path, headers and body. */
  errors?: ErrorCode[];
  /** Answers every 400 with an OAuth error code in `error` (RFC 6749, section 5.2). */
  isOAuth?: boolean;
  /** Accepts an `Idempotency-Key`. Operations that answer 201 always do. */
  isIdempotent?: boolean;
  /** Content type of the response when it is not JSON. */
  produces?: string;
  /** Supports `If-None-Match` and 304; see public-read.ts. */
  etag?: boolean;
  /** Supports `Range`: a part of the file is returned with 206 (RFC 9110, 14.2). */
  ranges?: boolean;
  /** Limit of requests in place of the one for reads or writes; see throttle.ts. */
  limit?: Limit;
  /** Set once there is a replacement; see docs/api-versions.md. */
  deprecated?: Deprecation;
  /** Content types of the body. Defaults to JSON. */
  consumes?: string[];
}

/** See idempotency.ts. */
const idempotencyKey = {
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'Unique key that makes retries safe: requests with the same key, credential and body within 24 hours return the original response',
      examples: ['6f1c2f9a-0f0e-4b0a-9a53-2f1f0f7e9a11'],
    }),
  ),
};

const STATUS_DESCRIPTIONS: Record<number, string> = {
  400: 'A field is missing or invalid',
  401: 'The credential is missing, unknown, revoked or expired',
  403: 'The credential is of a kind that the operation does not accept, or the caller is not a member of the project, or their role or the scopes of their token are not sufficient',
  404: 'The resource was not found',
  409: 'The request conflicts with an existing resource',
  413: 'The request body is too large',
  415: 'The Content-Type of the request body is not supported',
  429: 'Too many requests',
  503: 'A database, or another service that is necessary, is unavailable',
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Error codes of the operation, without those of all operations. */
    errors?: ErrorCode[];
    /** Scopes that a session token requires. */
    scopes?: Scope[];
    /** Whether a token that is limited to projects requires no scope. */
    isOwnProjects?: boolean;
    /** Names of all query parameters. Without them, unknown query parameters are ignored. */
    queryNames?: ReadonlySet<string>;
    deprecated?: Deprecation;
  }
}

/** Returns the scopes that a session token requires for an operation: `admin` unless it declares others. */
const requiredScopes = ({ access, scopes = ['admin'] }: Operation): Scope[] =>
  access.by === 'session' || access.by === 'either' ? scopes : [];

/**
 * Returns the query parameters that an operation accepts. Operations without credentials and the endpoint of trackers ignore unknown ones,
 * because identity providers, mail programs, feed readers and advertisements add their own. Every other operation accepts `project_id`,
 * which clients may send with each request.
 */
function listQueryNames({ access, query, body, produces }: Operation): ReadonlySet<string> | undefined {
  if (access.by === 'none' || (access.by === 'slug' && produces) || ('inQuery' in access && access.inQuery && body))
    return undefined;
  return new Set([...Object.keys((query as TObject | undefined)?.properties ?? {}), 'project_id']);
}

const USER_TOKEN_ERRORS = [
  'auth.user_token_invalid',
  'auth.user_token_expired',
  'auth.user_token_signature_invalid',
  'auth.user_token_audience_invalid',
] as const;

/** Returns the error codes of an operation. Any operation may also refuse `If-Match` (412), be throttled (429), fail (500) or be unavailable (503). */
function listErrors(definition: Operation): ErrorCode[] {
  const { access, query, headers, body, consumes, status, isIdempotent = status === 201, isOAuth, errors = [] } = definition;
  const codes = new Set(errors);
  if (query || body || listQueryNames(definition)) codes.add('validation');
  if (body) codes.add('request.body_too_large').add('request.unsupported_media_type');
  if (body && !consumes?.includes('multipart/form-data')) codes.add('request.invalid_json').add('request.invalid_encoding');
  if (isIdempotent) codes.add('request.idempotency_key_reused');
  if (access.by === 'slug') codes.add('projects.not_found');
  if (access.by === 'key' || access.by === 'either')
    codes.add('auth.key_required').add('auth.key_invalid').add('auth.origin_not_allowed');
  if (access.by === 'session') codes.add('auth.token_required');
  if (access.by === 'session' || access.by === 'either') codes.add('auth.token_invalid');
  if (requiredScopes(definition).length) codes.add('auth.scope_required');
  if (access.by === 'key' || access.by === 'session' || access.by === 'either') codes.add('auth.credential_not_accepted');
  if ('shared' in access) codes.add('auth.share_token_invalid').add('auth.share_of_other_project');
  if ('role' in access) {
    const { entry } = access;
    if (access.by !== 'key') codes.add('auth.not_a_member');
    if (access.by !== 'key' && access.role !== 'viewer') codes.add('auth.role_required');
    if (entry) codes.add(entry.notFound);
    // A session request on a collection names the project by its id, or by a key.
    if (access.by !== 'key' && (!entry || entry.findIdBySlug)) codes.add('projects.not_found').add('auth.key_invalid');
  }
  if (headers && 'x-user-token' in headers.properties) for (const code of USER_TOKEN_ERRORS) codes.add(code);
  return [
    ...(isOAuth
      ? codes.difference(new Set(['validation', 'request.invalid_json', 'request.invalid_encoding'])).add('auth.oauth')
      : codes),
  ].toSorted();
}

/**
 * Returns the route options of an operation: validation and serialization schemas, the credential, and all response statuses. The
 * OpenAPI document is generated from the same options.
 */
export function operation<const O extends Operation>(definition: O) {
  const {
    id,
    summary,
    description,
    tag,
    access,
    params,
    query,
    headers,
    body,
    returns,
    status = 200,
    etag,
    ranges,
    limit,
    deprecated,
    consumes,
    isIdempotent = status === 201,
    produces,
  } = definition;
  const headersRead = { ...(isIdempotent && idempotencyKey), ...headers?.properties };
  const errors = listErrors(definition);
  const scopes = requiredScopes(definition);
  const queryNames = listQueryNames(definition);
  const statuses = new Set(errors.map((code): number => ERRORS[code].status));
  const content = produces ? { content: { [produces]: { schema: returns } } } : returns;
  const response = {
    ...(ranges && { 206: { description: 'The requested part of the file', ...content } }),
    ...(access.by === 'slug' && {
      308: { description: 'The slug of the project changed: `Location` has the new URL', type: 'null' },
    }),
    ...(etag && { 304: { description: 'Not modified: the version in If-None-Match is current', type: 'null' } }),
    ...Object.fromEntries([...statuses].map((code) => [code, { ...Ref(ErrorBody), description: STATUS_DESCRIPTIONS[code] }])),
  };
  return {
    schema: {
      operationId: id,
      summary,
      description: `${description}\n\n${describeAccess(definition)}`,
      ...(deprecated && { deprecated: true }),
      tags: [tag],
      security: buildSecurity(access, scopes),
      consumes,
      ...defined({
        params,
        querystring: query,
        headers: Object.keys(headersRead).length ? Type.Object(headersRead) : undefined,
        body,
      }),
      response: {
        [status]: { description: 'Success', ...content },
        ...response,
        default: {
          ...Ref(ErrorBody),
          description:
            'If-Match is not supported (412), rate limit exceeded (429), internal error (500), or database unavailable (503)',
        },
      },
    } as unknown as Schemas<O> & { response: { [K in 200 | 201 | 202]: O['returns'] } },
    config: {
      access,
      scopes,
      ...(definition.isOwnProjects && { isOwnProjects: true }),
      errors,
      ...(queryNames && { queryNames }),
      ...(limit && { limit }),
      ...(deprecated && { deprecated }),
    },
  };
}

type Schemas<O extends Operation> = { params: O['params']; querystring: O['query']; headers: O['headers']; body: O['body'] };

/** Returns the security requirements of an operation. The names below `session` are the required scopes of the token. */
function buildSecurity(access: Access, scopes: Scope[]): Record<string, string[]>[] {
  const { by } = access;
  return [
    ...(by === 'key' || by === 'either' ? [{ projectKey: [] }] : []),
    ...(by === 'session' || by === 'either' ? [{ session: scopes }] : []),
    ...('shared' in access ? [{ share: [] }] : []),
  ];
}

/** Describes who may call an operation, and the limit of sensitive operations. */
function describeAccess(definition: Operation): string {
  const { access, limit } = definition;
  const { by } = access;
  const role =
    'role' in access && `of a project member with the role \`${access.role}\`${access.role === 'owner' ? '' : ' or higher'}`;
  const scopes = requiredScopes(definition).map((scope) => `\`${scope}\``);
  const session = [
    'a session token',
    ...(role ? [role] : []),
    ...(scopes.length ? [`${role ? 'and' : 'with'} the ${scopes.length > 1 ? 'scopes' : 'scope'} ${scopes.join(' and ')}`] : []),
  ];
  const credentials = [
    ...(by === 'key' || by === 'either' ? ['an API key'] : []),
    ...(by === 'session' || by === 'either' ? [session.join(' ')] : []),
    ...('shared' in access ? ['the token of a shared link'] : []),
    ...('credential' in access && access.credential ? [access.credential] : []),
  ];
  const limited =
    limit === 'sensitive'
      ? ` Limited to ${LIMITS.sensitive.max} requests per minute and client address, together with other operations of this kind.`
      : '';
  const own = definition.isOwnProjects ? ' A token that is limited to projects requires no scope for these.' : '';
  return `**Access.** ${credentials.length ? `Requires ${credentials.join(', or ')}.` : 'No credential is required.'}${own}${limited}`;
}

function defined(schemas: Record<string, TSchema | undefined>) {
  return Object.fromEntries(Object.entries(schemas).filter(([, schema]) => schema));
}

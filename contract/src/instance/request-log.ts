import { Type } from 'typebox';
import { Component, Id, Nullable, OneOf, Page, Timestamp } from '../shared/common.ts';
import { CREDENTIAL_KINDS, LOG_CLIENTS, LOGGED_METHODS } from './values.ts';

const code = (options: object = {}) =>
  Type.String({ maxLength: 100, pattern: '^[a-z_.]+$', examples: ['auth.scope_required'], ...options });

export const RequestLogEntry = Component('RequestLogEntry', {
  project_id: Id('prj'),
  request_id: Type.String({
    description: 'Id of the request, as in the response header `X-Request-Id`',
    examples: ['req_0b8e3a52-8f0e-4b0a-9a53-2f1f0f7e9a11'],
  }),
  method: OneOf(LOGGED_METHODS, { examples: ['POST'] }),
  path: Type.String({
    description:
      'Path with the ids of the request, without query string. Other parts that vary, such as slugs, appear as `{name}`.',
    examples: ['/v1/feedback/fb_01kaga0zrefb8tqs3yh4kx9m2d/comments'],
  }),
  status: Type.Integer({ description: 'HTTP status of the response', examples: [403] }),
  code: Nullable(code({ description: 'Code of the error. Null for successful requests.' })),
  duration_ms: Type.Number({
    description:
      'Time from the arrival of the request to the end of its response, in milliseconds; the average of combined requests',
    examples: [4.2],
  }),
  credential: Nullable(
    OneOf(CREDENTIAL_KINDS, {
      description: 'Kind of the credential. Null when the request was refused before a valid credential was found.',
      examples: ['personal_token'],
    }),
  ),
  credential_name: Nullable(
    Type.String({
      description:
        'Name of the personal access token, service account or connected app, or the end of the API key. Null for other credentials, and for users who are not members of the project.',
      examples: ['CI'],
    }),
  ),
  count: Type.Integer({
    description:
      'Number of requests. More than 1 when similar requests of one minute are combined: `path` then contains no ids, and `request_id` is that of the first request.',
    examples: [1],
  }),
  created_at: Timestamp({ description: 'Time at which the request arrived' }),
});

export const ListRequestLogQuery = Type.Object({
  status: Type.Optional(
    Type.String({
      pattern: '^[1-5](xx|[0-9]{2})$',
      description: 'Only requests with this status, such as `404`, or class of status, such as `4xx`',
      examples: ['4xx'],
    }),
  ),
  method: Type.Optional(OneOf(LOGGED_METHODS, { description: 'Only requests with this method' })),
  code: Type.Optional(code({ description: 'Only requests with this error code' })),
  credential: Type.Optional(OneOf(CREDENTIAL_KINDS, { description: 'Only requests with this kind of credential' })),
  client: Type.Optional(
    OneOf(LOG_CLIENTS, {
      description:
        '`programs` leaves out requests of people who are signed in to the dashboard or the command line; `dashboard` returns only these',
    }),
  ),
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Only requests whose path contains this text in any case, or whose id begins with it',
      examples: ['/v1/waitlist'],
    }),
  ),
  since: Type.Optional(Timestamp({ description: 'Only requests at or after this time' })),
  until: Type.Optional(Timestamp({ description: 'Only requests before this time' })),
  ...Page,
});

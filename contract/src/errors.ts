import { Type } from 'typebox';
import { Component, OneOf } from './common.ts';

/** A stable name for one kind of refusal, with its HTTP status and the message that is sent unless a request has a more precise one. */
export interface ErrorKind {
  status: number;
  message: string;
  /** The field that the refusal is about, for codes about one field. */
  field?: { path: string; code: FieldErrorCode };
}

/**
 * All error codes of the API, as `area.reason`. A code never changes its meaning; messages may. With `auth.oauth`, `error` holds the code
 * of RFC 6749 or RFC 8628 in place of a message.
 */
export const ERRORS = {
  validation: { status: 400, message: 'A field is missing or invalid' },

  'request.malformed': { status: 400, message: 'This is not a valid HTTP request' },
  'request.invalid_json': { status: 400, message: 'The request body is not valid JSON' },
  'request.invalid_multipart': { status: 400, message: 'The request body is not valid multipart/form-data' },
  'request.timeout': { status: 408, message: 'The request took too long to arrive' },
  'request.body_too_large': { status: 413, message: 'The request body is too large' },
  'request.unsupported_media_type': { status: 415, message: 'Content-Type must be application/json' },
  'request.headers_too_large': { status: 431, message: 'The URL and headers of the request are too large' },
  'request.route_not_found': { status: 404, message: 'There is no such route' },
  'request.resource_deleted': { status: 404, message: 'What this request is about was deleted meanwhile' },
  'request.idempotency_key_reused': { status: 409, message: 'Idempotency-Key was used before with another request body' },
  'request.rate_limited': { status: 429, message: 'Too many requests; try again later' },

  'server.internal': { status: 500, message: 'Internal server error' },
  'server.stopping': { status: 503, message: 'The server is stopping; try again in a few seconds' },
  'server.database_unavailable': {
    status: 503,
    message: 'The database is not available at the moment; try again in a few seconds',
  },
  'server.event_store_unavailable': {
    status: 503,
    message: 'The event store is not available at the moment; try again in a few seconds',
  },

  'auth.token_required': { status: 401, message: 'Authorization: Bearer <access token> is required' },
  'auth.token_invalid': { status: 401, message: 'The access token is unknown, revoked or expired' },
  'auth.key_required': { status: 401, message: 'X-Project-Key is required' },
  'auth.key_invalid': { status: 401, message: 'X-Project-Key is unknown or no longer valid' },
  'auth.user_token_invalid': {
    status: 401,
    message: 'X-User-Token must be a JWT signed by HS256 with the identity secret of the project, with sub, exp and aud',
  },
  'auth.share_token_invalid': { status: 401, message: 'The shared link was ended, or was opened too long ago' },
  'auth.share_of_other_project': { status: 403, message: 'The shared link is of another project' },
  'auth.not_a_member': { status: 403, message: 'You are not on this project' },
  'auth.role_required': { status: 403, message: 'This needs a higher role' },
  'auth.oauth': { status: 400, message: 'invalid_request' },
  'auth.browser_sign_in_required': {
    status: 403,
    message: 'A personal access token can’t decide on a device: sign in in a browser',
  },
  'auth.device_code_not_found': { status: 404, message: 'There is no such code, or it has expired or been used' },
  'auth.personal_token_not_found': { status: 404, message: 'Personal access token not found' },
  'auth.provider_unavailable': { status: 503, message: 'The identity provider can’t be reached at the moment' },

  'projects.not_found': { status: 404, message: 'Project not found' },
  'projects.slug_taken': { status: 409, message: 'slug is taken', field: { path: 'slug', code: 'taken' } },
  'projects.creation_forbidden': { status: 403, message: 'Guests of a project can’t create projects' },
  'projects.quota_exceeded': { status: 409, message: 'The person owns the most projects that this instance allows' },
  'domains.too_many_checks': { status: 429, message: 'The custom domain was checked too often; try again later' },
  'domains.not_found': { status: 404, message: 'Custom domain not found' },
  'members.not_found': { status: 404, message: 'Member not found' },
  'members.already_member': {
    status: 409,
    message: 'Someone with this address is on the project already',
    field: { path: 'email', code: 'taken' },
  },
  'members.owner_fixed': {
    status: 409,
    message: 'The owner stays owner until the project is handed over: make another member the owner',
  },
  'members.not_signed_in': {
    status: 409,
    message: 'This person has not signed in yet: a project is handed over to a member who has',
  },
  'pages.not_found': { status: 404, message: 'Page not found' },

  'mails.not_found': { status: 404, message: 'Mail not found' },
  'mails.limit_exceeded': { status: 409, message: 'This address got the most mails of a day' },
  'mails.server_unavailable': { status: 503, message: 'The mail server is not available at the moment' },
  'mails.link_expired': { status: 404, message: 'This link has expired' },
  'mails.link_target_not_found': { status: 404, message: 'What this link names is not found' },

  'feedback.not_found': { status: 404, message: 'Feedback entry not found' },
  'feedback.merge_target_not_found': { status: 404, message: 'The entry that into names is not found' },
  'feedback.merged': { status: 409, message: 'This entry was merged into another' },
  'feedback.not_merged': { status: 409, message: 'This entry is not merged' },
  'feedback.merge_into_itself': {
    status: 409,
    message: 'An entry can’t be merged into itself, or into one that was merged into it',
  },
  'comments.not_found': { status: 404, message: 'Comment not found' },

  'waitlist.not_found': { status: 404, message: 'Waitlist entry not found' },
  'waitlist.email_taken': { status: 409, message: 'email is on the waitlist already', field: { path: 'email', code: 'taken' } },
  'waitlist.referral_code_not_found': {
    status: 404,
    message: 'referral_code not found',
    field: { path: 'referral_code', code: 'not_found' },
  },

  'testimonials.not_found': { status: 404, message: 'Testimonial not found' },

  'changelog.not_found': { status: 404, message: 'Changelog entry not found' },
  'changelog.slug_taken': { status: 409, message: 'slug is taken', field: { path: 'slug', code: 'taken' } },
  'changelog.published': {
    status: 409,
    message: 'This entry is published; published must be set to false to take it back and schedule it again',
  },
  'subscribers.not_found': { status: 404, message: 'Subscription not found' },

  'uploads.not_found': { status: 404, message: 'Upload not found' },
  'uploads.storage_unavailable': {
    status: 503,
    message: 'The store of uploads is not available at the moment; try again in a few seconds',
  },
  'uploads.busy': { status: 503, message: 'Too many images are being worked on; try again in a few seconds' },

  'webhooks.not_found': { status: 404, message: 'Webhook not found' },
  'deliveries.not_found': { status: 404, message: 'Delivery not found' },

  'indexes.not_found': { status: 404, message: 'Index not found' },
  'indexes.name_taken': {
    status: 409,
    message: 'name or external_id is that of another index',
    field: { path: 'name', code: 'taken' },
  },
  'documents.not_found': { status: 404, message: 'Document not found' },
  'documents.content_too_large': {
    status: 413,
    message: 'content must be at most 1 MiB',
    field: { path: 'content', code: 'too_long' },
  },
  'searches.not_found': { status: 404, message: 'Search not found' },

  'goals.not_found': { status: 404, message: 'Goal not found' },
  'goals.name_taken': { status: 409, message: 'name is that of another goal', field: { path: 'name', code: 'taken' } },
  'annotations.not_found': { status: 404, message: 'Annotation not found' },
  'segments.not_found': { status: 404, message: 'Segment not found' },
  'segments.name_taken': { status: 409, message: 'name is that of another segment', field: { path: 'name', code: 'taken' } },
  'segments.in_use': { status: 409, message: 'A shared link shows this segment: delete the link first' },
  'shares.not_found': { status: 404, message: 'Share not found' },
  'shares.password_required': { status: 403, message: 'password is required', field: { path: 'password', code: 'required' } },
  'shares.password_wrong': { status: 403, message: 'password is wrong', field: { path: 'password', code: 'invalid' } },
  'shares.too_many_attempts': { status: 429, message: 'Too many wrong passwords for this link' },
  'analytics.timestamp_in_future': {
    status: 400,
    message: 'timestamp must not be in the future',
    field: { path: 'timestamp', code: 'too_large' },
  },
  'analytics.timestamp_too_old': {
    status: 400,
    message: 'timestamp must be at most 7 days ago',
    field: { path: 'timestamp', code: 'too_small' },
  },
  'analytics.too_many_imports': { status: 429, message: 'Too many imported events wait to be counted' },
  'analytics.too_many_streams': { status: 429, message: 'Too many live streams' },
  'analytics.too_many_events': { status: 503, message: 'Too many events wait to be counted; try again in a few seconds' },

  'exports.too_many': { status: 429, message: 'Too many exports are running; try again in a minute' },
  'people.erasure_interrupted': { status: 503, message: 'Events are being written all the time; try again in a few seconds' },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;

/** How a field is invalid. */
export const FIELD_ERRORS = [
  'required',
  'unknown',
  'type',
  'format',
  'choice',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'too_few',
  'too_many',
  'duplicate',
  'taken',
  'not_found',
  'not_allowed',
  'conflict',
  'invalid',
] as const;
export type FieldErrorCode = (typeof FIELD_ERRORS)[number];

export const FieldError = Type.Object(
  {
    path: Type.String({
      description: 'The field, as `settings.pages.logo_url` or `tags[1]`; empty for the whole body',
      examples: ['title'],
    }),
    code: OneOf(FIELD_ERRORS, { examples: ['required'] }),
    message: Type.String({ examples: ['title is required'] }),
  },
  { title: 'FieldError' },
);

/** The properties of an error answer, and of a rejected item of a batch. */
export const errorProperties = {
  error: Type.String({ description: 'One sentence for a person', examples: ['title is required'] }),
  code: OneOf(Object.keys(ERRORS) as ErrorCode[], {
    title: 'ErrorCode',
    description: 'For programs: never changes its meaning',
    examples: ['validation'],
  }),
  fields: Type.Optional(
    Type.Array(FieldError, { description: 'Every invalid field, with the code `validation` and codes about one field' }),
  ),
};

export const ErrorBody = Component('Error', errorProperties);

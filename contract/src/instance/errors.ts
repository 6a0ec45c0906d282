import { Type } from 'typebox';
import { mergeDeclared } from '../services/index.ts';
import { Component, OneOf } from '../shared/common.ts';
import { type ErrorKind, errorProperties } from '../shared/errors.ts';

const INSTANCE_ERRORS = {
  validation: { status: 400, message: 'A field is missing or invalid' },

  'request.malformed': { status: 400, message: 'The HTTP request is malformed' },
  'request.invalid_encoding': {
    status: 400,
    message: 'The request body is not valid UTF-8. Encode it in UTF-8, also in scripts that read files in another encoding',
  },
  'request.invalid_json': { status: 400, message: 'The request body is not valid JSON' },
  'request.invalid_multipart': { status: 400, message: 'The request body is not valid multipart/form-data' },
  'request.timeout': { status: 408, message: 'The request took too long to arrive' },
  'request.body_too_large': { status: 413, message: 'The request body is too large' },
  'request.unsupported_media_type': { status: 415, message: 'Content-Type must be application/json' },
  'request.headers_too_large': { status: 431, message: 'The URL and headers of the request are too large' },
  'request.route_not_found': { status: 404, message: 'Route not found' },
  'request.resource_deleted': { status: 404, message: 'The resource was deleted' },
  'request.idempotency_key_reused': { status: 409, message: 'Idempotency-Key was already used with a different request body' },
  'request.if_match_unsupported': {
    status: 412,
    message: 'If-Match is not supported; an ETag is valid for If-None-Match only. Send the request without If-Match',
  },
  'request.rate_limited': { status: 429, message: 'Too many requests; try again later' },

  'server.internal': { status: 500, message: 'Internal server error' },
  'server.stopping': { status: 503, message: 'The server is stopping; try again in a few seconds' },
  'server.database_unavailable': {
    status: 503,
    message: 'The database is unavailable; try again in a few seconds',
  },
  'server.event_store_unavailable': {
    status: 503,
    message: 'The event store is unavailable; try again in a few seconds',
  },

  'auth.token_required': { status: 401, message: 'Authorization: Bearer <access token> is required' },
  'auth.token_invalid': { status: 401, message: 'The access token is unknown, revoked or expired' },
  'auth.key_required': { status: 401, message: 'X-Project-Key is required' },
  'auth.key_invalid': { status: 401, message: 'X-Project-Key is unknown or no longer valid' },
  'auth.origin_not_allowed': { status: 403, message: 'The API key does not allow web pages of this origin' },
  'auth.user_token_invalid': {
    status: 401,
    message: 'The user token is invalid; POST /v1/projects/{id}/identity-secrets/check returns the reason',
  },
  'auth.user_token_expired': { status: 401, message: 'The user token has expired; sign a new one' },
  'auth.user_token_signature_invalid': {
    status: 401,
    message: 'The user token was not signed with an identity secret of the project; sign it with the current secret',
  },
  'auth.user_token_audience_invalid': {
    status: 401,
    message: 'The user token was signed for another project',
  },
  'auth.share_token_invalid': {
    status: 401,
    message: 'The shared link was revoked or its access has expired; open the link again',
  },
  'auth.share_of_other_project': { status: 403, message: 'The shared link belongs to another project' },
  'auth.credential_not_accepted': { status: 403, message: 'This operation does not accept credentials of this kind' },
  'auth.not_a_member': { status: 403, message: 'You are not a member of this project' },
  'auth.role_required': { status: 403, message: 'This action requires a higher role' },
  'auth.scope_required': { status: 403, message: 'The token lacks a required scope' },
  'auth.oauth': { status: 400, message: 'invalid_request' },
  'auth.browser_sign_in_required': {
    status: 403,
    message: 'This action requires a browser sign-in: tokens can’t approve devices and apps, or change ways to sign in',
  },
  'auth.device_code_not_found': { status: 404, message: 'The user code is unknown, expired or already used' },
  'auth.app_not_registered': {
    status: 400,
    message:
      'The app is not registered with this server, or its registration expired; remove the server from the app and add it again',
  },
  'auth.redirect_uri_not_registered': { status: 400, message: 'redirect_uri is not a registered redirect URI of the app' },
  'auth.authorization_request_not_found': {
    status: 404,
    message: 'The request of the app expired or was already decided; connect again in the app',
  },
  'auth.connected_app_not_found': { status: 404, message: 'Connected app not found' },
  'auth.personal_token_not_found': { status: 404, message: 'Personal access token not found' },
  'auth.sign_in_not_found': {
    status: 404,
    message: 'This sign-in has expired or was started in another browser; start again on the sign-in page',
  },
  'auth.passkey_rejected': { status: 403, message: 'The passkey was not confirmed for this site; try again' },
  'auth.passkey_not_found': { status: 404, message: 'Passkey not found' },
  'auth.session_not_found': { status: 404, message: 'Session not found' },
  'auth.link_not_found': { status: 404, message: 'This link has expired or was already used' },
  'auth.mail_not_configured': {
    status: 409,
    message: 'This instance has no mail server, so sign-in codes are not available; use a passkey',
  },
  'auth.provider_unavailable': { status: 503, message: 'The identity provider is unavailable; try again in a few seconds' },

  'end_users.codes_not_available': {
    status: 409,
    message: 'This instance has no mail server, so sign-in codes are not available',
  },
  'end_users.too_many_codes': {
    status: 429,
    message: 'This address has received too many codes. Enter the latest one, or try again in an hour',
  },

  'service_accounts.not_found': { status: 404, message: 'Service account not found' },
  'service_accounts.token_not_found': { status: 404, message: 'Token of the service account not found' },
  'service_accounts.name_taken': {
    status: 409,
    message: 'A service account with this name already exists',
    field: { path: 'name', code: 'taken' },
  },

  'keys.not_found': { status: 404, message: 'API key not found' },
  'keys.name_taken': {
    status: 409,
    message: 'An API key with this name already exists',
    field: { path: 'name', code: 'taken' },
  },
  'keys.limit_reached': { status: 409, message: 'A project has at most 50 API keys; revoke one first' },
  'keys.default': { status: 409, message: 'The default API key can’t be revoked; rotate it instead' },

  'projects.not_found': { status: 404, message: 'Project not found' },
  'projects.slug_taken': { status: 409, message: 'slug is already taken', field: { path: 'slug', code: 'taken' } },
  'projects.not_a_test_project': {
    status: 409,
    message: 'Only test projects can be emptied; set settings.test.enabled first',
  },
  'projects.creation_forbidden': { status: 403, message: 'Your account can’t create projects' },
  'projects.quota_exceeded': { status: 409, message: 'The user owns the maximum number of projects on this instance' },

  'domains.too_many_checks': { status: 429, message: 'The custom domain was checked too often; try again later' },
  'domains.not_found': { status: 404, message: 'Custom domain not found' },

  'members.not_found': { status: 404, message: 'Member not found' },
  'members.already_signed_in': { status: 409, message: 'The member has signed in already' },
  'members.already_member': {
    status: 409,
    message: 'A member with this email address already exists',
    field: { path: 'email', code: 'taken' },
  },
  'members.owner_fixed': {
    status: 409,
    message: 'The role of the owner can’t be changed: transfer the project to another member first',
  },
  'members.not_signed_in': {
    status: 409,
    message: 'The member has not signed in yet; transfer the project to a member who has',
  },

  'pages.not_found': { status: 404, message: 'Page not found' },

  'mails.not_found': { status: 404, message: 'Mail not found' },
  'mails.limit_exceeded': {
    status: 409,
    message: 'The recipient already received the daily maximum of emails; try again tomorrow',
  },
  'mails.server_unavailable': { status: 503, message: 'The mail server is unavailable; try again later' },
  'mails.inbound_disabled': {
    status: 404,
    message: 'This instance receives no emails; set EARSHOT_MAIL_IN_ADDRESS and EARSHOT_MAIL_IN_SECRET',
  },
  'mails.inbound_secret_invalid': {
    status: 401,
    message: 'Authorization: Bearer <secret> is missing or is not EARSHOT_MAIL_IN_SECRET',
  },
  'mails.link_expired': { status: 404, message: 'This link has expired' },
  'mails.link_target_not_found': { status: 404, message: 'The resource of this link was not found' },

  'report_subscriptions.not_found': { status: 404, message: 'Report subscription not found' },
  'report_subscriptions.limit_exceeded': {
    status: 409,
    message: 'A project can send reports to at most 50 addresses outside of it; delete one first',
    field: { path: 'email', code: 'too_many' },
  },

  'archives.not_found': { status: 404, message: 'Export not found' },
  'archives.link_expired': { status: 404, message: 'This link has expired, or the export was deleted. Create another export' },
  'archives.range_invalid': { status: 416, message: 'Range is outside of the archive' },
  'archives.export_running': { status: 409, message: 'Another export of the project is running; wait until it is ready' },
  'archives.invalid': { status: 400, message: 'The archive is invalid' },
  'archives.project_not_empty': {
    status: 409,
    message: 'The project contains records. Restore the archive into a new project',
  },
  'archives.restore_running': { status: 409, message: 'Another archive is being restored into the project' },

  'versions.not_found': { status: 404, message: 'Version not found' },

  'notifications.not_found': { status: 404, message: 'Notification not found' },

  'uploads.not_found': { status: 404, message: 'Upload not found' },
  'uploads.storage_unavailable': {
    status: 503,
    message: 'The upload storage is unavailable; try again in a few seconds',
  },
  'uploads.busy': { status: 503, message: 'Too many images are being processed; try again in a few seconds' },

  'webhooks.not_found': { status: 404, message: 'Webhook not found' },
  'webhooks.too_many_streams': { status: 429, message: 'Too many event streams are open; close one or try again later' },
  'webhooks.disabled': { status: 409, message: 'The webhook is disabled; enable it first' },

  'deliveries.not_found': { status: 404, message: 'Delivery not found' },

  'mcp.origin_not_allowed': { status: 403, message: 'Web pages of this origin must not use the MCP server' },
  'mcp.method_not_allowed': { status: 405, message: 'The MCP server supports POST only' },

  'exports.too_many': { status: 429, message: 'Too many exports are running; try again in a minute' },

  'people.not_found': { status: 404, message: 'Person not found' },
  'companies.not_found': { status: 404, message: 'Company not found' },
  'people.segment_not_found': { status: 404, message: 'Segment not found' },
  'people.segment_name_taken': { status: 409, message: 'A segment with this name already exists' },
  'people.segment_limit_reached': { status: 409, message: 'A project has at most 100 segments' },
  'people.segment_in_use': { status: 409, message: 'The segment is in use; choose another one there first' },
  'people.erasure_interrupted': {
    status: 503,
    message: 'Erasure was interrupted by continuous writes; try again in a few seconds',
  },

  'imports.not_found': { status: 404, message: 'Import not found' },
  'imports.file_not_found': { status: 404, message: 'The import has no file with this number' },
  'imports.part_conflict': { status: 409, message: 'The part does not follow the bytes that were received' },
  'imports.not_possible': { status: 409, message: 'This is not possible in the current state of the import' },
  'imports.unreadable': { status: 409, message: 'The files of the import cannot be read' },

  'proposals.not_found': { status: 404, message: 'Proposal not found' },
  'proposals.no_model': {
    status: 409,
    message: 'The instance has no language model; set EARSHOT_LLM_URL and EARSHOT_LLM_MODEL',
  },
  'proposals.limit_reached': {
    status: 429,
    message: 'The project had the maximum number of proposals made today; try again tomorrow',
  },
  'proposals.model_failed': { status: 503, message: 'The language model did not respond as expected; try again later' },
  'proposals.decided': { status: 409, message: 'The proposal was dismissed or proposes nothing' },
  'proposals.outdated': { status: 409, message: 'The records changed since the proposal was made; make a new one' },
} as const satisfies Record<string, ErrorKind>;

const SERVICE_ERRORS = mergeDeclared('errors');

export type ErrorCode = keyof typeof INSTANCE_ERRORS | keyof typeof SERVICE_ERRORS;

/**
 * The error codes of the API, as `area.reason`. The meaning of a code never changes; messages may change. With `auth.oauth`, `error`
 * holds the error code of an OAuth standard, such as RFC 6749, instead of a message.
 */
export const ERRORS: Record<ErrorCode, ErrorKind> = { ...INSTANCE_ERRORS, ...SERVICE_ERRORS };

export const ErrorCodes = OneOf(Object.keys(ERRORS) as ErrorCode[], {
  $id: 'ErrorCode',
  description: 'Machine-readable error code with a stable meaning',
  examples: ['validation'],
});

export const ErrorBody = Component('Error', {
  ...errorProperties,
  error_description: Type.Optional(
    Type.String({
      description: 'Explanation of an OAuth error (RFC 6749, section 5.2)',
      examples: ['redirect_uris must contain URLs with https'],
    }),
  ),
});

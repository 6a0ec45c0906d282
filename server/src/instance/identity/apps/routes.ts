import { APP_SCOPES } from '@earshot/contract/instance/scopes';
import { Ok, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/connected-apps';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sendPage } from '../../../platform/html/page.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { parseForms } from '../../../platform/api/json-body.ts';
import type { Identity } from '../identity.ts';
import { answerInvalid, oauthError } from '../oauth-errors.ts';
import { beginAuthorization, buildMcpUrl } from './authorization.ts';
import { APP_GRANT_TYPES, registerClient } from './clients.ts';
import { exchangeAppCode, refreshAppTokens, revokeAppToken } from './grants.ts';
import { clientForApp } from './projections.ts';

const tag = 'Identity';
const JSON_OR_FORM = ['application/json', 'application/x-www-form-urlencoded'];

/** Prefix of the endpoints. Apps learn their URLs from the metadata. */
const PREFIX = '/v1/oauth';

interface Deps {
  identity: Identity;
}

/**
 * Authorization server for apps that connect to the MCP server, as the specification of the protocol demands. Apps begin with the
 * metadata and know nothing else about this server.
 */
export const appRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  metadataRoutes(app, deps);
  await app.register(
    async (endpoints) => {
      parseForms(endpoints);
      endpoints.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));
      registerAppRoute(endpoints, deps);
      authorizeRoute(endpoints, deps);
      createTokensRoute(endpoints, deps);
      revokeTokenRoute(endpoints, deps);
    },
    { prefix: PREFIX },
  );
};

/** Metadata of the MCP server (RFC 9728) and of the authorization server (RFC 8414). */
function metadataRoutes(app: App, { identity: { publicUrl } }: Deps): void {
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])
    app.get(path, { schema: { hide: true } }, () => ({
      resource: buildMcpUrl(publicUrl()),
      authorization_servers: [publicUrl()],
      scopes_supported: APP_SCOPES,
      bearer_methods_supported: ['header'],
      resource_name: 'Earshot',
    }));
  app.get('/.well-known/oauth-authorization-server', { schema: { hide: true } }, () => ({
    issuer: publicUrl(),
    authorization_endpoint: `${publicUrl()}${PREFIX}/authorize`,
    token_endpoint: `${publicUrl()}${PREFIX}/token`,
    registration_endpoint: `${publicUrl()}${PREFIX}/register`,
    revocation_endpoint: `${publicUrl()}${PREFIX}/revoke`,
    scopes_supported: APP_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: APP_GRANT_TYPES,
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  }));
}

function registerAppRoute(app: App, { identity }: Deps): void {
  const { schema, config } = operation({
    id: 'registerApp',
    summary: 'Register an app',
    description:
      'Dynamic client registration (RFC 7591) of an app that connects to the MCP server. Registrations of apps that nobody connects end after 7 days.',
    tag,
    access: { by: 'none' },
    body: contract.RegisterAppRequest,
    returns: Ref(contract.RegisteredApp),
    status: 201,
    isIdempotent: false,
    isOAuth: true,
    limit: 'registering',
  });
  app.post(
    '/register',
    {
      schema,
      config,
      errorHandler: answerInvalid(({ message }) =>
        oauthError(message.startsWith('redirect_uris') ? 'invalid_redirect_uri' : 'invalid_client_metadata', message),
      ),
    },
    async (request, reply) => await reply.code(201).send(clientForApp(await registerClient(identity.db, request.body))),
  );
}

/** The browser of the user opens this address. Problems that the app must not learn are shown to the user. */
function authorizeRoute(app: App, { identity }: Deps): void {
  app.get(
    '/authorize',
    {
      schema: { hide: true },
      config: { limit: 'sensitive' },
      errorHandler: (error, _request, reply) => {
        if (!(error instanceof HttpError) || error.statusCode !== 400) throw error;
        void sendPage(reply.code(400), { title: 'The app can’t be connected', text: error.message });
      },
    },
    async (request, reply) => await reply.redirect(await beginAuthorization(identity, request.query as Record<string, unknown>)),
  );
}

function createTokensRoute(app: App, { identity }: Deps): void {
  app.post(
    '/token',
    {
      ...operation({
        id: 'createAppTokens',
        summary: 'Exchange a code or refresh token of an app for tokens',
        description:
          'OAuth 2.1 token endpoint for apps that connect to the MCP server, with form and JSON bodies. Errors are the codes of the standard, such as `{ "error": "invalid_grant" }` (RFC 6749, section 5.2).',
        tag,
        access: { by: 'none' },
        limit: 'sensitive',
        body: contract.AppTokenRequest,
        returns: Ref(contract.AppTokens),
        isOAuth: true,
        consumes: JSON_OR_FORM,
      }),
      errorHandler: answerInvalid(({ message }) => oauthError('invalid_request', message)),
    },
    async ({ body }) => {
      if (body.grant_type === 'authorization_code') return await exchangeAppCode(identity, body);
      if (body.grant_type === 'refresh_token') return await refreshAppTokens(identity, body);
      throw oauthError('unsupported_grant_type', `grant_type must be one of: ${APP_GRANT_TYPES.join(', ')}`);
    },
  );
}

function revokeTokenRoute(app: App, { identity }: Deps): void {
  app.post(
    '/revoke',
    {
      ...operation({
        id: 'revokeAppToken',
        summary: 'Revoke a token of an app',
        description:
          'Implements RFC 7009 for tokens of an app that connects to the MCP server. The response is the same for known and unknown tokens, so that it reveals nothing and can be repeated.',
        tag,
        access: { by: 'none' },
        limit: 'sensitive',
        body: contract.RevokeAppTokenRequest,
        returns: Ref(Ok),
        isOAuth: true,
        consumes: JSON_OR_FORM,
      }),
      errorHandler: answerInvalid(({ message }) => oauthError('invalid_request', message)),
    },
    async (request) => {
      await revokeAppToken(identity.db, request.body.token);
      return { ok: true };
    },
  );
}

import { truncate } from '@earshot/contract/shared/text';
import { Ok, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/auth';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type App, operation } from '../../platform/api/operation.ts';
import { parseForms } from '../../platform/api/json-body.ts';
import { authorizeDevice, exchangeDeviceCode } from './devices.ts';
import type { Identity } from './identity.ts';
import { answerInvalid, OAuthError, oauthError } from './oauth-errors.ts';
import { keepLanguage } from '../../platform/i18n/account-language.ts';
import { forgetRefreshToken, keepRefreshToken, keptRefreshToken, LOST_RESPONSE_S } from './refresh-cookie.ts';
import { exchangeCode, findUserByToken, refreshTokens, revokeToken } from './tokens.ts';

const tag = 'Identity';
const JSON_OR_FORM = ['application/json', 'application/x-www-form-urlencoded'];

/** Length of the name of a program in the list of sessions. */
const MAX_PROGRAM_LENGTH = 100;

interface Deps {
  identity: Identity;
}

/** OAuth endpoints. They accept forms, as the standards require, and JSON. */
export const oauthRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  parseForms(app);

  createTokensRoute(app, deps);

  revokeTokenRoute(app, deps);

  authorizeDeviceRoute(app, deps);
};

function createTokensRoute(app: App, { identity }: Deps): void {
  app.post(
    '/token',
    {
      ...operation({
        id: 'createTokens',
        summary: 'Exchange a code or refresh token for tokens',
        description:
          'OAuth 2.0 token endpoint for JSON and form bodies. Errors are the codes of the standard, such as `{ "error": "invalid_grant" }`, and `authorization_pending` or `slow_down` while a device is awaiting approval (RFC 6749, section 5.2; RFC 8628, section 3.5).',
        tag,
        access: { by: 'none' },
        limit: 'sensitive',
        body: contract.TokenRequest,
        returns: Ref(contract.Tokens),
        isOAuth: true,
        consumes: JSON_OR_FORM,
      }),
      errorHandler: answerInvalid(() => oauthError('invalid_request')),
    },
    async (request, reply) => {
      const { grant_type, code, code_verifier, refresh_token, refresh_cookie, device_code, client_id } = request.body;
      const keep = async (tokens: Awaited<ReturnType<typeof refreshTokens>>) => {
        const secure = identity.publicUrl().startsWith('https:');
        const user = await findUserByToken(identity.db, tokens.access_token);
        keepLanguage(request, reply, { language: user?.language ?? null, secure });
        return keepRefreshToken(reply, tokens, { secure });
      };
      switch (grant_type) {
        case 'authorization_code': {
          if (!code || !code_verifier) throw oauthError('invalid_request');
          const client = {
            ...identity.describeClient(request),
            program: client_id === undefined ? null : truncate(client_id, MAX_PROGRAM_LENGTH),
          };
          const tokens = await exchangeCode(identity.db, { code, verifier: code_verifier, client });
          return refresh_cookie ? await keep(tokens) : tokens;
        }
        case 'refresh_token': {
          if (refresh_token) return await refreshTokens(identity.db, refresh_token);
          const kept = keptRefreshToken(request);
          if (!kept) throw oauthError('invalid_request');
          // Deletes an invalid cookie, which the browser would otherwise send again.
          return await keep(
            await refreshTokens(identity.db, kept, { leeway: LOST_RESPONSE_S }).catch((error: Error) => {
              if (error instanceof OAuthError) forgetRefreshToken(reply);
              throw error;
            }),
          );
        }
        case 'urn:ietf:params:oauth:grant-type:device_code':
          if (!device_code) throw oauthError('invalid_request');
          return await exchangeDeviceCode(identity.db, device_code, identity.describeClient(request));
        default:
          throw oauthError('unsupported_grant_type');
      }
    },
  );
}

function revokeTokenRoute(app: App, { identity }: Deps): void {
  app.post(
    '/revoke',
    operation({
      id: 'revokeToken',
      summary: 'Revoke a token',
      description:
        'Implements RFC 7009 for tokens of a sign-in and personal access tokens. A refresh token revokes the entire sign-in. The response is the same for known and unknown tokens, so that it reveals nothing and can be repeated.',
      tag,
      access: { by: 'none' },
      limit: 'sensitive',
      body: contract.RevokeRequest,
      returns: Ref(Ok),
      consumes: JSON_OR_FORM,
    }),
    async (request) => {
      await revokeToken(identity.db, request.body.token);
      return { ok: true };
    },
  );
}

function authorizeDeviceRoute(app: App, { identity }: Deps): void {
  app.post(
    '/device',
    operation({
      id: 'authorizeDevice',
      summary: 'Start device authorization',
      description:
        'Starts a sign-in on a device without a browser (RFC 8628). Show the user `user_code` and `verification_uri`, then poll `POST /v1/auth/token` with the `device_code` every `interval` seconds until the user has approved or denied the device. Both codes expire after 15 minutes.',
      tag,
      access: { by: 'none' },
      limit: 'sensitive',
      body: contract.DeviceRequest,
      returns: Ref(contract.DeviceAuthorization),
      consumes: JSON_OR_FORM,
    }),
    (request) => authorizeDevice(identity, request.body.client_id),
  );
}

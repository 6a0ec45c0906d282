import { Ok, Ref } from '@earshot/contract/common';
import * as contract from '@earshot/contract/auth';
import formbody from '@fastify/formbody';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { operation } from '../http/operation.ts';
import { cleanForms } from '../http/text.ts';
import { authorizeDevice, exchangeDeviceCode } from './devices.ts';
import type { Identity } from './identity.ts';
import { OAuthError, oauthError } from './oauth-errors.ts';
import { forgetRefreshToken, keepRefreshToken, keptRefreshToken, LOST_ANSWER_S } from './refresh-cookie.ts';
import { exchangeCode, refreshTokens, revokeToken } from './tokens.ts';

const tag = 'Identity';
const JSON_OR_FORM = ['application/json', 'application/x-www-form-urlencoded'];

/** What programs of OAuth call. They send forms, as the standards have it; JSON will do too. */
export const oauthRoutes: FastifyPluginAsyncTypebox<{ identity: Identity }> = async (app, { identity }) => {
  const { db } = identity;
  await app.register(formbody, cleanForms);

  const createTokens = operation({
    id: 'createTokens',
    summary: 'Exchange a code or refresh token for tokens',
    description: `OAuth 2.0 token endpoint for JSON and form bodies. Errors are the codes of the standard, such as \`{ "error": "invalid_grant" }\`, and \`authorization_pending\` or \`slow_down\` while a device is awaiting approval (RFC 6749, section 5.2; RFC 8628, section 3.5).`,
    tag,
    access: { by: 'none' },
    sensitive: true,
    body: contract.TokenRequest,
    returns: Ref(contract.Tokens),
    isOAuth: true,
    consumes: JSON_OR_FORM,
  });
  app.post(
    '/token',
    {
      ...createTokens,
      // Whatever is wrong with the body: programs read the standard’s code.
      errorHandler: (error) => {
        throw error.statusCode === 400 && !(error instanceof OAuthError) ? oauthError('invalid_request') : error;
      },
    },
    async (request, reply) => {
      const { grant_type, code, code_verifier, refresh_token, refresh_cookie, device_code } = request.body;
      const keep = (tokens: Awaited<ReturnType<typeof refreshTokens>>) =>
        keepRefreshToken(reply, tokens, { secure: identity.publicUrl().startsWith('https:') });
      switch (grant_type) {
        case 'authorization_code': {
          if (!code || !code_verifier) throw oauthError('invalid_request');
          const tokens = await exchangeCode(db, { code, verifier: code_verifier });
          return refresh_cookie ? keep(tokens) : tokens;
        }
        case 'refresh_token': {
          if (refresh_token) return await refreshTokens(db, refresh_token);
          const kept = keptRefreshToken(request);
          if (!kept) throw oauthError('invalid_request');
          // A cookie that is good for nothing would be sent again and again.
          return keep(
            await refreshTokens(db, kept, { leeway: LOST_ANSWER_S }).catch((error: Error) => {
              if (error instanceof OAuthError) forgetRefreshToken(reply);
              throw error;
            }),
          );
        }
        case 'urn:ietf:params:oauth:grant-type:device_code':
          if (!device_code) throw oauthError('invalid_request');
          return await exchangeDeviceCode(db, device_code);
        default:
          throw oauthError('unsupported_grant_type');
      }
    },
  );

  const revoke = operation({
    id: 'revokeToken',
    summary: 'Revoke a token',
    description: 'Implements RFC 7009. The response is the same for known and unknown tokens.',
    tag,
    access: { by: 'none' },
    sensitive: true,
    body: contract.RevokeRequest,
    returns: Ref(Ok),
    consumes: JSON_OR_FORM,
  });
  app.post('/revoke', revoke, async (request) => {
    await revokeToken(db, request.body.token);
    return { ok: true };
  });

  const device = operation({
    id: 'authorizeDevice',
    summary: 'Start device authorization',
    tag,
    access: { by: 'none' },
    sensitive: true,
    body: contract.DeviceRequest,
    returns: Ref(contract.DeviceAuthorization),
    consumes: JSON_OR_FORM,
  });
  app.post('/device', device, (request) => authorizeDevice(identity, request.body.client_id));
};

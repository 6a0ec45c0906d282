import { Type } from 'typebox';
import { Body, Component, Id, Nullable, OneOf, Timestamp } from '../shared/common.ts';
import { SCOPES } from './scopes.ts';

const MAX_REDIRECT_URIS = 20;
const MAX_URI_LENGTH = 2048;
export const MAX_APP_NAME_LENGTH = 100;
const MAX_PROJECTS = 100;

const clientIdExample = 'app_01kaga0zrefb8tqs3yh4kx9m2d';
const redirectUris = Type.Array(Type.String({ minLength: 1, maxLength: MAX_URI_LENGTH }), {
  minItems: 1,
  maxItems: MAX_REDIRECT_URIS,
  description:
    'Redirect URIs with `https`, with a scheme of the app, or with `http` on a loopback address, whose port may differ in requests',
  examples: [['http://127.0.0.1/callback']],
});

// Unknown fields are accepted: RFC 7591, section 2 requires servers to ignore them.
export const RegisterAppRequest = Type.Object(
  {
    redirect_uris: redirectUris,
    client_name: Type.Optional(
      Type.String({ maxLength: MAX_APP_NAME_LENGTH, description: 'Name of the app, shown to the user', examples: ['Claude'] }),
    ),
    grant_types: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 })),
    response_types: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 })),
  },
  { examples: [{ client_name: 'Claude', redirect_uris: ['http://127.0.0.1/callback'] }] },
);

export const RegisteredApp = Component('RegisteredApp', {
  client_id: Id('app'),
  client_id_issued_at: Type.Integer({ description: 'Time of the registration in seconds since 1970', examples: [1795600000] }),
  client_name: Type.String({ examples: ['Claude'] }),
  redirect_uris: redirectUris,
  grant_types: Type.Array(Type.String(), { examples: [['authorization_code', 'refresh_token']] }),
  response_types: Type.Array(Type.String(), { examples: [['code']] }),
  token_endpoint_auth_method: OneOf(['none'], { description: 'Apps have no secret', examples: ['none'] }),
});

// Unknown fields are accepted: RFC 6749, section 3.2 requires servers to ignore them.
export const AppTokenRequest = Type.Object(
  {
    grant_type: Type.String({ description: '`authorization_code` or `refresh_token`' }),
    client_id: Type.Optional(
      Type.String({ description: 'Id of the registered app, or the URL of its metadata document. Required.' }),
    ),
    code: Type.Optional(Type.String({ description: 'Code of the authorization response. Only for `authorization_code`.' })),
    code_verifier: Type.Optional(
      Type.String({ description: 'Code verifier that matches the `code_challenge`. Only for `authorization_code`.' }),
    ),
    redirect_uri: Type.Optional(Type.String({ description: 'Redirect URI of the authorization request, if it is sent' })),
    refresh_token: Type.Optional(Type.String({ description: 'Single-use refresh token. Only for `refresh_token`.' })),
    scope: Type.Optional(Type.String({ description: 'Fewer scopes for the access token. Only for `refresh_token`.' })),
    resource: Type.Optional(Type.String({ description: 'URL of the MCP server (RFC 8707), if it is sent' })),
  },
  {
    examples: [
      {
        grant_type: 'refresh_token',
        client_id: clientIdExample,
        refresh_token: 'earshot_ort_7Qk9sLr7TtXy2Wc5Bd8Fg1Jm4Np6RuVaEeKoPiHn3vZ',
      },
    ],
  },
);

export const AppTokens = Component('AppTokens', {
  access_token: Type.String({
    description: 'Token for the MCP server. Other endpoints reject it.',
    examples: ['earshot_oat_4Yx1mKpYyqk4ExJ0Z8oVhVQ4m1w3QnC2rZsT5uD6bE7'],
  }),
  token_type: OneOf(['Bearer'], { examples: ['Bearer'] }),
  expires_in: Type.Integer({ description: 'Lifetime in seconds', examples: [3600] }),
  refresh_token: Type.String({
    description:
      'Single-use token, valid for 30 days. Each use returns a new refresh token. A repeated request within a minute gets another one; later reuse disconnects the app.',
    examples: ['earshot_ort_7Qk9sLr7TtXy2Wc5Bd8Fg1Jm4Np6RuVaEeKoPiHn3vZ'],
  }),
  scope: Type.String({ description: 'Granted scopes, separated by spaces', examples: ['feedback:read changelog:read'] }),
});

export const RevokeAppTokenRequest = Type.Object(
  {
    token: Type.String({ description: 'Access token or refresh token. A refresh token disconnects the app.' }),
    token_type_hint: Type.Optional(Type.String()),
    client_id: Type.Optional(Type.String()),
  },
  { examples: [{ token: 'earshot_ort_7Qk9sLr7TtXy2Wc5Bd8Fg1Jm4Np6RuVaEeKoPiHn3vZ' }] },
);

const appScopes = (description: string) =>
  Type.Array(OneOf(SCOPES, { title: 'Scope' }), { description, examples: [['feedback:read', 'changelog:read']] });

const app = {
  client_name: Type.String({ description: 'Self-reported and unverified name of the app', examples: ['Claude'] }),
  client_host: Nullable(
    Type.String({
      description: 'Website that publishes the metadata of the app. Null for an app that registered itself.',
      examples: ['claude.ai'],
    }),
  ),
  redirect_host: Nullable(
    Type.String({
      description: 'Website that receives the authorization. Null for a program on the user’s machine.',
      examples: ['claude.ai'],
    }),
  ),
};

const requestSecret = () =>
  Type.String({
    maxLength: 100,
    examples: ['Hn3vZ0Qk9sLr7TtXy2Wc5Bd8Fg1Jm4Np6RuVaEeKoPi'],
    description: 'Secret in the URL of the page',
  });

export const AuthorizationRequestQuery = Type.Object({ request: requestSecret() });

export const AuthorizationRequest = Component('AuthorizationRequest', {
  ...app,
  scopes: appScopes('Requested scopes, of which the user may grant fewer'),
  expires_at: Timestamp(),
});

export const DecideAuthorizationRequest = Body(
  {
    request: requestSecret(),
    allow: Type.Boolean({ description: 'True to connect the app, false to refuse' }),
    scopes: Type.Optional(
      Type.Array(OneOf(SCOPES, { title: 'Scope' }), {
        minItems: 1,
        uniqueItems: true,
        description: 'Granted scopes. Defaults to the requested scopes.',
      }),
    ),
    project_ids: Type.Optional(
      Type.Array(Id('prj'), {
        minItems: 1,
        maxItems: MAX_PROJECTS,
        uniqueItems: true,
        description: 'Projects that the app is limited to. Defaults to all projects of the user, including future ones.',
      }),
    ),
  },
  { examples: [{ request: 'Hn3vZ0Qk9sLr7TtXy2Wc5Bd8Fg1Jm4Np6RuVaEeKoPi', allow: true, scopes: ['feedback:read'] }] },
);

export const AuthorizationDecision = Component('AuthorizationDecision', {
  redirect_to: Type.String({
    description: 'URL of the app that the browser opens next',
    examples: ['http://127.0.0.1:49152/callback?code=…&state=…&iss=…'],
  }),
});

export const ConnectedApp = Component('ConnectedApp', {
  id: Id('con'),
  ...app,
  scopes: appScopes('Scopes of the app. `<area>:write` includes `<area>:read`.'),
  project_ids: Nullable(
    Type.Array(Id('prj'), {
      description: 'Projects that the app is limited to. Null for all projects of the user.',
      examples: [['prj_01kaga0zrefb8tqs3yh4kx9m2d']],
    }),
  ),
  created_at: Timestamp(),
  updated_at: Timestamp({ description: 'Creation time, because connections never change' }),
  expires_at: Timestamp({ description: 'Time at which the connection ends unless the app is used before' }),
  last_used_at: Nullable(Timestamp({ description: 'Time of the last use, accurate to the minute' })),
});

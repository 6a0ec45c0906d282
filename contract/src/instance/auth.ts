import { LANGUAGES } from '../shared/languages.ts';
import { Type } from 'typebox';
import { SCOPES } from './scopes.ts';
import { Body, Component, Id, Nullable, OneOf, Timestamp } from '../shared/common.ts';

export const PROVIDERS = ['oidc', 'github', 'account', 'local'] as const;

/** Ways to sign in with an account of this instance. */
export const ACCOUNT_METHODS = ['passkey', 'mail'] as const;

export const Provider = Component('Provider', {
  id: OneOf(PROVIDERS, { examples: ['oidc'] }),
  name: Type.String({ description: 'Label of the sign-in button', examples: ['Single sign-on'] }),
  methods: Type.Optional(
    Type.Array(OneOf(ACCOUNT_METHODS), { description: 'Ways to sign in. Only for `account`.', examples: [['passkey', 'mail']] }),
  ),
});

const challengeExample = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const verifierExample = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

export const LoginQuery = Type.Object({
  provider: Type.Optional(
    OneOf(PROVIDERS, { description: 'Identity provider. Required when several providers are configured.' }),
  ),
  return_to: Type.Optional(
    Type.String({
      maxLength: 2048,
      default: '/',
      description:
        'Redirect target after the sign-in: a page of this instance, or `http://127.0.0.1:<port>/…` for a command-line client (RFC 8252)',
      examples: ['http://127.0.0.1:49152/signed-in'],
    }),
  ),
  code_challenge: Type.String({
    description: 'Base64url-encoded SHA-256 hash of the `code_verifier` (RFC 7636)',
    examples: [challengeExample],
  }),
  code_challenge_method: Type.Optional(OneOf(['S256'], { default: 'S256' })),
  state: Type.Optional(
    Type.String({
      maxLength: 512,
      description: 'Opaque value that is returned to `return_to` unchanged',
      examples: ['af0ifjsldkj'],
    }),
  ),
  login_hint: Type.Optional(
    Type.String({
      maxLength: 320,
      description:
        'Email address that the person has entered already, for the identity provider. Ignored when another website starts the sign-in.',
      examples: ['ada@example.com'],
    }),
  ),
});

export const CallbackQuery = Type.Object({
  state: Type.Optional(
    Type.String({ description: 'The `state` value sent to the identity provider', examples: ['4tN0vGm7uJqB2yXcR8sWkZ'] }),
  ),
  code: Type.Optional(
    Type.String({ description: 'Authorization code of the identity provider', examples: ['SplxlOBeZQQYbYS6WxSbIA'] }),
  ),
  error: Type.Optional(Type.String({ description: 'Error code of the identity provider', examples: ['access_denied'] })),
});

export const GRANT_TYPES = ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'] as const;

// Unknown fields are accepted because RFC 6749, section 3.2 requires servers to ignore them (client_id, redirect_uri, scope).
export const TokenRequest = Type.Object(
  {
    grant_type: Type.String({ description: `One of \`${GRANT_TYPES.join('`, `')}\`` }),
    code: Type.Optional(Type.String({ description: 'Code that was passed to `return_to`. Only for `authorization_code`.' })),
    code_verifier: Type.Optional(
      Type.String({ description: 'Code verifier that matches the `code_challenge`. Only for `authorization_code`.' }),
    ),
    refresh_token: Type.Optional(
      Type.String({
        description: 'Single-use refresh token. Only for `refresh_token`, and optional when the refresh cookie is set.',
      }),
    ),
    refresh_cookie: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Stores the refresh token in an HTTP-only cookie for this path instead of returning it. Only for `authorization_code`, for pages of this instance.',
      }),
    ),
    device_code: Type.Optional(
      Type.String({ description: 'Device code. Only for `urn:ietf:params:oauth:grant-type:device_code`.' }),
    ),
    client_id: Type.Optional(Type.String()),
  },
  {
    examples: [
      { grant_type: 'authorization_code', code: 'Hn3vZ0Qk9sLr7TtXy2Wc5Bd8Fg1Jm4Np6RuVaEeKoPi', code_verifier: verifierExample },
    ],
  },
);

export const Tokens = Component('Tokens', {
  access_token: Type.String({
    description: 'Token for the header `Authorization: Bearer`',
    examples: ['earshot_at_4Yx1mKpYyqk4ExJ0Z8oVhVQ4m1w3QnC2rZsT5uD6bE7'],
  }),
  token_type: OneOf(['Bearer'], { examples: ['Bearer'] }),
  expires_in: Type.Integer({ description: 'Lifetime in seconds', examples: [3600] }),
  refresh_token: Type.Optional(
    Type.String({
      description:
        'Single-use token, valid for 30 days. Each use returns a new refresh token; reuse revokes the entire sign-in. Omitted when the token is stored in a cookie.',
      examples: ['earshot_rt_7Qk9sLr7TtXy2Wc5Bd8Fg1Jm4Np6RuVaEeKoPiHn3vZ'],
    }),
  ),
});

export const DeviceRequest = Type.Object(
  {
    client_id: Type.Optional(
      Type.String({ maxLength: 100, description: 'Name of the client program, shown to the user who approves the device' }),
    ),
  },
  { examples: [{ client_id: 'earshot-cli' }] },
);

const userCode = () => Type.String({ description: 'Code that the user enters at `verification_uri`', examples: ['BCDF-GHJK'] });

export const DeviceAuthorization = Component('DeviceAuthorization', {
  device_code: Type.String({ examples: ['Zk9sLr7TtXy2Wc5Bd8Fg1Jm4Np6RuVaEeKoPiHn3vZ0'] }),
  user_code: userCode(),
  verification_uri: Type.String({ examples: ['https://feedback.example.com/device'] }),
  verification_uri_complete: Type.String({ examples: ['https://feedback.example.com/device?user_code=BCDF-GHJK'] }),
  expires_in: Type.Integer({ description: 'Lifetime in seconds', examples: [900] }),
  interval: Type.Integer({ description: 'Minimum number of seconds between polling requests', examples: [5] }),
});

export const DeviceQuery = Type.Object({ user_code: Type.String({ maxLength: 32, examples: ['BCDF-GHJK'] }) });

export const WaitingDevice = Component('WaitingDevice', {
  user_code: userCode(),
  client_id: Nullable(
    Type.String({ description: 'Self-reported and unverified name of the client program', examples: ['earshot-cli'] }),
  ),
  created_at: Timestamp(),
  expires_at: Timestamp(),
});

const AVATAR_CHARACTERS = 60_000;

const userLanguage = () =>
  Nullable(
    OneOf(LANGUAGES, {
      description:
        'Language of the dashboard and of emails to the user. Null: the language of the browser, also for sign-in codes, that of the project in other emails, and English in security notices.',
      examples: ['de'],
    }),
  );

export const UpdateProfile = Body(
  {
    name: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'Name that others see. Null for the name at the identity provider, from the next sign-in on.',
          examples: ['Ada Lovelace'],
        }),
      ),
    ),
    avatar: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: AVATAR_CHARACTERS,
          description:
            'PNG, JPEG or WebP image of up to 45 kB, in base64. Null for no image: the initials of the name are shown.',
          examples: ['iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='],
        }),
      ),
    ),
    language: Type.Optional(userLanguage()),
  },
  { minProperties: 1, examples: [{ name: 'Ada Lovelace' }] },
);

export const Profile = Component('Profile', {
  id: Id('usr'),
  email: Nullable(Type.String({ examples: ['ada@example.com'] })),
  name: Nullable(Type.String({ examples: ['Ada Lovelace'] })),
  avatar_url: Nullable(
    Type.String({ examples: ['https://feedback.example.com/v1/auth/avatars/ava_01kaga0zrefb8tqs3yh4kx9m2d.png'] }),
  ),
  language: userLanguage(),
});

export const DecideDevice = Body(
  {
    user_code: Type.String({ minLength: 1, maxLength: 32 }),
    allow: Type.Boolean({ description: 'True to approve the device, false to deny it' }),
  },
  { examples: [{ user_code: 'BCDF-GHJK', allow: true }] },
);

export const RevokeRequest = Type.Object(
  {
    token: Type.String({
      description: 'Access token, refresh token or personal access token. A refresh token revokes the entire sign-in.',
    }),
    token_type_hint: Type.Optional(Type.String()),
  },
  { examples: [{ token: 'earshot_rt_7Qk9sLr7TtXy2Wc5Bd8Fg1Jm4Np6RuVaEeKoPiHn3vZ' }] },
);

const rights = {
  scopes: Type.Array(OneOf(SCOPES, { title: 'Scope' }), {
    description: 'Scopes of the token. `admin` includes all scopes, and `<area>:write` includes `<area>:read`.',
    examples: [['feedback:read', 'changelog:write']],
  }),
  project_ids: Nullable(
    Type.Array(Id('prj'), {
      description: 'Projects that the token is limited to: one for a service account. Null for all projects of the user.',
      examples: [['prj_01kaga0zrefb8tqs3yh4kx9m2d']],
    }),
  ),
};

export const Session = Component('Session', {
  user: Type.Object(
    {
      id: Id('usr', 'Id of the user (`usr_`) or service account (`svc_`)'),
      email: Nullable(
        Type.String({
          description: 'Email address. Null unless verified by the identity provider.',
          examples: ['ada@example.com'],
        }),
      ),
      name: Nullable(Type.String({ description: 'Name of the user or service account', examples: ['Ada Lovelace'] })),
      avatar_url: Nullable(Type.String({ examples: ['https://example.com/ada.png'] })),
      language: userLanguage(),
    },
    { description: 'Owner of the token: the signed-in user, or a service account' },
  ),
  kind: OneOf(['access', 'personal', 'service', 'oauth'], {
    description:
      'Type of the token: `access` for a sign-in, `personal` for a personal access token, `service` for a service account, `oauth` for a connected app',
  }),
  expires_at: Nullable(Timestamp({ description: 'Null for a token of a service account that does not expire' })),
  ...rights,
});

export const SignOutQuery = Type.Object({
  everywhere: Type.Optional(
    Type.Boolean({ default: false, description: 'Signs out on all devices. Personal access tokens stay valid.' }),
  ),
});

export const ActiveSession = Component('ActiveSession', {
  id: Id('ses'),
  browser: Nullable(Type.String({ description: 'Browser that signed in. Null for programs.', examples: ['Firefox'] })),
  os: Nullable(Type.String({ description: 'Operating system', examples: ['macOS'] })),
  country: Nullable(
    Type.String({ description: 'Country of the sign-in (ISO 3166-1), if a GeoIP database is configured', examples: ['DE'] }),
  ),
  program: Nullable(
    Type.String({ description: 'Self-reported and unverified name of the program', examples: ['earshot-cli (ada-laptop)'] }),
  ),
  is_current: Type.Boolean({ description: 'Whether this is the session of the request' }),
  created_at: Timestamp({ description: 'Time of the sign-in' }),
  updated_at: Timestamp({ description: 'Same as `last_used_at`' }),
  last_used_at: Timestamp({
    description: 'Time of the last request, accurate to the minute within the last hour and to the hour before that',
  }),
  expires_at: Timestamp({ description: 'End of the session if it is not used' }),
});

export const EndSessionsQuery = Type.Object({
  personal_tokens: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Also revokes all personal access tokens, except the one of the request',
    }),
  ),
});

const personalToken = {
  id: Id('tok'),
  name: Type.String({ examples: ['Continuous integration'] }),
  created_at: Timestamp(),
  updated_at: Timestamp({ description: 'Creation time, because tokens never change' }),
  expires_at: Timestamp(),
  last_used_at: Nullable(Timestamp({ description: 'Time of the last use, accurate to the minute' })),
  ...rights,
};

export const PersonalToken = Component('PersonalToken', personalToken);

export const NewPersonalToken = Component('NewPersonalToken', {
  ...personalToken,
  token: Nullable(
    Type.String({
      description:
        'The token. Shown only once because only its hash is stored. Null when the response is replayed for an `Idempotency-Key`.',
      examples: ['earshot_pat_2rZsT5uD6bE74Yx1mKpYyqk4ExJ0Z8oVhVQ4m1w3QnC'],
    }),
  ),
});

export const MAX_TOKEN_DAYS = 365;
export const DEFAULT_TOKEN_DAYS = 90;
const MAX_TOKEN_PROJECTS = 100;

export const CreatePersonalToken = Body(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    expires_in_days: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_TOKEN_DAYS, default: DEFAULT_TOKEN_DAYS })),
    scopes: Type.Optional(
      Type.Array(OneOf(SCOPES, { title: 'Scope' }), {
        minItems: 1,
        uniqueItems: true,
        default: ['admin'],
        description: 'Scopes of the token. Defaults to all permissions of the user.',
      }),
    ),
    project_ids: Type.Optional(
      Type.Array(Id('prj'), {
        minItems: 1,
        maxItems: MAX_TOKEN_PROJECTS,
        uniqueItems: true,
        description: 'Projects that the token is limited to. Defaults to all projects of the user, including future ones.',
      }),
    ),
  },
  { examples: [{ name: 'Continuous integration', expires_in_days: 90, scopes: ['feedback:read', 'changelog:write'] }] },
);

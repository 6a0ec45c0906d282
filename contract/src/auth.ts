import { Type } from 'typebox';
import { Body, Component, Id, Nullable, OneOf, Timestamp } from './common.ts';

export const PROVIDERS = ['oidc', 'github', 'local'] as const;

export const Provider = Component('Provider', {
  id: OneOf(PROVIDERS, { examples: ['oidc'] }),
  name: Type.String({ description: 'What a sign-in button calls it', examples: ['Single sign-on'] }),
});

const challengeExample = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const verifierExample = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

export const LoginQuery = Type.Object({
  provider: Type.Optional(OneOf(PROVIDERS, { description: 'Needed only where several are configured' })),
  return_to: Type.Optional(
    Type.String({
      maxLength: 2048,
      default: '/',
      description:
        'Where the browser goes at the end: a page of this instance, or `http://127.0.0.1:<port>/…` of a CLI (RFC 8252)',
      examples: ['http://127.0.0.1:49152/signed-in'],
    }),
  ),
  code_challenge: Type.String({
    description: 'Base64url of the SHA-256 of your `code_verifier` (RFC 7636)',
    examples: [challengeExample],
  }),
  code_challenge_method: Type.Optional(OneOf(['S256'], { default: 'S256' })),
  state: Type.Optional(
    Type.String({ maxLength: 512, description: 'Comes back to `return_to` as it is', examples: ['af0ifjsldkj'] }),
  ),
});

export const CallbackQuery = Type.Object({
  state: Type.Optional(Type.String({ description: 'As it was sent to the provider', examples: ['4tN0vGm7uJqB2yXcR8sWkZ'] })),
  code: Type.Optional(Type.String({ description: 'The provider’s code', examples: ['SplxlOBeZQQYbYS6WxSbIA'] })),
  error: Type.Optional(Type.String({ description: 'Why the provider gives none', examples: ['access_denied'] })),
});

export const GRANT_TYPES = ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'] as const;

// Fields that OAuth has and Earshot does not need (client_id, redirect_uri, scope) are let pass, as RFC 6749, 3.2 asks.
export const TokenRequest = Type.Object(
  {
    grant_type: Type.String({ description: `\`${GRANT_TYPES.join('`, `')}\`` }),
    code: Type.Optional(Type.String({ description: 'With `authorization_code`: what `return_to` was given' })),
    code_verifier: Type.Optional(Type.String({ description: 'With `authorization_code`: what `code_challenge` was made of' })),
    refresh_token: Type.Optional(
      Type.String({ description: 'With `refresh_token`, unless the cookie bears it. Good for one use' }),
    ),
    refresh_cookie: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'With `authorization_code`, for pages of this instance: the refresh token goes into a cookie that scripts can’t read and that only this path gets, and not into the answer',
      }),
    ),
    device_code: Type.Optional(Type.String({ description: 'With `urn:ietf:params:oauth:grant-type:device_code`' })),
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
    description: 'For `Authorization: Bearer`',
    examples: ['earshot_at_4Yx1mKpYyqk4ExJ0Z8oVhVQ4m1w3QnC2rZsT5uD6bE7'],
  }),
  token_type: OneOf(['Bearer'], { examples: ['Bearer'] }),
  expires_in: Type.Integer({ description: 'Seconds', examples: [3600] }),
  refresh_token: Type.Optional(
    Type.String({
      description:
        'Good for 30 days and for one use, which gives the next one. Used twice, it ends the whole sign-in. Not there when a cookie bears it',
      examples: ['earshot_rt_7Qk9sLr7TtXy2Wc5Bd8Fg1Jm4Np6RuVaEeKoPiHn3vZ'],
    }),
  ),
});

export const DeviceRequest = Type.Object(
  {
    client_id: Type.Optional(
      Type.String({ maxLength: 100, description: 'What the program calls itself; the person who decides reads it' }),
    ),
  },
  { examples: [{ client_id: 'earshot-cli' }] },
);

const userCode = () => Type.String({ description: 'What the person types at `verification_uri`', examples: ['BCDF-GHJK'] });

export const DeviceAuthorization = Component('DeviceAuthorization', {
  device_code: Type.String({ examples: ['Zk9sLr7TtXy2Wc5Bd8Fg1Jm4Np6RuVaEeKoPiHn3vZ0'] }),
  user_code: userCode(),
  verification_uri: Type.String({ examples: ['https://feedback.example.com/device'] }),
  verification_uri_complete: Type.String({ examples: ['https://feedback.example.com/device?user_code=BCDF-GHJK'] }),
  expires_in: Type.Integer({ description: 'Seconds', examples: [900] }),
  interval: Type.Integer({ description: 'Seconds between two polls', examples: [5] }),
});

export const DeviceQuery = Type.Object({ user_code: Type.String({ maxLength: 32, examples: ['BCDF-GHJK'] }) });

export const WaitingDevice = Component('WaitingDevice', {
  user_code: userCode(),
  client_id: Nullable(
    Type.String({ description: 'What the program calls itself; nobody has checked it', examples: ['earshot-cli'] }),
  ),
  created_at: Timestamp(),
  expires_at: Timestamp(),
});

export const DecideDevice = Body(
  { user_code: Type.String({ minLength: 1, maxLength: 32 }), allow: Type.Boolean({ description: 'False denies' }) },
  { examples: [{ user_code: 'BCDF-GHJK', allow: true }] },
);

export const RevokeRequest = Type.Object(
  {
    token: Type.String({ description: 'Any token. A refresh token ends the whole sign-in' }),
    token_type_hint: Type.Optional(Type.String()),
  },
  { examples: [{ token: 'earshot_rt_7Qk9sLr7TtXy2Wc5Bd8Fg1Jm4Np6RuVaEeKoPiHn3vZ' }] },
);

export const Session = Component('Session', {
  user: Type.Object({
    id: Id('usr'),
    email: Nullable(
      Type.String({ description: 'Only when the provider says that it is verified', examples: ['ada@example.com'] }),
    ),
    name: Nullable(Type.String({ examples: ['Ada Lovelace'] })),
    avatar_url: Nullable(Type.String({ examples: ['https://example.com/ada.png'] })),
  }),
  kind: OneOf(['access', 'personal'], { description: '`access`: of a sign-in; `personal`: a personal access token' }),
  expires_at: Timestamp(),
});

export const SignOutQuery = Type.Object({
  everywhere: Type.Optional(
    Type.Boolean({ default: false, description: 'Ends every sign-in of yours, on every device. Personal access tokens stay' }),
  ),
});

const personalToken = {
  id: Id('tok'),
  name: Type.String({ examples: ['Continuous integration'] }),
  created_at: Timestamp(),
  updated_at: Timestamp({ description: 'A token never changes: when it was made' }),
  expires_at: Timestamp(),
  last_used_at: Nullable(Timestamp({ description: 'To the minute' })),
};

export const PersonalToken = Component('PersonalToken', personalToken);

export const NewPersonalToken = Component('NewPersonalToken', {
  ...personalToken,
  token: Nullable(
    Type.String({
      description: 'Shown this once: only its hash is stored. Null when the answer is a replay by `Idempotency-Key`',
      examples: ['earshot_pat_2rZsT5uD6bE74Yx1mKpYyqk4ExJ0Z8oVhVQ4m1w3QnC'],
    }),
  ),
});

export const MAX_TOKEN_DAYS = 365;
export const DEFAULT_TOKEN_DAYS = 90;

export const CreatePersonalToken = Body(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    expires_in_days: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_TOKEN_DAYS, default: DEFAULT_TOKEN_DAYS })),
  },
  { examples: [{ name: 'Continuous integration', expires_in_days: 90 }] },
);

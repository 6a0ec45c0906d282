import { Type } from 'typebox';
import { Body, Component, Id, Nullable, OneOf, Ref, Timestamp } from '../shared/common.ts';
import { type Scope, SCOPES } from './scopes.ts';

export type ServiceAccountScope = Exclude<Scope, 'admin'>;

/** Scopes that a service account can have. */
export const SERVICE_ACCOUNT_SCOPES = SCOPES.filter((scope) => scope !== 'admin');

const scopes = (options: object = {}) =>
  Type.Array(OneOf(SERVICE_ACCOUNT_SCOPES, { title: 'Scope' }), {
    description: 'Scopes of all tokens of the service account. `<area>:write` includes `<area>:read`.',
    examples: [['feedback:read', 'changelog:write']],
    ...options,
  });

export const ServiceAccountToken = Component('ServiceAccountToken', {
  id: Id('tok'),
  name: Type.String({ description: 'The last four characters of the token', examples: ['…uD6b'] }),
  created_at: Timestamp(),
  expires_at: Nullable(Timestamp({ description: 'Null when the token does not expire' })),
  last_used_at: Nullable(Timestamp({ description: 'Time of the last use, accurate to the minute' })),
});

const serviceAccount = {
  id: Id('svc'),
  project_id: Id('prj'),
  name: Type.String({ examples: ['Release pipeline'] }),
  scopes: scopes(),
  created_by: Nullable(
    Type.Object(
      {
        id: Id('usr'),
        name: Nullable(Type.String({ description: 'Name or address of the user', examples: ['Ada Lovelace'] })),
      },
      { description: 'User who created the service account. Null when the user was deleted.' },
    ),
  ),
  tokens: Type.Array(Ref(ServiceAccountToken), {
    description: 'Valid tokens, newest first: the current one, and previous ones for 24 hours after a rotation',
  }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
};

export const ServiceAccount = Component('ServiceAccount', serviceAccount);

export const NewServiceAccount = Component('NewServiceAccount', {
  ...serviceAccount,
  token: Nullable(
    Type.String({
      description:
        'The new token. Shown only once because only its hash is stored. Null when the response is replayed for an `Idempotency-Key`.',
      examples: ['earshot_sat_2rZsT5uD6bE74Yx1mKpYyqk4ExJ0Z8oVhVQ4m1w3QnC'],
    }),
  ),
});

const MAX_DAYS = 3650;

const name = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Name, unique within the project. Appears as the author of comments and in the audit log.',
});
const days = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MAX_DAYS,
    description: 'Days until the token expires. Omit it for a token that does not.',
  }),
);
const newScopes = scopes({ minItems: 1, uniqueItems: true });

export const CreateServiceAccount = Body(
  { name, scopes: newScopes, expires_in_days: days },
  { examples: [{ name: 'Release pipeline', scopes: ['feedback:read', 'changelog:write'], expires_in_days: 365 }] },
);

export const UpdateServiceAccount = Body(
  { name: Type.Optional(name), scopes: Type.Optional(newScopes) },
  { examples: [{ scopes: ['changelog:write'] }] },
);

export const RotateServiceAccount = Body(
  {
    expires_in_days: days,
    revoke_now: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether to revoke the previous tokens immediately instead of after 24 hours',
      }),
    ),
  },
  { examples: [{ expires_in_days: 365, revoke_now: false }] },
);

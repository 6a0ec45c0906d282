import { Type } from 'typebox';
import { Body, Component, Email, Nullable, Timestamp } from '../../shared/common.ts';

/** Beginning of the tokens of people who sign in within a widget. */
export const PERSON_TOKEN_PREFIX = 'eus_';

export const RequestSignInCode = Body(
  { email: Email({ description: 'Address that receives the code' }) },
  { examples: [{ email: 'ada@example.com' }] },
);

const attempt = () => Type.String({ maxLength: 100, description: 'Secret with which the code is entered', examples: ['Zk3…'] });

export const SignInAttempt = Component('SignInAttempt', { attempt: attempt() });

export const EnterSignInCode = Body(
  {
    attempt: attempt(),
    code: Type.String({ maxLength: 20, description: 'Code of the email', examples: ['123456'] }),
    visitor_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description: '`X-Visitor-Id` of the browser, whose votes and entries become those of the person, once for each sign-in',
        examples: ['6f1c2f9a-0f0e-4b0a-9a53-2f1f0f7e9a11'],
      }),
    ),
  },
  { examples: [{ attempt: 'Zk3…', code: '123456' }] },
);

export const PersonSession = Component('PersonSession', {
  token: Type.String({
    description: 'Token for the header `X-User-Token` of this project, until it expires or the person signs out',
    examples: [`${PERSON_TOKEN_PREFIX}…`],
  }),
  email: Type.String({ examples: ['ada@example.com'] }),
  name: Nullable(Type.String({ examples: ['Ada'] })),
  expires_at: Timestamp(),
});

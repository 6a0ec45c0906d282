import { Type } from 'typebox';
import { Body, Component, Email, Id, Nullable, Timestamp } from '../shared/common.ts';

const request = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The `request` in the URL of the sign-in page',
  examples: ['4tN0vGm7uJqB2yXcR8sWkZ'],
});

/** The structures of WebAuthn are those of the browser: https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON */
const webAuthn = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description });

const text = () => Type.String({ minLength: 1, maxLength: 20_000 });

/** Answer of `navigator.credentials` as JSON. Unknown fields are accepted: browsers add extensions. */
const withCredential = <T extends Record<string, ReturnType<typeof text>>>(response: T, description: string) =>
  Type.Object(
    {
      id: text(),
      rawId: text(),
      type: Type.Literal('public-key'),
      response: Type.Object(response),
      clientExtensionResults: Type.Optional(Type.Object({})),
      authenticatorAttachment: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    },
    { description },
  );

const assertion = withCredential(
  { clientDataJSON: text(), authenticatorData: text(), signature: text() },
  'Result of `navigator.credentials.get`, as JSON (`PublicKeyCredential.toJSON`)',
);

const attestation = withCredential(
  { clientDataJSON: text(), attestationObject: text() },
  'Result of `navigator.credentials.create`, as JSON (`PublicKeyCredential.toJSON`)',
);

const requestExample = '4tN0vGm7uJqB2yXcR8sWkZ';
const credentialExample = {
  id: 'q4dR1u0w',
  rawId: 'q4dR1u0w',
  type: 'public-key',
  response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0', authenticatorData: 'c3BlYw', signature: 'c2ln' },
  clientExtensionResults: {},
};

export const AccountSignIn = Body({ request }, { examples: [{ request: requestExample }] });

export const PasskeySignIn = Body(
  { request, credential: assertion },
  { examples: [{ request: requestExample, credential: credentialExample }] },
);

export const MailCode = Body({ request, email: Email() }, { examples: [{ request: requestExample, email: 'ada@example.com' }] });

export const EnterCode = Body(
  { request, code: Type.String({ pattern: '^[0-9]{6}$', description: 'Six-digit code from the email', examples: ['493817'] }) },
  { examples: [{ request: requestExample, code: '493817' }] },
);

export const UseLink = Body(
  {
    request,
    link: Type.String({ minLength: 1, maxLength: 200, description: 'The part of the link after `#`' }),
    email: Type.Optional(Email({ description: 'Email address of the first user. Required for the setup link.' })),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Name of the first user' })),
  },
  {
    examples: [
      { request: requestExample, link: '2rZsT5uD6bE74Yx1mKpYyqk4ExJ0Z8oVhVQ4m1w3QnC', email: 'ada@example.com', name: 'Ada' },
    ],
  },
);

/** The next page of the browser, after the verification. */
export const AccountSignedIn = Component('AccountSignedIn', {
  redirect_to: Type.String({
    description: 'URL to which the browser must be sent',
    examples: ['https://feedback.example.com/v1/auth/callback?code=…&state=…'],
  }),
});

export const PasskeyRequestOptions = Component('PasskeyRequestOptions', {
  options: webAuthn('Options for `navigator.credentials.get`, as JSON (`PublicKeyCredential.parseRequestOptionsFromJSON`)'),
});

export const PasskeyCreationOptions = Component('PasskeyCreationOptions', {
  options: webAuthn('Options for `navigator.credentials.create`, as JSON (`PublicKeyCredential.parseCreationOptionsFromJSON`)'),
});

const name = Type.String({ minLength: 1, maxLength: 100, description: 'Name in the list of passkeys', examples: ['Laptop'] });

export const Passkey = Component('Passkey', {
  id: Id('pky'),
  name,
  created_at: Timestamp(),
  updated_at: Timestamp(),
  last_used_at: Nullable(Timestamp({ description: 'Time of the last sign-in with this passkey' })),
});

export const CreatePasskey = Body(
  { name, credential: attestation },
  {
    examples: [
      {
        name: 'Laptop',
        credential: {
          ...credentialExample,
          response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4u', attestationObject: 'o2NmbXRk' },
        },
      },
    ],
  },
);

export const UpdatePasskey = Body({ name }, { examples: [{ name: 'Work laptop' }] });

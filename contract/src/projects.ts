import { Type } from 'typebox';
import { Body, Component, Email, Id, Nullable, OneOf, ROLES, Timestamp } from './common.ts';

export const MODERATION = ['off', 'anonymous', 'all'] as const;

const moderation = OneOf(MODERATION, {
  default: 'off',
  description:
    'Whose entries and comments wait for approval: nobody’s, those of anonymous visitors, or everyone’s who is not on the project',
});

export const Project = Component('Project', {
  id: Id('prj'),
  name: Type.String({ examples: ['Acme'] }),
  slug: Type.String({ examples: ['acme'] }),
  api_key: Type.String({ examples: ['pk_3vQB7B6MrGQZaxCuFg4oh8fXaZ5sR2dT'] }),
  settings: Type.Object({ feedback: Type.Object({ moderation }) }),
  role: OneOf(ROLES, { description: 'Your own role on it' }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

const name = (options: object = {}) => Type.String({ minLength: 1, maxLength: 100, examples: ['Acme'], ...options });
export const SLUG_PATTERN = '^[a-z0-9](-?[a-z0-9])*$';

const slug = () =>
  Type.String({
    minLength: 2,
    maxLength: 60,
    pattern: SLUG_PATTERN,
    examples: ['acme'],
    description: 'From the name, unless given; unique',
  });

export const CreateProject = Body({ name: name(), slug: Type.Optional(slug()) }, { examples: [{ name: 'Acme' }] });

export const UpdateProject = Body(
  {
    name: Type.Optional(name()),
    slug: Type.Optional(slug()),
    settings: Type.Optional(Body({ feedback: Type.Optional(Body({ moderation: Type.Optional(OneOf(MODERATION)) })) })),
  },
  { minProperties: 1, examples: [{ settings: { feedback: { moderation: 'anonymous' } } }] },
);

export const DeleteProjectQuery = Type.Object({
  confirm: Type.String({ description: 'The slug of the project, so that no slip deletes it', examples: ['acme'] }),
});

export const ProjectKey = Component('ProjectKey', {
  key: Type.String({ examples: ['pk_3vQB7B6MrGQZaxCuFg4oh8fXaZ5sR2dT'] }),
  created_at: Timestamp(),
  expires_at: Nullable(Timestamp({ description: 'Null for the current key; a rotated one works until then' })),
});

export const RotateKey = Body(
  { revoke_now: Type.Optional(Type.Boolean({ default: false, description: 'End the old one at once instead of in 24 hours' })) },
  { examples: [{ revoke_now: false }] },
);

export const IdentitySecret = Component('IdentitySecret', {
  secret: Type.String({
    description: 'Signs X-User-Token (JWT, HS256)',
    examples: ['is_Yx1mKpYyqk4ExJ0Z8oVhVQ4m1w3QnC2rZsT5uD6bE7f'],
  }),
  created_at: Timestamp(),
  expires_at: Nullable(Timestamp()),
});

export const Member = Component('Member', {
  user_id: Id('usr'),
  email: Nullable(Type.String({ examples: ['ada@example.com'] })),
  name: Nullable(Type.String({ examples: ['Ada Lovelace'] })),
  avatar_url: Nullable(Type.String()),
  role: OneOf(ROLES),
  state: OneOf(['invited', 'active'], { description: '`invited` until the first sign-in with that address' }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

const INVITABLE = ['viewer', 'member', 'admin'] as const;

export const InviteMember = Body(
  { email: Email(), role: OneOf(INVITABLE) },
  { examples: [{ email: 'grace@example.com', role: 'member' }] },
);

export const UpdateMember = Body(
  { role: OneOf(ROLES, { description: '`owner` hands the project over; you become an admin' }) },
  { examples: [{ role: 'admin' }] },
);

export const Mail = Component('Mail', {
  id: Id('ml'),
  recipient: Type.String({ examples: ['ada@example.com'] }),
  subject: Type.String({ examples: ['“Export as CSV” is now in progress'] }),
  text: Type.String(),
  html: Type.String(),
  status: OneOf(['queued', 'kept', 'sent', 'failed'], { description: '`kept`: there is no mail server, so it stays here' }),
  error: Nullable(Type.String({ description: 'What the mail server said last' })),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

import { Type } from 'typebox';
import { Component, Id, Nullable, OneOf, Page, Timestamp } from '../shared/common.ts';

/** Recorded actions. The part before the dot is the kind of the target. */
const ACCOUNT_ACTIONS = [
  'session.created',
  'session.ended',
  'session.others_ended',
  'token.created',
  'token.revoked',
  'connected_app.authorized',
  'connected_app.revoked',
  'passkey.created',
  'passkey.deleted',
] as const;

export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];

export const AccountLogEntry = Component('AccountLogEntry', {
  id: Id('acl'),
  action: OneOf(ACCOUNT_ACTIONS, { examples: ['token.created'] }),
  target_id: Nullable(
    Type.String({
      description: 'Id of the session, token, connected app or passkey. Null when the action concerns several sessions.',
      examples: ['tok_01kaga0zrefb8tqs3yh4kx9m2d'],
    }),
  ),
  target_name: Nullable(
    Type.String({ description: 'Name of the token, app, passkey or program, at the time of the action', examples: ['CI'] }),
  ),
  token_name: Nullable(
    Type.String({
      description: 'Name of the personal access token or connected app that was used. Null for a sign-in.',
      examples: ['Terraform'],
    }),
  ),
  browser: Nullable(
    Type.String({
      description: 'Browser of the request. Null for programs, and for the command line of the server.',
      examples: ['Firefox'],
    }),
  ),
  os: Nullable(Type.String({ description: 'Operating system', examples: ['macOS'] })),
  country: Nullable(
    Type.String({ description: 'Country of the request (ISO 3166-1), if a GeoIP database is configured', examples: ['DE'] }),
  ),
  scopes: Nullable(Type.Array(Type.String(), { description: 'Scopes of a token or app', examples: [['feedback:read']] })),
  project_ids: Nullable(
    Type.Array(Id('prj'), {
      description: 'Projects of a token or app. Null for all projects of the user, and for other targets.',
    }),
  ),
  created_at: Timestamp(),
});

export const ListAccountLogQuery = Type.Object({
  action: Type.Optional(OneOf(ACCOUNT_ACTIONS, { description: 'Only entries of this action' })),
  ...Page,
});

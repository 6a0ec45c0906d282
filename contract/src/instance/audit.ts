import { Type } from 'typebox';
import { SERVICES } from '../services/index.ts';
import { Component, Id, Nullable, OneOf, Page, Timestamp } from '../shared/common.ts';

/** Recorded actions. The part before the dot is the kind of the target. */
export const AUDIT_ACTIONS = [
  'project.created',
  'project.updated',
  'project.emptied',
  'member.added',
  'member.invited_again',
  'member.role_changed',
  'member.removed',
  'api_key.created',
  'api_key.updated',
  'api_key.rotated',
  'api_key.revoked',
  'identity_secret.rotated',
  'identity_secret.read',
  'token.created',
  'token.revoked',
  'service_account.created',
  'service_account.updated',
  'service_account.rotated',
  'service_account.token_revoked',
  'service_account.deleted',
  'connected_app.authorized',
  'connected_app.revoked',
  'webhook.created',
  'webhook.updated',
  'webhook.secret_rotated',
  'webhook.secret_read',
  'webhook.replayed',
  'webhook.deleted',
  'mail.test_sent',
  'report_subscription.added',
  'report_subscription.removed',
  'upload.deleted',
  'records.imported',
  'import.started',
  'import.undone',
  'import.deleted',
  'proposal.accepted',
  'person.erased',
  'person.exported',
  'person.merged',
  'person.separated',
  'people.exported',
  'people_segment.updated',
  'people_segment.deleted',
  'export.created',
  'export.downloaded',
  'export.deleted',
  ...SERVICES.flatMap(({ auditActions }) => auditActions),
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const fields = (description: string, example: object) =>
  Nullable(Type.Object({}, { additionalProperties: true, description, examples: [example] }));

export const AuditEntry = Component('AuditEntry', {
  id: Id('aud'),
  project_id: Id('prj'),
  action: OneOf(AUDIT_ACTIONS, { examples: ['project.updated'] }),
  actor_id: Nullable(
    Id(
      'usr',
      'Id of the user (`usr_`) or service account (`svc_`) that acted. Null for actions of the server itself, and of people who erase their own data.',
    ),
  ),
  actor_name: Nullable(
    Type.String({
      description: 'Name or address of the user, or name of the service account, at the time of the action',
      examples: ['Ada Lovelace'],
    }),
  ),
  token_name: Nullable(
    Type.String({
      description:
        'Name of the personal access token or connected app that was used, or the last characters of the token of a service account. Null for a sign-in in the browser or on the command line.',
      examples: ['CI'],
    }),
  ),
  target_id: Nullable(
    Type.String({
      description: 'Id of what was changed. Null when the action concerns the whole project.',
      examples: ['whk_01kaga0zrefb8tqs3yh4kx9m2d'],
    }),
  ),
  target_name: Nullable(
    Type.String({
      description:
        'Name of what was changed, at the time of the action. Null for content of end users, so that the log keeps no personal data after its deletion.',
      examples: ['https://example.com/…'],
    }),
  ),
  before: fields('Changed fields before the action. Settings are named by their path. Null when something was created.', {
    'settings.feedback.moderation': 'off',
  }),
  after: fields('Changed fields after the action. Null when something was deleted. Never contains a secret.', {
    'settings.feedback.moderation': 'all',
  }),
  created_at: Timestamp(),
});

export const ListAuditLogQuery = Type.Object({
  action: Type.Optional(OneOf(AUDIT_ACTIONS, { description: 'Only entries of this action' })),
  actor_id: Type.Optional(Id('usr', 'Only entries of this user or service account')),
  since: Type.Optional(Timestamp({ description: 'Only entries at or after this time' })),
  until: Type.Optional(Timestamp({ description: 'Only entries before this time' })),
  ...Page,
});

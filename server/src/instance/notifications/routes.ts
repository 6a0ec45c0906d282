import * as contract from '@earshot/contract/instance/notifications';
import { Id, ListOf, Ref } from '@earshot/contract/shared/common';
import type { Language } from '@earshot/contract/shared/languages';
import type { NotificationPreference } from '@earshot/contract/shared/notifications';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type EntryKind, entryIdOf, projectQuery, sessionOf } from '../../platform/api/credentials.ts';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { requirePersonalData } from '../../platform/api/personal-data.ts';
import { chooseLanguage } from '../../platform/i18n/choice.ts';
import { formatId, parseId } from '../../platform/ids.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { Notifications } from './notifications.ts';
import { notificationForMember } from './projections.ts';
import * as store from './store.ts';

interface Options {
  db: Db;
  notifications: Notifications;
}

const tag = 'Notifications';
const viewer = { by: 'session', role: 'viewer' } as const;
const kind: EntryKind = { prefix: 'ntf', notFound: 'notifications.not_found', findProjectId: store.findProjectId };
const query = Type.Object(projectQuery);

/** Notifications and preferences of the signed-in member. */
export const notificationRoutes: FastifyPluginAsyncTypebox<Options> = async (app, deps) => {
  listNotificationsRoute(app, deps);
  updateNotificationRoute(app, deps);
  markNotificationsReadRoute(app, deps);
  getPreferencesRoute(app, deps);
  updatePreferencesRoute(app, deps);
};

/** Returns the member, with the role, and the project of a request. */
function findOwn(request: FastifyRequest): store.Own {
  const { project, user, role } = sessionOf(request);
  return { projectId: project.id, userId: user.id, role };
}

/** Returns the language of the account, else of the browser. */
const findOwnLanguage = (request: FastifyRequest): Language => sessionOf(request).user.language ?? chooseLanguage(request, 'en');

function listNotificationsRoute(app: App, { db, notifications }: Options): void {
  app.get(
    '/',
    operation({
      id: 'listNotifications',
      summary: 'List own notifications',
      description:
        'Returns what the caller was notified of in the project, newest first, for 90 days. Texts are current, and in the language of the account, or else of `Accept-Language`; notifications about deleted resources disappear, and those that the current role may not read. `total` with `unread=true` is the number of unread notifications. Service accounts have no notifications.',
      tag,
      access: viewer,
      scopes: ['notifications:read'],
      query: Type.Object({ ...contract.ListNotificationsQuery, ...projectQuery }),
      returns: ListOf(Ref(contract.Notification)),
    }),
    async (request) => {
      const { unread, kind: name } = request.query;
      const paging = parsePaging(request);
      const { rows, ...count } = await store.listNotifications(db, { ...findOwn(request), unread, kind: name, ...paging });
      const described = await notifications.describe(db, sessionOf(request).project, rows, findOwnLanguage(request));
      return buildList(described.map(notificationForMember), count, paging);
    },
  );
}

function updateNotificationRoute(app: App, { db, notifications }: Options): void {
  app.patch(
    '/:id',
    operation({
      id: 'updateNotification',
      summary: 'Mark a notification as read or unread',
      description:
        'Members change their own notifications only. A notification that is read before its email is sent is left out of the email.',
      tag,
      access: { ...viewer, entry: kind },
      scopes: ['notifications:write'],
      params: Type.Object({ id: Id('ntf') }),
      body: contract.UpdateNotification,
      returns: Ref(contract.Notification),
    }),
    async (request) => {
      const change = { ...findOwn(request), id: entryIdOf(request), isRead: request.body.read };
      const notification = await store.setRead(db, change);
      const [described] = await notifications.describe(
        db,
        sessionOf(request).project,
        // The notification of another member does not exist for the caller.
        notification ? [notification] : [],
        findOwnLanguage(request),
      );
      if (!described) throw new HttpError('notifications.not_found');
      return notificationForMember(described);
    },
  );
}

function markNotificationsReadRoute(app: App, { db }: Options): void {
  app.post(
    '/read',
    operation({
      id: 'markNotificationsRead',
      summary: 'Mark all own notifications as read',
      description: 'Marks the unread notifications of the caller in the project as read. They are left out of emails.',
      tag,
      access: viewer,
      scopes: ['notifications:write'],
      query,
      body: contract.MarkNotificationsRead,
      returns: Ref(contract.MarkedNotifications),
    }),
    async (request) => ({ marked: await store.setAllRead(db, { ...findOwn(request), ...request.body }) }),
  );
}

function getPreferencesRoute(app: App, { db }: Options): void {
  app.get(
    '/preferences',
    operation({
      id: 'getNotificationPreferences',
      summary: 'Get own notification preferences',
      description:
        'Returns what the caller is notified of in the project: by email when the event happens (`immediate`), by email every day at 8:00 in the time zone of the project (`daily`), or not at all (`off`). Emails that follow each other within five minutes are sent together. Kinds that the role of the caller does not allow are left out.',
      tag,
      access: viewer,
      scopes: ['notifications:read'],
      query,
      returns: Ref(contract.NotificationPreferences),
    }),
    async (request) => await readPreferences(db, request),
  );
}

function updatePreferencesRoute(app: App, { db }: Options): void {
  app.patch(
    '/preferences',
    operation({
      id: 'updateNotificationPreferences',
      summary: 'Change own notification preferences',
      description:
        'Changes the given kinds, for later events. Others stay as they are. With `segment_id`, only entries and comments of people in the segment cause notifications. Has no effect for service accounts.',
      tag,
      access: viewer,
      scopes: ['notifications:write'],
      query,
      body: contract.UpdateNotificationPreferences,
      returns: Ref(contract.NotificationPreferences),
      errors: ['auth.role_required'],
    }),
    async (request) => {
      const { projectId, userId } = findOwn(request);
      const { segment_id: segment, ...preferences } = request.body as Record<string, NotificationPreference> & {
        segment_id?: string | null;
      };
      if (segment !== undefined) await saveSegment(db, request, segment);
      await store.savePreferences(db, projectId, userId, Object.entries(preferences));
      return await readPreferences(db, request);
    },
  );
}

/** @throws {HttpError} 400 for an unknown segment, and 403 for callers who may not know who is in a segment */
async function saveSegment(db: Db, request: FastifyRequest, given: string | null): Promise<void> {
  const { projectId, userId } = findOwn(request);
  if (given !== null) requirePersonalData(sessionOf(request));
  const id = given === null ? null : parseId('psg', given);
  if (id === undefined || !(await store.saveSegment(db, projectId, userId, id)))
    throw invalidField('segment_id', 'not_found', 'segment_id must be the id of a segment of people');
}

async function readPreferences(db: Db, request: FastifyRequest) {
  const { projectId, userId } = findOwn(request);
  const chosen = await store.findPreferences(db, projectId, userId);
  const segmentId = await store.findSegment(db, projectId, userId);
  const names = contract.listKindsForRole(sessionOf(request).role);
  return {
    segment_id: segmentId && formatId('psg', segmentId),
    preferences: names.map((name) => {
      const { meaning, preference } = contract.NOTIFICATIONS[name];
      return { kind: name, meaning, preference: chosen.get(name) ?? preference, default: preference };
    }),
  };
}

import * as contract from '@earshot/contract/services/waitlist/broadcasts';
import { Id, ListOf, Ok, Ref } from '@earshot/contract/shared/common';
import { Type } from 'typebox';
import { actorOf, recordAudit } from '../../../instance/audit/audit.ts';
import type { Outbox } from '../../../instance/mail/outbox.ts';
import { projectOf } from '../../../instance/projects/caller.ts';
import { type EntryKind, entryIdOf, projectQuery, sessionOf } from '../../../platform/api/credentials.ts';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { createOnce } from '../../../platform/api/idempotency.ts';
import { buildList, parsePaging } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { formatId } from '../../../platform/ids.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import type { Broadcasts } from './broadcasts.ts';
import { type Broadcast, findBroadcast, findBroadcastProject, listBroadcasts } from './broadcasts-store.ts';

interface Deps {
  db: Db;
  outbox: Pick<Outbox, 'sendNow'>;
  broadcasts: Broadcasts;
}

const tag = 'Waitlist';
const member = { by: 'session', role: 'member' } as const;
const query = Type.Object(projectQuery);
const kind: EntryKind = { prefix: 'wbr', notFound: 'waitlist_broadcasts.not_found', findProjectId: findBroadcastProject };

const present = ({ id, project_id, filter, created_at, sent_at, ...broadcast }: Broadcast) => ({
  id: formatId('wbr', id),
  project_id: formatId('prj', project_id),
  subject: broadcast.subject,
  body: broadcast.body,
  filter,
  status: sent_at ? ('sent' as const) : broadcast.stop_reason ? ('incomplete' as const) : ('sending' as const),
  stop_reason: broadcast.stop_reason,
  recipient_count: broadcast.recipient_count,
  delivered_count: broadcast.delivered_count,
  failed_count: broadcast.failed_count,
  unsubscribed_count: broadcast.unsubscribed_count,
  created_at: created_at.toISOString(),
  sent_at: sent_at?.toISOString() ?? null,
});

/** Emails of the team to people on the waitlist. */
export function broadcastRoutes(app: App, deps: Deps): void {
  listBroadcastsRoute(app, deps);
  previewBroadcastRoute(app, deps);
  testBroadcastRoute(app, deps);
  sendBroadcastRoute(app, deps);
  resumeBroadcastRoute(app, deps);
}

function listBroadcastsRoute(app: App, { db }: Deps): void {
  app.get(
    '/broadcasts',
    operation({
      id: 'listWaitlistBroadcasts',
      summary: 'List broadcasts',
      description: 'Returns the emails of the team to people on the waitlist, newest first, with their figures.',
      tag,
      access: member,
      scopes: ['waitlist:read', 'personal_data:read'],
      query: Type.Object({ ...contract.ListBroadcastsQuery.properties, ...projectQuery }),
      returns: ListOf(Ref(contract.WaitlistBroadcast)),
    }),
    async (request) => {
      const paging = parsePaging(request);
      const { rows, ...count } = await listBroadcasts(db, projectOf(request).id, paging);
      return buildList(rows.map(present), count, paging);
    },
  );
}

function previewBroadcastRoute(app: App, { broadcasts }: Deps): void {
  app.post(
    '/broadcasts/preview',
    operation({
      id: 'previewWaitlistBroadcast',
      summary: 'Preview a broadcast',
      description: 'Returns the email as a person would receive it, and the number of recipients. Nothing is sent.',
      tag,
      access: member,
      scopes: ['waitlist:read', 'personal_data:read'],
      query,
      body: contract.PreviewBroadcast,
      returns: Ref(contract.BroadcastPreview),
      errors: ['server.event_store_unavailable'],
    }),
    async (request) => {
      const { subject = '', body = '', filter = {} } = request.body;
      return await broadcasts.preview(projectOf(request), { subject, body }, filter);
    },
  );
}

function testBroadcastRoute(app: App, { outbox, broadcasts }: Deps): void {
  app.post(
    '/broadcasts/test',
    operation({
      id: 'testWaitlistBroadcast',
      summary: 'Send a broadcast to yourself',
      description:
        'Sends the email to your own address, after which the mail server has accepted it. Without a mail server, it is kept in the outbox. While you are over the daily limit of emails, it is suppressed, and the request is refused with 409.',
      tag,
      access: member,
      scopes: ['waitlist:write'],
      query,
      body: contract.BroadcastContent,
      returns: Ref(Ok),
      errors: ['mails.limit_exceeded', 'mails.server_unavailable'],
      limit: 'sensitive',
    }),
    async (request) => {
      const project = projectOf(request);
      const { email } = sessionOf(request).user;
      if (!email) throw invalidField('', 'not_allowed', 'Your account has no email address, so sign in as a member with one');
      await outbox.sendNow(project.id, await broadcasts.composeTest(project, request.body, email));
      return { ok: true };
    },
  );
}

function sendBroadcastRoute(app: App, { db, broadcasts }: Deps): void {
  app.post(
    '/broadcasts',
    operation({
      id: 'sendWaitlistBroadcast',
      summary: 'Send a broadcast',
      description:
        'Sends an email to all people on the waitlist who match the filter, once to each: people with a confirmed address who were not removed and did not unsubscribe. Their number is `recipient_count` of the preview. Each email has a link that unsubscribes from broadcasts with one click, and is canceled if the person unsubscribes before it is sent. A broadcast whose segment, reward or question is deleted meanwhile, or that fails for an hour, becomes `incomplete`. Recorded in the audit log.',
      tag,
      access: member,
      scopes: ['waitlist:write', 'personal_data:read'],
      query,
      body: contract.SendBroadcast,
      returns: Ref(contract.WaitlistBroadcast),
      status: 201,
      errors: ['server.event_store_unavailable'],
    }),
    (request, reply) =>
      createOnce({ db, request, reply }, async (handle) => {
        const project = projectOf(request);
        const { filter = {}, ...content } = request.body;
        return await transact(handle, async (tx) => {
          const broadcast = await broadcasts.send(tx, project, content, filter);
          await recordAudit(tx, {
            projectId: project.id,
            actor: actorOf(request),
            action: 'waitlist_broadcast.sent',
            target: { id: formatId('wbr', broadcast.id) },
          });
          return present(broadcast);
        });
      }),
  );
}

function resumeBroadcastRoute(app: App, { db, broadcasts }: Deps): void {
  app.post(
    '/broadcasts/:id/resume',
    operation({
      id: 'resumeWaitlistBroadcast',
      summary: 'Resume an incomplete broadcast',
      description:
        'Sends the remaining emails of an `incomplete` broadcast. Nobody receives an email twice. Other broadcasts are returned unchanged; one whose segment, reward or question was deleted stays incomplete. Recorded in the audit log.',
      tag,
      access: { ...member, entry: kind },
      scopes: ['waitlist:write', 'personal_data:read'],
      params: Type.Object({ id: Id('wbr') }),
      returns: Ref(contract.WaitlistBroadcast),
      errors: ['waitlist_broadcasts.filter_deleted', 'server.event_store_unavailable'],
    }),
    async (request) => {
      const [project, id] = [projectOf(request), entryIdOf(request)];
      const read = async (handle: Db) => {
        const broadcast = await findBroadcast(handle, project.id, id);
        if (!broadcast) throw new HttpError('waitlist_broadcasts.not_found');
        return broadcast;
      };
      const broadcast = await read(db);
      if (broadcast.stop_reason === null) return present(broadcast);
      await broadcasts.checkFilter(project, broadcast);
      return await transact(db, async (tx) => {
        if (await broadcasts.resume(tx, broadcast))
          await recordAudit(tx, {
            projectId: project.id,
            actor: actorOf(request),
            action: 'waitlist_broadcast.resumed',
            target: { id: formatId('wbr', id) },
          });
        return present(await read(tx));
      });
    },
  );
}

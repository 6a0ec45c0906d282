import { Id, ListOf, Ok, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/changelog/schemas';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, recordAudit } from '../../instance/audit/audit.ts';
import { callerOf, type EntryKind, entryIdOf, projectQuery } from '../../platform/api/credentials.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { findReaderLanguage } from '../../platform/i18n/choice.ts';
import { formatId } from '../../platform/ids.ts';
import { type Db, transact } from '../../platform/postgres/database.ts';
import { projectOf } from '../../instance/projects/caller.ts';
import { askSubscribers, subscribe } from './mails.ts';
import { subscriberForMember } from './projections.ts';
import { deleteSubscriberById, findProjectId, type FindFollowing, listSubscribers } from './subscribers-store.ts';

interface Options {
  db: Db;
  findFollowing: FindFollowing;
  mailing: Parameters<typeof subscribe>[0];
}

const tag = 'Changelog';
const subscriberKind: EntryKind = { prefix: 'sub', notFound: 'subscribers.not_found', findProjectId };

export const subscriberRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  listChangelogSubscribersRoute(app, options);
  addChangelogSubscribersRoute(app, options);
  deleteChangelogSubscriberRoute(app, options);
  subscribeToChangelogRoute(app, options);
};

function listChangelogSubscribersRoute(app: App, { db }: Options): void {
  app.get(
    '/subscribers',
    operation({
      id: 'listChangelogSubscribers',
      summary: 'List changelog subscribers',
      description:
        'Returns confirmed and unconfirmed subscribers, newest first. Unconfirmed subscribers receive no emails about entries, and are deleted after `settings.retention.unconfirmed_days`.',
      tag,
      access: { by: 'session', role: 'member' },
      scopes: ['changelog:read', 'personal_data:read'],
      query: Type.Object({ ...contract.ListSubscribersQuery.properties, ...projectQuery }),
      returns: ListOf(Ref(contract.ChangelogSubscriber)),
    }),
    async (request) => {
      const paging = parsePaging(request);
      const { rows, ...count } = await listSubscribers(
        db,
        callerOf(request).project.id,
        { confirmed: request.query.confirmed },
        paging,
      );
      return buildList(rows.map(subscriberForMember), count, paging);
    },
  );
}

function addChangelogSubscribersRoute(app: App, { mailing }: Options): void {
  app.post(
    '/subscribers',
    operation({
      id: 'addChangelogSubscribers',
      summary: 'Add changelog subscribers',
      description:
        'Asks each address to confirm with the link in an email: at most once in 30 days, and not after the person unsubscribed. Nobody receives emails about entries without a confirmation. Recorded in the audit log.',
      tag,
      access: { by: 'session', role: 'member' },
      scopes: ['changelog:write', 'personal_data:read'],
      query: Type.Object(projectQuery),
      body: contract.AddSubscribers,
      returns: Ref(contract.AddedSubscribers),
      // Sends a mail to each given address.
      limit: 'sensitive',
    }),
    async (request) => {
      const [project, { emails }] = [projectOf(request), request.body];
      return await transact(mailing.db, async (tx) => {
        const asked = await askSubscribers(tx, mailing, project, emails);
        await recordAudit(tx, {
          projectId: project.id,
          actor: actorOf(request),
          action: 'changelog_subscribers.added',
          after: { asked },
        });
        return { asked, skipped: emails.length - asked };
      });
    },
  );
}

function deleteChangelogSubscriberRoute(app: App, { db, findFollowing }: Options): void {
  app.delete(
    '/subscribers/:id',
    operation({
      id: 'deleteChangelogSubscriber',
      summary: 'Delete a changelog subscriber',
      description:
        'Removes the address from the subscribers. To erase all data of the person, use `POST /v1/projects/{id}/people/erase`.',
      tag,
      access: { by: 'session', role: 'member', entry: subscriberKind },
      scopes: ['changelog:write'],
      params: Type.Object({ id: Id('sub') }),
      returns: Ref(Ok),
    }),
    async (request) => {
      const [projectId, id] = [callerOf(request).project.id, entryIdOf(request)];
      await transact(db, async (tx) => {
        if (!(await deleteSubscriberById(tx, { projectId, id, findFollowing }))) throw new HttpError('subscribers.not_found');
        await recordAudit(tx, {
          projectId,
          actor: actorOf(request),
          action: 'changelog_subscriber.deleted',
          target: { id: formatId('sub', id) },
        });
      });
      return { ok: true };
    },
  );
}

function subscribeToChangelogRoute(app: App, { mailing }: Options): void {
  app.post(
    '/subscribe',
    operation({
      id: 'subscribeToChangelog',
      summary: 'Subscribe to the changelog',
      description: 'Emails are sent after the address is confirmed with the link in the confirmation email.',
      tag,
      access: { by: 'key' },
      body: contract.SubscribeToChangelog,
      returns: Ref(Ok),
      // Sends a mail to any given address.
      limit: 'sensitive',
    }),
    async (request) => {
      await subscribe(mailing, projectOf(request), request.body.email, { language: findReaderLanguage(request) });
      return { ok: true };
    },
  );
}

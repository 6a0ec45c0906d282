import { AuditEntry, ListAuditLogQuery } from '@earshot/contract/instance/audit';
import { Id, ListOf, Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { auditEntryForMember } from '../audit/projections.ts';
import { listEntries } from '../audit/store.ts';
import { type Access, entryIdOf } from '../../platform/api/credentials.ts';
import { invalidField } from '../../platform/api/errors.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { operation } from '../../platform/api/operation.ts';
import { parseId } from '../../platform/ids.ts';
import type { Db } from '../../platform/postgres/database.ts';

interface Options {
  db: Db;
  admin: Access;
}

/** The audit log of a project. */
export const auditRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, admin }) => {
  app.get(
    '/:id/audit-log',
    operation({
      id: 'listAuditLog',
      summary: 'List the audit log',
      description:
        'Returns actions of the team, newest first: changes of settings, members, keys, tokens, webhooks and shared links, deletions, erasures and exports. Entries are recorded in the transaction of their change, cannot be changed, and are deleted after `settings.retention.audit_log_days`. Addresses of end users are removed when the person is erased.',
      tag: 'Projects',
      access: admin,
      scopes: ['audit_log:read'],
      params: Type.Object({ id: Id('prj') }),
      query: ListAuditLogQuery,
      returns: ListOf(Ref(AuditEntry)),
    }),
    async (request) => {
      const { action, actor_id: actor, since, until } = request.query;
      const actorId = actor === undefined ? undefined : (parseId('usr', actor) ?? parseId('svc', actor));
      if (actor !== undefined && !actorId)
        throw invalidField('actor_id', 'format', 'actor_id must be the id of a user or service account');
      const paging = parsePaging(request);
      const { rows, ...count } = await listEntries(db, entryIdOf(request), { action, actorId, since, until }, paging);
      return buildList(rows.map(auditEntryForMember), count, paging);
    },
  );
};

import { Id, Ok, Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf } from '../audit/audit.ts';
import { type Access, entryIdOf } from '../../platform/api/credentials.ts';
import { operation } from '../../platform/api/operation.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { type EmptyingDeps, emptyProject } from './emptying.ts';

interface Options {
  db: Db;
  owner: Access;
  content: EmptyingDeps;
}

/** The emptying of a test project. */
export const emptyingRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, owner, content }) => {
  app.post(
    '/:id/empty',
    operation({
      id: 'emptyProject',
      summary: 'Empty a test project',
      description:
        'Deletes all content of a test project (`settings.test.enabled`): the entries of all services with their comments, votes and subscribers, documents, images, analytics events, annotations and searches, emails, webhook deliveries, and responses of idempotent requests. Kept: settings, members, service accounts, API keys and secrets, webhooks, indexes without their documents, goals, segments, alerts without their history, shared links, views of feedback, the audit log and the request log. Events that arrive after the start of the request are kept. Webhooks receive no events about the deletions. The operation is idempotent and can be retried after a failure.',
      tag: 'Projects',
      access: owner,
      scopes: ['admin'],
      params: Type.Object({ id: Id('prj') }),
      returns: Ref(Ok),
      errors: ['projects.not_a_test_project'],
      limit: 'sensitive',
    }),
    async (request) => {
      await emptyProject({ db, ...content }, { id: entryIdOf(request), actor: actorOf(request) });
      return { ok: true };
    },
  );
};

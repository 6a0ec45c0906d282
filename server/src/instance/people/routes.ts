import { Readable } from 'node:stream';
import { Id, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/people/personal-data';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, recordAudit } from '../audit/audit.ts';
import { entryIdOf, projectEntry } from '../../platform/api/credentials.ts';
import { endIdleReader, type ExportLimit } from '../../platform/api/exports.ts';
import { operation } from '../../platform/api/operation.ts';
import type { Person } from '../../platform/postgres/person.ts';
import type { ProjectDirectory } from '../projects/directory.ts';
import { erasePerson, exportPerson, type PeopleDeps } from './people.ts';

const tag = 'Projects';
const params = Type.Object({ id: Id('prj') });

/** Data subject requests: erasure and export (GDPR, articles 15, 17 and 20). */
export const peopleRoutes: FastifyPluginAsyncTypebox<PeopleDeps & { directory: ProjectDirectory; exports: ExportLimit }> = async (
  app,
  { directory, exports, ...deps },
) => {
  const entry = projectEntry(directory.byId);
  const admin = { by: 'session', role: 'admin', entry } as const;

  app.post(
    '/:id/people/erase',
    operation({
      id: 'erasePerson',
      summary: 'Erase data of a person',
      description:
        'Erases a person, identified by email address, user id or both, from all areas of the project, including logs and queues. Deleted: the records of the person in all services, such as comments, subscriptions and a place on the waitlist, emails, webhook deliveries, images, and analytics events with their visits and rollups. Feedback entries are deleted unless other people voted, commented or subscribed; those entries remain without submitter, metadata and image. Votes remain counted without their voter. In texts of other people and in emails of the team, the address is replaced by `[removed]`, and image, avatar and source URLs that contain the address are removed; visits whose events contain the address are deleted. The audit log keeps its entries without the address. `not_erased` lists what remains: data without a link to a person, content written by the team, project members, and backups. The operation is idempotent and can be retried after a failure. Data that arrives after the start of the request is kept as new data.',
      tag,
      access: admin,
      scopes: ['admin'],
      params,
      body: contract.FindPerson,
      returns: Ref(contract.PersonErased),
      limit: 'sensitive',
    }),
    async (request) => {
      const { person, erased } = await erasePerson(deps, entryIdOf(request), {
        identifiers: toPerson(request.body),
        actor: actorOf(request),
      });
      return {
        ok: true,
        emails: person.emails,
        user_ids: person.userIds,
        not_erased: [...contract.NOT_ERASED],
        erased: erased as never,
      };
    },
  );

  app.post(
    '/:id/people/export',
    operation({
      id: 'exportPerson',
      summary: 'Export data of a person',
      description:
        'Returns a JSON document with a list of records for each area. The response is streamed and must be read within five minutes. At most two exports can run at the same time; further requests are rejected with 429. A document without a closing brace is incomplete.',
      tag,
      access: admin,
      scopes: ['projects:read', 'personal_data:read'],
      params,
      body: contract.FindPerson,
      returns: Ref(contract.PersonExport),
      limit: 'sensitive',
    }),
    async (request, reply) => {
      exports.admit(reply);
      endIdleReader(reply);
      // Without the identifiers, which would remain after the erasure of the person.
      await recordAudit(deps.db, { projectId: entryIdOf(request), actor: actorOf(request), action: 'person.exported' });
      const document = exportPerson({ ...deps, reads: request.server.reads }, entryIdOf(request), toPerson(request.body));
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="user-data.json"')
        .header('cache-control', 'no-store')
        .send(Readable.from(document) as never) as never;
    },
  );
};

const toPerson = ({ email, user_id }: { email?: string; user_id?: string }): Person => ({
  emails: email === undefined ? [] : [toMailboxKey(email)],
  userIds: user_id === undefined ? [] : [user_id],
});

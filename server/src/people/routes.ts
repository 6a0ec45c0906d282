import { Readable } from 'node:stream';
import { Id, Ref } from '@earshot/contract/common';
import * as contract from '@earshot/contract/people';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { type EntryKind, entryIdOf } from '../http/credentials.ts';
import { endIdleReader, type ExportLimit } from '../http/exports.ts';
import { operation } from '../http/operation.ts';
import type { Person } from '../postgres/person.ts';
import type { ProjectDirectory } from '../projects/directory.ts';
import { erasePerson, exportPerson, type PeopleDeps } from './people.ts';

const tag = 'Projects';
const params = Type.Object({ id: Id('prj') });

/** Requests of people about their own data (GDPR, articles 15, 17 and 20). */
export const peopleRoutes: FastifyPluginAsyncTypebox<PeopleDeps & { directory: ProjectDirectory; exports: ExportLimit }> = async (
  app,
  { directory, exports, ...deps },
) => {
  const projectKind: EntryKind = {
    prefix: 'prj',
    notFound: 'projects.not_found',
    findProjectId: async (_db, id) => (await directory.byId(id))?.id,
  };
  const admin = { by: 'session', role: 'admin', entry: projectKind } as const;

  app.post(
    '/:id/people/erase',
    operation({
      id: 'erasePerson',
      summary: 'Delete user data: erase a person from the project',
      description:
        'Erases one person, by address, user id or both, from every part of the project, from its logs and from everything still queued. Deleted: their comments, subscriptions, places on the waitlist, testimonials, mails, webhook deliveries, images, and analytics events with the visits and rollups made of them. Feedback entries are deleted, unless other people voted, commented or follow them: these stay without submitter, metadata and image. Votes stay counted, without their voter. In texts of other people and of the team’s mails, the address is replaced by `[removed]`, and a URL of an image, avatar or source that names it is removed; a visit whose events name the address is deleted. Not erased: what the team itself wrote, members of the team, and backups. A second call finds nothing; after a failure, send the request again. What arrives after the request, also while it runs, is new data and is kept: events of the same person too.',
      tag,
      access: admin,
      params,
      body: contract.FindPerson,
      returns: Ref(contract.PersonErased),
      sensitive: true,
    }),
    async (request) => {
      const { person, erased } = await erasePerson(deps, entryIdOf(request), personOf(request.body));
      return { ok: true, emails: person.emails, user_ids: person.userIds, erased: erased as never };
    },
  );

  app.post(
    '/:id/people/export',
    operation({
      id: 'exportPerson',
      summary: 'Export user data: everything held about a person',
      description:
        'Returns one JSON document with a list of records for each area. It is streamed, and must be read within five minutes; when two exports are running, the answer is 429. A document that ends without its last brace is incomplete.',
      tag,
      access: admin,
      params,
      body: contract.FindPerson,
      returns: Ref(contract.PersonExport),
      sensitive: true,
    }),
    async (request, reply) => {
      exports.admit(reply);
      endIdleReader(reply);
      const document = exportPerson(deps, entryIdOf(request), personOf(request.body));
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="user-data.json"')
        .header('cache-control', 'no-store')
        .send(Readable.from(document) as never) as never;
    },
  );
};

const personOf = ({ email, user_id }: { email?: string; user_id?: string }): Person => ({
  emails: email === undefined ? [] : [email.toLowerCase()],
  userIds: user_id === undefined ? [] : [user_id],
});

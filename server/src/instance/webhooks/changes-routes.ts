import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { projectQuery, sessionOf } from '../../platform/api/credentials.ts';
import { openEventStream } from '../../platform/api/event-stream.ts';
import { operation } from '../../platform/api/operation.ts';
import type { ChangeStreams } from './change-streams.ts';

interface Options {
  changes: ChangeStreams;
}

/** Changes of a project, for interfaces that follow them. */
export const changesRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { changes }) => {
  app.addHook('preClose', () => changes.close());

  app.get(
    '/changes',
    operation({
      id: 'streamChanges',
      summary: 'Stream changes',
      description:
        'Server-sent events for interfaces that display data of a project: the type of each event of the project, such as `feedback.updated`, and the id of the changed resource in `type` and `id`, without its content. Request the resource to read it. `ready` is sent once, within a second: later changes are sent, earlier ones are not, so refresh the displayed data then. `notifications.updated` means that notifications of the user in this project have changed. When the credential, the membership or the project ends, a final `end` event states the reason in `status`, `error` and `code`.',
      tag: 'Webhooks',
      access: { by: 'session', role: 'viewer' },
      scopes: ['projects:read'],
      query: Type.Object(projectQuery),
      returns: Type.String(),
      produces: 'text/event-stream',
      errors: ['webhooks.too_many_streams'],
    }),
    async (request, reply) => {
      const { project, user } = sessionOf(request);
      changes.checkLimit(user.id);
      const listener = { userId: user.id, stream: openEventStream(reply), check: () => app.checkCredential(request) };
      changes.add(project.id, listener, request.log);
      return reply as never;
    },
  );
};

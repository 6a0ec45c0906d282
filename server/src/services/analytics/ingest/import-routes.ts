import * as contract from '@earshot/contract/services/analytics/schemas';
import { Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { projectQuery } from '../../../platform/api/credentials.ts';
import { HttpError, invalidField, errorBody } from '../../../platform/api/errors.ts';
import { parseBatches } from '../../../platform/api/json-body.ts';
import { BATCH_BODY_LIMIT, operation } from '../../../platform/api/operation.ts';
import { createCheck } from '../../../platform/api/validation.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import { actorOf, recordHourly } from '../../../instance/audit/audit.ts';
import { projectOf } from '../../../instance/projects/caller.ts';
import { provePeople } from '../../../instance/directory/proving.ts';
import { toPastProofs } from './event-users.ts';
import { addSender } from './imported-sender.ts';
import { MAX_WAITING_IMPORTS } from '../pipeline/imports-store.ts';
import type { Intake } from './intake.ts';
import { listRepairs, summarizeChanges } from './properties.ts';
import { readEvents } from './request-body.ts';

const check = createCheck(contract.ImportedEvent);

/** Routes that accept historical events. */
export const importRoutes: FastifyPluginAsyncTypebox<{ intake: Intake; db: Db }> = async (app, { intake, db }) => {
  parseBatches(app, { isRepaired: true });

  const importing = operation({
    id: 'importEvents',
    summary: 'Import historical events',
    description:
      'Accepts up to 500 events of any age and in any order. Events are durably stored before the response is sent. Visits and reports are the same as if the events had been tracked at the time. Batches can be sent again because each event is counted once. Imports have a lower priority than tracked events, and projects take turns. An import is recorded in the audit log, once an hour. ' +
      `At most ${MAX_WAITING_IMPORTS} imported events per project can be waiting; further batches are rejected with 429 and Retry-After.`,
    tag: 'Analytics',
    access: { by: 'session', role: 'admin' },
    scopes: ['analytics:write'],
    query: Type.Object(projectQuery),
    body: contract.ImportEvents,
    returns: Ref(contract.Imported),
    status: 202,
    isIdempotent: false,
    limit: 'importing',
  });
  app.post(
    '/import',
    {
      ...importing,
      bodyLimit: BATCH_BODY_LIMIT,
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const { isBatch, sent, changes } = readEvents<contract.ImportedEvent>(request.body, check);
      if (!isBatch) throw invalidField('events', 'required', 'events is required');
      const project = projectOf(request);
      await recordHourly(db, { projectId: project.id, actor: actorOf(request), action: 'analytics.imported' });
      const repairs = listRepairs(changes);
      const results = await intake.ingestImported(
        project.id,
        sent.map((event, index) => {
          const submitted = event instanceof HttpError ? event : addSender(project, event);
          return submitted instanceof HttpError ? submitted : { ...submitted, repairs: repairs.get(index) };
        }),
      );
      const proofs = toPastProofs(results);
      if (proofs.length) await transact(db, (tx) => provePeople(tx, project.id, proofs));
      const dropped: Record<string, number> = {};
      for (const result of results) if (result.outcome === 'dropped') dropped[result.reason] = (dropped[result.reason] ?? 0) + 1;
      void reply.code(202);
      return {
        ok: true,
        accepted: results.filter(({ outcome }) => outcome === 'accepted').length,
        dropped,
        rejected: results.flatMap((result, index) =>
          result.outcome === 'invalid' ? [{ index, ...errorBody(result.error) }] : [],
        ),
        warnings: summarizeChanges(changes.filter(({ index }) => results[index]?.outcome === 'accepted')),
      };
    },
  );
};

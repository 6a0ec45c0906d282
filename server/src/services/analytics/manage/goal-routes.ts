import * as contract from '@earshot/contract/services/analytics/schemas';
import { Id, ListOf, Ok, Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, recordAudit } from '../../../instance/audit/audit.ts';
import { callerOf, type EntryKind, entryIdOf, projectQuery } from '../../../platform/api/credentials.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { createOnce } from '../../../platform/api/idempotency.ts';
import { wholeList } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { formatId, newId } from '../../../platform/ids.ts';
import { type Db, type Transaction, transact } from '../../../platform/postgres/database.ts';
import * as goals from './goals-store.ts';
import { goalForMember } from './projections.ts';
import { checkStep } from '../query/steps.ts';

interface Options {
  db: Db;
  /** Updates what refers to a goal, in the transaction that deletes it. */
  beforeDelete: (tx: Transaction, projectId: string, goalId: string) => Promise<void>;
}

const tag = 'Analytics';
const member = { by: 'session', role: 'member' } as const;
const params = Type.Object({ id: Id('goal') });
const kind: EntryKind = { prefix: 'goal', notFound: 'goals.not_found', findProjectId: goals.findGoalProject };

export const goalRoutes: FastifyPluginAsyncTypebox<Options> = async (app, deps) => {
  listGoalsRoute(app, deps);
  createGoalRoute(app, deps);
  updateGoalRoute(app, deps);
  deleteGoalRoute(app, deps);
};

function listGoalsRoute(app: App, { db }: Options): void {
  app.get(
    '/goals',
    operation({
      id: 'listGoals',
      summary: 'List goals',
      description:
        'Returns all goals of the project by name. Pass the `id` of a goal as `goal_id` to a report to get conversions.',
      tag,
      access: { by: 'session', role: 'viewer', shared: true },
      scopes: ['analytics:read'],
      query: Type.Object(projectQuery),
      returns: ListOf(Ref(contract.Goal)),
    }),
    async (request) => wholeList((await goals.listGoals(db, callerOf(request).project.id)).map(goalForMember)),
  );
}

function createGoalRoute(app: App, { db }: Options): void {
  app.post(
    '/goals',
    operation({
      id: 'createGoal',
      summary: 'Create a goal',
      description:
        'A goal matches an event or views of a page, if wanted only those that meet all `filters`, such as `property:plan:is:pro`. Reports count its conversions for past periods as well, because they are computed from stored events. Names are unique in the project.',
      tag,
      access: member,
      scopes: ['analytics:write'],
      query: Type.Object(projectQuery),
      body: contract.CreateGoal,
      returns: Ref(contract.Goal),
      status: 201,
      errors: ['goals.name_taken'],
    }),
    (request, reply) => {
      const { name, event = null, page = null, filters = [] } = request.body;
      checkStep({ event, page, filters });
      return createOnce({ db, request, reply }, async (tx) => {
        const goal = await goals.insertGoal(tx, callerOf(request).project.id, newId(), { name, event, page, filters });
        if (!goal) throw new HttpError('goals.name_taken');
        return goalForMember(goal);
      });
    },
  );
}

function updateGoalRoute(app: App, { db }: Options): void {
  app.patch(
    '/goals/:id',
    operation({
      id: 'updateGoal',
      summary: 'Update a goal',
      description:
        'Changes the name, or what the goal matches. `filters` replace all filters. Changes apply to all reports, including past periods.',
      tag,
      access: { ...member, entry: kind },
      scopes: ['analytics:write'],
      params,
      body: contract.UpdateGoal,
      returns: Ref(contract.Goal),
      errors: ['goals.name_taken'],
    }),
    async (request) => {
      const [projectId, id] = [callerOf(request).project.id, entryIdOf(request)];
      const { name, event, page, filters } = request.body;
      const old = await goals.findGoal(db, projectId, id);
      if (!old) throw new HttpError('goals.not_found');
      const isStepGiven = event !== undefined || page !== undefined;
      const step = {
        ...(isStepGiven ? { event: event ?? null, page: page ?? null } : { event: old.event, page: old.page }),
        filters: filters ?? old.filters,
      };
      if (isStepGiven || filters) checkStep(step);
      const goal = await goals.updateGoal(db, projectId, id, { name: name ?? old.name, ...step });
      if (goal === 'taken') throw new HttpError('goals.name_taken');
      if (!goal) throw new HttpError('goals.not_found');
      return goalForMember(goal);
    },
  );
}

function deleteGoalRoute(app: App, { db, beforeDelete }: Options): void {
  app.delete(
    '/goals/:id',
    operation({
      id: 'deleteGoal',
      summary: 'Delete a goal',
      description:
        'Deletes the definition of the goal; events are kept, and a goal with the same definition has the same conversions. Alerts on its conversions are disabled. Recorded in the audit log.',
      tag,
      access: { ...member, entry: kind },
      scopes: ['analytics:write'],
      params,
      returns: Ref(Ok),
    }),
    async (request) => {
      const [projectId, id] = [callerOf(request).project.id, entryIdOf(request)];
      await transact(db, async (tx) => {
        await beforeDelete(tx, projectId, id);
        const deleted = await goals.deleteGoal(tx, projectId, id);
        if (!deleted) throw new HttpError('goals.not_found');
        await recordAudit(tx, {
          projectId,
          actor: actorOf(request),
          action: 'goal.deleted',
          target: { id: formatId('goal', id), name: deleted.name },
        });
      });
      return { ok: true };
    },
  );
}

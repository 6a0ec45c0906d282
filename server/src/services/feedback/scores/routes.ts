import { ListOf, Ok, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/feedback/scores';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, recordAudit } from '../../../instance/audit/audit.ts';
import { entryIdOf, projectQuery, sessionOf } from '../../../platform/api/credentials.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { wholeList } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import { MEMBER } from '../boards/access.ts';
import { getEntry } from '../feedback.ts';
import { entryKind, params, tag } from '../route-options.ts';
import { demandForMember, getScore, putScore, scoreForMember } from './scores.ts';
import { deleteScore, findValues, listScores } from './scores-store.ts';

interface Deps {
  db: Db;
  jobs: JobQueue;
}

const reader = { by: 'session', role: 'viewer' } as const;
const editor = { by: 'session', role: 'member' } as const;
const scoreParams = Type.Object({ name: contract.ScoreName() });

/** Scores of entries by their voters. */
export const scoreRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  listScoresRoute(app, deps);
  putScoreRoute(app, deps);
  deleteScoreRoute(app, deps);
  getDemandRoute(app, deps);
};

function listScoresRoute(app: App, { db }: Deps): void {
  app.get(
    '/scores',
    operation({
      id: 'listFeedbackScores',
      summary: 'List the scores of feedback',
      description:
        'Returns the scores of the project by name. A score weighs entries by who votes for them: pass its name as `score` to the list of feedback, with `sort=score` for the order.',
      tag,
      access: reader,
      scopes: ['feedback:read'],
      query: Type.Object(projectQuery),
      returns: ListOf(Ref(contract.FeedbackScore)),
    }),
    async (request) => wholeList((await listScores(db, sessionOf(request).project.id)).map(scoreForMember)),
  );
}

function putScoreRoute(app: App, { db, jobs }: Deps): void {
  app.put(
    '/scores/:name',
    operation({
      id: 'putFeedbackScore',
      summary: 'Create or replace a score',
      description:
        'Sets the terms of the score with this name. Its values are computed within seconds after a change of the terms, and then every ten minutes. A change of weights only takes effect at once. Only people who are identified count in terms other than `voters`: everyone else is unknown. A project has up to 10 scores.',
      tag,
      access: editor,
      scopes: ['feedback:write'],
      params: scoreParams,
      query: Type.Object(projectQuery),
      body: contract.PutScore,
      returns: Ref(contract.FeedbackScore),
      errors: ['feedback.score_limit_reached'],
    }),
    async (request) => {
      const projectId = sessionOf(request).project.id;
      return scoreForMember(await putScore({ db, jobs }, { projectId, name: request.params.name, ...request.body }));
    },
  );
}

function deleteScoreRoute(app: App, { db }: Deps): void {
  app.delete(
    '/scores/:name',
    operation({
      id: 'deleteFeedbackScore',
      summary: 'Delete a score',
      description:
        'Deletes the score with its values. Views that use it return an error until they are changed. Recorded in the audit log.',
      tag,
      access: editor,
      scopes: ['feedback:write'],
      params: scoreParams,
      query: Type.Object(projectQuery),
      returns: Ref(Ok),
      errors: ['feedback.score_not_found'],
    }),
    async (request) => {
      const [projectId, { name }] = [sessionOf(request).project.id, request.params];
      await transact(db, async (tx) => {
        if (!(await deleteScore(tx, projectId, name))) throw new HttpError('feedback.score_not_found');
        await recordAudit(tx, {
          projectId,
          actor: actorOf(request),
          action: 'feedback_score.deleted',
          target: { id: name, name },
        });
      });
      return { ok: true };
    },
  );
}

function getDemandRoute(app: App, { db }: Deps): void {
  app.get(
    '/:id/demand',
    operation({
      id: 'getFeedbackDemand',
      summary: 'Get the demand for a feedback entry',
      description:
        'Returns the value of a score for the entry: what each term counts, how much it contributes, and of how many voters it is not known.',
      tag,
      access: { ...reader, entry: entryKind },
      scopes: ['feedback:read'],
      params,
      query: Type.Object({ score: contract.ScoreName() }),
      returns: Ref(contract.FeedbackDemand),
      errors: ['feedback.score_not_found'],
    }),
    async (request) => {
      const projectId = sessionOf(request).project.id;
      const [{ id }, score] = await Promise.all([
        getEntry(db, projectId, entryIdOf(request), MEMBER),
        getScore(db, projectId, request.query.score),
      ]);
      return demandForMember(score, id, await findValues(db, projectId, score.id, id));
    },
  );
}

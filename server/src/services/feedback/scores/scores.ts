import { MAX_SCORES, type ScoreTerm } from '@earshot/contract/services/feedback/scores';
import type { FeedbackFilters } from '@earshot/contract/services/feedback/schemas';
import type { MemberSort } from '@earshot/contract/services/feedback/values';
import type { Instance } from '../../../instance/instance.ts';
import { findAttributeTypes } from '../../../instance/directory/store.ts';
import { lockProject } from '../../../instance/projects/store.ts';
import type { Caller } from '../../../platform/api/credentials.ts';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { formatId, newId } from '../../../platform/ids.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import type { ListScore } from './order-store.ts';
import { type ComputedTerm, type Score, type ScoreValues, hasUserIds, wasSeen } from './scores-store.ts';
import * as store from './scores-store.ts';
import { checkTerms, haveSameValues, toShares } from './terms.ts';

const COMPUTE = 'feedback.compute-score';
const DAY_MS = 86_400_000;

/** Sums the revenue of events with a user id in a currency, since a time in milliseconds. @throws {HttpError} 503 */
export type SumRevenue = (
  projectId: string,
  query: { currency: string; since: number | undefined },
) => Promise<{ user_id: string; amount: number }[]>;

type Deps = Pick<Instance, 'db' | 'jobs' | 'segments'> & { sumRevenue: SumRevenue };

/** Schedules the computation of scores: every ten minutes, because votes, people and events change, and after a change of the terms. */
export function scheduleScores({ db, jobs, segments, sumRevenue }: Deps): void {
  const toComputed = async (projectId: string, term: ScoreTerm): Promise<ComputedTerm> => {
    const { kind, days, event, page, attribute = '', currency = '' } = term;
    const start = days === undefined ? undefined : Date.now() - days * DAY_MS;
    const holds = (condition: Parameters<typeof segments.toCondition>[1]['conditions'][number]) =>
      segments.toCondition(projectId, { match: 'all', conditions: [condition] });
    switch (kind) {
      case 'voters':
        return { of: 'votes' };
      case 'active':
        return { of: 'people', condition: await holds({ kind: 'last_seen', within_days: days }), isKnown: wasSeen };
      case 'silent':
        return {
          of: 'people',
          condition: await holds({ kind: 'last_seen', until: new Date(start ?? 0).toISOString() }),
          isKnown: wasSeen,
        };
      case 'event':
      case 'page':
        return { of: 'people', condition: await holds({ kind, event, page, within_days: days }), isKnown: hasUserIds };
      case 'attribute':
        return { of: 'attribute', subject: 'person', attribute };
      case 'company_attribute':
        return { of: 'attribute', subject: 'company', attribute };
      default:
        return { of: 'revenue', amounts: await sumRevenue(projectId, { currency, since: start }) };
    }
  };

  async function compute(projectId: string, id: string): Promise<void> {
    const score = await store.findScore(db, projectId, { id });
    if (!score) return;
    // Before the transaction, which would hold a connection and the score while ClickHouse counts events.
    const terms = await Promise.all(score.terms.map((term) => toComputed(projectId, term)));
    await transact(db, async (tx) => {
      const locked = await store.lockScore(tx, projectId, id);
      // The change of the terms has sent a job of its own.
      if (locked && haveSameValues(locked.terms, score.terms)) await store.computeValues(tx, locked, terms);
    });
  }

  jobs.define<{ projectId: string; id: string }>(COMPUTE, { limit: 3, delaySeconds: 60 }, ({ projectId, id }) =>
    compute(projectId, id),
  );
  jobs.schedule('feedback.compute-scores', '*/10 * * * *', async () => {
    const scores = await store.listAllScores(db);
    await transact(db, (tx) =>
      jobs.send(
        tx,
        COMPUTE,
        scores.map(({ project_id: projectId, id }) => ({ projectId, id })),
      ),
    );
  });
}

/** Creates a score or replaces its terms. Its values are computed afterwards. @throws {HttpError} 400, 409 */
export const putScore = (
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  { projectId, name, terms }: { projectId: string; name: string; terms: ScoreTerm[] },
): Promise<Score> =>
  transact(db, async (tx) => {
    checkTerms(await findAttributeTypes(tx, projectId), terms);
    // Concurrent requests would exceed the maximum, or create the score twice.
    await lockProject(tx, projectId);
    const scores = await store.listScores(tx, projectId);
    const before = scores.find((score) => score.name === name);
    if (!before && scores.length >= MAX_SCORES) throw new HttpError('feedback.score_limit_reached');
    const keepsValues = before !== undefined && haveSameValues(before.terms, terms);
    const score = before
      ? await store.updateTerms(tx, before, terms, { keepsValues })
      : await store.insertScore(tx, projectId, { id: newId(), name, terms });
    if (!keepsValues) await jobs.send(tx, COMPUTE, [{ projectId, id: score.id }]);
    return score;
  });

/** @throws {HttpError} 404 */
export async function getScore(db: Db, projectId: string, name: string): Promise<Score> {
  const score = await store.findScore(db, projectId, { name });
  if (!score) throw new HttpError('feedback.score_not_found');
  return score;
}

type ScoreQuery = Pick<FeedbackFilters, 'score' | 'score_min' | 'score_weights'> & { sort?: MemberSort | undefined };

/** Returns the score of a list. @throws {HttpError} 400 for callers other than members, and parameters without a score */
export async function toListScore(
  db: Db,
  caller: Caller,
  { score: name, score_min: min, score_weights: given, sort }: ScoreQuery,
): Promise<{ score?: ListScore }> {
  const fields = { score: name, score_min: min, score_weights: given, sort: sort === 'score' ? sort : undefined };
  for (const [field, value] of Object.entries(fields))
    if (value !== undefined && caller.by === 'key')
      throw invalidField(field, 'not_allowed', `${field === 'sort' ? 'sort=score' : field} requires a session token`);
  if (name === undefined) {
    if (min !== undefined || given !== undefined || sort === 'score')
      throw invalidField('score', 'required', 'score is required for score_min, score_weights and sort=score');
    return {};
  }
  const score = await store.findScore(db, caller.project.id, { name });
  if (!score) throw invalidField('score', 'not_found', 'score must be the name of a score of the project');
  const weights = given?.split(',').map(Number) ?? score.terms.map(({ weight }) => weight);
  if (weights.length !== score.terms.length)
    throw invalidField('score_weights', 'format', `score_weights must have ${score.terms.length} weights, one for each term`);
  return { score: { id: score.id, weights, min } };
}

export const scoreForMember = ({ project_id, name, terms, computed_at, created_at, updated_at }: Score) => ({
  project_id: formatId('prj', project_id),
  name,
  terms,
  computed_at: computed_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

/** Projection of the values of a score for an entry, without values if nobody votes for it. */
export function demandForMember(score: Score, entryId: string, found: ScoreValues | undefined) {
  const { project_id, name, terms, computed_at } = score;
  const { term_values: values, known, voters } = found ?? { term_values: [], known: [], voters: 0 };
  const contributions = terms.map(({ weight }, index) => (values[index] ?? 0) * weight);
  const shares = toShares(contributions);
  return {
    project_id: formatId('prj', project_id),
    feedback_id: formatId('fb', entryId),
    score: name,
    value: contributions.reduce((sum, contribution) => sum + contribution, 0),
    voters,
    terms: terms.map((term, index) => ({
      ...term,
      value: values[index] ?? 0,
      contribution: contributions[index] ?? 0,
      share: shares[index] ?? 0,
      known: known[index] ?? 0,
      unknown: voters - (known[index] ?? 0),
    })),
    computed_at: computed_at?.toISOString() ?? null,
  };
}

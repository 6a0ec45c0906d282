import type { FastifyBaseLogger } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { ProvenIdentity, PersonSegments } from '../../../instance/directory/segments/segments.ts';
import type { Outbox } from '../../../instance/mail/outbox.ts';
import { findProject } from '../../../instance/projects/store.ts';
import { newId } from '../../../platform/ids.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import { hasIdentity, hasOneId } from './conditions-store.ts';
import { ANSWER_REQUEST, composeRequests, findHiddenRelease, type RequestMailing } from './mails.ts';
import type { FindReleaseTitles } from './subjects.ts';
import { countCandidates, insertRequests, listCandidates, listEnabledRules, type Rule } from './store.ts';

/** Readers of other services. */
export interface RequestPeers {
  /** Returns the people who asked for a release since a time and used it, each with the id of the latest. @throws {HttpError} 503 */
  findAdopters: (projectId: string, since: Date) => Promise<Map<string, string>>;
  findReleaseTitles: FindReleaseTitles;
  /** Returns the people who rated results of a search as helpful since a time. @throws {HttpError} 503 */
  findHelped: (projectId: string, since: Date) => Promise<ProvenIdentity[]>;
}

export interface AskingDeps extends RequestPeers {
  db: Db;
  segments: PersonSegments;
}

const DAY_MS = 86_400_000;
const RELEASE_DAYS = 90;
const GOAL_DAYS = 90;
const HELPFUL_DAYS = 30;
/** Requests of a rule in one run, so that a new rule does not write to thousands of people immediately. */
const MAX_REQUESTS = 100;

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

interface Asked {
  /** Condition on `people p`. */
  condition: RawBuilder<unknown>;
  subject?: string | null;
  findRelease?: (personId: string) => string | undefined;
}

/** Returns the people whom the trigger of a rule names now. @throws {HttpError} 503 */
async function findAsked({ segments, findAdopters, findHelped }: AskingDeps, rule: Rule): Promise<Asked> {
  const { project_id: projectId, trigger, event, page, times } = rule;
  switch (trigger) {
    case 'release_used': {
      const releases = await findAdopters(projectId, daysAgo(RELEASE_DAYS));
      return { condition: hasOneId([...releases.keys()]), findRelease: (id) => releases.get(id) };
    }
    case 'goal_reached': {
      const step = event === null ? { kind: 'page' as const, page: page ?? '' } : { kind: 'event' as const, event };
      const condition = { ...step, at_least: times ?? 1, within_days: GOAL_DAYS };
      return {
        condition: await segments.toCondition(projectId, { match: 'all', conditions: [condition] }),
        subject: event ?? page,
      };
    }
    default:
      return { condition: hasIdentity(projectId, await findHelped(projectId, daysAgo(HELPFUL_DAYS))) };
  }
}

/** Returns the number of people whom a rule would ask now. @throws {HttpError} 503 */
export const countAsked = async (deps: AskingDeps, rule: Rule): Promise<number> =>
  await countCandidates(deps.db, rule, (await findAsked(deps, rule)).condition);

/** Asks people by the enabled rules, each person once a year. A rule whose source is out of order is tried again in the next run. */
export function scheduleRequests(
  deps: AskingDeps & RequestMailing & { jobs: JobQueue; log: FastifyBaseLogger; outbox: Pick<Outbox, 'defineKind'> },
): void {
  const { db, jobs, log, outbox } = deps;
  outbox.defineKind(ANSWER_REQUEST, { findObjection: (mail) => findHiddenRelease(deps, mail) });
  jobs.schedule('testimonials.ask', '*/15 * * * *', async () => {
    for (const rule of await listEnabledRules(db)) {
      try {
        await ask(deps, rule);
      } catch (error) {
        log.warn({ rule: rule.id, reason: (error as Error).message }, 'asking for testimonials failed');
      }
    }
  });
}

async function ask(deps: AskingDeps & RequestMailing, rule: Rule): Promise<void> {
  const { db, sendMails } = deps;
  const project = await findProject(db, rule.project_id);
  if (!project) return;
  const { condition, subject = null, findRelease } = await findAsked(deps, rule);
  await transact(db, async (tx) => {
    const people = await listCandidates(tx, rule, condition, MAX_REQUESTS);
    const requests = people.map((person) => ({
      ...person,
      id: newId(),
      subject,
      release_id: findRelease?.(person.id) ?? null,
    }));
    if (!requests.length) return;
    await insertRequests(tx, rule, requests);
    if (rule.channel === 'mail')
      await sendMails(
        tx,
        project.id,
        await composeRequests(
          deps,
          { tx, project },
          requests.flatMap(({ email, ...request }) => (email === null ? [] : [{ ...request, email, rule }])),
        ),
      );
  });
}

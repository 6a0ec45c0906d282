import type { SegmentDefinition } from '@earshot/contract/instance/people/segments';
import type { IdentityKind } from '@earshot/contract/instance/values';
import type { RawBuilder } from 'kysely';
import { invalidField } from '../../../platform/api/errors.ts';
import { parseId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { type BehaviorSources, type EventBehavior, planEvents } from './behavior.ts';
import * as store from './segments-store.ts';

/** Time for which the events of a person count for memberships: attributes and feedback count immediately. */
export const EVENTS_FRESH_MS = 60_000;
const MAX_KNOWN = 20_000;
/** A result of a query of events is used again for this multiple of its duration, and at most for `EVENTS_FRESH_MS`. */
const REUSE_FACTOR = 10;
const MAX_SETS = 20;

/** An identity that a request proves. */
export interface ProvenIdentity {
  kind: IdentityKind;
  value: string;
}

interface Deps {
  db: Db;
  /** Resolves when all people whom requests proved are written. */
  settle: () => Promise<void>;
}

export type PersonSegments = ReturnType<typeof createPersonSegments>;

declare module 'fastify' {
  interface FastifyInstance {
    segments: PersonSegments;
  }
}

/** Creates the evaluation of segments of people. Services register the sources of behavior with `setSources`. */
export function createPersonSegments({ db, settle }: Deps, now = Date.now) {
  let registered: Partial<BehaviorSources> = {};
  /** Whether people match conditions on events, the most recent last. */
  const known = new Map<string, { matches: boolean; until: number }>();
  /** User ids of people by project and condition on events, the most recent last. */
  const sets = new Map<string, { userIds: Promise<string[]>; until: number }>();

  function getSources(): BehaviorSources {
    const { events, feedback, vote } = registered;
    if (!events || !feedback || !vote) throw new Error('A source of behavior is not registered');
    return { events, feedback, vote };
  }

  const build = (projectId: string, definition: SegmentDefinition, events?: RawBuilder<unknown>, personId?: string) =>
    store.segmentCondition(projectId, definition, { records: getSources(), events, personId, now: now() });

  async function matchesEvents(projectId: string, behavior: EventBehavior, userIds: string[], key: string): Promise<boolean> {
    const earlier = known.get(key);
    if (earlier && earlier.until > now()) return earlier.matches;
    const matches = userIds.length > 0 && (await getSources().events.matches(projectId, behavior, userIds));
    known.delete(key);
    known.set(key, { matches, until: now() + EVENTS_FRESH_MS });
    if (known.size > MAX_KNOWN) for (const oldest of known.keys()) if (known.delete(oldest)) break;
    return matches;
  }

  /** Returns a user id of each person whose events match: those of the last query, unless it was long ago compared with its duration. */
  async function findUserIds(projectId: string, behavior: EventBehavior): Promise<string[]> {
    const merged = await store.findMergedUserIds(db, projectId);
    // Periods begin a moment later with each request.
    const key = JSON.stringify([projectId, behavior, merged], (name, value: unknown) =>
      name === 'since' && typeof value === 'number' ? Math.floor(value / EVENTS_FRESH_MS) : value,
    );
    const earlier = sets.get(key);
    if (earlier && earlier.until > now()) return await earlier.userIds;
    const start = now();
    const set = {
      userIds: getSources().events.findUserIds(projectId, behavior, merged),
      until: Number.POSITIVE_INFINITY,
    };
    sets.delete(key);
    sets.set(key, set);
    if (sets.size > MAX_SETS) for (const oldest of sets.keys()) if (sets.delete(oldest)) break;
    try {
      return await set.userIds;
    } finally {
      set.until = now() + Math.min(EVENTS_FRESH_MS, (now() - start) * REUSE_FACTOR);
    }
  }

  /** Returns the condition that `people p` match a definition at this time. @throws {HttpError} 503 */
  async function toCondition(projectId: string, definition: SegmentDefinition): Promise<RawBuilder<unknown>> {
    const plan = planEvents(definition, now());
    if (!plan) return build(projectId, definition);
    return build(projectId, definition, store.hasUserId(projectId, await findUserIds(projectId, plan.behavior), plan));
  }

  async function hasMember(projectId: string, id: string, owner: store.Owner): Promise<boolean> {
    const segment = await store.findSegment(db, projectId, id);
    if (!segment) return false;
    const { definition, updated_at: version } = segment;
    const plan = planEvents(definition, now());
    let events: RawBuilder<unknown> | undefined;
    if (plan) {
      const key = [id, version.getTime(), owner.id, ...owner.user_ids].join('\n');
      const matches = await matchesEvents(projectId, plan.behavior, owner.user_ids, key);
      events = store.always(matches !== plan.isExcluded);
    }
    return await store.holdsFor(db, projectId, owner.id, build(projectId, definition, events, owner.id));
  }

  return {
    /** Registers sources of behavior. */
    setSources: (sources: Partial<BehaviorSources>): void => {
      registered = { ...registered, ...sources };
    },

    toCondition,

    /** Returns the condition that `people p` are in a segment, which nobody is in if it does not exist. @throws {HttpError} 503 */
    findCondition: async (projectId: string, id: string): Promise<RawBuilder<unknown>> => {
      const segment = await store.findSegment(db, projectId, id);
      return segment ? await toCondition(projectId, segment.definition) : store.always(false);
    },

    /** Returns the condition that `people p` are in the segment that a field of a request names. @throws {HttpError} 400, 503 */
    parse: async (projectId: string, field: string, text: string): Promise<RawBuilder<unknown>> => {
      const id = parseId('psg', text);
      const segment = id && (await store.findSegment(db, projectId, id));
      if (!segment) throw invalidField(field, 'not_found', `${field} must be the id of a segment of people`);
      return await toCondition(projectId, segment.definition);
    },

    /**
     * Returns those of some segments that the person with a proven identity is in. Nobody is in an unknown one. Events count within
     * `EVENTS_FRESH_MS`, everything else immediately.
     * @throws {HttpError} 503
     */
    findMemberships: async (projectId: string, ids: string[], identity: ProvenIdentity): Promise<string[]> => {
      if (!ids.length) return [];
      // The request itself may have proved the person and attributes.
      await settle();
      const owner = await store.findOwner(db, projectId, identity);
      if (!owner) return [];
      const isIn = await Promise.all(ids.map((id) => hasMember(projectId, id, owner)));
      return ids.filter((_, index) => isIn[index]);
    },
  };
}

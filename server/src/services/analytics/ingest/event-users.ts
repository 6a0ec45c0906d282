import type { TrackedEvent } from '@earshot/contract/services/analytics/schemas';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { Project } from '../../../instance/projects/store.ts';
import type { ValidationResult } from './validation.ts';
import type { Proof } from '../../../instance/directory/proving.ts';
import { toTokenProof } from '../../../instance/directory/projections.ts';
import { checkUserToken, type EndUser } from '../../../instance/projects/user-tokens.ts';

/** Verified tokens are trusted for this time, so that a deleted identity secret takes effect within a minute. */
const TRUST_MS = 60_000;
const MAX_TOKENS = 10_000;

type Checked = { user: EndUser } | { reason: string };
type Sent = TrackedEvent | HttpError;

/** An event with the user id that its token proves, and what it proves about a person. */
interface Identified {
  event: Sent;
  proof?: Proof;
}

/** Returns what an event without a token proves. */
const identifyUnsigned = (event: Sent): Identified =>
  !(event instanceof HttpError) && event.user_id !== undefined
    ? { event, proof: { by: 'event', userId: event.user_id } }
    : { event };

const refuseUnsigned = () =>
  invalidField(
    'user_token',
    'required',
    'user_token is required instead of user_id, because the project requires signed user ids',
  );

/**
 * Creates the function that replaces the user tokens of events by user ids. Events with invalid tokens are replaced by errors. With
 * `isTrusted`, user ids need no signature.
 */
export function createEventUsers(db: Db, now = Date.now) {
  const known = new Map<string, { checked: Checked; until: number }>();

  async function check(projectId: string, token: string): Promise<Checked> {
    const key = `${projectId} ${token}`;
    const found = known.get(key);
    if (found && found.until > now()) return found.checked;
    const { user, reason } = await checkUserToken(db, projectId, token);
    const checked = user ? { user } : { reason };
    if (known.size >= MAX_TOKENS) known.clear();
    known.set(key, { checked, until: now() + TRUST_MS });
    return checked;
  }

  async function identify({ id }: Project, event: Sent, isSigned: boolean): Promise<Identified> {
    if (event instanceof HttpError) return { event };
    const { user_token: token, ...others } = event;
    if (token === undefined)
      return isSigned && others.user_id !== undefined ? { event: refuseUnsigned() } : identifyUnsigned(event);
    if (others.user_id !== undefined)
      return { event: invalidField('user_token', 'conflict', 'user_token must not be combined with user_id') };
    const checked = await check(id, token);
    if ('reason' in checked) return { event: invalidField('user_token', 'format', `user_token is invalid: ${checked.reason}`) };
    return { event: { ...others, user_id: checked.user.id }, proof: toTokenProof(checked.user) };
  }

  return async (project: Project, events: Sent[], isTrusted: boolean): Promise<Identified[]> => {
    const isSigned = project.settings.analytics.signed_user_ids && !isTrusted;
    const hasUsers = events.some((event) => 'user_token' in event || (isSigned && 'user_id' in event));
    return hasUsers ? await Promise.all(events.map((event) => identify(project, event, isSigned))) : events.map(identifyUnsigned);
  };
}

export type EventUsers = ReturnType<typeof createEventUsers>;

/** Returns what accepted events of the past prove: each user id once, with the time of its first and of its last event. */
export function toPastProofs(results: ValidationResult[]): Proof[] {
  const times = new Map<string, { first: number; last: number }>();
  for (const result of results) {
    if (result.outcome !== 'accepted' || result.event.bot || !result.event.user_id) continue;
    const { user_id: userId, time } = result.event;
    const { first, last } = times.get(userId) ?? { first: time, last: time };
    times.set(userId, { first: Math.min(first, time), last: Math.max(last, time) });
  }
  return [...times].map(([userId, { first, last }]) => ({
    by: 'event',
    userId,
    seen: { first: new Date(first), last: new Date(last) },
  }));
}

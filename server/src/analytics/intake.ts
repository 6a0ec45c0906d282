import type { TrackedEvent } from '@earshot/contract/analytics';
import { unavailable } from '../http/errors.ts';
import type { Db } from '../postgres/database.ts';
import { createGroupCommit } from '../postgres/group-commit.ts';
import { accept, type Sender, type Verdict } from './accept.ts';
import { addToInbox, countOutcome, type Outcomes } from './inbox-store.ts';

/** What one request brings to the inbox. */
interface Delivery {
  events: { json: string; eventId: string | null; outcomes: string[] }[];
  /** Of what is not kept. */
  outcomes: Outcomes;
}

/** Takes events: each is judged, and what is kept is committed to PostgreSQL before the answer. */
export function createIntake(db: Db, isFull: () => boolean) {
  // Requests that come while a commit is under way share the next.
  const commit = createGroupCommit(async (projectId: string, deliveries: Delivery[]) => {
    const outcomes: Outcomes = {};
    for (const delivery of deliveries)
      for (const [name, count] of Object.entries(delivery.outcomes)) outcomes[name] = (outcomes[name] ?? 0) + count;
    await addToInbox(
      db,
      projectId,
      deliveries.flatMap(({ events }) => events),
      outcomes,
    );
    return deliveries.map(() => undefined);
  });

  return {
    /**
     * What became of each event. All that is `accepted` is safe by then.
     * @throws {HttpError} 503 when the inbox is full
     */
    take: async (sent: (TrackedEvent | { error: string })[], sender: Sender): Promise<Verdict[]> => {
      if (isFull()) throw unavailable('Too many events wait to be counted; try again in a few seconds');
      const verdicts = sent.map((event): Verdict =>
        'error' in event ? { outcome: 'invalid', error: event.error } : accept(event, sender),
      );
      const delivery: Delivery = { events: [], outcomes: {} };
      for (const verdict of verdicts) {
        if (verdict.outcome === 'accepted') {
          const { event, eventId, isLate } = verdict;
          const outcomes = ['accepted', ...(isLate ? ['late'] : []), ...(event.bot ? [`bot:${event.bot}`] : [])];
          delivery.events.push({ json: JSON.stringify(event), eventId, outcomes });
        } else {
          countOutcome(delivery.outcomes, 'received', `dropped:${verdict.outcome === 'invalid' ? 'invalid' : verdict.reason}`);
        }
      }
      await commit(sender.project.id, delivery);
      return verdicts;
    },
  };
}

export type Intake = ReturnType<typeof createIntake>;

import type { ImportedEvent, TrackedEvent } from '@earshot/contract/analytics';
import { HttpError } from '../../http/errors.ts';
import type { Db } from '../../postgres/database.ts';
import { createGroupCommit } from '../../postgres/group-commit.ts';
import { accept, type Sender, type Verdict } from './validation.ts';
import { outcomesOf } from '../event.ts';
import { addImports, MAX_WAITING_IMPORTS } from '../../event-log/imports-store.ts';
import { addToInbox, countOutcome, type Outcomes, REMEMBERED_DAYS } from '../../event-log/inbox-store.ts';

/** What one request brings to the inbox. */
interface Delivery {
  events: { json: string; eventId: string | null; outcomes: string[] }[];
  /** Of what is not kept. */
  outcomes: Outcomes;
}

const REMEMBERED_MS = REMEMBERED_DAYS * 86_400_000;
/** Imports leave half of the inbox to events that happen now. */
const MAX_SHARE_OF_IMPORTS = 0.5;
/** A batch or two of imported events are moved within this time. */
const IMPORT_RETRY_S = 5;

/**
 * Takes events: each is judged, and what is kept is committed to PostgreSQL before the answer. `isFull` says whether as much of the inbox
 * is in use.
 */
export function createIntake(db: Db, isFull: (share?: number) => boolean) {
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
    take: async (sent: (TrackedEvent | HttpError)[], sender: Sender): Promise<Verdict[]> => {
      if (isFull()) throw new HttpError('analytics.too_many_events');
      const verdicts = sent.map((event): Verdict =>
        event instanceof HttpError ? { outcome: 'invalid', error: event } : accept(event, sender),
      );
      const delivery: Delivery = { events: [], outcomes: {} };
      for (const verdict of verdicts) {
        if (verdict.outcome === 'accepted') {
          const { event, eventId, isLate } = verdict;
          const outcomes = ['accepted', ...(isLate ? ['late'] : []), ...(event.bot ? [`bot:${event.bot}`] : [])];
          delivery.events.push({ json: JSON.stringify(event), eventId, outcomes });
        } else {
          countOutcome(delivery.outcomes, 'received', droppedAs(verdict));
        }
      }
      await commit(sender.project.id, delivery);
      return verdicts;
    },
    /**
     * The same for imported events, each with what is known of its sender.
     * @throws {HttpError} 503 when too many events wait, 429 when too many imported events of the project do
     */
    takeImported: async (
      projectId: string,
      sent: ({ event: ImportedEvent; sender: Sender } | HttpError)[],
    ): Promise<Verdict[]> => {
      if (isFull(MAX_SHARE_OF_IMPORTS)) throw new HttpError('analytics.too_many_events');
      const verdicts = sent.map((one): Verdict =>
        one instanceof HttpError ? { outcome: 'invalid', error: one } : accept(one.event, one.sender),
      );
      const events: Parameters<typeof addImports>[2] = [];
      const outcomes: Outcomes = {};
      for (const verdict of verdicts) {
        if (verdict.outcome !== 'accepted') countOutcome(outcomes, 'received', droppedAs(verdict));
        else {
          const { event } = verdict;
          const { id: eventId, time } = event;
          const isRecent = time > Date.now() - REMEMBERED_MS;
          events.push({ json: JSON.stringify(event), eventId, time, isRecent, outcomes: outcomesOf(event) });
        }
      }
      if (!(await addImports(db, projectId, events, outcomes)))
        throw new HttpError('analytics.too_many_imports', {
          message: `Too many imported events of the project are waiting to be processed (maximum ${MAX_WAITING_IMPORTS}); send the batch again in ${IMPORT_RETRY_S} seconds`,
          headers: { 'retry-after': String(IMPORT_RETRY_S) },
        });
      return verdicts;
    },
  };
}

const droppedAs = (verdict: Exclude<Verdict, { outcome: 'accepted' }>) =>
  `dropped:${verdict.outcome === 'invalid' ? 'invalid' : verdict.reason}`;

export type Intake = ReturnType<typeof createIntake>;

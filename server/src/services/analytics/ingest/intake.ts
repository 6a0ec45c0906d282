import type { ImportedEvent, PropertyRepair, TrackedEvent } from '@earshot/contract/services/analytics/schemas';
import { HttpError } from '../../../platform/api/errors.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { createGroupCommit } from '../../../platform/postgres/group-commit.ts';
import { type Sender, validateEvent, type ValidationResult } from './validation.ts';
import { listOutcomes } from '../pipeline/event.ts';
import type { Drops } from './drops.ts';
import { parsePage } from './urls.ts';
import { addImports, type ImportToStore, MAX_WAITING_IMPORTS } from '../pipeline/imports-store.ts';
import { addToInbox, countOutcome, type EventToStore, type Outcomes, REMEMBERED_DAYS } from '../pipeline/inbox-store.ts';

/** Events of a request, with the outcomes to count. */
interface Submission {
  events: EventToStore[];
  /** Outcomes of rejected events. */
  outcomes: Outcomes;
}

/**
 * Batches of concurrent requests share a commit more often, because each commit writes a row for most partitions: with 300 batches per
 * second, a row has some ten events instead of two.
 */
const BATCH_INTERVAL_MS = 25;
const REMEMBERED_MS = REMEMBERED_DAYS * 86_400_000;
/** Imports leave half of the inbox to live events. */
const MAX_SHARE_OF_IMPORTS = 0.5;
/** Time in which one or two batches of imported events are forwarded. */
const IMPORT_RETRY_S = 5;

/**
 * Validates events, and commits the accepted ones to PostgreSQL before the response. `isFull` returns whether the inbox has reached the
 * given share of its limit.
 */
export function createIntake(db: Db, isFull: (share?: number) => boolean, drops: Drops) {
  // Requests that arrive during a commit share the next one.
  const commit = createGroupCommit(
    async (projectId: string, submissions: Submission[]) => {
      const outcomes: Outcomes = {};
      for (const submission of submissions)
        for (const [name, count] of Object.entries(submission.outcomes)) outcomes[name] = (outcomes[name] ?? 0) + count;
      await addToInbox(
        db,
        projectId,
        submissions.flatMap(({ events }) => events),
        outcomes,
      );
      return submissions.map(() => undefined);
    },
    { intervalMs: BATCH_INTERVAL_MS, canWait: ({ events }) => events.length > 1 },
  );

  return {
    /**
     * Returns the result of each event. Events with the outcome `accepted` are stored durably.
     * @throws {HttpError} 503 when the inbox is full
     */
    ingest: async (projectId: string, sent: SentEvent<TrackedEvent>[]): Promise<ValidationResult[]> => {
      if (isFull()) throw new HttpError('analytics.too_many_events');
      const results = sent.map(validate);
      const submission: Submission = { events: [], outcomes: {} };
      for (const [index, result] of results.entries()) {
        if (result.outcome === 'accepted') {
          const { event, partition, eventId, isLate } = result;
          if (event.bot) drops.add(projectId, { reason: `bot:${event.bot}`, hostname: event.hostname ?? '' });
          const outcomes = ['accepted', ...toOutcomes(sent[index])];
          if (isLate) outcomes.push('late');
          if (event.bot) outcomes.push(`bot:${event.bot}`);
          submission.events.push({ json: JSON.stringify(event), partition, eventId, outcomes });
        } else {
          countOutcome(submission.outcomes, 'received', toDropOutcome(result));
          drops.add(projectId, { ...describeDrop(result), hostname: parseHostname(sent[index]) });
        }
      }
      await commit(projectId, submission);
      return results;
    },
    /** Returns the results that `ingestImported` would have, and stores nothing. */
    checkImported: (sent: SentEvent<ImportedEvent>[]): ValidationResult[] => sent.map(validate),
    /**
     * Does the same as `ingest` for imported events.
     * @throws {HttpError} 503 when too many events wait, 429 when too many imported events of the project wait
     */
    ingestImported: async (projectId: string, sent: SentEvent<ImportedEvent>[]): Promise<ValidationResult[]> => {
      if (isFull(MAX_SHARE_OF_IMPORTS)) throw new HttpError('analytics.too_many_events');
      const results = sent.map(validate);
      const events: ImportToStore[] = [];
      const outcomes: Outcomes = {};
      for (const [index, result] of results.entries()) {
        if (result.outcome !== 'accepted') countOutcome(outcomes, 'received', toDropOutcome(result));
        else {
          const { event, partition } = result;
          const { id: eventId, time } = event;
          const isRecent = time > Date.now() - REMEMBERED_MS;
          const counted = [...listOutcomes(event), ...toOutcomes(sent[index])];
          events.push({ json: JSON.stringify(event), partition, eventId, time, isRecent, outcomes: counted });
        }
      }
      if (!(await addImports(db, projectId, events, outcomes)))
        throw new HttpError('analytics.too_many_imports', {
          message: `Too many imported events of the project are waiting to be processed (maximum ${MAX_WAITING_IMPORTS}); send the batch again in ${IMPORT_RETRY_S} seconds`,
          headers: { 'retry-after': String(IMPORT_RETRY_S) },
        });
      return results;
    },
  };
}

/** An event with its sender, or the error of an invalid event. */
type SentEvent<Event> = { event: Event; sender: Sender; repairs?: PropertyRepair[] | undefined } | HttpError;

const toOutcomes = (sent: SentEvent<unknown> | undefined): string[] =>
  sent && 'repairs' in sent ? (sent.repairs ?? []).map((repair) => `repaired:${repair}`) : [];

const validate = (sent: SentEvent<TrackedEvent | ImportedEvent>): ValidationResult =>
  sent instanceof HttpError ? { outcome: 'invalid', error: sent } : validateEvent(sent.event, sent.sender);

const toDropOutcome = (result: Exclude<ValidationResult, { outcome: 'accepted' }>) =>
  `dropped:${result.outcome === 'invalid' ? 'invalid' : result.reason}`;

const describeDrop = (result: Exclude<ValidationResult, { outcome: 'accepted' }>) =>
  result.outcome === 'invalid' ? { reason: 'invalid', message: result.error.message } : { reason: result.reason };

/** Returns the host of the page of an event, or of the Origin header. */
function parseHostname(sent: SentEvent<TrackedEvent> | undefined): string {
  if (!sent || sent instanceof HttpError) return '';
  const { event, sender } = sent;
  return (event.url && parsePage(event.url)?.hostname) || sender.origin;
}

export type Intake = ReturnType<typeof createIntake>;

import { EventRecord } from '@earshot/contract/services/analytics/imports';
import { LRUCache } from 'lru-cache';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import type { ImportContext, Importer, Outcome } from '../../../instance/imports/importer.ts';
import { provePeople } from '../../../instance/directory/proving.ts';
import { toPastProofs } from '../ingest/event-users.ts';
import { addSender } from '../ingest/imported-sender.ts';
import type { Intake } from '../ingest/intake.ts';
import type { ValidationResult } from '../ingest/validation.ts';
import { eraseImported, type EraseDeps } from '../maintenance/erasure.ts';
import { findImported, isOfImport, toImportedId } from './events-store.ts';

interface Deps extends EraseDeps {
  intake: Pick<Intake, 'checkImported' | 'ingestImported'>;
}

/** Imports whose predecessors are stored. */
const MAX_STARTED = 1_000;

/** Imports events from another product. Visits and reports are the same as if the events had been tracked at the time. */
export function createEventImporter(deps: Deps): Importer<EventRecord> {
  const { clickhouse, forwarder, intake } = deps;
  const started = new LRUCache<string, true>({ max: MAX_STARTED });

  /** Returns the events that are stored already. Events of an earlier import may still be waiting. */
  async function findKnown({ project, importId }: ImportContext, records: EventRecord[]): Promise<Set<string>> {
    const key = importId ?? '';
    if (!started.has(key)) await forwarder.drain(project.id);
    started.set(key, true);
    return await findImported(clickhouse, project.id, records);
  }

  /** Stores events. Waits when too many are waiting. */
  async function ingest(projectId: string, sent: ReturnType<typeof addSender>[]): Promise<ValidationResult[]> {
    try {
      return await intake.ingestImported(projectId, sent);
    } catch (error) {
      if (!(error instanceof HttpError && error.code === 'analytics.too_many_imports')) throw error;
      await forwarder.drain(projectId);
      return await intake.ingestImported(projectId, sent);
    }
  }

  return {
    collection: 'events',
    schema: EventRecord,
    listNames: ({ event_id: id }) => [id],
    plan: async (_db, context, records, upcoming = new Set()) => {
      const known = await findKnown(context, records);
      const results = intake.checkImported(records.map((record) => toSent(context, record)));
      return results.map((result, index): Outcome => {
        const id = records[index]?.event_id as string;
        return known.has(id) || upcoming.has(id) ? { outcome: 'unchanged' } : toOutcome(result);
      });
    },
    save: async (tx, context, records) => {
      const known = await findKnown(context, records);
      const isNew = records.map(({ event_id: id }) => !known.has(id) && Boolean(known.add(id)));
      const ingested = await ingest(
        context.project.id,
        records.filter((_, index) => isNew[index]).map((record) => toSent(context, record)),
      );
      const proofs = toPastProofs(ingested);
      if (proofs.length) await provePeople(tx, context.project.id, proofs);
      const results = ingested.values();
      return isNew.map((isOne): Outcome =>
        isOne ? toOutcome(results.next().value as ValidationResult) : { outcome: 'unchanged' },
      );
    },
    undo: async (_tx, projectId, importId) => await eraseImported(deps, projectId, isOfImport(importId)),
  };
}

/** Returns an event with its id in this import. */
function toSent({ project, importId }: ImportContext, { browser = '', os = '', device = '', ...event }: EventRecord) {
  const id = toImportedId(importId ?? project.id, event.event_id);
  return addSender(project, { ...event, event_id: id }, event.user_agent ? {} : { browser, os, device });
}

function toOutcome(result: ValidationResult): Outcome {
  if (result.outcome === 'invalid') return result.error;
  if (result.outcome === 'dropped')
    return invalidField('', 'not_allowed', `The settings of the project exclude the event: ${result.reason}`);
  return { outcome: 'created' };
}

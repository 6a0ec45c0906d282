import { MAX_BATCH_EVENTS } from '@earshot/contract/services/analytics/schemas';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { cleanText } from '../../../platform/api/text.ts';
import { flattenProperties, type PropertyChange } from './properties.ts';

interface ReadEvents<Event> {
  isBatch: boolean;
  /** The events of the body. Invalid events are replaced by their errors. */
  sent: (Event | HttpError)[];
  /** Changes by repairs, with the position of the event. */
  changes: (PropertyChange & { index: number })[];
}

/** Validates an event. @throws {HttpError} 400 */
type Check = (value: unknown) => void;

/**
 * Reads one event or a batch of events from a request body. `repair` changes events before they are validated.
 * @throws {HttpError} 400 when the body is neither
 */
export function readEvents<Event>(body: unknown, checkEvent: Check, repair = flattenProperties): ReadEvents<Event> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidField('', 'type', 'The request body must be a JSON object');
  const { events, ...others } = body as { events?: unknown };
  const isBatch = events !== undefined;
  if (isBatch) {
    const [other] = Object.keys(others);
    if (other !== undefined) throw invalidField(other, 'unknown', `${other} is not a known field`);
    if (!Array.isArray(events) || events.length < 1 || events.length > MAX_BATCH_EVENTS)
      throw invalidField('events', 'type', `events must be an array of 1 to ${MAX_BATCH_EVENTS} items`);
  }
  const read: ReadEvents<Event> = { isBatch, sent: [], changes: [] };
  for (const [index, value] of (isBatch ? (events as unknown[]) : [body]).entries()) {
    try {
      const event = cleanText(value);
      const changes = repair(event);
      checkEvent(event);
      read.sent.push(event as Event);
      read.changes.push(...changes.map((change) => ({ ...change, index })));
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      read.sent.push(error);
    }
  }
  return read;
}

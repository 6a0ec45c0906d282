import { BATCH_EVENTS } from '@earshot/contract/analytics';
import { badRequest, HttpError } from '../http/errors.ts';
import { cleanText } from '../http/text.ts';

interface ReadEvents<Event> {
  isBatch: boolean;
  sent: (Event | { error: string })[];
}

type Check = (value: unknown) => string | undefined;

/** @throws {HttpError} 400 when the body holds no events */
export function readEvents<Event>(body: unknown, checkEvent: Check): ReadEvents<Event> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('the request body must be a JSON object');
  const { events, ...others } = body as { events?: unknown };
  if (events === undefined) return { isBatch: false, sent: [readEvent<Event>(body, checkEvent)] };
  const [other] = Object.keys(others);
  if (other !== undefined) throw badRequest(`${other} is not a field of this request`);
  if (!Array.isArray(events) || events.length < 1 || events.length > BATCH_EVENTS)
    throw badRequest(`events must be a list of 1 to ${BATCH_EVENTS} items`);
  return { isBatch: true, sent: events.map((event) => readEvent<Event>(event, checkEvent)) };
}

function readEvent<Event>(value: unknown, checkEvent: Check): Event | { error: string } {
  try {
    const event = cleanText(value);
    const error = checkEvent(event);
    return error === undefined ? (event as Event) : { error };
  } catch (error) {
    if (error instanceof HttpError) return { error: error.message };
    throw error;
  }
}

import type { FastifyBaseLogger } from 'fastify';
import { type EventStream, findRefusal, formatMessage, tooManyStreams } from '../../platform/api/event-stream.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { renderEvent } from './payload.ts';
import * as store from './events-store.ts';

const PAUSE_MS = 500;
const PAGE = 100;
/** Limit of this process. */
const MAX_STREAMS_PER_USER = 10;

/** A request for the events of a project. */
export interface StreamRequest {
  projectId: string;
  userId: string;
  /** Event types. All types when empty. */
  types: readonly string[];
  includePersonalData: boolean;
  /** Number of past events that are sent first. */
  replay: number;
  /** `Last-Event-ID` of a client that reconnects. Takes precedence over `replay`. */
  lastEventId: string | undefined;
  /** Checks the credential, the role and the project again. @throws {HttpError} once the caller would be refused */
  check: () => Promise<void>;
  log: FastifyBaseLogger;
}

export type EventStreams = ReturnType<typeof createEventStreams>;

/** Manages streams of the events of projects (server-sent events) of this process. */
export function createEventStreams(db: Db) {
  const open = new Map<EventStream, { userId: string }>();

  /** @throws {HttpError} 429 */
  function checkLimit(userId: string): void {
    if ([...open.values()].filter((stream) => stream.userId === userId).length < MAX_STREAMS_PER_USER) return;
    const message = `You have too many event streams open (maximum ${MAX_STREAMS_PER_USER}); close one first`;
    throw tooManyStreams('webhooks.too_many_streams', message);
  }

  /** Sends events until the reader disconnects or its credential ends. An unavailable database delays events. */
  function run(request: StreamRequest, start: Start, stream: EventStream): void {
    let { position } = start;
    let timer: NodeJS.Timeout | undefined;
    open.set(stream, request);
    stream.onClose(() => {
      open.delete(stream);
      clearTimeout(timer);
    });
    // The position alone first, so that a client that is interrupted before the first event misses none.
    stream.send(`id: ${position.transactionId}\n\n${formatEvents(request, start)}`);

    async function advance(): Promise<void> {
      const next = await store.readEvents(db, request.projectId, position, { types: request.types, limit: PAGE });
      const refusal = await findRefusal(request.check);
      if (refusal) return stream.end(refusal);
      if (next.events.length) stream.send(formatEvents(request, next));
      else stream.keepAlive();
      ({ position } = next);
    }

    async function repeat(): Promise<void> {
      await advance().catch((error: Error) =>
        request.log.warn({ reason: error.message }, 'an event stream could not be updated'),
      );
      if (open.has(stream)) timer = setTimeout(() => void repeat(), PAUSE_MS);
    }
    void repeat();
  }

  return {
    /**
     * Finds where the stream of a request starts. Returns a function that sends the events.
     * @throws {HttpError} 429 when the user has too many streams
     */
    prepare: async (request: StreamRequest): Promise<(stream: EventStream) => void> => {
      checkLimit(request.userId);
      const start = await findStart(db, request);
      return (stream) => run(request, start, stream);
    },
    /** Ends all streams. Readers reconnect to another node. */
    close: (): void => {
      for (const stream of open.keys()) stream.end();
    },
  };
}

interface Start {
  position: store.Position;
  events: store.StoredEvent[];
}

async function findStart(db: Db, { projectId, types, replay, lastEventId = '' }: StreamRequest): Promise<Start> {
  if (/^\d{1,19}$/.test(lastEventId)) return { position: { transactionId: BigInt(lastEventId), seen: [] }, events: [] };
  const { transactionId, seen } = await store.findEnd(db, projectId);
  const events = replay ? await store.findLastEvents(db, projectId, { types, limit: replay }) : [];
  return { position: { transactionId, seen: [...seen, ...events] }, events };
}

/** Renders events. The last one has the position after them, so that a client that missed a part of them receives them again. */
const formatEvents = ({ projectId, includePersonalData }: StreamRequest, { events, position }: Start): string =>
  events
    .filter(({ subject }) => includePersonalData || !subject.isPersonal)
    .map((event, index, shown) =>
      formatMessage(
        event.type,
        renderEvent(projectId, event, { includePersonalData }),
        index === shown.length - 1 ? position.transactionId.toString() : undefined,
      ),
    )
    .join('');

import type { FastifyBaseLogger } from 'fastify';
import { HttpError } from '../../../platform/api/errors.ts';
import { type EventStream, findRefusal, formatMessage, tooManyStreams } from '../../../platform/api/event-stream.ts';
import type { Forwarder } from '../pipeline/forwarder.ts';
import type { ReportDeps, ReportQuery } from '../query/report-query.ts';
import { countPresent, createReadEvents, findNewEvents, type ReadEvents } from './realtime.ts';

const PAUSE_MS = 2_000;
/** Streams with the same credential share a check of the credential for this time. */
const CHECK_SHARED_MS = 1_000;
/** Limits of this process. A user with a dashboard in every window stays far below. */
const MAX_STREAMS_PER_USER = 20;
const MAX_STREAMS_PER_PROJECT = 200;

/** A request for a stream, with its caller. */
export interface LiveRequest {
  query: ReportQuery;
  /** Whether events that are no acts of a person are sent. */
  hasNonInteractive: boolean;
  userId: string;
  /** Identifies the credential and the project, so that streams with the same ones share a check. */
  credential: string;
  /** Checks the credential, the role and the project again. @throws {HttpError} once the caller would be refused */
  check: () => Promise<void>;
  log: FastifyBaseLogger;
}

interface Stream extends LiveRequest {
  response: EventStream;
}

/** A report query that is polled once for all of its readers. */
interface Poll {
  query: ReportQuery;
  hasNonInteractive: boolean;
  streams: Set<Stream>;
  /** Events that were read. */
  readEvents: ReadEvents;
  /** Undefined until the first poll. */
  visitors: number | undefined;
  /** Time before which all accepted events of the project are counted, as ISO 8601. */
  asOf: string;
  timer: NodeJS.Timeout | undefined;
}

export type LiveStreams = ReturnType<typeof createLiveStreams>;

/** Manages streams of present visitors and events (server-sent events) of this process. */
export function createLiveStreams(deps: ReportDeps & { forwarder: Forwarder }) {
  const streams = new Set<Stream>();
  const polls = new Map<string, Poll>();
  const findSharedRefusal = createRefusalCheck();
  const reader = createNewsReader(deps);
  let isClosed = false;

  /** Writes to a reader whose credential is still valid. The check follows the poll, so that it is as recent as possible. */
  async function notify(stream: Stream, news: string): Promise<void> {
    const refusal = await findSharedRefusal(stream).catch(() => 'unknown' as const);
    if (refusal instanceof HttpError) {
      stream.response.end(refusal);
      removeStream(stream);
    } else if (news && refusal === undefined) stream.response.send(news);
    else stream.response.keepAlive();
  }

  async function runPoll(key: string, poll: Poll): Promise<void> {
    const [first] = poll.streams;
    if (!first) {
      polls.delete(key);
      return;
    }
    const news = await reader.readNews(poll).catch((error: Error) => {
      first.log.warn({ reason: error.message }, 'live streams could not be updated');
      return '';
    });
    await Promise.all([...poll.streams].map((stream) => notify(stream, news)));
    if (!isClosed) poll.timer = setTimeout(() => void runPoll(key, poll), PAUSE_MS);
  }

  function removeStream(stream: Stream): void {
    streams.delete(stream);
    for (const poll of polls.values()) poll.streams.delete(stream);
  }

  function addStream(stream: Stream): void {
    const { projectId, filters, bots, countedBots } = stream.query;
    const key = JSON.stringify([projectId, filters, bots, countedBots, stream.hasNonInteractive]);
    const poll = polls.get(key);
    if (poll) {
      poll.streams.add(stream);
      if (poll.visitors !== undefined)
        stream.response.send(formatMessage('visitors', { visitors: poll.visitors, as_of: poll.asOf }));
    } else {
      const first = createPoll(stream);
      polls.set(key, first);
      void runPoll(key, first);
    }
    streams.add(stream);
    stream.response.onClose(() => removeStream(stream));
  }

  return {
    /** @throws {HttpError} 429 when the user or the project has too many streams */
    checkLimits: (request: Pick<LiveRequest, 'query' | 'userId'>): void => checkLimits(streams, request),
    /** Streams until the reader disconnects or the credential ends. */
    open: (request: LiveRequest, response: EventStream): void => addStream({ ...request, response }),
    /** Ends all streams. Readers reconnect to another node. */
    close: (): void => {
      isClosed = true;
      for (const { timer } of polls.values()) clearTimeout(timer);
      for (const { response } of streams) response.end();
    },
    metrics: [
      {
        name: 'earshot_live_streams',
        help: 'Open streams of live analytics',
        type: 'gauge' as const,
        read: () => streams.size,
      },
      {
        name: 'earshot_live_polls_total',
        help: 'Polls of ClickHouse for live streams; readers with the same query share a poll',
        type: 'counter' as const,
        read: reader.countPolls,
      },
    ],
  };
}

const createPoll = (stream: Stream): Poll => ({
  query: stream.query,
  hasNonInteractive: stream.hasNonInteractive,
  streams: new Set([stream]),
  readEvents: createReadEvents(),
  visitors: undefined,
  asOf: '',
  timer: undefined,
});

/** @throws {HttpError} 429 */
function checkLimits(streams: Set<Stream>, { query: { projectId }, userId }: Pick<LiveRequest, 'query' | 'userId'>): void {
  const count = (isMatch: (stream: Stream) => boolean) => [...streams].filter(isMatch).length;
  if (count((stream) => stream.userId === userId) >= MAX_STREAMS_PER_USER)
    throw tooMany(`You have too many live streams open (maximum ${MAX_STREAMS_PER_USER}); close one first`);
  if (count((stream) => stream.query.projectId === projectId) >= MAX_STREAMS_PER_PROJECT)
    throw tooMany(`The project has too many live streams open (maximum ${MAX_STREAMS_PER_PROJECT}); close one first`);
}

/** Reads news for polls, one poll at a time, so that reports keep the other connections of the engine. */
function createNewsReader({ forwarder, ...deps }: ReportDeps & { forwarder: Forwarder }) {
  let pollCount = 0;
  let lastTurn: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = lastTurn.then(work);
    lastTurn = turn.catch(() => {});
    return turn;
  }

  return {
    countPolls: () => pollCount,
    /** Updates a poll. Returns the messages for its readers. */
    readNews: async (poll: Poll): Promise<string> => {
      const asOf = (await forwarder.flush(poll.query.projectId)).toISOString();
      return await inTurn(async () => {
        const now = Date.now();
        pollCount++;
        const [visitors, events] = await Promise.all([
          countPresent(deps, poll.query, now),
          findNewEvents(deps, poll.query, { now, ...poll }),
        ]);
        const isFirst = poll.visitors === undefined;
        const changed = visitors === poll.visitors ? [] : [formatMessage('visitors', { visitors, as_of: asOf })];
        poll.visitors = visitors;
        poll.asOf = asOf;
        return [...changed, ...(isFirst ? [] : events.map((event) => formatMessage('event', event)))].join('');
      });
    },
  };
}

/** Returns `findRefusal` for streams. Streams with the same credential share a check. */
function createRefusalCheck(): (stream: Stream) => Promise<HttpError | undefined> {
  const checks = new Map<string, Promise<HttpError | undefined>>();
  return ({ credential, check }) => {
    const shared = checks.get(credential);
    if (shared) return shared;
    const checking = findRefusal(check);
    checks.set(credential, checking);
    setTimeout(() => checks.delete(credential), CHECK_SHARED_MS).unref();
    return checking;
  };
}

const tooMany = (message: string) => tooManyStreams('analytics.too_many_streams', message);

import type { ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { HttpError, errorBody } from '../../http/errors.ts';
import type { Forwarder } from '../../event-log/forwarder.ts';
import type { Question, ReportDeps } from '../query/report-query.ts';
import { countPresent, eventsSince } from './realtime.ts';

const PAUSE_MS = 2_000;
/** A proxy closes what is silent for a minute. */
const SILENCE_MS = 15_000;
/** Within this time, streams with one credential share a check of that credential. */
const CHECK_SHARED_MS = 1_000;
/** In this process. Somebody with a dashboard in every window stays far below. */
const MAX_STREAMS_PER_USER = 20;
const MAX_STREAMS_PER_PROJECT = 200;
const RETRY_AFTER_S = 60;

/** A request for a stream: the question, and the caller who may ask for it. */
export interface LiveRequest {
  question: Question;
  userId: string;
  /** Identifies the credential and the project, so that streams with the same ones share a check. */
  credential: string;
  /** Checks the credential, the role and the project again. @throws {HttpError} once the caller would be refused */
  check: () => Promise<void>;
  log: FastifyBaseLogger;
}

interface Stream extends LiveRequest {
  raw: ServerResponse;
  writtenAt: number;
}

/** One question, asked once for all of its readers. */
interface Poll {
  question: Question;
  streams: Set<Stream>;
  /** The number of the newest event that was read. */
  seq: number;
  /** Unknown until the first answer. */
  visitors: number | undefined;
  /** The moment before which all accepted events of the project are counted, as ISO 8601. */
  asOf: string;
  timer: NodeJS.Timeout | undefined;
}

export type LiveStreams = ReturnType<typeof createLiveStreams>;

/** Streams of current visitors and events (server-sent events), in this process. */
export function createLiveStreams({ forwarder, ...deps }: ReportDeps & { forwarder: Forwarder }) {
  const streams = new Set<Stream>();
  const polls = new Map<string, Poll>();
  const checks = new Map<string, Promise<HttpError | undefined>>();
  let pollCount = 0;
  let lastTurn: Promise<unknown> = Promise.resolve();

  /** Polls take turns, so that however many questions are followed, reports keep the other connections of the engine. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = lastTurn.then(work);
    lastTurn = turn.catch(() => {});
    return turn;
  }

  /** Returns the text for all readers of a poll, and what changed with it. */
  async function readNews(poll: Poll): Promise<string> {
    const asOf = (await forwarder.flush(poll.question.projectId)).toISOString();
    return await inTurn(async () => {
      const now = Date.now();
      pollCount++;
      const [visitors, news] = await Promise.all([
        countPresent(deps, poll.question, now),
        eventsSince(deps, poll.question, { now, seq: poll.seq }),
      ]);
      const isFirst = poll.visitors === undefined;
      const changed = visitors === poll.visitors ? [] : [message('visitors', { visitors, as_of: asOf })];
      poll.visitors = visitors;
      poll.asOf = asOf;
      poll.seq = news.seq;
      return [...changed, ...(isFirst ? [] : news.events.map((event) => message('event', event)))].join('');
    });
  }

  /** Returns why a stream has to end. @throws when that can't be known now, because the database is away */
  function findRefusal({ credential, check }: Stream): Promise<HttpError | undefined> {
    const shared = checks.get(credential);
    if (shared) return shared;
    const checking = check().then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof HttpError && error.statusCode < 500) return error;
        throw error;
      },
    );
    checks.set(credential, checking);
    setTimeout(() => checks.delete(credential), CHECK_SHARED_MS).unref();
    return checking;
  }

  /** Writes to one reader, if they may still read. The check comes after the question: it is as recent as can be. */
  async function tell(stream: Stream, news: string): Promise<void> {
    const refusal = await findRefusal(stream).catch(() => 'unknown' as const);
    if (refusal instanceof HttpError) {
      write(stream, message('end', { status: refusal.statusCode, ...errorBody(refusal) }));
      stream.raw.end();
      leave(stream);
    } else if (news && refusal === undefined) write(stream, news);
    else if (Date.now() - stream.writtenAt > SILENCE_MS) write(stream, ': still here\n\n');
  }

  async function look(key: string, poll: Poll): Promise<void> {
    const [first] = poll.streams;
    if (!first) {
      polls.delete(key);
      return;
    }
    const news = await readNews(poll).catch((error: Error) => {
      first.log.warn({ reason: error.message }, 'live streams have no news: the event store did not answer');
      return '';
    });
    await Promise.all([...poll.streams].map((stream) => tell(stream, news)));
    poll.timer = setTimeout(() => void look(key, poll), PAUSE_MS);
  }

  function leave(stream: Stream): void {
    streams.delete(stream);
    for (const poll of polls.values()) poll.streams.delete(stream);
  }

  function join(stream: Stream): void {
    const { projectId, filters, bots, countedBots } = stream.question;
    const key = JSON.stringify([projectId, filters, bots, countedBots]);
    const poll = polls.get(key);
    if (poll) {
      poll.streams.add(stream);
      if (poll.visitors !== undefined) write(stream, message('visitors', { visitors: poll.visitors, as_of: poll.asOf }));
    } else {
      const first: Poll = {
        question: stream.question,
        streams: new Set([stream]),
        seq: 0,
        visitors: undefined,
        asOf: '',
        timer: undefined,
      };
      polls.set(key, first);
      void look(key, first);
    }
    streams.add(stream);
    stream.raw.on('close', () => leave(stream));
  }

  return {
    /** @throws {HttpError} 429 when the user or the project has too many streams */
    checkLimits: ({ question: { projectId }, userId }: Pick<LiveRequest, 'question' | 'userId'>): void => {
      const count = (isTheirs: (stream: Stream) => boolean) => [...streams].filter(isTheirs).length;
      if (count((stream) => stream.userId === userId) >= MAX_STREAMS_PER_USER)
        throw tooMany(`You have too many live streams open (maximum ${MAX_STREAMS_PER_USER}); close one first`);
      if (count((stream) => stream.question.projectId === projectId) >= MAX_STREAMS_PER_PROJECT)
        throw tooMany(`The project has too many live streams open (maximum ${MAX_STREAMS_PER_PROJECT}); close one first`);
    },
    /** Streams to a response that nobody else writes to, until the reader leaves or may read no more. */
    open: (request: LiveRequest, raw: ServerResponse): void => {
      raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
      raw.flushHeaders();
      join({ ...request, raw, writtenAt: Date.now() });
    },
    /** Ends all streams: their readers find another node. */
    close: (): void => {
      for (const { timer } of polls.values()) clearTimeout(timer);
      for (const { raw } of streams) raw.end();
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
        help: 'Questions to ClickHouse for live streams; readers of the same question share one',
        type: 'counter' as const,
        read: () => pollCount,
      },
    ],
  };
}

const tooMany = (message: string) =>
  new HttpError('analytics.too_many_streams', { message, headers: { 'retry-after': String(RETRY_AFTER_S) } });

const message = (type: 'visitors' | 'event' | 'end', data: object) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

function write(stream: Stream, text: string): void {
  const { raw } = stream;
  if (raw.writableEnded || raw.destroyed) return;
  stream.writtenAt = Date.now();
  // A reader who takes nothing is let go: they can come again.
  if (raw.writableNeedDrain) raw.destroy();
  else raw.write(text);
}

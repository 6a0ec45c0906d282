import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { ErrorCode } from '@earshot/contract/instance/errors';
import { HttpError } from '../../../platform/api/errors.ts';
import { limitNextThreads } from '../../../platform/memory/memory.ts';
import type { Connection } from '../../../platform/postgres/database.ts';
import type { PreparedRequest, SearchResponse } from './pipeline.ts';

/** Runs searches of large indexes in worker threads, because scoring would delay all other requests. */
export interface SearchThreads {
  /** Searches in a thread. @throws {HttpError} 404, or 503 when threads fail */
  search: (request: PreparedRequest) => Promise<SearchResponse>;
  /** Number of chunks by index id, as of the last search. */
  chunkCounts: Map<string, number>;
  /** Closes the connections and ends the threads. */
  close: () => Promise<void>;
}

/** Start parameters of a thread. */
export interface Setup {
  connection: Connection;
  /** Channel on which threads share postings. */
  channelName: string;
  /** Memory of the cache of the thread. */
  cacheBytes: number;
}

/** A message to a thread. */
export type Order = { id: number; request: PreparedRequest } | 'close';

/** An error of a search, as plain data. */
export type Failure =
  | { code: ErrorCode; isHttp: true }
  | { code: string | undefined; message: string; stack: string | undefined; isHttp: false };

/** A message from a thread. */
export type Answer = { id: number; response: SearchResponse } | { id: number; failure: Failure } | { warning: string };

interface Job {
  request: PreparedRequest;
  /** Number of threads that failed during this search. */
  failures: number;
  resolve: (response: SearchResponse) => void;
  reject: (error: Error) => void;
}

interface Thread {
  worker: Worker;
  running: Map<number, Job>;
}

/** Searches that a thread runs concurrently: while some wait for PostgreSQL, another one is scored. Further searches wait. */
export const SEARCHES_PER_THREAD = 4;
/** Threads that may fail during a search before the search fails, because the search may be the reason. */
const MAX_FAILURES = 2;
/** Size of a semi-space, in megabytes. With the small size that `npm start` sets, rows of postings would be copied several times. */
const SEMI_SPACE_MB = 16;
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * Creates the threads of a process. Each starts when all others are busy, so that a process without large indexes has none. After a
 * failure of a thread, another one repeats its searches.
 */
export function createSearchThreads({
  connection,
  count,
  limits,
  log,
}: {
  connection: Connection;
  /** Maximum number of threads. */
  count: number;
  /** Maximum heap of a thread, and memory of its cache. A thread that exceeds its heap fails, instead of the process. Postings are not in the heap. */
  limits: { heapMb: number; cacheBytes: number };
  log: { warn: (details: object, message: string) => void };
}): SearchThreads {
  const setup: Setup = { connection, channelName: `earshot postings ${randomUUID()}`, cacheBytes: limits.cacheBytes };
  const threads = new Set<Thread>();
  const waiting: Job[] = [];
  let lastId = 0;
  let isClosed = false;

  function startThread(): Thread {
    // Flags of the process override `resourceLimits`. Heaps that exist keep their size.
    setFlagsFromString(`--max-semi-space-size=${SEMI_SPACE_MB}`);
    limitNextThreads(limits.heapMb);
    const worker = new Worker(new URL('search-worker.ts', import.meta.url), {
      workerData: setup,
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    });
    worker.unref();
    const thread: Thread = { worker, running: new Map() };
    let reason = 'the thread ended';
    worker.on('message', (answer: Answer) => {
      if ('warning' in answer) log.warn({ reason: answer.warning }, 'a database connection was lost');
      else complete(thread, answer);
    });
    worker.on('error', (error: Error) => (reason = error.message));
    worker.on('exit', () => {
      threads.delete(thread);
      if (isClosed) return;
      log.warn({ reason, searches: thread.running.size }, 'a search thread failed');
      for (const job of thread.running.values()) retry(job);
      dispatch();
    });
    threads.add(thread);
    return thread;
  }

  function complete({ running }: Thread, answer: Exclude<Answer, { warning: string }>): void {
    const job = running.get(answer.id);
    running.delete(answer.id);
    if ('failure' in answer) job?.reject(toError(answer.failure));
    else job?.resolve(answer.response);
    dispatch();
  }

  function retry(job: Job): void {
    job.failures++;
    if (job.failures < MAX_FAILURES) waiting.unshift(job);
    else job.reject(new HttpError('indexes.search_unavailable'));
  }

  /** Returns the least busy thread, or starts a thread. Undefined when all threads have enough to do. */
  function findThread(): Thread | undefined {
    const [least] = [...threads].toSorted((a, b) => a.running.size - b.running.size);
    if (least && (least.running.size === 0 || threads.size === count))
      return least.running.size < SEARCHES_PER_THREAD ? least : undefined;
    return startThread();
  }

  function dispatch(): void {
    while (waiting.length) {
      const thread = findThread();
      if (!thread) return;
      const job = waiting.shift() as Job;
      const id = ++lastId;
      thread.running.set(id, job);
      thread.worker.postMessage({ id, request: job.request } satisfies Order);
    }
  }

  return {
    search: (request) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw new HttpError('server.stopping');
        waiting.push({ request, failures: 0, resolve, reject });
        dispatch();
      }),
    chunkCounts: new Map(),
    close: async () => {
      isClosed = true;
      const jobs = [...waiting.splice(0), ...[...threads].flatMap(({ running }) => [...running.values()])];
      for (const { reject } of jobs) reject(new HttpError('server.stopping'));
      await Promise.all([...threads].map(({ worker }) => closeThread(worker)));
    },
  };
}

async function closeThread(worker: Worker): Promise<void> {
  const exited = once(worker, 'exit');
  worker.ref();
  worker.postMessage('close' satisfies Order);
  await Promise.race([exited, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  await worker.terminate();
}

const toError = (failure: Failure): Error =>
  failure.isHttp
    ? new HttpError(failure.code)
    : Object.assign(new Error(failure.message), {
        stack: failure.stack,
        ...(failure.code !== undefined && { code: failure.code }),
      });

import { setFlagsFromString } from 'node:v8';
import { type MessagePort, Worker } from 'node:worker_threads';
import { type BirpcReturn, createBirpc } from 'birpc';
import { type ClickHouse, ClickHouseUnavailableError } from '../../../platform/clickhouse/clickhouse.ts';
import type { BatchContent } from './batches-store.ts';
import type { BatchWriter, Forwarded, Node } from './batch-writer.ts';
import { limitNextThreads } from '../../../platform/memory/memory.ts';
import type { Connection } from '../../../platform/postgres/database.ts';
import type { InboxState } from './inbox-store.ts';

/** Start parameters of the thread. */
export interface Setup extends Node {
  connection: Connection;
  cluster: string | undefined;
}

/** Functions of the main thread that the thread calls. The embedded ClickHouse engine serves a single thread. */
export interface Host extends Pick<ClickHouse, 'query'> {
  write: (id: number, content: BatchContent) => Promise<void>;
  reportState: (state: InboxState) => void;
  reportForwarded: (forwarded: Forwarded) => void;
  /** Reports the number of connections of the thread. */
  reportConnections: (count: number) => void;
  warn: (reason: string) => void;
}

export interface Guest extends Pick<BatchWriter, 'move' | 'stop'> {
  /** Closes the connections. */
  close: () => Promise<void>;
}

/** Creates the RPC between the main thread and the thread, in both directions. */
export const createCalls = <Remote extends object, Local extends object>(
  port: Pick<MessagePort | Worker, 'postMessage' | 'on'>,
  functions: Local,
): BirpcReturn<Remote, Local> =>
  createBirpc<Remote, Local>(functions, {
    post: (message) => port.postMessage(message),
    on: (listener) => void port.on('message', listener),
    // The duration of a call is unbounded.
    timeout: -1,
    // Structured cloning drops the class and the properties of an error. The code tells whether PostgreSQL is unavailable.
    serialize: ({ e: error, ...message }: { e?: Error & { code?: unknown } }) =>
      error
        ? { ...message, reason: error.message, code: codeOf(error), isUnavailable: error instanceof ClickHouseUnavailableError }
        : message,
    deserialize: ({ reason, code, isUnavailable, ...message }: { reason?: string; code?: string; isUnavailable?: boolean }) =>
      reason === undefined
        ? message
        : {
            ...message,
            e: isUnavailable
              ? new ClickHouseUnavailableError(reason)
              : Object.assign(new Error(reason), code !== undefined && { code }),
          },
  });

const codeOf = ({ code }: { code?: unknown }) => (typeof code === 'string' ? code : undefined);

/**
 * Size of a semi-space of the thread, in megabytes. With the small size that `npm start` sets for the main thread, V8 would copy the
 * objects of a batch several times.
 */
const SEMI_SPACE_MB = 32;

/**
 * Runs a batch writer in a worker thread, because making a batch would delay requests. The thread starts with the first call, and again
 * after a failure.
 */
export function createBatchWriterThread(
  module: URL,
  setup: Setup,
  host: Host,
  { maxHeapMb }: { maxHeapMb?: number | undefined } = {},
) {
  let thread: { worker: Worker; calls: BirpcReturn<Guest, Host> } | undefined;

  function begin() {
    // Flags of the process override `resourceLimits`. Heaps that exist keep their size.
    setFlagsFromString(`--max-semi-space-size=${SEMI_SPACE_MB}`);
    limitNextThreads(maxHeapMb);
    const worker = new Worker(module, {
      workerData: setup,
      ...(maxHeapMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } }),
    });
    worker.unref();
    const calls = createCalls<Guest, Host>(worker, host);
    let reason = new Error('the event log thread ended');
    worker.on('error', (error: Error) => (reason = error));
    worker.on('exit', () => {
      thread = undefined;
      calls.$close(reason);
    });
    return { worker, calls };
  }

  return {
    isStarted: () => thread !== undefined,
    /** Calls `BatchWriter.move`. @throws also when the thread fails */
    move: async (lastRow: number | null): Promise<number> => {
      thread ??= begin();
      return await thread.calls.move(lastRow);
    },
    /** Calls `BatchWriter.stop`. */
    stop: async (): Promise<void> => {
      await thread?.calls.stop().catch(() => {});
    },
    close: async (): Promise<void> => {
      await thread?.calls.close().catch(() => {});
      await thread?.worker.terminate();
    },
  };
}

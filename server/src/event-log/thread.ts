import { type MessagePort, Worker } from 'node:worker_threads';
import { type BirpcReturn, createBirpc } from 'birpc';
import type { PoolConfig } from 'pg';
import { ClickHouseAway } from '../clickhouse/clickhouse.ts';
import type { InboxState, Progress } from './inbox-store.ts';
import type { Destination, BatchWriter, Node } from './batch-writer.ts';

/** What a writer's thread begins with. */
export interface Setup extends Node {
  connection: PoolConfig;
}

/** What the thread asks of the one that began it. The engine in the process answers one thread alone. */
export interface Host extends Destination {
  report: (state: InboxState, moved: Record<string, number>) => void;
  warn: (reason: string) => void;
}

export interface Guest extends BatchWriter {
  /** Gives its connections up. */
  close: () => Promise<void>;
}

/** Calls from one thread to the other, both ways. */
export const createCalls = <Remote extends object, Local extends object>(
  port: Pick<MessagePort | Worker, 'postMessage' | 'on'>,
  functions: Local,
): BirpcReturn<Remote, Local> =>
  createBirpc<Remote, Local>(functions, {
    post: (message) => port.postMessage(message),
    on: (listener) => void port.on('message', listener),
    // A move takes as long as it takes.
    timeout: -1,
    // A message can't hold all that an error may have, nor of which class it is. Its code says whether PostgreSQL is away.
    serialize: ({ e: error, ...message }: { e?: Error & { code?: unknown } }) =>
      error ? { ...message, reason: error.message, code: codeOf(error), isAway: error instanceof ClickHouseAway } : message,
    deserialize: ({ reason, code, isAway, ...message }: { reason?: string; code?: string; isAway?: boolean }) =>
      reason === undefined
        ? message
        : {
            ...message,
            e: isAway ? new ClickHouseAway(reason) : Object.assign(new Error(reason), code !== undefined && { code }),
          },
  });

const codeOf = ({ code }: { code?: unknown }) => (typeof code === 'string' ? code : undefined);

/**
 * A writer in a thread of its own, which begins once there is something to move: making a batch takes long enough for requests to notice.
 * One that failed begins anew.
 */
export function createBatchWriterThread(module: URL, setup: Setup, host: Host) {
  let thread: { worker: Worker; calls: BirpcReturn<Guest, Host> } | undefined;

  function begin() {
    const worker = new Worker(module, { workerData: setup });
    worker.unref();
    const calls = createCalls<Guest, Host>(worker, host);
    let reason = new Error('the thread that moves events ended');
    worker.on('error', (error: Error) => (reason = error));
    worker.on('exit', () => {
      thread = undefined;
      calls.$close(reason);
    });
    return { worker, calls };
  }

  return {
    /** As a writer does. @throws also when the thread fails */
    move: async (first: Progress): Promise<void> => {
      thread ??= begin();
      await thread.calls.move(first);
    },
    /** Ends a move after the batch that it is at. */
    stop: async (): Promise<void> => {
      await thread?.calls.stop().catch(() => {});
    },
    close: async (): Promise<void> => {
      await thread?.calls.close().catch(() => {});
      await thread?.worker.terminate();
    },
  };
}

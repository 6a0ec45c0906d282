// A search thread: runs searches with its own connections to PostgreSQL, and shares postings with the other search threads.
import { BroadcastChannel, type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { HttpError } from '../../../platform/api/errors.ts';
import { createDatabase, createPool } from '../../../platform/postgres/database.ts';
import { createStemmer } from '../index/stemmer.ts';
import { createIndexReaders } from './open-index.ts';
import { runSearch } from './pipeline.ts';
import { type Answer, type Failure, type Order, SEARCHES_PER_THREAD, type Setup } from './search-threads.ts';
import { createSharedCache } from './shared-cache.ts';

const { connection, channelName, cacheBytes } = workerData as Setup;
const port = parentPort as MessagePort;
const send = (answer: Answer) => port.postMessage(answer);
const pool = createPool({ ...connection, max: SEARCHES_PER_THREAD, application_name: 'earshot search' }, ({ message }) =>
  send({ warning: message }),
);
const channel = new BroadcastChannel(channelName);
const deps = {
  db: createDatabase(pool),
  stem: createStemmer(),
  readers: createIndexReaders(cacheBytes, createSharedCache(cacheBytes, channel)),
};

port.on('message', (order: Order) => void (order === 'close' ? close() : run(order)));

async function run({ id, request }: Exclude<Order, 'close'>): Promise<void> {
  try {
    send({ id, response: await runSearch(deps, request) });
  } catch (error) {
    send({ id, failure: describe(error as Error & { code?: unknown }) });
  }
}

/** Structured cloning drops the class and the properties of an error. The code tells whether PostgreSQL is unavailable. */
function describe(error: Error & { code?: unknown }): Failure {
  if (error instanceof HttpError) return { code: error.code, isHttp: true };
  const { code, message, stack } = error;
  return { code: typeof code === 'string' ? code : undefined, message, stack, isHttp: false };
}

/** Closes everything that keeps the thread alive. */
async function close(): Promise<void> {
  channel.close();
  await pool.end();
  port.close();
}

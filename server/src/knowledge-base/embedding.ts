import type { JobQueue } from '../jobs/queue.ts';
import { type Db, type Transaction, transact } from '../postgres/database.ts';
import type { Embedder } from './embeddings.ts';
import { findUnembedded, saveEmbeddings } from './embeddings-store.ts';
import { findIndex } from './indexes-store.ts';
import type { IndexKey } from './vocabulary-store.ts';

/** Makes what is written searchable by meaning, in the background. */
export interface Embedding {
  embedder: Embedder;
  /** Within the transaction that changes the documents of an index. */
  request: (tx: Transaction, index: IndexKey) => Promise<void>;
}

const QUEUE = 'knowledge-base.embed';
// For as long as the endpoint is away: some days.
const RETRY = { limit: 200, delaySeconds: 15 };
const BATCH = 32;
const LONGEST_TEXT = 6_000;
/** A job that takes longer hands over to another. */
const MOST_MS = 5 * 60_000;

/** Undefined where no embedder is configured. Before the queue starts. */
export function createEmbedding({
  db,
  jobs,
  embedder,
}: {
  db: Db;
  jobs: JobQueue;
  embedder: Embedder | undefined;
}): Embedding | undefined {
  if (!embedder) return undefined;
  const { model } = embedder;
  const request = (tx: Transaction, { project_id, id }: IndexKey) => jobs.send(tx, QUEUE, [{ project_id, id }]);

  jobs.define<IndexKey>(QUEUE, RETRY, async (key) => {
    for (const ends = Date.now() + MOST_MS; Date.now() < ends;) {
      if ((await findIndex(db, key.project_id, key.id))?.mode !== 'hybrid') return;
      const passages = await findUnembedded(db, key, model, BATCH);
      if (!passages.length) return;
      const vectors = await embedder.embed(passages.map(({ text }) => text.slice(0, LONGEST_TEXT).toWellFormed()));
      const embeddings = passages.map(({ number, place }, at) => ({ number, place, vector: vectors[at] ?? [] }));
      await transact(db, (tx) => saveEmbeddings(tx, key, model, embeddings));
    }
    await transact(db, (tx) => request(tx, key));
  });
  return { embedder, request };
}

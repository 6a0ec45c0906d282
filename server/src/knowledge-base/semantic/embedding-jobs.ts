import type { JobQueue } from '../../jobs/queue.ts';
import { type Db, type Transaction, transact } from '../../postgres/database.ts';
import type { Embedder } from './embedder.ts';
import { findUnembedded, saveEmbeddings } from './embeddings-store.ts';
import { findIndex, listHybrid } from '../index/indexes-store.ts';
import { dropUnusedGraphs, enablePgvector, ensureGraph, PASSAGES_WITHOUT_GRAPH } from './pgvector-store.ts';
import type { IndexKey } from '../index/vocabulary-store.ts';

/** Makes what is written searchable by meaning, in the background. */
export interface Embedding {
  embedder: Embedder;
  hasPgvector: boolean;
  /** Within the transaction that changes an index; only documents of this number or a higher one are looked at. */
  request: (tx: Transaction, index: IndexKey, from?: number) => Promise<void>;
  /** Once the queue has started: what another model embedded, or nobody, is embedded by this one. */
  catchUp: () => Promise<void>;
}

const QUEUE = 'knowledge-base.embed';
// For as long as the endpoint is away: some days.
const RETRY = { limit: 200, delaySeconds: 15 };
const BATCH = 32;
const LONGEST_TEXT = 6_000;
/** A job that takes longer hands over to another. */
const MOST_MS = 5 * 60_000;

/** Undefined where no embedder is configured. Before the queue starts. */
export async function createEmbedding({
  db,
  jobs,
  embedder,
}: {
  db: Db;
  jobs: JobQueue;
  embedder: Embedder | undefined;
}): Promise<Embedding | undefined> {
  if (!embedder) return undefined;
  const { model } = embedder;
  const hasPgvector = await enablePgvector(db);
  const request: Embedding['request'] = (tx, { project_id, id }, from = 0) => jobs.send(tx, QUEUE, [{ project_id, id, from }]);

  jobs.define<IndexKey & { from?: number }>(QUEUE, RETRY, async ({ project_id, id, from = 0 }) => {
    const key = { project_id, id };
    let last = { number: from, place: -1 };
    for (const ends = Date.now() + MOST_MS; Date.now() < ends;) {
      const index = await findIndex(db, project_id, id);
      const isHybrid = index?.mode === 'hybrid';
      const passages = isHybrid ? await findUnembedded(db, key, model, last, BATCH) : [];
      if (!passages.length) {
        if (hasPgvector && isHybrid && index.passage_count > PASSAGES_WITHOUT_GRAPH) await ensureGraph(db, key, model);
        if (hasPgvector) await dropUnusedGraphs(db, model);
        return;
      }
      const vectors = await embedder.embed(passages.map(({ text }) => text.slice(0, LONGEST_TEXT).toWellFormed()));
      const embeddings = passages.map(({ number, place }, at) => ({ number, place, vector: vectors[at] ?? [] }));
      await transact(db, (tx) => saveEmbeddings(tx, key, model, embeddings));
      last = passages.at(-1) ?? last;
    }
    await transact(db, (tx) => request(tx, key, last.number));
  });

  return {
    embedder,
    hasPgvector,
    request,
    catchUp: () =>
      transact(db, async (tx) => {
        for (const index of await listHybrid(tx)) await request(tx, index);
      }),
  };
}

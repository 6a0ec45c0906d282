import { truncate } from '@earshot/contract/shared/text';
import { HOURLY_RETRIES, type JobQueue } from '../../../platform/jobs/queue.ts';
import { type Db, type Transaction, transact } from '../../../platform/postgres/database.ts';
import type { Embedder } from './embedder.ts';
import { findUnembedded, saveEmbeddings } from './embeddings-store.ts';
import { findIndex, listHybrid } from '../index/indexes-store.ts';
import { dropUnusedGraphs, enablePgvector, ensureGraph, MAX_CHUNKS_WITHOUT_GRAPH } from './pgvector-store.ts';
import type { IndexKey } from '../index/vocabulary-store.ts';

/** Computes the embeddings of hybrid indexes in the background. */
export interface EmbeddingJobs {
  embedder: Embedder;
  hasPgvector: boolean;
  /** Enqueues an index within the transaction that changes it. Processes documents with a number of at least `from`. */
  enqueue: (tx: Transaction, index: IndexKey, from?: number) => Promise<void>;
}

const QUEUE = 'knowledge-base.embed';
// Bridges an outage of the endpoint of some days.
const RETRY = { ...HOURLY_RETRIES, delaySeconds: 15 };
/** Chunks per request. */
const BATCH = 32;
/** UTF-16 units. */
const MAX_TEXT_UNITS = 6_000;
/** A job that takes longer enqueues another job for the rest. */
const MAX_JOB_MS = 5 * 60_000;

/** Defines the embedding jobs. Call it before the queue starts. @returns undefined when no model is configured */
export async function createEmbeddingJobs({
  db,
  jobs,
  embedder,
  maxChunksWithoutGraph = MAX_CHUNKS_WITHOUT_GRAPH,
}: {
  db: Db;
  jobs: JobQueue;
  embedder: Embedder | undefined;
  /** Largest index that is searched without a graph. */
  maxChunksWithoutGraph?: number;
}): Promise<EmbeddingJobs | undefined> {
  if (!embedder) return undefined;
  const { model } = embedder;
  const hasPgvector = await enablePgvector(db);
  const enqueue: EmbeddingJobs['enqueue'] = (tx, { project_id, id }, from = 0) =>
    jobs.send(tx, QUEUE, [{ project_id, id, from }]);

  jobs.define<IndexKey & { from?: number }>(QUEUE, RETRY, async ({ project_id, id, from = 0 }) => {
    const key = { project_id, id };
    let last = { document_number: from, position: -1 };
    for (const ends = Date.now() + MAX_JOB_MS; Date.now() < ends;) {
      const index = await findIndex(db, project_id, id);
      const isHybrid = index?.mode === 'hybrid';
      const chunks = isHybrid ? await findUnembedded(db, key, { model, after: last, limit: BATCH }) : [];
      if (!chunks.length) {
        if (hasPgvector && isHybrid && index.chunk_count > maxChunksWithoutGraph) await ensureGraph(db, key, model);
        if (hasPgvector) await dropUnusedGraphs(db, model);
        return;
      }
      const vectors = await embedder.embed(chunks.map(({ text }) => truncate(text, MAX_TEXT_UNITS)));
      const embeddings = chunks.map(({ document_number, position }, at) => ({
        document_number,
        position,
        vector: vectors[at] ?? [],
      }));
      await transact(db, (tx) => saveEmbeddings(tx, key, model, embeddings));
      last = chunks.at(-1) ?? last;
    }
    await transact(db, (tx) => enqueue(tx, key, last.document_number));
  });

  // Hybrid indexes may lack embeddings of the configured model.
  jobs.onStart(() =>
    transact(db, async (tx) => {
      for (const index of await listHybrid(tx)) await enqueue(tx, index);
    }),
  );

  return { embedder, hasPgvector, enqueue };
}

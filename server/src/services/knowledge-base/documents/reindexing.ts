import type { JobQueue } from '../../../platform/jobs/queue.ts';
import { type Db, type Transaction, transact } from '../../../platform/postgres/database.ts';
import { analyze, sumLengths } from '../index/analysis.ts';
import { listDocumentsWithChunks } from './documents-store.ts';
import { listOutdated, lockOutdated, recordAnalysisVersion } from '../index/indexes-store.ts';
import { addPostings, removeAllPostings } from '../index/postings-store.ts';
import { createStemmer } from '../index/stemmer.ts';
import { addWords, type IndexKey, removeAllWords } from '../index/vocabulary-store.ts';

const QUEUE = 'knowledge-base.reindex';
const RETRY = { limit: 20, delaySeconds: 30 };
/** Documents that are read together. */
const BATCH = 500;

interface Log {
  info: (details: object, message: string) => void;
}

/**
 * Defines the job that rebuilds indexes with terms of another analysis version, after an update of Earshot or of PostgreSQL, and sends it at each start. Until an
 * index is rebuilt, searches use its old terms, and changes of its documents wait. Call it before the queue starts. Returns a function that
 * sends the job for the indexes of a project without terms, and returns these.
 */
export function defineReindexing({ db, jobs, log }: { db: Db; jobs: JobQueue; log: Log }) {
  const stem = createStemmer();
  jobs.define<IndexKey>(QUEUE, RETRY, ({ project_id, id }) =>
    transact(db, async (tx) => {
      const index = await lockOutdated(tx, project_id, id);
      if (!index) return;
      log.info({ index_id: id, documents: index.document_count }, 'rebuilding a knowledge base index');
      await removeAllPostings(tx, index);
      await removeAllWords(tx, index);
      let words = 0;
      for (let last = 0; ;) {
        const documents = await listDocumentsWithChunks(tx, index, { after: last, limit: BATCH });
        if (!documents.length) break;
        const analysis = await analyze(tx, stem, index.language, documents);
        await addPostings(tx, index, analysis.postings);
        await addWords(tx, index, [...analysis.words.values()]);
        words += sumLengths(analysis);
        last = documents.at(-1)?.number ?? last;
      }
      await recordAnalysisVersion(tx, index, words);
    }),
  );
  const sendOutdated = async (tx: Transaction, projectId?: string): Promise<IndexKey[]> => {
    const indexes = await listOutdated(tx, projectId);
    await jobs.send(tx, QUEUE, indexes);
    return indexes;
  };
  jobs.onStart(() => transact(db, async (tx) => void (await sendOutdated(tx))));
  return sendOutdated;
}

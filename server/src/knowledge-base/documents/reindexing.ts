import type { JobQueue } from '../../jobs/queue.ts';
import { type Db, transact } from '../../postgres/database.ts';
import { analyse, wordsIn } from '../index/analysis.ts';
import { listTexts } from './documents-store.ts';
import { listOutdated, lockOutdated, recordAnalysis } from '../index/indexes-store.ts';
import { addPostings, removeAllPostings } from '../index/postings-store.ts';
import { createStems } from '../index/stems.ts';
import { addWords, type IndexKey, removeAllWords } from '../index/vocabulary-store.ts';

const QUEUE = 'knowledge-base.reindex';
const RETRY = { limit: 20, delaySeconds: 30 };
/** Documents that are looked at together. */
const BATCH = 500;

interface Log {
  info: (details: object, message: string) => void;
}

/**
 * Indexes anew what other rules or dictionaries made terms of: after an update of Earshot, or a move to another PostgreSQL. Until that is
 * done, searches find what the old terms let them, and whoever changes documents of the index waits. Before the queue starts.
 */
export function createReindexing({ db, jobs, log }: { db: Db; jobs: JobQueue; log: Log }) {
  const stems = createStems();
  jobs.define<IndexKey>(QUEUE, RETRY, ({ project_id, id }) =>
    transact(db, async (tx) => {
      const index = await lockOutdated(tx, project_id, id);
      if (!index) return;
      log.info({ index_id: id, documents: index.document_count }, 'an index of the knowledge base is made anew');
      await removeAllPostings(tx, index);
      await removeAllWords(tx, index);
      let words = 0;
      for (let last = 0; ;) {
        const documents = await listTexts(tx, index, { after: last, most: BATCH });
        if (!documents.length) break;
        const analysis = await analyse(tx, stems, index.language, documents);
        await addPostings(tx, index, analysis.postings);
        await addWords(tx, index, [...analysis.words.values()]);
        words += wordsIn(analysis);
        last = documents.at(-1)?.number ?? last;
      }
      await recordAnalysis(tx, index, words);
    }),
  );

  return {
    /** Once the queue has started. */
    catchUp: () => transact(db, async (tx) => jobs.send(tx, QUEUE, await listOutdated(tx))),
  };
}

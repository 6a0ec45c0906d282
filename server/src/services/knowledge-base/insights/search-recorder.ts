import { truncate } from '@earshot/contract/shared/text';
import type { FastifyBaseLogger } from 'fastify';
import { selectWords, tokenize } from '../../../platform/text/tokenizer.ts';
import { formatId, newId } from '../../../platform/ids.ts';
import type { DomainEvents } from '../../../platform/jobs/events.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import { createGroupCommit } from '../../../platform/postgres/group-commit.ts';
import type { IndexKey } from '../index/vocabulary-store.ts';
import { claimMissedSearch, deleteExpiredMissedSearches } from './missed-searches-store.ts';
import { NO_DOCUMENT, type SearchRow } from './search-log-store.ts';

/** The event log, which stores searches in ClickHouse. */
export interface SearchLog {
  /** Adds rows of `searches`, without the project. They are durable when the promise resolves. */
  add: (projectId: string, rows: object[]) => Promise<void>;
  /** Waits for a short time until the rows of a project are in ClickHouse. Returns the time up to which they are complete. */
  flush: (projectId: string) => Promise<Date>;
}

export interface RecordedSearch {
  queryId: string;
  query: string;
  /** Searched indexes, each with the query in the form that is equal for inflections and other orders of the same words. */
  indexes: { id: string; normalizedQuery: string }[];
  /** Number of documents that were found. */
  total: number;
  /** First page of results, best first. */
  results: { index_id: string }[];
  /** The person who proved an identity with the search, see `findSearcher`, or `MEMBER_SEARCHER`. */
  searcher?: string | undefined;
}

export type SearchRecorder = ReturnType<typeof createSearchRecorder>;

/** Characters of a query that are stored. */
const MAX_QUERY_LENGTH = 200;
/** UTF-16 units of a query that are searched for email addresses, because the search takes quadratic time. */
const MAX_MASKED_LENGTH = 1_000;
// People type addresses into search fields as well, and the search log must not contain personal data.
const EMAIL_ADDRESS = /[^\s@]+@[^\s@]+\.[^\s@]+/g;
const MASK = '…@…';

/** Records searches, clicks and ratings. Only searches of people who prove who they are name a person. Searches do not wait for it. */
export function createSearchRecorder({
  db,
  jobs,
  events,
  log,
  searches,
}: {
  db: Db;
  jobs: JobQueue;
  events: DomainEvents;
  log: FastifyBaseLogger;
  searches: SearchLog;
}) {
  const addRows = createGroupCommit<SearchRow[], void>(async (projectId, groups) => {
    await searches.add(projectId, groups.flat());
    return groups.map(() => undefined);
  });
  const pending = new Set<Promise<void>>();
  const waitForPending = async () => void (await Promise.all(pending));
  jobs.schedule('knowledge-base.clean', '47 * * * *', () => deleteExpiredMissedSearches(db));

  function runInBackground(work: () => Promise<void>): void {
    const done = work()
      .catch((error: Error) => log.warn({ reason: error.message }, 'recording a search failed'))
      .finally(() => pending.delete(done));
    pending.add(done);
  }

  async function reportMissedSearch(projectId: string, index: RecordedSearch['indexes'][number], query: string): Promise<void> {
    await transact(db, async (tx) => {
      if (!(await claimMissedSearch(tx, projectId, index))) return;
      await events.record(tx, projectId, [
        {
          type: 'knowledge_base.searched_without_results',
          data: { index_id: index.id, query },
          subject: { data: { index_id: formatId('idx', index.id), query }, personal: {} },
        },
      ]);
    });
  }

  return {
    /**
     * Records a search in the background. A search of several indexes counts in one: the index of its best result, or the first one when
     * nothing was found, which is reported as a domain event.
     */
    recordSearch: (projectId: string, { queryId, query, indexes, total, results, searcher }: RecordedSearch): void => {
      const text = maskAddresses(query);
      const masked = text.includes(MASK)
        ? selectWords(tokenize(text))
            .map(({ word }) => word)
            .join(' ') || MASK
        : undefined;
      // The normalized query was made of the original query, so that it contains the words of an address.
      const searched = indexes.map(({ id, normalizedQuery }) => ({
        id,
        normalizedQuery: normalizedQuery && (masked ?? normalizedQuery),
      }));
      const recorded = searched.find(({ id }) => id === results[0]?.index_id) ?? searched[0];
      // A query without words, such as punctuation.
      if (!recorded?.normalizedQuery) return;
      const rows = searched.map((index) => ({
        ...createRow(index === recorded ? 'search' : 'shared', index.id, queryId),
        ...(index === recorded && { query: text, ...(searcher !== undefined && { searcher }) }),
        words: index.normalizedQuery,
        results: total,
      }));
      runInBackground(() => addRows(projectId, rows));
      if (!total) runInBackground(() => reportMissedSearch(projectId, recorded, text));
    },
    /** Records the number of sentences that answered the query of a search, in the background. 0 when the question was refused. */
    recordAnswer: (projectId: string, indexId: string, queryId: string, sentences: number): void =>
      runInBackground(() => addRows(projectId, [{ ...createRow('answer', indexId, queryId), results: sentences }])),
    /** Records a click on a result. @throws when the row cannot be stored */
    recordClick: (projectId: string, indexId: string, queryId: string, documentId: string): Promise<void> =>
      addRows(projectId, [{ ...createRow('click', indexId, queryId), document_id: documentId }]),
    /** Records a rating of the results, or of one document. @throws when the row cannot be stored */
    recordRating: (projectId: string, indexId: string, queryId: string, rating: { isHelpful: boolean; documentId?: string }) =>
      addRows(projectId, [
        {
          ...createRow('judgement', indexId, queryId),
          document_id: rating.documentId ?? NO_DOCUMENT,
          is_helpful: rating.isHelpful,
        },
      ]),
    /** Records a rating of a document that was not found by a search. @throws when the row cannot be stored */
    recordDocumentRating: (index: IndexKey, documentId: string, isHelpful: boolean): Promise<void> =>
      addRows(index.project_id, [{ ...createRow('rating', index.id, newId()), document_id: documentId, is_helpful: isHelpful }]),
    /** Records a view of the public page of a document, in the background. */
    recordView: (index: IndexKey, documentId: string): void =>
      runInBackground(() => addRows(index.project_id, [{ ...createRow('view', index.id, newId()), document_id: documentId }])),
    /** Waits for a short time until earlier searches are in ClickHouse. Returns the time up to which they are complete. */
    flush: async (projectId: string) => {
      await waitForPending();
      return await searches.flush(projectId);
    },
    /** Waits for searches that are being recorded. Call it before the database is closed. */
    stop: waitForPending,
  };
}

const createRow = (kind: SearchRow['kind'], indexId: string, queryId: string): SearchRow => ({
  index_id: indexId,
  time: Date.now(),
  kind,
  query_id: queryId,
});

const maskAddresses = (query: string) =>
  truncate(truncate(query, MAX_MASKED_LENGTH).trim().replaceAll(EMAIL_ADDRESS, MASK), MAX_QUERY_LENGTH);

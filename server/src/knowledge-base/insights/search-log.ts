import type { FastifyBaseLogger } from 'fastify';
import { wordsOf } from '../../full-text/lexemes.ts';
import { formatId } from '../../ids.ts';
import type { DomainEvents } from '../../jobs/events.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { type Db, transact } from '../../postgres/database.ts';
import { createGroupCommit } from '../../postgres/group-commit.ts';
import type { SearchRow } from './search-log-store.ts';
import { claimMissed, forgetMissed } from './missed-searches-store.ts';

/** What analytics does for a knowledge base: it keeps searches as it keeps events. */
export interface SearchLog {
  /** Takes rows of `searches`, without their project; they are safe by the answer. */
  add: (projectId: string, rows: object[]) => Promise<void>;
  /** Waits a moment until the rows of a project are in ClickHouse. Returns the moment before which all that were taken are. */
  flush: (projectId: string) => Promise<Date>;
}

export interface Searched {
  queryId: string;
  query: string;
  /** Which indexes were searched, and what the words of the query have in common with other ways to put it. */
  indexes: { id: string; words: string }[];
  results: number;
}

export type Learning = ReturnType<typeof createLearning>;

const NOBODY = '00000000-0000-0000-0000-000000000000';
const LONGEST_QUERY = 200;
const LONGEST_READ = 1_000;
// Addresses are typed into every field there is, and nobody is to be known by a search.
const ADDRESS = /[^\s@]+@[^\s@]+\.[^\s@]+/g;

/** Remembers what was searched for, without anything of who did. Searches are answered before that: they never wait for it. */
export function createLearning({
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
  const addTogether = createGroupCommit<SearchRow[], void>(async (projectId, groups) => {
    await searches.add(projectId, groups.flat());
    return groups.map(() => undefined);
  });
  const underWay = new Set<Promise<void>>();
  const settle = async () => void (await Promise.all(underWay));
  jobs.schedule('knowledge-base.clean', '47 * * * *', () => forgetMissed(db));

  function inBackground(work: () => Promise<void>): void {
    const done = work()
      .catch((error: Error) => log.warn({ reason: error.message }, 'a search could not be remembered'))
      .finally(() => underWay.delete(done));
    underWay.add(done);
  }

  async function tell(projectId: string, index: Searched['indexes'][number], query: string): Promise<void> {
    await transact(db, async (tx) => {
      if (!(await claimMissed(tx, projectId, index))) return;
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
    searched: (projectId: string, { queryId, query, indexes, results }: Searched): void => {
      const text = maskAddresses(query);
      // Words are made of the query as it was written: those of an address must not be remembered either.
      const isMasked = text.includes(MASKED);
      const asked = indexes.map(({ id, words }) => ({
        id,
        words: isMasked && words ? wordsOf(text).join(' ') || MASKED : words,
      }));
      const [first] = asked;
      // Punctuation asks for nothing.
      if (!first?.words) return;
      const rows = asked.map(({ id, words }) => ({ ...rowOf('search', id, queryId), query: text, words, results }));
      inBackground(() => addTogether(projectId, rows));
      if (!results) inBackground(() => tell(projectId, first, text));
    },
    /** @throws whatever keeps it from being remembered */
    clicked: (projectId: string, indexId: string, queryId: string, documentId: string): Promise<void> =>
      addTogether(projectId, [{ ...rowOf('click', indexId, queryId), document_id: documentId }]),
    /** @throws whatever keeps it from being remembered */
    judged: (projectId: string, indexId: string, queryId: string, judgement: { isHelpful: boolean; documentId?: string }) =>
      addTogether(projectId, [
        {
          ...rowOf('judgement', indexId, queryId),
          document_id: judgement.documentId ?? NOBODY,
          is_helpful: judgement.isHelpful,
        },
      ]),
    /** Waits a moment until all that was searched for before is in ClickHouse. Returns the moment before which it is. */
    flush: async (projectId: string) => {
      await settle();
      return await searches.flush(projectId);
    },
    /** Before the database ends. */
    stop: settle,
  };
}

const rowOf = (kind: SearchRow['kind'], indexId: string, queryId: string): SearchRow => ({
  index_id: indexId,
  time: Date.now(),
  kind,
  query_id: queryId,
});

/** What stands for an address. */
const MASKED = '…@…';

/** Addresses are looked for in no more than a few lines: the search for them takes the square of its length. */
const maskAddresses = (query: string) =>
  Array.from(query.slice(0, LONGEST_READ).toWellFormed().trim().replaceAll(ADDRESS, MASKED)).slice(0, LONGEST_QUERY).join('');

import { availableParallelism } from 'node:os';
import type { Instance } from '../../instance/instance.ts';
import type { Service } from '../../instance/service.ts';
import { today } from '../../platform/client/network-hash.ts';
import { deletePastCounts } from './answers/counts-store.ts';
import { archivedKnowledgeBase } from './archived.ts';
import { createClusterErasure, type FindFeedbackIds, scheduleClusters } from './clusters/clusters.ts';
import { listUnanswered } from './clusters/clusters-store.ts';
import { clusterRoutes } from './clusters/routes.ts';
import { deriveCategories, findMentionedUploads } from './documents/documents-store.ts';
import { deriveLanguages } from './documents/translations-store.ts';
import { defineReindexing } from './documents/reindexing.ts';
import { emptyIndexes } from './index/indexes-store.ts';
import { createArticleImporter } from './imports/importer.ts';
import { createStemmer } from './index/stemmer.ts';
import type { CountPageViews } from './insights/figures.ts';
import { createSearchReport } from './insights/project-report.ts';
import { createSearchRecorder, type SearchLog } from './insights/search-recorder.ts';
import { knowledgeBasePages, listHelpPages, renderHelpTeaser } from './pages.ts';
import { createArticleDrafts, type FindPublicAnswers } from './proposals/proposals.ts';
import { knowledgeBaseRoutes } from './routes.ts';
import { createIndexReaders } from './search/open-index.ts';
import { createSearchThreads } from './search/search-threads.ts';
import type { SearchDeps } from './search/search.ts';
import { createEmbedder } from './semantic/embedder.ts';
import { createEmbeddingJobs } from './semantic/embedding-jobs.ts';

declare module '../../platform/ids.ts' {
  interface IdPrefixes {
    idx: never;
    doc: never;
    qry: never;
    scl: never;
  }
}

declare module '../../platform/jobs/events.ts' {
  interface EventData {
    'knowledge_base.searched_without_results': { index_id: string; query: string };
  }
}

interface Peers {
  /** Stores searches next to the events. */
  searchLog: SearchLog;
  findFeedbackIds: FindFeedbackIds;
  findPublicAnswers: FindPublicAnswers;
  countPageViews: CountPageViews;
}

/** Creates the service of the knowledge base, with the threads and jobs of its search. */
export async function createKnowledgeBase(
  instance: Instance,
  { searchLog, findFeedbackIds, findPublicAnswers, countPageViews }: Peers,
): Promise<Service> {
  const { config, db, jobs, log, cleanups } = instance;
  const recorder = createSearchRecorder({ ...instance, searches: searchLog });
  cleanups.defer(recorder.stop);
  const reindexProject = defineReindexing(instance);
  instance.messages.add({
    'knowledge_base.searched_without_results': ({ index_id, query }: { index_id: string; query: string }) => ({
      heading: 'Search without results',
      title: query,
      link: `help/${index_id}/insights`,
    }),
  });
  const deps: SearchDeps = {
    db,
    stem: createStemmer(),
    readers: createIndexReaders(config.memory.search.cacheBytes),
    embedding: await createEmbeddingJobs({ db, jobs, embedder: createEmbedder(config, log) }),
    threads: startThreads(instance),
  };
  jobs.schedule('knowledge-base.clean-answers', '17 0 * * *', () => deletePastCounts(db, today()));
  scheduleClusters({ ...instance, stem: deps.stem, flush: recorder.flush });
  return {
    register: async (app) => {
      await app.register(knowledgeBaseRoutes, { prefix: '/v1/indexes', ...instance, deps, recorder, countPageViews });
      await app.register(clusterRoutes, { prefix: '/v1/search-clusters', db, findFeedbackIds });
      await app.register(knowledgeBasePages, { ...instance, deps, recorder });
    },
    sections: { help: { teaser: renderHelpTeaser, listPages: listHelpPages } },
    personalData: createClusterErasure(jobs),
    archived: archivedKnowledgeBase(async (tx, projectId) => {
      await deriveCategories(tx, projectId);
      await deriveLanguages(tx, projectId);
      for (const index of await reindexProject(tx, projectId)) await deps.embedding?.enqueue(tx, index);
    }),
    deleteContent: emptyIndexes,
    findMentionedUploads,
    importers: [createArticleImporter(deps)],
    proposers: [createArticleDrafts({ ...deps, findFeedbackIds, findPublicAnswers })],
    report: createSearchReport({ ...instance, recorder, listUnanswered }),
  };
}

/** Starts the threads of large searches. Returns undefined when all searches run on the main thread. */
function startThreads({ config, connection, log, cleanups }: Instance): SearchDeps['threads'] {
  const { search: limits } = config.memory;
  const count = config.EARSHOT_SEARCH_THREADS ?? Math.min(availableParallelism(), limits.threads);
  if (!count) return undefined;
  const threads = createSearchThreads({ connection, count, limits, log });
  cleanups.defer(threads.close);
  return threads;
}

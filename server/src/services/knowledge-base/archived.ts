import { truncate } from '@earshot/contract/shared/text';
import {
  AUDIENCES,
  CONTENT_TYPES,
  DOCUMENT_STATUSES,
  MAX_CATEGORY_LENGTH,
  MODES,
} from '@earshot/contract/services/knowledge-base/values';
import type { ArchivedTables } from '../../platform/postgres/archived.ts';
import { deriveSlug, varySlug } from './documents/slugs.ts';

interface ArchivedDocument {
  slug?: string;
  title: string;
  external_id: string | null;
  category?: string | null;
  created_at: string;
  published_at?: string | null;
}

/** The knowledge base in the archives of projects. Terms and embeddings are built from the chunks after a restore. */
export const archivedKnowledgeBase = (rebuild: Required<ArchivedTables>['rebuild']): ArchivedTables => ({
  tables: [
    {
      table: 'knowledge_indexes',
      ids: { id: 'idx', segment_id: 'psg' },
      omitted: ['analysis_version', 'word_count'],
      values: { mode: MODES, audience: AUDIENCES },
    },
    {
      table: 'knowledge_documents',
      ids: { id: 'doc', index_id: 'idx', segment_id: 'psg', related_ids: 'doc', translation_of: 'doc' },
      omitted: ['import_id'],
      values: { content_type: CONTENT_TYPES, status: DOCUMENT_STATUSES, audience: AUDIENCES },
      hasCsv: true,
      // Archives of earlier versions have published documents without slugs, and longer categories.
      derive: ({ slug, title, external_id, category, created_at, published_at }: ArchivedDocument) => ({
        ...(category && { category: truncate(category, MAX_CATEGORY_LENGTH) }),
        ...(slug === undefined
          ? { slug: varySlug(deriveSlug(title, external_id, new Date(created_at))), published_at: created_at }
          : { slug, published_at }),
      }),
    },
    { table: 'knowledge_former_slugs', ids: { index_id: 'idx', document_id: 'doc' } },
    { table: 'knowledge_chunks', ids: { index_id: 'idx' } },
    { table: 'knowledge_search_clusters', ids: { id: 'scl', feedback_id: 'fb', document_id: 'doc' } },
  ],
  omitted: {
    knowledge_answer_counts: 'counts of one day',
    knowledge_embeddings: 'computed from the chunks by the model of the instance',
    knowledge_missed_searches: 'searches of the last hour',
    knowledge_postings: 'computed from the chunks',
    knowledge_vocabulary: 'computed from the chunks',
  },
  rebuild,
});

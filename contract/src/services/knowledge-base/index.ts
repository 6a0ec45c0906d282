import { RecordCount, Records } from '../../shared/people.ts';
import type { ServiceContract } from '../../shared/service.ts';
import * as answers from './answers.ts';
import * as arrangement from './arrangement.ts';
import { events } from './events.ts';
import * as imports from './imports.ts';
import * as schemas from './schemas.ts';
import * as search from './search.ts';
import * as searchClusters from './search-clusters.ts';
import { sections } from './sections.ts';

export const knowledgeBase = {
  name: 'knowledge_base',
  tag: { name: 'Knowledge base', description: 'Articles, search and insights' },
  scopes: {
    'knowledge_base:read': 'Search and read indexes, documents and search insights',
    'knowledge_base:write': 'Create, change and delete indexes and documents',
  },
  appScopes: ['knowledge_base:read', 'knowledge_base:write'],
  errors: {
    'indexes.not_found': { status: 404, message: 'Index not found' },
    'indexes.search_unavailable': { status: 503, message: 'Search is unavailable; try again in a few seconds' },
    'indexes.name_taken': {
      status: 409,
      message: 'An index with this name or external_id already exists',
      field: { path: 'name', code: 'taken' },
    },
    'documents.not_found': { status: 404, message: 'Document not found' },
    'documents.slug_taken': { status: 409, message: 'slug is already taken', field: { path: 'slug', code: 'taken' } },
    'documents.language_taken': {
      status: 409,
      message: 'The source or one of its translations has this language already',
      field: { path: 'language', code: 'taken' },
    },
    'documents.edit_conflict': {
      status: 409,
      message: 'The document was changed since expected_edited_at; read it again',
    },
    'documents.content_too_large': {
      status: 413,
      message: 'content must be at most 1 MiB',
      field: { path: 'content', code: 'too_long' },
    },
    'search_clusters.not_found': { status: 404, message: 'Search cluster not found' },
    'answers.disabled': {
      status: 404,
      message: 'Answers are off; set `settings.knowledge_base.answers`, and EARSHOT_LLM_URL of the instance',
    },
    'answers.limit_reached': { status: 429, message: 'The questions of this day are used up; search the articles instead' },
    'answers.model_unavailable': { status: 503, message: 'The language model is unavailable; search the articles instead' },
    'searches.not_found': { status: 404, message: 'Search not found' },
  },
  auditActions: [
    'index.created',
    'index.deleted',
    'document.published',
    'document.unpublished',
    'document.archived',
    'document.deleted',
    'documents.exported',
  ],
  events,
  notifications: {},
  settings: answers.answerSettings,
  sections,
  erased: { searches: RecordCount('Deleted searches of the knowledge base, with their clicks and ratings') },
  exported: { searches: Records('Searches of the knowledge base with which the person proved who they are') },
  schemas: {
    ...schemas,
    ...search,
    AnswerBody: answers.AnswerBody,
    Answer: answers.Answer,
    ...arrangement,
    ...searchClusters,
    ...imports,
  },
} as const satisfies ServiceContract;

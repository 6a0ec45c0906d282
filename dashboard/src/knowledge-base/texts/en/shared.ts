/** Texts in places that all services share. */
export const knowledgeBaseShared = {
  scopes: {
    'knowledge_base:read': 'Search and read the help center',
    'knowledge_base:write': 'Search, read and change the help center',
  },
  actions: {
    'index.deleted': 'Deleted a collection',
    'document.published': 'Published an article',
    'document.unpublished': 'Unpublished an article',
    'document.archived': 'Archived an article',
    'document.deleted': 'Deleted an article',
    'documents.exported': 'Exported articles',
  },
  events: {
    'knowledge_base.searched_without_results': 'Search without results',
  },
  sections: { help: 'Help' },
  settings: {
    'settings.knowledge_base.answers': {
      label: 'Answer questions',
      hint: 'Readers get answers from the articles that they may read, with sources. Requires a language model (EARSHOT_LLM_URL), which receives the question and passages of articles.',
    },
    'settings.knowledge_base.answers_per_day': {
      label: 'Questions per day',
      hint: 'Questions of all readers that are sent to the language model on a day.',
    },
    'settings.knowledge_base.answers_per_network': {
      label: 'Questions per network',
      hint: 'Questions from one network on a day. Raise the number if many readers share a network.',
    },
  },
  notifications: {},
  timeline: {
    search: 'Searches',
  },
  did: {
    search: 'Searched the help for',
  },
  imports: {
    articles: 'Articles',
  },
};

import type { knowledgeBaseShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const knowledgeBaseShared: Texts<typeof english> = {
  scopes: {
    'knowledge_base:read': 'Rechercher et lire dans le centre d’aide',
    'knowledge_base:write': 'Rechercher, lire et modifier dans le centre d’aide',
  },
  actions: {
    'index.deleted': 'A supprimé une collection',
    'document.published': 'A publié un article',
    'document.unpublished': 'A dépublié un article',
    'document.archived': 'A archivé un article',
    'document.deleted': 'A supprimé un article',
    'documents.exported': 'A exporté les articles',
  },
  events: {
    'knowledge_base.searched_without_results': 'Recherche sans résultat',
  },
  sections: { help: 'Aide' },
  settings: {
    'settings.knowledge_base.answers': {
      label: 'Répondre aux questions',
      hint: 'Les lecteurs reçoivent des réponses tirées des articles qu’ils peuvent lire, avec leurs sources. Nécessite un modèle de langage (EARSHOT_LLM_URL), qui reçoit la question et des passages d’articles.',
    },
    'settings.knowledge_base.answers_per_day': {
      label: 'Questions par jour',
      hint: 'Questions de tous les lecteurs envoyées au modèle de langage en un jour.',
    },
    'settings.knowledge_base.answers_per_network': {
      label: 'Questions par réseau',
      hint: 'Questions provenant d’un réseau en un jour. Augmentez le nombre si de nombreux lecteurs partagent un réseau.',
    },
  },
  notifications: {},
  timeline: {
    search: 'Recherches',
  },
  did: {
    search: 'A cherché dans l’aide',
  },
  imports: {
    articles: 'Articles',
  },
};

import type { knowledgeBaseShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const knowledgeBaseShared: Texts<typeof english> = {
  scopes: {
    'knowledge_base:read': 'Das Hilfecenter durchsuchen und lesen',
    'knowledge_base:write': 'Das Hilfecenter durchsuchen, lesen und ändern',
  },
  actions: {
    'index.deleted': 'Sammlung gelöscht',
    'document.published': 'Artikel veröffentlicht',
    'document.unpublished': 'Artikel zurückgezogen',
    'document.archived': 'Artikel archiviert',
    'document.deleted': 'Artikel gelöscht',
    'documents.exported': 'Artikel exportiert',
  },
  events: {
    'knowledge_base.searched_without_results': 'Suche ohne Ergebnisse',
  },
  sections: { help: 'Hilfe' },
  settings: {
    'settings.knowledge_base.answers': {
      label: 'Fragen beantworten',
      hint: 'Leser erhalten Antworten aus den Artikeln, die sie lesen dürfen, mit Quellen. Erfordert ein Sprachmodell (EARSHOT_LLM_URL), das die Frage und Abschnitte von Artikeln erhält.',
    },
    'settings.knowledge_base.answers_per_day': {
      label: 'Fragen pro Tag',
      hint: 'Fragen aller Leser, die an einem Tag an das Sprachmodell gesendet werden.',
    },
    'settings.knowledge_base.answers_per_network': {
      label: 'Fragen pro Netzwerk',
      hint: 'Fragen aus einem Netzwerk an einem Tag. Erhöhe die Zahl, wenn sich viele Leser ein Netzwerk teilen.',
    },
  },
  notifications: {},
  timeline: {
    search: 'Suchen',
  },
  did: {
    search: 'In der Hilfe gesucht nach',
  },
  imports: {
    articles: 'Artikel',
  },
};

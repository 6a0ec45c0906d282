import type { knowledgeBaseShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const knowledgeBaseShared: Texts<typeof english> = {
  scopes: {
    'knowledge_base:read': 'Buscar y leer en el centro de ayuda',
    'knowledge_base:write': 'Buscar, leer y modificar el centro de ayuda',
  },
  actions: {
    'index.deleted': 'Eliminó una colección',
    'document.published': 'Publicó un artículo',
    'document.unpublished': 'Despublicó un artículo',
    'document.archived': 'Archivó un artículo',
    'document.deleted': 'Eliminó un artículo',
    'documents.exported': 'Exportó artículos',
  },
  events: {
    'knowledge_base.searched_without_results': 'Búsqueda sin resultados',
  },
  sections: { help: 'Ayuda' },
  settings: {
    'settings.knowledge_base.answers': {
      label: 'Responder preguntas',
      hint: 'Los lectores reciben respuestas de los artículos que pueden leer, con fuentes. Requiere un modelo de lenguaje (EARSHOT_LLM_URL), que recibe la pregunta y fragmentos de artículos.',
    },
    'settings.knowledge_base.answers_per_day': {
      label: 'Preguntas por día',
      hint: 'Preguntas de todos los lectores que se envían al modelo de lenguaje en un día.',
    },
    'settings.knowledge_base.answers_per_network': {
      label: 'Preguntas por red',
      hint: 'Preguntas desde una red en un día. Aumenta el número si muchos lectores comparten una red.',
    },
  },
  notifications: {},
  timeline: {
    search: 'Búsquedas',
  },
  did: {
    search: 'Buscó en la ayuda',
  },
  imports: {
    articles: 'Artículos',
  },
};

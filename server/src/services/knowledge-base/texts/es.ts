import type { Texts } from './en.ts';
import { plurals } from '../../../platform/i18n/texts.ts';

const n = plurals('es');

export const es: Texts = {
  about: (project) => `Artículos de ayuda y respuestas sobre ${project}.`,
  find: (project) => `Encuentra respuestas sobre ${project}.`,
  search: 'Buscar',
  searchHelp: 'Buscar en la ayuda',
  empty: 'Todavía no hay artículos.',
  results: (query) => `Búsqueda de «${query}»`,
  corrected: (query) => `Resultados de «${query}».`,
  noResults: (query) => `No hay resultados para «${query}».`,
  request: 'Solicitar una respuesta',
  all: 'Todos los artículos',
  allOf: (title) => `Todos los artículos de ${title}`,
  articles: (count) => n(count, { one: '# artículo', other: '# artículos' }),
  updated: 'Actualizado el {date}',
  contents: 'En esta página',
  languages: 'Idiomas',
  related: 'Artículos relacionados',
  report: {
    title: 'Centro de ayuda',
    searches: 'Búsquedas',
    missed: 'Sin resultados',
    unanswered: 'Búsquedas sin respuesta en los últimos 90 días',
    count: (count) => n(count, { one: '# búsqueda', other: '# búsquedas' }),
    open: 'Abrir el análisis de búsquedas',
  },
};

import type { Texts } from './en.ts';
import { plurals } from '../../../platform/i18n/texts.ts';

const n = plurals('pt');

export const pt: Texts = {
  about: (project) => `Artigos de ajuda e respostas sobre ${project}.`,
  find: (project) => `Encontre respostas sobre ${project}.`,
  search: 'Buscar',
  searchHelp: 'Buscar na ajuda',
  empty: 'Ainda não há artigos.',
  results: (query) => `Busca por “${query}”`,
  corrected: (query) => `Resultados para “${query}”.`,
  noResults: (query) => `Nenhum resultado para “${query}”.`,
  request: 'Solicitar uma resposta',
  all: 'Todos os artigos',
  allOf: (title) => `Todos os artigos de ${title}`,
  articles: (count) => n(count, { one: '# artigo', other: '# artigos' }),
  updated: 'Atualizado em {date}',
  contents: 'Nesta página',
  languages: 'Idiomas',
  related: 'Artigos relacionados',
  report: {
    title: 'Central de ajuda',
    searches: 'Buscas',
    missed: 'Sem resultados',
    unanswered: 'Buscas sem resposta nos últimos 90 dias',
    count: (count) => n(count, { one: '# busca', other: '# buscas' }),
    open: 'Abrir a análise de buscas',
  },
};

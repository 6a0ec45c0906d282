import type { Texts } from './en.ts';
import { plurals } from '../../../platform/i18n/texts.ts';

const n = plurals('fr');

export const fr: Texts = {
  about: (project) => `Articles d’aide et réponses sur ${project}.`,
  find: (project) => `Trouvez des réponses sur ${project}.`,
  search: 'Rechercher',
  searchHelp: 'Rechercher dans l’aide',
  empty: 'Aucun article pour l’instant.',
  results: (query) => `Recherche de « ${query} »`,
  corrected: (query) => `Résultats pour « ${query} ».`,
  noResults: (query) => `Aucun résultat pour « ${query} ».`,
  request: 'Demander une réponse',
  all: 'Tous les articles',
  allOf: (title) => `Tous les articles de ${title}`,
  articles: (count) => n(count, { one: '# article', other: '# articles' }),
  updated: 'Mis à jour le {date}',
  contents: 'Sur cette page',
  languages: 'Langues',
  related: 'Articles liés',
  report: {
    title: 'Centre d’aide',
    searches: 'Recherches',
    missed: 'Sans résultat',
    unanswered: 'Recherches sans réponse des 90 derniers jours',
    count: (count) => n(count, { one: '# recherche', other: '# recherches' }),
    open: 'Ouvrir l’analyse des recherches',
  },
};

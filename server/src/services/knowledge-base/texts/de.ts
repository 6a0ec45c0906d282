import type { Texts } from './en.ts';
import { plurals } from '../../../platform/i18n/texts.ts';

const n = plurals('de');

export const de: Texts = {
  about: (project) => `Hilfeartikel und Antworten zu ${project}.`,
  find: (project) => `Finde Antworten zu ${project}.`,
  search: 'Suchen',
  searchHelp: 'Hilfe durchsuchen',
  empty: 'Noch keine Artikel.',
  results: (query) => `Suche nach „${query}“`,
  corrected: (query) => `Ergebnisse für „${query}“.`,
  noResults: (query) => `Keine Ergebnisse für „${query}“.`,
  request: 'Antwort anfragen',
  all: 'Alle Artikel',
  allOf: (title) => `Alle Artikel in ${title}`,
  articles: (count) => n(count, { one: '# Artikel', other: '# Artikel' }),
  updated: 'Aktualisiert am {date}',
  contents: 'Auf dieser Seite',
  languages: 'Sprachen',
  related: 'Ähnliche Artikel',
  report: {
    title: 'Hilfecenter',
    searches: 'Suchen',
    missed: 'Ohne Ergebnis',
    unanswered: 'Unbeantwortete Suchen der letzten 90 Tage',
    count: (count) => n(count, { one: '# Suche', other: '# Suchen' }),
    open: 'Auswertung der Suche öffnen',
  },
};

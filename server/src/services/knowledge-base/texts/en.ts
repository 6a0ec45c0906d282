import { plurals } from '../../../platform/i18n/texts.ts';

const n = plurals('en');

export const en = {
  about: (project: string) => `Help articles and answers about ${project}.`,
  find: (project: string) => `Find answers about ${project}.`,
  search: 'Search',
  searchHelp: 'Search the help',
  empty: 'No articles yet.',
  results: (query: string) => `Search for “${query}”`,
  corrected: (query: string) => `Searched for “${query}”.`,
  noResults: (query: string) => `No results for “${query}”.`,
  request: 'Request an answer',
  all: 'All articles',
  allOf: (title: string) => `All articles of ${title}`,
  articles: (count: number) => n(count, { one: '# article', other: '# articles' }),
  updated: 'Updated {date}',
  contents: 'On this page',
  languages: 'Languages',
  related: 'Related articles',
  report: {
    title: 'Help center',
    searches: 'Searches',
    missed: 'Without results',
    unanswered: 'Unanswered searches in the last 90 days',
    count: (count: number) => n(count, { one: '# search', other: '# searches' }),
    open: 'Open search insights',
  },
};

export type Texts = typeof en;

import type { Texts } from './en.ts';
import { plurals } from '../../../platform/i18n/texts.ts';

const n = plurals('ja');

export const ja: Texts = {
  about: (project) => `${project}のヘルプ記事と回答。`,
  find: (project) => `${project}についての回答を探す。`,
  search: '検索',
  searchHelp: 'ヘルプを検索',
  empty: 'まだ記事はありません。',
  results: (query) => `「${query}」の検索`,
  corrected: (query) => `「${query}」の検索結果を表示しています。`,
  noResults: (query) => `「${query}」に一致する結果はありません。`,
  request: '回答をリクエスト',
  all: 'すべての記事',
  allOf: (title) => `${title}のすべての記事`,
  articles: (count) => n(count, { other: '#件の記事' }),
  updated: '{date}更新',
  contents: 'このページの内容',
  languages: '言語',
  related: '関連記事',
  report: {
    title: 'ヘルプセンター',
    searches: '検索',
    missed: '結果なし',
    unanswered: '過去90日間の未回答の検索',
    count: (count) => n(count, { other: '#回の検索' }),
    open: '検索の分析を開く',
  },
};

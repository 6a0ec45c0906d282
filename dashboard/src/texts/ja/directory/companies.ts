import type { companies as english } from '../../en/directory/companies.ts';
import type { Texts } from '../../texts.ts';

export const companies: Texts<typeof english> = {
  title: '会社',
  search: '名前またはIDで検索',
  filters: 'フィルター',
  company: '会社',
  id: 'ID',
  people: '人',
  created: '初回アクセス',
  empty: '会社はまだありません',
  emptyHint: '署名付きユーザートークンやサーバーが人の会社を示すと、ここに表示されます。',
  noMatches: '検索に一致する会社はありません',
  forMembers: 'メンバーだけが会社を閲覧できます',
  forMembersHint: '会社とその人は個人データのため、閲覧者には表示されません。',
  details: '詳細',
  attributes: '属性',
  noAttributes: '属性はありません',
  noPeople: '人はいません',
  allPeople: (count) => `${count}人すべてを表示`,
};

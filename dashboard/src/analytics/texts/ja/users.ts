import type { users as english } from '../en/users.ts';
import type { Texts } from '../../../texts/texts.ts';

export const users: Texts<typeof english> = {
  lists: '一覧',
  listNames: { users: '人', visits: '訪問' },
  sort: '並べ替え',
  sorts: { last_seen: '最終アクセス', first_seen: '初回アクセス', visits: '訪問', events: 'イベント' },
  hint: 'イベントにユーザーIDがある人です。匿名の訪問者は匿名のままで、一覧には表示されません。',
  user: '人',
  lastSeen: '最終アクセス',
  firstSeen: '初回アクセス',
  visits: '訪問',
  views: 'ビュー',
  events: 'イベント',
  start: '開始',
  pages: 'ページ',
  source: '流入元',
  place: '国と端末',
  direct: '直接',
  visitsOf: (user, visits) => `${user}の${visits === '1' ? '1回の訪問' : `${visits}回の訪問`}`,
  empty: 'この期間にユーザーIDのある人はいません',
  emptyHint: 'ユーザーID付きでイベントを送信するか、ログイン後にearshot.identify()を呼び出してください。',
  noVisits: 'この期間にユーザーIDのある人の訪問はありません',
  forMembers: 'メンバーだけが人を閲覧できます',
  forMembersHint: 'ユーザーIDと名前は個人データのため、閲覧者には表示されません。',
};

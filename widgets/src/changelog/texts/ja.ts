import type { Language } from '../../texts/language.ts';

export const changelog: Language['changelog'] = {
  title: '新着情報',
  unread: '新着情報: 未読{count}件',
  readMore: '続きを読む',
  type_feature: '新機能',
  type_improvement: '改善',
  type_fix: '修正',
  type_breaking: '変更',
  subscribe: '購読する',
  subscribeTitle: 'メールで新着情報を受け取る',
  confirm: 'お送りしたメールのリンクを開いて、アドレスを確認してください。',
  reactions: 'リアクション',
  react_like: 'いいね',
  react_love: '大好き',
  react_celebrate: 'お祝い',
};

import type { Language } from '../../texts/language.ts';

export const help: Language['help'] = {
  open: 'ヘルプを検索',
  title: '何かお困りですか？',
  placeholder: '記事を検索',
  results: '検索結果: {count}件',
  didYouMean: '「{query}」の検索結果を表示しています',
  empty: '「{query}」に一致する結果はありません',
  ask: '回答をリクエスト',
  asked: 'ありがとうございます。リクエストを受け付けました。',
  answer: 'これらの記事から回答',
  sources: '出典',
  answerNote: '回答は誤っている場合があります。出典を確認してください。',
  notAnswered: '記事にはこの質問の回答がありません。',
  noAnswer: '現在は回答できません。記事をお読みください。',
  related: '関連記事',
  helpful: '役に立ちましたか？',
  yes: 'はい',
  no: 'いいえ',
  thanks: 'ありがとうございます。',
};

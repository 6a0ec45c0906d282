import type { broadcasts as english } from '../en/broadcasts.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

const people = (count: number) => plural(count, { other: '#人' });

export const broadcasts: Texts<typeof english> = {
  title: '一斉配信',
  new: '新しい一斉配信…',
  newTitle: '新しい一斉配信',
  empty: '一斉配信はまだありません',
  subject: '件名',
  text: 'テキスト',
  textHint: 'Markdown: **太字**、[リンク](https://…)、リスト。',
  hint: 'アドレスが未確認の人と配信停止した人には送信されません。',
  counting: '受信者を数えています…',
  receive: (count) => `受信者: ${people(count)}`,
  preview: 'プレビュー',
  test: '自分にテスト送信',
  tested: 'あなたのアドレスにテストメールを送信しました',
  send: (count) => `${people(count)}に送信`,
  nobody: '一致する人はいません',
  sentTo: (count) => `${people(count)}に一斉配信しています`,
  recipients: '受信者',
  delivered: '配信済み',
  failed: '失敗',
  unsubscribed: '配信停止',
  sent: '送信済み',
  sending: '送信中',
  incomplete: '未完了',
  stopped: {
    filter: 'フィルターのセグメント、特典、または質問が削除されました。',
    error: '送信に何度も失敗しました。',
  },
  resume: '再開',
  resumed: '一斉配信を再開しました',
};

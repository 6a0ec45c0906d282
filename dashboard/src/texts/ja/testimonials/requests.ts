import type { requests as english } from '../../en/testimonials/requests.ts';
import { formatNumber, plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const people = (count: number) => plural(count, { other: '#人' });

export const requests: Texts<typeof english> = {
  rules: 'ルール',
  hint: 'ルールは、適切なタイミングで、多くても年1回お客様の声を依頼します。',
  new: '新しいルール',
  newTitle: 'お客様の声を依頼',
  editTitle: 'ルールを編集',
  none: 'ルールはまだありません',
  noneHint: '要望したものを使った、目標を達成した、役立つ回答を見つけた、といったときに依頼します。',
  name: '名前',
  trigger: 'タイミング',
  triggers: {
    release_used: '要望したリリースを使ったとき',
    goal_reached: '目標を達成したとき',
    answer_helpful: '回答を役に立ったと評価したとき',
  },
  step: '目標',
  steps: { event: 'イベント', page: 'ページ' },
  event: 'イベント名',
  page: 'ページのパス',
  times: '回数',
  reached: (step, times) => (times === 1 ? `${step}を達成` : `${step}を${times}回達成`),
  channel: '方法',
  channels: { mail: 'メール', widget: 'ウィジェット' },
  channelHints: {
    mail: 'アドレスが確認済みの人に、辞退リンク付きのメールが1通届きます。',
    widget: '署名付きトークンを持つユーザーに、when-asked属性で埋め込んだ場所でフォームが表示されます。',
  },
  message: '独自の一文（任意）',
  enabled: '依頼する',
  disabled: '停止中',
  results: '結果',
  rates: (asked, answered, declined) =>
    `${people(asked)}に依頼、回答${formatNumber(answered)}件、辞退${formatNumber(declined)}件`,
  candidates: (count) => (count ? `今なら${people(count)}に依頼します` : '今依頼する人はいません'),
  create: 'ルールを作成',
  saved: 'ルールを保存しました',
  editOf: (name) => `${name}を編集`,
  deleteOf: (name) => `${name}を削除`,
  deleteTitle: (name) => `${name}を削除しますか？`,
  deleteHint: '1年に2回依頼されないよう、依頼の記録は残ります。',
  asked: '依頼した人',
  nobody: 'まだ誰にも依頼していません',
  person: '人',
  erased: '不明な人',
  about: '対象',
  status: 'ステータス',
  statuses: { open: '回答待ち', answered: '回答済み', declined: '辞退' },
  when: '依頼日',
};

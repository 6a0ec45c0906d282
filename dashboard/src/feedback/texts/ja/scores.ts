import type { scores as english } from '../en/scores.ts';
import { formatNumber, plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

const voters = (count: number) => plural(count, { other: '#人の投票者' });

export const scores: Texts<typeof english> = {
  new: '新しいスコア',
  edit: 'スコアを編集',
  editTitle: (name) => `スコア「${name}」`,
  name: '名前',
  nameHint: '英小文字、数字、-、_。名前は後から変更できません。',
  explanation: 'スコアは、誰が投票したかによって要望に重みを付けます。製品が識別する人だけを数え、ほかの人は不明として扱います。',
  term: (number) => `項${number}`,
  addTerm: '項を追加',
  removeTerm: (number) => `項${number}を削除`,
  kind: '数える対象',
  kinds: {
    voters: '投票者',
    active: 'アクティブな投票者',
    silent: '離脱した投票者',
    event: 'イベントのある投票者',
    page: 'ページを見た投票者',
    attribute: '属性の合計',
    company_attribute: '会社ごとの合計',
    revenue: '投票者の収益',
  },
  subjects: {
    event: 'イベント',
    page: 'ページ',
    attribute: '属性',
    currency: '通貨',
  },
  days: '日',
  period: (days) => plural(days, { other: '#日' }),
  weight: '1件あたりの点数',
  save: 'スコアを保存',
  saved: 'スコアを保存しました',
  delete: 'スコアを削除',
  deleted: 'スコアを削除しました',
  weights: '重み',
  saveWeights: '重みを保存',
  reset: 'リセット',
  pending: 'スコアを計算しています。数秒後に再読み込みしてください。',
  demand: '需要',
  explain: (name, total, count) => `「${name}」で${formatNumber(total)}点、${voters(count)}`,
  unknown: (count) => (count ? `不明な${voters(count)}` : ''),
};

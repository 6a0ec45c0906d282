import type { PaletteColor } from '@earshot/contract/shared/palette';
import type { statuses as english } from '../../en/settings/statuses.ts';
import type { Texts } from '../../texts.ts';

const colors: Record<PaletteColor, string> = {
  gray: 'グレー',
  red: '赤',
  orange: 'オレンジ',
  yellow: '黄',
  green: '緑',
  teal: 'ティール',
  blue: '青',
  purple: '紫',
  pink: 'ピンク',
};

export const statuses: Texts<typeof english> = {
  title: 'ステータス',
  hint: 'ボード、ページ、ウィジェット、メールでのステータスの名前、色、順序です。カスタムステータスは状態に属し、API、Webhook、URLではその状態の値が使われます。',
  add: '新しいステータス',
  custom: '新しいステータス',
  nameOfCustom: 'カスタムステータスの名前',
  namePlaceholder: '第3四半期に予定',
  stateOf: (name) => `${name}の状態`,
  countsAs: (state) => `${state}として数える`,
  remove: (name) => `${name}を削除`,
  nameOf: (standard) => `「${standard}」の名前`,
  colorOf: (name) => `${name}の色`,
  standard: '標準の色',
  colors,
  moveUp: (name) => `${name}を上へ`,
  moveDown: (name) => `${name}を下へ`,
  reset: '標準に戻す',
  saved: 'ステータスを保存しました',
};

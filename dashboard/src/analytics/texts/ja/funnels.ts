import type { funnels as english } from '../en/funnels.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

export const funnels: Texts<typeof english> = {
  hint: '各ステップのコンバージョン率と、訪問者が離脱した箇所',
  saved: '保存済みファネル',
  newFunnel: '新しいファネル',
  unsaved: '未保存',
  steps: 'ステップ',
  step: (number) => `ステップ${number}`,
  stepKind: (number) => `ステップ${number}の種類`,
  kinds: { page: 'ページ', event: 'イベント' },
  addStep: 'ステップを追加',
  stepConditions: (number) => `ステップ${number}の条件`,
  removeStep: (number) => `ステップ${number}を削除`,
  stepExamples: { page: '/pricing', event: 'signed_up' },
  order: '順序',
  orders: { loose: '順番どおり', strict: '直後に続く', any: '順不同' },
  by: '数える単位',
  bys: { person: '人', visit: '訪問' },
  window: '制限時間',
  windowOf: (seconds) =>
    seconds % 86_400 === 0
      ? plural(seconds / 86_400, { other: '#日' })
      : seconds % 3_600 === 0
        ? plural(seconds / 3_600, { other: '#時間' })
        : plural(seconds, { other: '#秒' }),
  tooFewSteps: 'コンバージョンを見るには、ページまたはイベントを入力してください。',
  overall: '全体のコンバージョン',
  overallHint: (last, first) => `${first}のうち${last}が全ステップを完了`,
  compareBy: '比較の基準',
  ofPrevious: (rate) => `前のステップの${rate}`,
  anyPage: '任意のページ',
  droppedOff: (count, rate) => `${count}が離脱（${rate}）`,
  wasBefore: (count, rate) => `比較期間: ${count}、前のステップの${rate}`,
  firstBefore: (count) => `比較期間: ${count}`,
  estimate: (share) => `${share}の人から推定`,
  estimateHint: 'イベント数が多い場合に高速です',
  standardErrors: (first, last) => `標準誤差: 最初のステップで${first}、最後のステップで${last}`,
  save: 'ファネルを保存…',
  saveTitle: 'ファネルを保存',
  saveChanges: '変更を保存',
  discard: '変更を破棄',
  saveAs: '新規として保存…',
  name: '名前',
  nameHint: '例:「料金から登録まで」',
  actions: (name) => `${name}の操作`,
  rename: '名前を変更…',
  renameTitle: 'ファネルの名前を変更',
  delete: '削除…',
  deleteTitle: (name) => `ファネル「${name}」を削除しますか？`,
  deleteHint: 'イベントは残ります。',
  deleteLabel: '削除',
  wasSaved: 'ファネルを保存しました',
};

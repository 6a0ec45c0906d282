import type { IMPORTED_OMISSIONS } from '@earshot/contract/services/analytics/values';
import type { importedDays as english } from '../en/imported-days.ts';
import type { Texts } from '../../../texts/texts.ts';

const reasons: Record<(typeof IMPORTED_OMISSIONS)[number], string> = {
  not_requested: 'これらの日は合計のみわかります。複数日の訪問者は重複して数えられます。',
  filters: '除外: 日別合計は絞り込めません。',
  goal: '除外: 日別合計は目標別ではわかりません。',
  bots: '除外: 日別合計にボットは含まれません。',
  interval: '除外: 日別合計は時間別に分けられません。',
  dimension: '除外: インポートにこのディメンションの合計がありません。',
};

export const importedDays: Texts<typeof english> = {
  label: (range) => `インポートした日を含める（${range}）`,
  comparedLabel: (range) => `比較対象のインポートした日を含める（${range}）`,
  reasons,
  mark: 'インポート済み',
};

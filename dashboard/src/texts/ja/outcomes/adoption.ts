import type { adoption as english } from '../../en/outcomes/adoption.ts';
import { formatNumber, plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const people = (count: number) => plural(count, { other: '#人' });

export const adoption: Texts<typeof english> = {
  title: '要望した人は使いましたか？',
  sentence: (used, identified) => `要望した${people(identified)}のうち${formatNumber(used)}人が使いました`,
  rate: (rate, low, high) => `（${rate}、95%信頼区間 ${low}～${high}）`,
  median: (days) => `、その半数は${plural(days, { other: '#日' })}以内`,
  unknown: (count) => `要望した${people(count)}は${plural(count, { other: '特定されていません' })}。`,
  complete: (when) => `期間は${when}に終了しました。`,
  running: (when) => `期間は${when}に終了します。`,
  few: '割合には特定された人が5人以上必要です。',
  hidden: '特定された人は5人未満です。個人データにアクセスできるメンバーだけが数値を閲覧できます。',
  steps: { identified: '要望', told: '通知', returned: '再訪', used: '利用' },
  chart: '公開後の日数別に見た、使った人の割合',
  askers: '要望した人',
  others: 'ほかの人',
  silent: 'まだ使っていない人',
  silentCount: (shown, total) => `${people(total)}中${formatNumber(shown)}人`,
  person: '人',
  told: '通知',
  lastSeen: '再訪',
  askWhy: '理由を尋ねる',
  askWhom: (name) => `理由を尋ねる: ${name}`,
  askSubject: (title) => `「${title}」へのフィードバックについて`,
  never: '–',
  success: '成功を示すイベントまたはページ',
  successHint: '利用されたことを示すイベント、または / で始まるページ。',
  window: '期間',
  days: (count) => `${count}日間`,
  line: (used, identified) => `${formatNumber(identified)}人中${formatNumber(used)}人が利用`,
};

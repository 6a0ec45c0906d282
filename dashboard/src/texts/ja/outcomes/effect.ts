import type { effect as english } from '../../en/outcomes/effect.ts';
import type { Texts } from '../../texts.ts';

const inDays = (days: number) => (days === 1 ? '最初の1日では' : `最初の${days}日間では`);

export const effect: Texts<typeof english> = {
  title: 'このリリースの効果',
  table: 'リリース後の数値',
  figure: '数値',
  since: 'リリース以降',
  usual: '通常の範囲',
  verdict: '結果',
  metrics: {
    success: '成功イベント',
    conversion_rate: 'コンバージョン率',
    bounce_rate: '直帰率',
    feedback: '新しいフィードバック',
  },
  conversion: (goal) => `コンバージョン: ${goal}`,
  verdicts: { rise: '上昇', fall: '低下', none: '目に見える効果なし', unknown: 'データ不足' },
  none: (days, unknown) =>
    `${inDays(days)}目に見える効果はありません。${unknown ? 'データが十分な数値' : 'すべての数値'}が通常の範囲内です。`,
  visible: (name, isRise, after, range) => `${name}が${after}に${isRise ? '上昇' : '低下'}（通常は${range}）。`,
  unknown: 'データが不足しています。通常の範囲には、リリース前の丸4週間が必要です。',
  tooEarly: '最初の数値は、公開日が終わると表示されます。',
  others: (count) =>
    count === 1
      ? '同じ時期に別のエントリーが公開されており、それが原因の可能性があります。'
      : `同じ時期に別の${count}件のエントリーが公開されており、それが原因の可能性があります。`,
  hint: '過去8週間の同じ曜日と比較しています。20個に1個の数値は偶然に範囲を外れます。',
};

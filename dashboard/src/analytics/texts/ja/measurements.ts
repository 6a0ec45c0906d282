import type { measurements as english } from '../en/measurements.ts';
import { formatNumber, plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

export const measurements: Texts<typeof english> = {
  vitals: {
    title: 'Web Vitals',
    hint: '訪問者が体験した読み込み、応答性、レイアウトの安定性（75パーセンタイル）',
    empty: 'この期間の測定値はありません。Web Vitalsを測定するには、トラッカーのscriptタグにdata-vitalsを追加してください:',
    by: 'Web Vitalsの分類',
    tabs: { page: 'ページ', device: '端末', country: '国' },
    names: {
      LCP: 'Largest Contentful Paint',
      INP: 'Interaction to Next Paint',
      CLS: 'Cumulative Layout Shift',
      FCP: 'First Contentful Paint',
      TTFB: 'Time to First Byte',
    },
    ratings: { good: '良好', needs_improvement: '要改善', poor: '不良' },
    shares: (good, needsImprovement, poor) => `良好${good}、要改善${needsImprovement}、不良${poor}`,
    measurements: '測定値',
    count: (count) => `${formatNumber(count)}${plural(count, { other: '件の測定値' })}`,
  },
  revenue: {
    title: '収益',
    hint: 'イベントの収益の合計です。通貨は換算されません。',
    empty: 'この期間の収益はありません。イベントと一緒に送信してください:',
    by: '収益の分類',
    currency: '通貨',
    tabs: { source: '流入元', goal: '目標', utm_campaign: 'キャンペーン', page: 'ページ', country: '国' },
    amount: '収益',
    events: 'イベント',
    sales: (events, visitors) =>
      `${plural(visitors, { other: '訪問者' })}${formatNumber(visitors)}人の${plural(events, { other: 'イベント' })}${formatNumber(events)}件`,
    perVisitor: '訪問者あたり',
    noGoals: 'この期間に収益のある目標はありません。収益を報告するイベントの目標を作成してください。',
    nothing: 'この期間の収益はありません',
    ofStep: (amounts) => `この期間の収益: ${amounts}`,
  },
};

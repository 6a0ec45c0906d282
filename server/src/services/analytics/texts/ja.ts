import { plurals } from '../../../platform/i18n/texts.ts';
import type { Texts } from './en.ts';

const n = plurals('ja');

export const ja: Texts = {
  notices: {
    alert: 'アラート',
    recovered: 'アラート（解消済み）',
    metrics: {
      visitors: '訪問者',
      visits: '訪問',
      page_views: 'ページビュー',
      events: 'イベント',
      conversions: 'コンバージョン',
      intake: '受信イベント',
      feedback: '新しい投稿',
    },
    measured: (value, metric) => `${metric}：${value}`,
    usually: (low, high) => `通常は${low}〜${high}`,
    above: (threshold) => `${threshold}を上回る`,
    below: (threshold) => `${threshold}を下回る`,
    period: (from, to) => `${from}〜${to}（UTC）`,
  },
  report: {
    title: '訪問者',
    visitors: '訪問者',
    visits: '訪問',
    pageViews: 'ページビュー',
    topPages: '上位のページ',
    topSources: '上位の流入元',
    direct: '直接',
    count: (count) => n(count, { other: '#人' }),
    goals: '目標',
    conversions: (count) => n(count, { other: 'コンバージョン#件' }),
    revenue: '収益',
    open: 'アナリティクスを開く',
  },
};

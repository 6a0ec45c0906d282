import { plurals } from '../../../platform/i18n/texts.ts';

const n = plurals('en');

export const en = {
  notices: {
    alert: 'Alert',
    recovered: 'Alert, recovered',
    metrics: {
      visitors: 'visitors',
      visits: 'visits',
      page_views: 'page views',
      events: 'events',
      conversions: 'conversions',
      intake: 'received events',
      feedback: 'new feedback entries',
    },
    measured: (value: string, metric: string) => `${value} ${metric}`,
    usually: (low: string, high: string) => `usually ${low} to ${high}`,
    above: (threshold: string) => `above ${threshold}`,
    below: (threshold: string) => `below ${threshold}`,
    period: (from: string, to: string) => `${from} to ${to} UTC`,
  },
  report: {
    title: 'Visitors',
    visitors: 'Visitors',
    visits: 'Visits',
    pageViews: 'Page views',
    topPages: 'Top pages',
    topSources: 'Top sources',
    direct: 'Direct',
    count: (count: number) => n(count, { one: '# visitor', other: '# visitors' }),
    goals: 'Goals',
    conversions: (count: number) => n(count, { one: '# conversion', other: '# conversions' }),
    revenue: 'Revenue',
    open: 'Open analytics',
  },
};

export type Texts = typeof en;

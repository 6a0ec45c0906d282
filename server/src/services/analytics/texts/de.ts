import { plurals } from '../../../platform/i18n/texts.ts';
import type { Texts } from './en.ts';

const n = plurals('de');

export const de: Texts = {
  notices: {
    alert: 'Alarm',
    recovered: 'Alarm, beendet',
    metrics: {
      visitors: 'Besucher',
      visits: 'Besuche',
      page_views: 'Seitenaufrufe',
      events: 'Events',
      conversions: 'Conversions',
      intake: 'empfangene Events',
      feedback: 'neue Einträge',
    },
    measured: (value, metric) => `${value} ${metric}`,
    usually: (low, high) => `üblich: ${low} bis ${high}`,
    above: (threshold) => `über ${threshold}`,
    below: (threshold) => `unter ${threshold}`,
    period: (from, to) => `${from} bis ${to} UTC`,
  },
  report: {
    title: 'Besucher',
    visitors: 'Besucher',
    visits: 'Besuche',
    pageViews: 'Seitenaufrufe',
    topPages: 'Meistbesuchte Seiten',
    topSources: 'Wichtigste Quellen',
    direct: 'Direkt',
    count: (count) => n(count, { one: '# Besucher', other: '# Besucher' }),
    goals: 'Ziele',
    conversions: (count) => n(count, { one: '# Conversion', other: '# Conversions' }),
    revenue: 'Umsatz',
    open: 'Analytics öffnen',
  },
};

import { plurals } from '../../../platform/i18n/texts.ts';
import type { Texts } from './en.ts';

const n = plurals('fr');

export const fr: Texts = {
  notices: {
    alert: 'Alerte',
    recovered: 'Alerte, terminée',
    metrics: {
      visitors: 'visiteurs',
      visits: 'visites',
      page_views: 'pages vues',
      events: 'événements',
      conversions: 'conversions',
      intake: 'événements reçus',
      feedback: 'nouveaux avis',
    },
    measured: (value, metric) => `${value} ${metric}`,
    usually: (low, high) => `habituellement de ${low} à ${high}`,
    above: (threshold) => `au-dessus de ${threshold}`,
    below: (threshold) => `au-dessous de ${threshold}`,
    period: (from, to) => `${from} à ${to} UTC`,
  },
  report: {
    title: 'Visiteurs',
    visitors: 'Visiteurs',
    visits: 'Visites',
    pageViews: 'Pages vues',
    topPages: 'Pages principales',
    topSources: 'Sources principales',
    direct: 'Direct',
    count: (count) => n(count, { one: '# visiteur', other: '# visiteurs' }),
    goals: 'Objectifs',
    conversions: (count) => n(count, { one: '# conversion', other: '# conversions' }),
    revenue: 'Revenu',
    open: 'Ouvrir les statistiques',
  },
};

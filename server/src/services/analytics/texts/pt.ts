import { plurals } from '../../../platform/i18n/texts.ts';
import type { Texts } from './en.ts';

const n = plurals('pt');

export const pt: Texts = {
  notices: {
    alert: 'Alerta',
    recovered: 'Alerta, resolvido',
    metrics: {
      visitors: 'visitantes',
      visits: 'visitas',
      page_views: 'visualizações de página',
      events: 'eventos',
      conversions: 'conversões',
      intake: 'eventos recebidos',
      feedback: 'novos feedbacks',
    },
    measured: (value, metric) => `${value} ${metric}`,
    usually: (low, high) => `normalmente de ${low} a ${high}`,
    above: (threshold) => `acima de ${threshold}`,
    below: (threshold) => `abaixo de ${threshold}`,
    period: (from, to) => `de ${from} a ${to} UTC`,
  },
  report: {
    title: 'Visitantes',
    visitors: 'Visitantes',
    visits: 'Visitas',
    pageViews: 'Visualizações de página',
    topPages: 'Principais páginas',
    topSources: 'Principais fontes',
    direct: 'Direto',
    count: (count) => n(count, { one: '# visitante', other: '# visitantes' }),
    goals: 'Metas',
    conversions: (count) => n(count, { one: '# conversão', other: '# conversões' }),
    revenue: 'Receita',
    open: 'Abrir as análises',
  },
};

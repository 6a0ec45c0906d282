import { plurals } from '../../../platform/i18n/texts.ts';
import type { Texts } from './en.ts';

const n = plurals('es');

export const es: Texts = {
  notices: {
    alert: 'Alerta',
    recovered: 'Alerta, resuelta',
    metrics: {
      visitors: 'visitantes',
      visits: 'visitas',
      page_views: 'páginas vistas',
      events: 'eventos',
      conversions: 'conversiones',
      intake: 'eventos recibidos',
      feedback: 'entradas nuevas',
    },
    measured: (value, metric) => `${value} ${metric}`,
    usually: (low, high) => `normalmente de ${low} a ${high}`,
    above: (threshold) => `por encima de ${threshold}`,
    below: (threshold) => `por debajo de ${threshold}`,
    period: (from, to) => `de ${from} a ${to} UTC`,
  },
  report: {
    title: 'Visitantes',
    visitors: 'Visitantes',
    visits: 'Visitas',
    pageViews: 'Páginas vistas',
    topPages: 'Páginas principales',
    topSources: 'Fuentes principales',
    direct: 'Directo',
    count: (count) => n(count, { one: '# visitante', other: '# visitantes' }),
    goals: 'Objetivos',
    conversions: (count) => n(count, { one: '# conversión', other: '# conversiones' }),
    revenue: 'Ingresos',
    open: 'Abrir la analítica',
  },
};

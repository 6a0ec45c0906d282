import type { measurements as english } from '../en/measurements.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

export const measurements: Texts<typeof english> = {
  vitals: {
    title: 'Web Vitals',
    hint: 'Carregamento, capacidade de resposta e estabilidade visual, como os visitantes os perceberam (percentil 75)',
    empty: 'Nenhuma medição neste período. Adicione data-vitals à tag script do rastreador para medir Web Vitals:',
    by: 'Web Vitals por',
    tabs: { page: 'Páginas', device: 'Dispositivos', country: 'Países' },
    names: {
      LCP: 'Largest Contentful Paint',
      INP: 'Interaction to Next Paint',
      CLS: 'Cumulative Layout Shift',
      FCP: 'First Contentful Paint',
      TTFB: 'Time to First Byte',
    },
    ratings: { good: 'Bom', needs_improvement: 'Pode melhorar', poor: 'Ruim' },
    shares: (good, needsImprovement, poor) => `${good} bom, ${needsImprovement} pode melhorar, ${poor} ruim`,
    measurements: 'Medições',
    count: (count) => plural(count, { one: '# medição', other: '# medições' }),
  },
  revenue: {
    title: 'Receita',
    hint: 'Receita total dos eventos. As moedas não são convertidas.',
    empty: 'Nenhuma receita neste período. Envie-a com um evento:',
    by: 'Receita por',
    currency: 'Moeda',
    tabs: { source: 'Fontes', goal: 'Metas', utm_campaign: 'Campanhas', page: 'Páginas', country: 'Países' },
    amount: 'Receita',
    events: 'Eventos',
    sales: (events, visitors) =>
      `${plural(events, { one: '# evento', other: '# eventos' })} de ${plural(visitors, { one: '# visitante', other: '# visitantes' })}`,
    perVisitor: 'Por visitante',
    noGoals: 'Nenhuma meta tem receita neste período. Crie uma meta para o evento que informa a receita.',
    nothing: 'Nenhuma receita neste período',
    ofStep: (amounts) => `${amounts} de receita neste período`,
  },
};

import type { measurements as english } from '../en/measurements.ts';
import { plural } from '../../../texts/plural.ts';
import type { Texts } from '../../../texts/texts.ts';

export const measurements: Texts<typeof english> = {
  vitals: {
    title: 'Web Vitals',
    hint: 'Carga, capacidad de respuesta y estabilidad visual, tal como las vivieron los visitantes (percentil 75)',
    empty: 'No hay mediciones en este periodo. Añade data-vitals a la etiqueta script del rastreador para medir Web Vitals:',
    by: 'Web Vitals por',
    tabs: { page: 'Páginas', device: 'Dispositivos', country: 'Países' },
    names: {
      LCP: 'Largest Contentful Paint',
      INP: 'Interaction to Next Paint',
      CLS: 'Cumulative Layout Shift',
      FCP: 'First Contentful Paint',
      TTFB: 'Time to First Byte',
    },
    ratings: { good: 'Bueno', needs_improvement: 'Mejorable', poor: 'Malo' },
    shares: (good, needsImprovement, poor) => `${good} bueno, ${needsImprovement} mejorable, ${poor} malo`,
    measurements: 'Mediciones',
    count: (count) => plural(count, { one: '# medición', other: '# mediciones' }),
  },
  revenue: {
    title: 'Ingresos',
    hint: 'Ingresos totales de los eventos. Las monedas no se convierten.',
    empty: 'No hay ingresos en este periodo. Envíalos con un evento:',
    by: 'Ingresos por',
    currency: 'Moneda',
    tabs: { source: 'Fuentes', goal: 'Objetivos', utm_campaign: 'Campañas', page: 'Páginas', country: 'Países' },
    amount: 'Ingresos',
    events: 'Eventos',
    sales: (events, visitors) =>
      `${plural(events, { one: '# evento', other: '# eventos' })} de ${plural(visitors, { one: '# visitante', other: '# visitantes' })}`,
    perVisitor: 'Por visitante',
    noGoals: 'Ningún objetivo tiene ingresos en este periodo. Crea un objetivo para el evento que informa de los ingresos.',
    nothing: 'No hay ingresos en este periodo',
    ofStep: (amounts) => `${amounts} de ingresos en este periodo`,
  },
};

import type { adoption as english } from '../../en/outcomes/adoption.ts';
import { formatNumber, plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

const people = (count: number) => plural(count, { one: '# persona', other: '# personas' });

/** Adoption of releases by the people who asked for them. */
export const adoption: Texts<typeof english> = {
  title: '¿Lo usaron quienes lo pidieron?',
  sentence: (used, identified) =>
    `${plural(used, { one: 'Lo usó', other: 'Lo usaron' })} ${formatNumber(used)} de ${people(identified)} que lo pidieron`,
  rate: (rate, low, high) => ` (${rate}; de ${low} a ${high} con un 95 % de confianza)`,
  median: (days) => `, la mitad en ${plural(days, { one: '# día', other: '# días' })}`,
  unknown: (count) =>
    plural(count, {
      one: '# persona que lo pidió no está identificada.',
      other: '# personas que lo pidieron no están identificadas.',
    }),
  complete: (when) => `El plazo terminó el ${when}.`,
  running: (when) => `El plazo termina el ${when}.`,
  few: 'Las tasas requieren al menos cinco personas identificadas.',
  hidden: 'Hay menos de cinco personas identificadas. Solo los miembros con acceso a datos personales ven sus cifras.',
  steps: { identified: 'Lo pidieron', told: 'Avisados', returned: 'Volvieron', used: 'Lo usaron' },
  chart: 'Proporción de personas que lo usaron, por días desde la publicación',
  askers: 'Personas que lo pidieron',
  others: 'Todos los demás',
  silent: 'No lo han usado',
  silentCount: (shown, total) => `${formatNumber(shown)} de ${people(total)}`,
  person: 'Persona',
  told: 'Avisado',
  lastSeen: 'Volvió',
  askWhy: 'Preguntar por qué',
  askWhom: (name) => `Preguntar por qué: ${name}`,
  askSubject: (title) => `Tu opinión sobre «${title}»`,
  never: '–',
  success: 'Evento o página de éxito',
  successHint: 'Un evento, o una página que empieza por /, que muestra que la gente lo usa.',
  window: 'Plazo',
  days: (count) => plural(count, { one: '# día', other: '# días' }),
  line: (used, identified) =>
    `${plural(used, { one: 'Lo usó', other: 'Lo usaron' })} ${formatNumber(used)} de ${formatNumber(identified)}`,
};

import type { importedDays as english } from '../en/imported-days.ts';
import type { Texts } from '../../../texts/texts.ts';
import type { IMPORTED_OMISSIONS } from '@earshot/contract/services/analytics/values';

const reasons: Record<(typeof IMPORTED_OMISSIONS)[number], string> = {
  not_requested: 'Solo se conocen los totales de estos días. Los visitantes de varios días cuentan varias veces.',
  filters: 'Omitidos: los totales de días no se pueden filtrar.',
  goal: 'Omitidos: los totales de días no se conocen por objetivo.',
  bots: 'Omitidos: los totales de días no contienen bots.',
  interval: 'Omitidos: los totales de días no se pueden dividir en horas.',
  dimension: 'Omitidos: la importación no tiene totales de esta dimensión.',
};

export const importedDays: Texts<typeof english> = {
  label: (range) => `Incluir días importados (${range})`,
  comparedLabel: (range) => `Incluir días importados de la comparación (${range})`,
  reasons,
  mark: 'Importados',
};

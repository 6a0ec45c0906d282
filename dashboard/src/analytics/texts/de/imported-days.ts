import type { IMPORTED_OMISSIONS } from '@earshot/contract/services/analytics/values';
import type { importedDays as english } from '../en/imported-days.ts';
import type { Texts } from '../../../texts/texts.ts';

const reasons: Record<(typeof IMPORTED_OMISSIONS)[number], string> = {
  not_requested: 'Von diesen Tagen sind nur die Summen bekannt. Besucher mehrerer Tage zählen mehrfach.',
  filters: 'Ausgelassen: Tagessummen lassen sich nicht filtern.',
  goal: 'Ausgelassen: Tagessummen sind nicht nach Ziel bekannt.',
  bots: 'Ausgelassen: Tagessummen enthalten keine Bots.',
  interval: 'Ausgelassen: Tagessummen lassen sich nicht in Stunden aufteilen.',
  dimension: 'Ausgelassen: Der Import hat keine Summen nach dieser Dimension.',
};

export const importedDays: Texts<typeof english> = {
  label: (range) => `Importierte Tage einbeziehen (${range})`,
  comparedLabel: (range) => `Importierte Tage des Vergleichs einbeziehen (${range})`,
  reasons,
  mark: 'Importiert',
};

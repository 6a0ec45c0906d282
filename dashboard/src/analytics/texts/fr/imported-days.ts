import type { IMPORTED_OMISSIONS } from '@earshot/contract/services/analytics/values';
import type { importedDays as english } from '../en/imported-days.ts';
import type { Texts } from '../../../texts/texts.ts';

const reasons: Record<(typeof IMPORTED_OMISSIONS)[number], string> = {
  not_requested: 'Seuls les totaux de ces jours sont connus. Les visiteurs de plusieurs jours comptent plusieurs fois.',
  filters: 'Omis : les totaux journaliers ne peuvent pas être filtrés.',
  goal: 'Omis : les totaux journaliers ne sont pas connus par objectif.',
  bots: 'Omis : les totaux journaliers ne contiennent pas de robots.',
  interval: 'Omis : les totaux journaliers ne peuvent pas être divisés en heures.',
  dimension: 'Omis : l’importation n’a pas de totaux pour cette dimension.',
};

export const importedDays: Texts<typeof english> = {
  label: (range) => `Inclure les jours importés (${range})`,
  comparedLabel: (range) => `Inclure les jours importés de la comparaison (${range})`,
  reasons,
  mark: 'Importés',
};

import type { importedDays as english } from '../en/imported-days.ts';
import type { Texts } from '../../../texts/texts.ts';
import type { IMPORTED_OMISSIONS } from '@earshot/contract/services/analytics/values';

const reasons: Record<(typeof IMPORTED_OMISSIONS)[number], string> = {
  not_requested: 'Só os totais destes dias são conhecidos. Visitantes de vários dias contam várias vezes.',
  filters: 'Omitidos: totais de dias não podem ser filtrados.',
  goal: 'Omitidos: totais de dias não são conhecidos por meta.',
  bots: 'Omitidos: totais de dias não contêm bots.',
  interval: 'Omitidos: totais de dias não podem ser divididos em horas.',
  dimension: 'Omitidos: a importação não tem totais desta dimensão.',
};

export const importedDays: Texts<typeof english> = {
  label: (range) => `Incluir dias importados (${range})`,
  comparedLabel: (range) => `Incluir dias importados da comparação (${range})`,
  reasons,
  mark: 'Importados',
};

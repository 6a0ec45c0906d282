import type { IMPORTED_OMISSIONS } from '@earshot/contract/services/analytics/values';

const reasons: Record<(typeof IMPORTED_OMISSIONS)[number], string> = {
  not_requested: 'Only the totals of these days are known. Visitors of several days count several times.',
  filters: 'Left out: totals of days cannot be filtered.',
  goal: 'Left out: totals of days are not known by goal.',
  bots: 'Left out: totals of days contain no bots.',
  interval: 'Left out: totals of days cannot be divided into hours.',
  dimension: 'Left out: the import has no totals by this dimension.',
};

export const importedDays = {
  label: (range: string) => `Include imported days (${range})`,
  comparedLabel: (range: string) => `Include imported days of the comparison (${range})`,
  reasons,
  mark: 'Imported',
};

import type { csv as english } from '../en/csv.ts';
import type { Texts } from '../texts.ts';

export const csv: Texts<typeof english> = {
  export: 'Exporter en CSV',
  exporting: 'Exportation…',
  plain: 'CSV',
  forExcel: 'CSV pour Excel',
  mark: 'avec indicateur d’ordre des octets',
};

import type { csv as english } from '../en/csv.ts';
import type { Texts } from '../texts.ts';

/** Downloads as CSV. */
export const csv: Texts<typeof english> = {
  export: 'Exportar CSV',
  exporting: 'Exportando…',
  plain: 'CSV',
  forExcel: 'CSV para Excel',
  mark: 'com marca de ordem de bytes',
};

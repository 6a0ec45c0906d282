import type { csv as english } from '../en/csv.ts';
import type { Texts } from '../texts.ts';

export const csv: Texts<typeof english> = {
  export: 'CSV exportieren',
  exporting: 'Wird exportiert …',
  plain: 'CSV',
  forExcel: 'CSV für Excel',
  mark: 'mit Byte Order Mark',
};

import type { csv as english } from '../en/csv.ts';
import type { Texts } from '../texts.ts';

/** Downloads as CSV. */
export const csv: Texts<typeof english> = {
  export: 'تصدير CSV',
  exporting: 'جارٍ التصدير…',
  plain: 'CSV',
  forExcel: 'CSV لبرنامج Excel',
  mark: 'مع علامة ترتيب البايتات',
};

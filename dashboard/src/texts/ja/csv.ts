import type { csv as english } from '../en/csv.ts';
import type { Texts } from '../texts.ts';

export const csv: Texts<typeof english> = {
  export: 'CSVをエクスポート',
  exporting: 'エクスポート中…',
  plain: 'CSV',
  forExcel: 'Excel用CSV',
  mark: 'BOM付き',
};

/** Downloads as CSV. */
export const csv = {
  export: 'Export CSV',
  exporting: 'Exporting…',
  plain: 'CSV',
  forExcel: 'CSV for Excel',
  mark: 'with byte order mark',
};

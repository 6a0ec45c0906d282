/** Downloads as CSV. */
export const csv = {
  plain: 'CSV',
  forExcel: 'CSV for Excel',
  mark: 'with byte order mark',
};

/** Begins files for Excel, which reads others in the character set of the system. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Cells that a spreadsheet would evaluate as formulas. Negative numbers do not occur. */
const FORMULA = /^[=+\-@\t\r]/;

/** Formats rows as CSV (RFC 4180). Cells that look like formulas are prefixed with an apostrophe. */
export const toCsv = (rows: string[][]): string => rows.map((cells) => `${cells.map(quote).join(',')}\r\n`).join('');

function quote(cell: string): string {
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

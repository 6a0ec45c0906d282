import { common } from '#texts/common';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';

interface Sorting {
  /** Sort order by the name of a column that can be sorted. */
  columns: Record<string, string>;
  /** Sort orders from the smallest to the largest value. Others begin with the largest. */
  ascending: readonly string[];
  value: string;
  onChange: (sort: string) => void;
}

interface TableProps {
  label: string;
  /** Names of the columns. A column with buttons has an empty name. */
  head: readonly string[];
  /** Names of columns with numbers. */
  numbers?: readonly string[];
  /** Name of the column that is the title of a row on phones. Defaults to the first column. */
  main?: string;
  /** Columns whose head sorts the rows. */
  sorting?: Sorting;
  /** On phones, a row has at most two lines, without names of columns. */
  isCompact?: boolean;
  /** Rows: `<tr>`. */
  children: ReactNode;
}

/** Names of the columns as custom properties: on phones, where each row is a card, cells show them as labels. */
const columnNames = (head: readonly string[]): CSSProperties =>
  Object.fromEntries(head.flatMap((name, index) => (name ? [[`--column-${index + 1}`, JSON.stringify(name)]] : [])));

/** Table that scrolls horizontally in narrow windows, and is a list of cards on phones. */
export const Table = ({ label, head, numbers = [], main = head[0], sorting, isCompact = false, children }: TableProps) => (
  <div className="table-scroll" tabIndex={0} role="region" aria-label={label}>
    <table
      className={isCompact ? 'card-rows compact' : 'card-rows'}
      style={columnNames(head)}
      data-main={head.indexOf(main ?? '') + 1}
    >
      <thead>
        <tr>
          {head.map((name, index) =>
            name ? <Head key={name} name={name} isNumber={numbers.includes(name)} sorting={sorting} /> : <td key={index} />,
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

function Head({ name, isNumber, sorting }: { name: string; isNumber: boolean; sorting: Sorting | undefined }) {
  const className = isNumber ? 'number' : undefined;
  const sort = sorting?.columns[name];
  if (!sorting || !sort) return <th className={className}>{name}</th>;
  const isSorted = sorting.value === sort;
  const isAscending = sorting.ascending.includes(sort);
  return (
    <th className={className} aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : 'none'}>
      <button
        type="button"
        className="sort-button"
        aria-label={common.sortBy(name)}
        onClick={() => sorting.onChange(isSorted ? '' : sort)}
      >
        {isSorted && (isAscending ? <ArrowUp size={12} aria-hidden /> : <ArrowDown size={12} aria-hidden />)}
        {name}
      </button>
    </th>
  );
}

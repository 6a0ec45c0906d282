import type { CSSProperties, ReactNode } from 'react';

interface TableProps {
  label: string;
  /** Names of the columns. A column with buttons has an empty name. */
  head: readonly string[];
  /** Names of columns with numbers. */
  numbers?: readonly string[];
  /** Name of the column that is the title of a row on phones. Defaults to the first column. */
  main?: string;
  /** Rows: `<tr>`. */
  children: ReactNode;
}

/** Names of the columns as custom properties: on phones, where each row is a card, cells show them as labels. */
const columnNames = (head: readonly string[]): CSSProperties =>
  Object.fromEntries(head.flatMap((name, index) => (name ? [[`--column-${index + 1}`, JSON.stringify(name)]] : [])));

/** Table that scrolls horizontally in narrow windows, and is a list of cards on phones. */
export const Table = ({ label, head, numbers = [], main = head[0], children }: TableProps) => (
  <div className="table-scroll" tabIndex={0} role="region" aria-label={label}>
    <table className="card-rows" style={columnNames(head)} data-main={head.indexOf(main ?? '') + 1}>
      <thead>
        <tr>
          {head.map((name) =>
            name ? (
              <th key={name} className={numbers.includes(name) ? 'number' : undefined}>
                {name}
              </th>
            ) : (
              <td key="" />
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

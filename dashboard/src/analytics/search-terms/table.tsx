import type { SearchTerm } from '@earshot/sdk';
import { searchTerms as texts } from '../texts/en/search-terms.ts';
import { Table } from '../../ui/lists/table.tsx';
import { COLUMNS, HEAD, NUMBERS, type SearchTermSort } from './columns.ts';

interface SearchTermsTableProps {
  rows: SearchTerm[];
  /** Columns are sorted by a click. */
  sorting?: { value: SearchTermSort; onChange: (sort: SearchTermSort) => void };
}

/** Table of search terms with their metrics. */
export const SearchTermsTable = ({ rows, sorting }: SearchTermsTableProps) => (
  <Table
    label={texts.title}
    head={HEAD}
    numbers={NUMBERS}
    {...(sorting && {
      sorting: {
        columns: Object.fromEntries(COLUMNS.map(({ name, id }) => [name, id])),
        ascending: ['position'],
        value: sorting.value,
        onChange: (sort) => sorting.onChange(COLUMNS.find(({ id }) => id === sort)?.id ?? 'clicks'),
      },
    })}
  >
    {rows.map((term) => (
      <tr key={term.query}>
        <td>
          <bdi>{term.query}</bdi>
        </td>
        {COLUMNS.map(({ id, format }) => (
          <td key={id} className="number">
            {format(term)}
          </td>
        ))}
      </tr>
    ))}
  </Table>
);

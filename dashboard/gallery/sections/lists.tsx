import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../src/ui/button.tsx';
import { moveBefore, SortableList } from '../../src/ui/lists/sortable-list.tsx';
import { Table } from '../../src/ui/lists/table.tsx';
import { Example, type Section } from '../example.tsx';

const PEOPLE = [
  { name: 'Ada Lovelace', status: 'Confirmed', referrals: 12 },
  { name: 'Grace Hopper', status: 'Invited', referrals: 1_204 },
  { name: 'Edith Clarke', status: 'Waiting', referrals: 0 },
];
const SORTS = { Name: 'name', Referrals: 'referrals' };
const STEPS = [
  { id: 'first', name: 'Get started' },
  { id: 'second', name: 'Send an invoice' },
  { id: 'third', name: 'Close the year' },
];

function SortedTable() {
  const [sort, setSort] = useState('referrals');
  return (
    <Table
      label="Sign-ups"
      head={['Name', 'Status', 'Referrals', '']}
      numbers={['Referrals']}
      sorting={{ columns: SORTS, ascending: ['name'], value: sort, onChange: setSort }}
    >
      {PEOPLE.map(({ name, status, referrals }) => (
        <tr key={name}>
          <td>{name}</td>
          <td>{status}</td>
          <td className="number">{referrals.toLocaleString('en')}</td>
          <td className="end">
            <IconButton label={`Delete ${name}`}>
              <Trash2 size={16} />
            </IconButton>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Sorted() {
  const [items, setItems] = useState(STEPS);
  return (
    <SortableList
      label="Articles"
      type="article"
      items={items}
      nameOf={({ name }) => name}
      onMove={(ids, before) => {
        const moved = items.filter(({ id }) => ids.includes(id));
        setItems(moveBefore(items, moved, before));
      }}
    >
      {({ name }) => <span className="grow">{name}</span>}
    </SortableList>
  );
}

export const LISTS: Section[] = [
  {
    id: 'tables',
    title: 'Tables',
    render: () => (
      <Example name="<Table>" use="Rows with columns, and a list of cards on phones. Heads with an arrow sort.">
        <SortedTable />
      </Example>
    ),
  },
  {
    id: 'sortable-lists',
    title: 'Lists in an order',
    render: () => (
      <Example name="<SortableList>" use="Moved by mouse, touch or keyboard, also into other lists.">
        <Sorted />
      </Example>
    ),
  },
];

import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';

interface EndCellProps {
  /** Verb of the action. */
  label: string;
  /** Question about the action. */
  title: string;
  hint: string;
  onConfirm: () => Promise<unknown>;
}

/** Cell of a table with a button that takes access away, after a confirmation. */
export const EndCell = ({ label, title, hint, onConfirm }: EndCellProps) => (
  <td className="end">
    <Confirm trigger={<Button>{label}</Button>} title={title} label={label} onConfirm={onConfirm}>
      <p>{hint}</p>
    </Confirm>
  </td>
);

import type { Feedback } from '@earshot/sdk';
import { feedback as texts } from '#texts/feedback';
import { Button as AriaButton } from 'react-aria-components';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { type Status } from './filters.ts';
import { useStatuses } from './fields/statuses.ts';

/** Status as a dot with its name, because color must not be the only information. */
export function StatusName({ status }: { status: Feedback['status'] }) {
  const { names, mark } = useStatuses();
  return <span {...mark(status)}>{names[status]}</span>;
}

interface StatusMenuProps {
  status: Feedback['status'] | undefined;
  onChange: (status: Status) => void;
  isDisabled?: boolean;
}

/** Status button with a menu to change it. */
export function StatusMenu({ status, onChange, isDisabled = false }: StatusMenuProps) {
  const { names, settable, mark } = useStatuses();
  return status === 'duplicate' ? (
    <StatusName status={status} />
  ) : (
    <Menu
      label={texts.setStatus}
      trigger={
        <AriaButton
          className="status-button"
          isDisabled={isDisabled}
          aria-label={status ? `${texts.status}: ${names[status]}` : texts.setStatus}
        >
          {status ? <StatusName status={status} /> : texts.setStatus}
        </AriaButton>
      }
    >
      {settable.map((one, index) => (
        <MenuItem key={one} icon={<span {...mark(one)} />} keys={String(index + 1)} onAction={() => onChange(one)}>
          {names[one]}
        </MenuItem>
      ))}
    </Menu>
  );
}

import { SETTABLE_STATUSES } from '@earshot/contract/services/feedback/values';
import type { Feedback } from '@earshot/sdk';
import { feedback as texts } from '#texts/feedback';
import { Button as AriaButton } from 'react-aria-components';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { type Status } from './filters.ts';

/** Status as a dot with its name, because color must not be the only information. */
export const StatusName = ({ status }: { status: Feedback['status'] }) => (
  <span className={`status ${status}`}>{texts.statuses[status]}</span>
);

interface StatusMenuProps {
  status: Feedback['status'] | undefined;
  onChange: (status: Status) => void;
  isDisabled?: boolean;
}

/** Status button with a menu to change it. */
export const StatusMenu = ({ status, onChange, isDisabled = false }: StatusMenuProps) =>
  status === 'duplicate' ? (
    <StatusName status={status} />
  ) : (
    <Menu
      label={texts.setStatus}
      trigger={
        <AriaButton
          className="status-button"
          isDisabled={isDisabled}
          aria-label={status ? `${texts.status}: ${texts.statuses[status]}` : texts.setStatus}
        >
          {status ? <StatusName status={status} /> : texts.setStatus}
        </AriaButton>
      }
    >
      {SETTABLE_STATUSES.map((one, index) => (
        <MenuItem key={one} icon={<span className={`status ${one}`} />} keys={String(index + 1)} onAction={() => onChange(one)}>
          {texts.statuses[one]}
        </MenuItem>
      ))}
    </Menu>
  );

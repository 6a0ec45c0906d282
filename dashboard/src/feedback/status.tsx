import { common } from '#texts/common';
import type { EntryStatus } from '@earshot/contract/services/feedback/statuses';
import { feedback as texts } from './texts/en/feedback.ts';
import { Button as AriaButton } from 'react-aria-components';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { type StatusChoice, useStatuses } from './fields/statuses.ts';

/** Number keys, which set the first statuses. */
const MAX_KEYS = 9;

/** Returns the key that sets a status, by its position in menus. */
export const toStatusKey = (index: number): string | undefined => (index < MAX_KEYS ? String(index + 1) : undefined);

/** Status as a dot with its name, because color must not be the only information. */
export function StatusName({ entry }: { entry: EntryStatus }) {
  const { findName, mark } = useStatuses();
  return <span {...mark(entry)}>{findName(entry)}</span>;
}

interface StatusMenuProps {
  entry: EntryStatus | undefined;
  onChange: (choice: StatusChoice) => void;
  isDisabled?: boolean;
}

/** Status button with a menu to change it. */
export function StatusMenu({ entry, onChange, isDisabled = false }: StatusMenuProps) {
  const { findName, choices, mark } = useStatuses();
  return entry?.status === 'duplicate' ? (
    <StatusName entry={entry} />
  ) : (
    <Menu
      label={texts.setStatus}
      trigger={
        <AriaButton
          className="status-button"
          isDisabled={isDisabled}
          aria-label={entry ? `${texts.status}${common.colon}${findName(entry)}` : texts.setStatus}
        >
          {entry ? <StatusName entry={entry} /> : texts.setStatus}
        </AriaButton>
      }
    >
      {choices.map((choice, index) => {
        const keys = toStatusKey(index);
        return (
          <MenuItem key={choice.id} icon={<span {...mark(choice)} />} {...(keys && { keys })} onAction={() => onChange(choice)}>
            {choice.name}
          </MenuItem>
        );
      })}
    </Menu>
  );
}

/** Returns the shortcuts that set statuses. */
export const toStatusShortcuts = (choices: StatusChoice[], set: (choice: StatusChoice) => void) =>
  choices.flatMap((choice, index) => {
    const keys = toStatusKey(index);
    return keys ? [{ keys, label: texts.keys.status(choice.name), run: () => set(choice) }] : [];
  });

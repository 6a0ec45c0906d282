import type { Feedback } from '@earshot/sdk';
import { people as texts } from '#texts/people';
import { CircleUser } from 'lucide-react';
import { Avatar } from '../people/avatar.tsx';
import { nameOfMember, useMembers, useOwnId } from '../people/members.ts';
import { Button } from '../ui/button.tsx';
import { DateField } from '../ui/dates/date-field.tsx';
import { type Option, Select } from '../ui/field.tsx';
import { toLocalDay } from '../ui/dates/local-time.ts';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { date } from '../ui/time.tsx';
import type { Changes } from './changes.ts';
import { NOBODY } from './filters.ts';

interface ControlProps {
  entry: Feedback;
  /** Undefined when the user may not change the entry. */
  onChange: ((changes: Changes) => void) | undefined;
}

/** Returns the members as choices, the signed-in user first, after the choice of nobody. */
function useAssignees(): Option<string>[] {
  const members = useMembers();
  const me = useOwnId();
  return [
    { id: NOBODY, label: texts.nobody },
    ...members
      .toSorted((one, other) => Number(other.user_id === me) - Number(one.user_id === me))
      .map((member) => {
        const name = nameOfMember(member);
        return {
          id: member.user_id,
          label: member.user_id === me ? texts.me(name) : name,
          icon: <Avatar name={name} url={member.avatar_url} />,
        };
      }),
  ];
}

/** Member who is responsible for an entry. */
export function Assignee({ entry, onChange }: ControlProps) {
  const assignees = useAssignees();
  const { assignee_id: assignee } = entry;
  const current = assignees.find(({ id }) => id === (assignee ?? NOBODY));
  if (!onChange)
    return (
      <>
        {current?.icon} {current?.label ?? texts.formerMember}
      </>
    );
  return (
    <Select
      label={texts.assignee}
      isLabelHidden
      options={[...assignees, ...(assignee && !current ? [{ id: assignee, label: texts.formerMember }] : [])]}
      value={assignee ?? NOBODY}
      onChange={(id) => onChange({ assignee_id: id === NOBODY ? null : id })}
    />
  );
}

interface AssignMenuProps {
  /** Null for nobody. */
  onAssign: (memberId: string | null, name: string) => void;
}

/** Menu that assigns several entries. */
export const AssignMenu = ({ onAssign }: AssignMenuProps) => (
  <Menu label={texts.assign} trigger={<Button icon={<CircleUser size={15} />}>{texts.assign}</Button>}>
    {useAssignees().map(({ id, label, icon }) => (
      <MenuItem key={id} icon={icon} onAction={() => onAssign(id === NOBODY ? null : id, label)}>
        {label}
      </MenuItem>
    ))}
  </Menu>
);

/** Returns whether an entry that is not finished should be. */
export const isOverdue = ({ status, due_on: due }: Feedback): boolean =>
  status !== 'done' && status !== 'declined' && Boolean(due) && (due ?? '') < toLocalDay(new Date());

/** Day until which an entry is to be done. */
export const DueDate = ({ entry, onChange }: ControlProps) => (
  <>
    {onChange ? (
      <DateField
        label={texts.due}
        isLabelHidden
        value={entry.due_on ?? ''}
        onChange={(day) => onChange({ due_on: day || null })}
      />
    ) : (
      (entry.due_on && date(`${entry.due_on}T12:00:00`)) || '–'
    )}
    {isOverdue(entry) && <span className="tag warn">{texts.overdue}</span>}
  </>
);

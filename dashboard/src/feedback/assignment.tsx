import type { Feedback, Member } from '@earshot/sdk';
import { people as texts } from '#texts/people';
import { useState } from 'react';
import { Avatar } from '../people/avatar.tsx';
import { nameOfMember, useMembers, useOwnId } from '../people/members.ts';
import { Select, TextField } from '../ui/field.tsx';
import { date } from '../ui/time.tsx';
import type { Changes } from './changes.ts';

interface ControlProps {
  entry: Feedback;
  /** Undefined when the user may not change the entry. */
  onChange: ((changes: Changes) => void) | undefined;
}

const NOBODY = 'none';

/** Member who is responsible for an entry. */
export function Assignee({ entry, onChange }: ControlProps) {
  const members = useMembers();
  const me = useOwnId();
  const { assignee_id: assignee } = entry;
  const current = members.find(({ user_id }) => user_id === assignee);
  const labelOf = (member: Member) => (member.user_id === me ? texts.me(nameOfMember(member)) : nameOfMember(member));
  if (!onChange)
    return (
      <>
        {current && <Avatar name={nameOfMember(current)} url={current.avatar_url} />}{' '}
        {current ? nameOfMember(current) : assignee ? texts.formerMember : texts.nobody}
      </>
    );
  return (
    <Select
      label={texts.assignee}
      isLabelHidden
      options={[
        { id: NOBODY, label: texts.nobody },
        // The signed-in user first.
        ...members
          .toSorted((one, other) => Number(other.user_id === me) - Number(one.user_id === me))
          .map((member) => ({
            id: member.user_id,
            label: labelOf(member),
            icon: <Avatar name={nameOfMember(member)} url={member.avatar_url} />,
          })),
        ...(assignee && !current ? [{ id: assignee, label: texts.formerMember }] : []),
      ]}
      value={assignee ?? NOBODY}
      onChange={(id) => onChange({ assignee_id: id === NOBODY ? null : id })}
    />
  );
}

/** The year of a date that is being typed has leading zeros. */
const MIN_DATE = '1000-01-01';

/** Day until which an entry is to be done. */
export function DueDate({ entry, onChange }: ControlProps) {
  const [typed, setTyped] = useState<string>();
  const isOpen = entry.status !== 'done' && entry.status !== 'declined';
  const isOverdue = isOpen && Boolean(entry.due_on) && (entry.due_on ?? '') < new Date().toISOString().slice(0, 10);
  return (
    <>
      {onChange ? (
        <TextField
          type="date"
          label={texts.due}
          isLabelHidden
          value={typed ?? entry.due_on ?? ''}
          onBlur={() => setTyped(undefined)}
          onChange={(value) => {
            setTyped(value);
            if (value === '' || value >= MIN_DATE) onChange({ due_on: value || null });
          }}
        />
      ) : (
        (entry.due_on && date(`${entry.due_on}T12:00:00`)) || '–'
      )}
      {isOverdue && <span className="tag warn">{texts.overdue}</span>}
    </>
  );
}

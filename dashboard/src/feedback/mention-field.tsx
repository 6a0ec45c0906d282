import type { Member } from '@earshot/sdk';
import { people as texts } from '#texts/people';
import { useId, useRef, useState } from 'react';
import { FieldError, Label, TextArea, TextField } from 'react-aria-components';
import { Avatar } from '../people/avatar.tsx';
import { nameOfMember } from '../people/members.ts';
import { useFieldError } from '../ui/field.tsx';
import { toMention } from './mentions.tsx';

interface MentionFieldProps {
  name: string;
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  maxLength: number;
  /** Members who can be mentioned. */
  members: Member[];
}

const MAX_SUGGESTIONS = 6;
/** An `@` with up to two words before the cursor. */
const MENTION = /(?:^|[\s(])@([^\s@]*(?: [^\s@]*)?)$/;

/** Text field that suggests members after an `@`. */
export function MentionField({ name, label, placeholder, value, onChange, maxLength, members }: MentionFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [query, setQuery] = useState<string>();
  const [active, setActive] = useState(0);
  const { isInvalid, error } = useFieldError(name);
  const found =
    query === undefined
      ? []
      : members.filter((member) => nameOfMember(member).toLowerCase().includes(query.toLowerCase())).slice(0, MAX_SUGGESTIONS);
  const isOpen = found.length > 0;

  /** Looks for a mention before the cursor. */
  const look = () => {
    const { value: text = '', selectionStart = 0 } = field.current ?? {};
    setQuery(MENTION.exec(text.slice(0, selectionStart))?.[1]);
    setActive(0);
  };
  const choose = (member: Member) => {
    const area = field.current;
    if (!area) return;
    const before = area.value.slice(0, area.selectionStart);
    area.focus();
    area.setSelectionRange(before.lastIndexOf('@'), area.selectionStart);
    // As if it was typed, so that the browser can undo it.
    document.execCommand('insertText', false, `${toMention(member)} `);
    setQuery(undefined);
  };
  const onKey = (key: string): boolean => {
    const member = found[active];
    if (key === 'ArrowDown') setActive((active + 1) % found.length);
    else if (key === 'ArrowUp') setActive((active - 1 + found.length) % found.length);
    else if ((key === 'Enter' || key === 'Tab') && member) choose(member);
    else if (key === 'Escape') setQuery(undefined);
    else return false;
    return true;
  };

  return (
    <div className="mention-field">
      <TextField
        name={name}
        value={value}
        onChange={onChange}
        isRequired
        isInvalid={isInvalid}
        maxLength={maxLength}
        className="field"
      >
        <Label className="label">{label}</Label>
        <TextArea
          dir="auto"
          ref={field}
          className="input"
          rows={3}
          placeholder={placeholder}
          aria-autocomplete="list"
          {...(isOpen && { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${active}` })}
          onInput={look}
          onClick={look}
          onBlur={() => setQuery(undefined)}
          onKeyDown={(event) => {
            if (isOpen && onKey(event.key)) event.preventDefault();
          }}
        />
        <FieldError className="field-error">{error}</FieldError>
      </TextField>
      {isOpen && (
        <div id={listId} role="listbox" aria-label={texts.mention} className="popover menu">
          {found.map((member, index) => (
            <div
              key={member.user_id}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className="menu-item"
              // Keeps the focus in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(member)}
            >
              <Avatar name={nameOfMember(member)} url={member.avatar_url} />
              <span className="grow">{nameOfMember(member)}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

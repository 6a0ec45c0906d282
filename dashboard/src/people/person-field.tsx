import { people as texts } from '#texts/people';
import { useState } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components';
import { useRead } from '../api.ts';
import { useDebounced } from '../ui/debounce.ts';
import { Avatar } from './avatar.tsx';
import { parsePerson, type Person, textOfPerson } from './person.ts';

interface PersonFieldProps {
  label: string;
  hint: string;
  onChange: (person: Person) => void;
  autoFocus?: boolean;
}

const MIN_QUERY = 2;

/** Field for a person: suggests people who gave feedback, and accepts any name or address. */
export function PersonField({ label, hint, onChange, autoFocus = false }: PersonFieldProps) {
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim());
  const found = useRead('GET /v1/feedback/people', { query: { q } }, { enabled: q.length >= MIN_QUERY, keep: true });
  const people = (q.length >= MIN_QUERY && found.data?.data) || [];
  const items = people.map(({ name, email, user_id }, index) => ({
    id: index,
    name: name ?? undefined,
    email: email ?? undefined,
    user_id: user_id ?? undefined,
  }));
  return (
    <ComboBox
      className="field"
      allowsCustomValue
      // Opens before the answer of the search.
      allowsEmptyCollection
      menuTrigger="input"
      autoFocus={autoFocus}
      items={items}
      inputValue={typed}
      onInputChange={(text) => {
        setTyped(text);
        onChange(items.find((item) => textOfPerson(item) === text) ?? parsePerson(text));
      }}
    >
      <Label className="label">{label}</Label>
      <Input className="input" placeholder={texts.placeholder} maxLength={200} dir="auto" />
      <Text slot="description" className="hint">
        {hint}
      </Text>
      <Popover className="popover">
        <ListBox<(typeof items)[number]>
          className="menu"
          renderEmptyState={() => (
            <p className="soft empty-choice">
              {q === typed.trim() && found.isSuccess && !found.isFetching ? texts.unknown : texts.searching}
            </p>
          )}
        >
          {(person) => (
            <ListBoxItem id={person.id} textValue={textOfPerson(person)} className="menu-item">
              <Avatar name={person.name ?? person.email ?? person.user_id ?? ''} />
              <span className="grow">{person.name ?? person.email ?? person.user_id}</span>
              {person.name && <span className="soft">{person.email ?? person.user_id}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

import type { FieldDeclaration, FieldValue } from '@earshot/contract/services/feedback/fields';
import type { Feedback } from '@earshot/sdk';
import { fields as texts } from '#texts/settings/fields';
import { useState } from 'react';
import { type Fields, Select, TextField } from '../../ui/field.tsx';
import type { Changes } from '../changes.ts';
import { useBoards } from '../boards.ts';
import { listBoardFields, useFields } from './declared.ts';

const NONE = '';
const INPUT_TYPES = { text: 'text', number: 'number', date: 'date', url: 'url' } as const;

interface FieldFactsProps {
  entry: Feedback;
  onChange: ((changes: Changes) => void) | undefined;
}

/** Values of the custom fields of an entry, each of which can be changed in place: those of its board, and others that it has. */
export function FieldFacts({ entry, onChange }: FieldFactsProps) {
  const fields = useFields();
  const ofBoard = listBoardFields(
    fields,
    useBoards().find(({ id }) => id === entry.board_id),
  );
  const shown = fields.filter((field) => ofBoard.includes(field) || entry.fields?.[field.key] !== undefined);
  return shown.map((field) => {
    const value = entry.fields?.[field.key] ?? null;
    return (
      <div key={field.key}>
        <dt>{field.label}</dt>
        <dd>
          {onChange ? (
            <ValueField field={field} value={value} onChange={(next) => onChange({ fields: { [field.key]: next } })} />
          ) : (
            toText(value)
          )}
        </dd>
      </div>
    );
  });
}

const toText = (value: FieldValue | null) =>
  value === null ? texts.none : value === true ? texts.yes : value === false ? texts.no : String(value);

interface ValueFieldProps {
  field: FieldDeclaration;
  value: FieldValue | null;
  onChange: (value: FieldValue | null) => void;
}

/** Returns the values among which a field is chosen, or undefined for a field that is typed. */
function listChoices({ type, options = [] }: FieldDeclaration): { id: string; label: string }[] | undefined {
  const none = { id: NONE, label: texts.none };
  if (type === 'select') return [none, ...options.map((id) => ({ id, label: id }))];
  if (type === 'boolean') return [none, { id: 'true', label: texts.yes }, { id: 'false', label: texts.no }];
  return undefined;
}

/** Returns the value of a typed or chosen text, which is null if the text is empty. */
function parseValue({ type }: FieldDeclaration, text: string): FieldValue | null {
  if (text === '') return null;
  if (type === 'boolean') return text === 'true';
  return type === 'number' ? Number(text) : text;
}

/** Fields of a form. Their texts have the names of `readNewValues`. */
export const NewValues = ({ fields }: { fields: FieldDeclaration[] }) =>
  fields.map((field) => <NewValue key={field.key} field={field} />);

function NewValue({ field }: { field: FieldDeclaration }) {
  const { key, label, type } = field;
  const [chosen, choose] = useState(NONE);
  const options = listChoices(field);
  const common = { label, name: toName(key) };
  return options ? (
    <Select {...common} options={options} value={chosen} onChange={choose} />
  ) : (
    <TextField {...common} type={INPUT_TYPES[type as keyof typeof INPUT_TYPES]} />
  );
}

const toName = (key: string) => `fields.${key}`;

/** Returns the values of a form, without those of empty fields. */
export const readNewValues = (fields: FieldDeclaration[], text: Fields): Record<string, FieldValue> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = parseValue(field, text(toName(field.key)).trim());
      return value === null ? [] : [[field.key, value]];
    }),
  );

function ValueField({ field, value, onChange }: ValueFieldProps) {
  const common = { label: field.label, isLabelHidden: true, name: toName(field.key) };
  const options = listChoices(field);
  if (options)
    return (
      <Select
        {...common}
        options={options}
        value={value === null ? NONE : String(value)}
        onChange={(next) => onChange(parseValue(field, next))}
      />
    );
  const saved = value === null ? '' : String(value);
  const save = (typed: string) => {
    const text = typed.trim();
    if (text !== saved) onChange(parseValue(field, text));
  };
  return (
    <TextField
      // A value that is rejected or undone replaces the input.
      key={saved}
      {...common}
      type={INPUT_TYPES[field.type as keyof typeof INPUT_TYPES]}
      defaultValue={saved}
      onBlur={(event) => save(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') (event.target as HTMLInputElement).blur();
      }}
    />
  );
}

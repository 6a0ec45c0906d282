import type { FieldDeclaration, FieldValue } from '@earshot/contract/services/feedback/fields';
import type { Feedback } from '@earshot/sdk';
import { fields as texts } from '#texts/settings/fields';
import { Select, TextField } from '../../ui/field.tsx';
import type { Changes } from '../changes.ts';
import { useFields } from './declared.ts';

const NONE = '';
const INPUT_TYPES = { text: 'text', number: 'number', date: 'date', url: 'url' } as const;

interface FieldFactsProps {
  entry: Feedback;
  onChange: ((changes: Changes) => void) | undefined;
}

/** Values of the custom fields of an entry, each of which can be changed in place. */
export const FieldFacts = ({ entry, onChange }: FieldFactsProps) =>
  useFields().map((field) => {
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

const toText = (value: FieldValue | null) =>
  value === null ? texts.none : value === true ? texts.yes : value === false ? texts.no : String(value);

interface ValueFieldProps {
  field: FieldDeclaration;
  value: FieldValue | null;
  onChange: (value: FieldValue | null) => void;
}

function ValueField({ field: { key, label, type, options = [] }, value, onChange }: ValueFieldProps) {
  const common = { label, isLabelHidden: true, name: `fields.${key}` };
  const none = { id: NONE, label: texts.none };
  if (type === 'select')
    return (
      <Select
        {...common}
        options={[none, ...options.map((id) => ({ id, label: id }))]}
        value={value === null ? NONE : String(value)}
        onChange={(next) => onChange(next || null)}
      />
    );
  if (type === 'boolean')
    return (
      <Select
        {...common}
        options={[none, { id: 'true', label: texts.yes }, { id: 'false', label: texts.no }]}
        value={value === null ? NONE : String(value)}
        onChange={(next) => onChange(next ? next === 'true' : null)}
      />
    );
  const saved = value === null ? '' : String(value);
  const save = (typed: string) => {
    const text = typed.trim();
    if (text !== saved) onChange(text === '' ? null : type === 'number' ? Number(text) : text);
  };
  return (
    <TextField
      // A value that is rejected or undone replaces the input.
      key={saved}
      {...common}
      type={INPUT_TYPES[type]}
      defaultValue={saved}
      onBlur={(event) => save(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') (event.target as HTMLInputElement).blur();
      }}
    />
  );
}

import { common } from '#texts/common';
import { TYPES } from '@earshot/contract/services/feedback/values';
import { DATE_ORDERS, IMPORT_DELIMITERS, IMPORT_ENCODINGS } from '@earshot/contract/instance/values';
import type { Import } from '@earshot/sdk';
import { imports as texts } from '#texts/settings/imports';
import { useStatuses } from '../../feedback/fields/statuses.ts';
import { useProject } from '../../projects/projects.ts';
import { Select } from '../../ui/field.tsx';
import { Table } from '../../ui/lists/table.tsx';

const NONE = '';

const toOption = (id: string) => ({ id, label: texts.fieldName(id) });

/** Fields of feedback with a fixed set of values. */
function useChoices(): Record<string, { id: string; label: string }[]> {
  const { choices } = useStatuses();
  return { status: choices.map(({ id, name }) => ({ id, label: name })), type: TYPES.map(toOption) };
}

type Options = Import['options'];

interface MappingProps {
  item: Import;
  onChange: (options: Options) => void;
}

/** Choice of fields for the columns of a CSV file. */
export function Mapping({ item, onChange }: MappingProps) {
  const { detected, options, fields } = item;
  const { collection = 'feedback', columns = {} } = options;
  const names = fields[collection] ?? [];
  const choices = useChoices();
  const { fields: custom } = useProject().settings.feedback;
  const toField = (id: string) => ({ id, label: custom.find(({ key }) => id === `fields.${key}`)?.label ?? texts.fieldName(id) });
  const setField = (column: string, field: string) => {
    const { [column]: _, ...others } = columns;
    // A field has one column; another column gives it up. Metadata can have several.
    const kept = Object.entries(others).filter(([, used]) => used !== field || field === 'metadata');
    onChange({ columns: { ...Object.fromEntries(kept), ...(field !== NONE && { [column]: field }) } });
  };
  return (
    <section className="panel">
      <header className="panel-head">
        <div>
          <h2>{texts.columns}</h2>
          <p className="soft">{texts.columnsHint}</p>
        </div>
      </header>
      <Table label={texts.columns} head={[texts.column, texts.samples, texts.field]}>
        {detected?.columns?.map(({ name, samples }) => (
          <tr key={name}>
            <td>
              <bdi>{name}</bdi>
            </td>
            <td className="soft">{samples.length > 0 && <bdi>{samples.slice(0, 3).join(' · ')}</bdi>}</td>
            <td>
              <Select
                label={`${texts.field}${common.colon}${name}`}
                isLabelHidden
                options={[{ id: NONE, label: texts.notImported }, ...names.map(toField)]}
                value={columns[name] ?? NONE}
                onChange={(field) => setField(name, field)}
              />
            </td>
          </tr>
        ))}
      </Table>
      {collection === 'feedback' &&
        Object.entries(columns).flatMap(([column, field]) => {
          const known = choices[field];
          return known
            ? [<Values key={column} item={item} column={column} field={field} choices={known} onChange={onChange} />]
            : [];
        })}
      <Format item={item} onChange={onChange} />
    </section>
  );
}

interface ValuesProps extends MappingProps {
  column: string;
  field: string;
  choices: { id: string; label: string }[];
}

/** Choice of values for the texts of a column with a fixed set of values. */
function Values({ item: { detected, options }, column, field, choices, onChange }: ValuesProps) {
  const spelled = (text: string) => text.toLowerCase().replaceAll(/[\s-]+/g, '_');
  const samples = detected?.columns?.find(({ name }) => name === column)?.samples ?? [];
  const unknown = samples.filter(
    (text) => !choices.some(({ id, label }) => id === spelled(text) || label.toLowerCase() === text.trim().toLowerCase()),
  );
  if (!unknown.length) return null;
  const values = options.values ?? {};
  const setValue = (text: string, value: string) => {
    const { [text]: _, ...others } = values[field] ?? {};
    onChange({ values: { ...values, [field]: { ...others, ...(value !== NONE && { [text]: value }) } } });
  };
  return (
    <>
      <div>
        <h3>{texts.values(column)}</h3>
        <p className="soft">{texts.valuesHint}</p>
      </div>
      <Table label={texts.values(column)} head={[texts.text, texts.value]}>
        {unknown.map((text) => (
          <tr key={text}>
            <td>
              <bdi>{text}</bdi>
            </td>
            <td>
              <Select
                label={text}
                isLabelHidden
                options={[{ id: NONE, label: texts.sameText }, ...choices]}
                value={values[field]?.[text] ?? NONE}
                onChange={(value) => setValue(text, value)}
              />
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function Format({ item: { detected, options }, onChange }: MappingProps) {
  return (
    <details>
      <summary>{texts.format}</summary>
      <div className="import-start">
        <Select
          label={texts.encoding}
          options={IMPORT_ENCODINGS.map((id) => ({ id, label: id.toUpperCase() }))}
          value={options.encoding ?? IMPORT_ENCODINGS.find((one) => one === detected?.encoding) ?? 'utf-8'}
          onChange={(encoding) => onChange({ encoding })}
        />
        <Select
          label={texts.delimiter}
          options={IMPORT_DELIMITERS.map((id) => ({ id, label: texts.delimiters[id] ?? id }))}
          value={options.delimiter ?? IMPORT_DELIMITERS.find((one) => one === detected?.delimiter) ?? ','}
          onChange={(delimiter) => onChange({ delimiter })}
        />
        <Select
          label={texts.dateOrder}
          options={DATE_ORDERS.map((id) => ({ id, label: texts.dateOrders[id] }))}
          value={options.date_order ?? detected?.date_order ?? 'ymd'}
          onChange={(date_order) => onChange({ date_order })}
        />
      </div>
    </details>
  );
}

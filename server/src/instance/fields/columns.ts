import { type Declared, type DeclaredType } from '@earshot/contract/shared/fields';
import type { Columns } from '../imports/importer.ts';

/** Types as texts are converted. Days are read as times, in the order of dates of the file. */
const SCHEMAS: Record<DeclaredType, Columns['properties'][string]> = {
  text: { type: 'string' },
  long_text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date-time' },
  select: { type: 'string' },
  multi_select: { type: 'string' },
  url: { type: 'string' },
};

/** Returns the columns of CSV files for the fields that a project declares, such as `fields.plan`. */
export function describeFieldColumns(property: string, fields: Declared[]): Pick<Columns, 'properties' | 'toRecord'> {
  const prefix = `${property}.`;
  const toValue = (name: string, value: unknown) =>
    readCell(
      fields.find(({ key }) => prefix + key === name),
      value,
    );
  return {
    properties: Object.fromEntries(fields.map(({ key, label, type }) => [prefix + key, { ...SCHEMAS[type], title: label }])),
    toRecord: (row) => {
      const cells = Object.entries(row).filter(([name]) => name.startsWith(prefix));
      const record = Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith(prefix)));
      const values = cells.map(([name, value]) => [name.slice(prefix.length), toValue(name, value)] as const);
      return { ...record, ...(values.length > 0 && { [property]: Object.fromEntries(values) }) };
    },
  };
}

const fold = (text: string) => text.trim().toLowerCase();

function readCell(field: Declared | undefined, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const toOption = (text: string) => field?.options?.find((option) => fold(option) === fold(text)) ?? text.trim();
  if (field?.type === 'date') return value.slice(0, 10);
  if (field?.type !== 'multi_select') return field?.options ? toOption(value) : value;
  return splitOptions(value, field.options ?? []).map(toOption);
}

const SEPARATOR = /[,;|]/;

/** Splits a list of options, which may contain separators themselves. */
function splitOptions(text: string, options: string[]): string[] {
  const rest = text.trim();
  if (!rest) return [];
  const isNext = (option: string) =>
    fold(rest).startsWith(fold(option)) && /^\s*(?:[,;|]|$)/.test(rest.slice(option.trim().length));
  const [longest] = options.filter(isNext).toSorted((a, b) => b.length - a.length);
  const end = rest.slice(longest?.trim().length ?? 0).search(SEPARATOR);
  const length = end < 0 ? rest.length : end + (longest?.trim().length ?? 0);
  return [rest.slice(0, length), ...splitOptions(rest.slice(length + 1), options)].filter((one) => one.trim());
}

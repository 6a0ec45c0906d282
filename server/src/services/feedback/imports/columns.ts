import type { ProjectSettings } from '@earshot/contract/instance/projects';
import type { FieldDeclaration, FieldType } from '@earshot/contract/services/feedback/fields';
import { listStatuses, nameStatus, type StatusSettings } from '@earshot/contract/services/feedback/statuses';
import { SETTABLE_STATUSES } from '@earshot/contract/services/feedback/values';
import type { Columns } from '../../../instance/imports/importer.ts';
import { FIELD_PREFIX } from '../fields/fields.ts';

/** Types as texts are converted. Days are read as times, in the order of dates of the file. */
const SCHEMAS: Record<FieldType, Columns['properties'][string]> = {
  text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date-time' },
  select: { type: 'string' },
  url: { type: 'string' },
};

/** Returns the columns of CSV files in a project: its custom fields, and names and keys of its statuses in the column of the status. */
export const describeColumns = ({ feedback: { fields, statuses } }: ProjectSettings): Columns => ({
  properties: Object.fromEntries(fields.map(({ key, label, type }) => [FIELD_PREFIX + key, { ...SCHEMAS[type], title: label }])),
  hasStatus: (text) => findStatus(statuses, text) !== undefined,
  toRecord: (row) => {
    const { status, ...others } = row;
    const values = Object.entries(others).filter(([name]) => name.startsWith(FIELD_PREFIX));
    const record = Object.fromEntries(Object.entries(others).filter(([name]) => !name.startsWith(FIELD_PREFIX)));
    return {
      ...record,
      ...(status !== undefined && readStatusText(statuses, status)),
      ...(values.length > 0 && {
        fields: Object.fromEntries(
          values.map(([name, value]) => {
            const key = name.slice(FIELD_PREFIX.length);
            return [
              key,
              toValue(
                fields.find((field) => field.key === key),
                value,
              ),
            ];
          }),
        ),
      }),
    };
  },
});

const fold = (text: string) => text.trim().toLowerCase();

const findStatus = (statuses: StatusSettings, text: string) =>
  listStatuses(statuses).find(
    ({ key, status }) =>
      status !== 'duplicate' && (key === text || fold(nameStatus(statuses, { status, custom_status: key })) === fold(text)),
  );

/** Returns the status with a key or a name of the project. Other texts stay, so that the check of the record names them. */
function readStatusText(statuses: StatusSettings, given: unknown): Record<string, unknown> {
  if (typeof given !== 'string' || SETTABLE_STATUSES.some((status) => status === given)) return { status: given };
  const found = findStatus(statuses, given);
  if (!found) return { status: given };
  return { status: found.status, ...(found.key && { custom_status: found.key }) };
}

function toValue(field: FieldDeclaration | undefined, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (field?.type === 'date') return value.slice(0, 10);
  return field?.options?.find((option) => fold(option) === fold(value)) ?? value;
}

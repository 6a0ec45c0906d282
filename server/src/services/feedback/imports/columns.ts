import type { ProjectSettings } from '@earshot/contract/instance/projects';
import { listStatuses, nameStatus, type StatusSettings } from '@earshot/contract/services/feedback/statuses';
import { SETTABLE_STATUSES } from '@earshot/contract/services/feedback/values';
import { describeFieldColumns } from '../../../instance/fields/columns.ts';
import type { Columns } from '../../../instance/imports/importer.ts';

/** Returns the columns of CSV files in a project: its custom fields, and names and keys of its statuses in the column of the status. */
export function describeColumns({ feedback: { fields, statuses } }: ProjectSettings): Columns {
  const { properties, toRecord } = describeFieldColumns('fields', fields);
  return {
    properties,
    hasStatus: (text) => findStatus(statuses, text) !== undefined,
    toRecord: ({ status, ...row }) => ({ ...toRecord(row), ...(status !== undefined && readStatusText(statuses, status)) }),
  };
}

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

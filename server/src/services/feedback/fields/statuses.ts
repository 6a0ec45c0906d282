import { NO_CUSTOM_STATUS, type StatusSettings } from '@earshot/contract/services/feedback/statuses';
import { SETTABLE_STATUSES, type SettableStatus } from '@earshot/contract/services/feedback/values';
import { invalidField } from '../../../platform/api/errors.ts';
import type { CustomStatuses, Filter } from '../views/filter-store.ts';

interface StatusChange {
  status?: SettableStatus;
  custom_status?: string | null;
}

const listCustom = (statuses: StatusSettings) => statuses.flatMap(({ key, status }) => (key ? [{ key, status }] : []));

/** Returns the state and the custom status that a request sets. @throws {HttpError} 400 for an unknown custom status, and for one of another state */
export function readStatus(statuses: StatusSettings, { status, custom_status: key }: StatusChange): StatusChange {
  if (!key) return { ...(status && { status }), ...(key === null && { custom_status: null }) };
  const state = listCustom(statuses).find((one) => one.key === key)?.status;
  const settable = SETTABLE_STATUSES.find((one) => one === state);
  if (!settable)
    throw invalidField('custom_status', 'not_found', 'custom_status must be the key of a custom status of the project');
  if (status && status !== settable)
    throw invalidField('custom_status', 'conflict', `custom_status ${key} belongs to the status ${settable}`);
  return { status: settable, custom_status: key };
}

/** Parameters of lists. */
export interface StatusQuery {
  custom_status?: string | string[] | undefined;
  custom_status_not?: string | string[] | undefined;
}

/** Returns the conditions of the parameters `custom_status` and `custom_status_not`. @throws {HttpError} 400 */
export function toStatusFilter(
  statuses: StatusSettings,
  { custom_status: any, custom_status_not: none }: StatusQuery,
): Pick<Filter, 'customStatuses' | 'customStatusesNot'> {
  return {
    ...(any !== undefined && { customStatuses: readKeys(statuses, 'custom_status', [any].flat()) }),
    ...(none !== undefined && { customStatusesNot: readKeys(statuses, 'custom_status_not', [none].flat()) }),
  };
}

function readKeys(statuses: StatusSettings, name: keyof StatusQuery, keys: string[]): CustomStatuses {
  const declared = listCustom(statuses);
  const any = keys.flatMap((key) => {
    if (key === NO_CUSTOM_STATUS) return [];
    const found = declared.find((one) => one.key === key);
    if (!found) throw invalidField(name, 'not_found', `${name}: ${key} is no custom status of the project`);
    return [found];
  });
  return { any, ...(keys.includes(NO_CUSTOM_STATUS) && { none: declared }) };
}

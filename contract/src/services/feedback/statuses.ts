import type { PaletteColor } from '../../shared/palette.ts';
import type { InvalidSetting } from '../../shared/settings.ts';
import { type FeedbackStatus, STATUSES } from './values.ts';

/** Standard names of the statuses. */
export const STATUS_NAMES: Record<FeedbackStatus, string> = {
  new: 'New',
  under_review: 'Under review',
  planned: 'Planned',
  in_progress: 'In progress',
  done: 'Done',
  declined: 'Declined',
  duplicate: 'Duplicate',
};

/** Maximum number of custom statuses of a project. */
export const MAX_CUSTOM_STATUSES = 20;
/** Value of filters for entries without a custom status. */
export const NO_CUSTOM_STATUS = 'none';

/** Display of a status. A name or color that is null stands for the standard one. Only custom statuses have a key. */
export interface StatusDisplay {
  key: string | null;
  status: FeedbackStatus;
  name: string | null;
  color: PaletteColor | null;
}
/** Display of statuses in a setting, in order. */
export type StatusSettings = {
  key?: string | null;
  status: FeedbackStatus;
  name?: string | null;
  color?: PaletteColor | null;
}[];

/** Status of an entry: its state, and the key of a custom status within the state. */
export interface EntryStatus {
  status: FeedbackStatus;
  custom_status?: string | null | undefined;
}

/** Returns the display of all statuses in the order of the project. */
export function listStatuses(given: StatusSettings): StatusDisplay[] {
  const listed = given.map(({ key = null, status, name = null, color = null }) => ({ key, status, name, color }));
  const others = STATUSES.filter((status) => !findStandard(given, status));
  return [...listed, ...others.map((status) => ({ key: null, status, name: null, color: null }))];
}

const findStandard = (given: StatusSettings, status: FeedbackStatus) => given.find((one) => !one.key && one.status === status);

/** Returns the custom status of an entry. Undefined if the project does not declare it for the state of the entry. */
export const findCustomStatus = (given: StatusSettings, { status, custom_status: key }: EntryStatus) =>
  key ? given.find((one) => one.key === key && one.status === status) : undefined;

const findDisplay = (given: StatusSettings, entry: EntryStatus) =>
  findCustomStatus(given, entry) ?? findStandard(given, entry.status);

/** Returns the color that the project gives to the status of an entry, or undefined. */
export const findStatusColor = (given: StatusSettings, entry: EntryStatus): PaletteColor | undefined =>
  findDisplay(given, entry)?.color ?? findStandard(given, entry.status)?.color ?? undefined;

/** Returns states in the order of the project. */
export function orderStatuses<T extends FeedbackStatus>(given: StatusSettings, statuses: readonly T[]): T[] {
  const order = listStatuses(given).flatMap(({ key, status }) => (key ? [] : [status]));
  return statuses.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
}

/** Returns the name that the project gives to the status of an entry, or undefined. */
export const findStatusName = (given: StatusSettings, entry: EntryStatus): string | undefined =>
  findDisplay(given, entry)?.name ?? undefined;

/** Returns the name of the status of an entry: the name that the project gives to it, or the standard name. */
export const nameStatus = (given: StatusSettings, entry: EntryStatus): string =>
  findStatusName(given, entry) ?? STATUS_NAMES[entry.status];

/** Returns the first status that is listed twice, that lacks a name, or whose name another status has. */
export function findInvalidStatus(given: StatusSettings): InvalidSetting | undefined {
  const toId = ({ key, status }: StatusSettings[number]) => key ?? status;
  const toName = ({ key, status, name }: StatusSettings[number]) =>
    (name ?? (key ? '' : STATUS_NAMES[status])).trim().toLowerCase();
  for (const [index, one] of given.entries()) {
    const refuse = (field: 'key' | 'status' | 'name', code: InvalidSetting['code'], message: string): InvalidSetting => ({
      path: `statuses[${index}].${field}`,
      code,
      message,
    });
    const { key, status } = one;
    if (given.findIndex((other) => toId(other) === toId(one)) < index)
      return refuse(key ? 'key' : 'status', 'duplicate', `${toId(one)} is listed twice`);
    if (key && (key === NO_CUSTOM_STATUS || STATUSES.some((standard) => standard === key)))
      return refuse('key', 'taken', `${key} is reserved; choose another key`);
    if (key && status === 'duplicate')
      return refuse('status', 'not_allowed', 'Merged entries have no custom status; choose another status');
    if (key && !one.name?.trim()) return refuse('name', 'required', 'A custom status requires a name');
    const other = listStatuses(given).find((two) => toId(two) !== toId(one) && toName(two) === toName(one));
    if (other) return refuse('name', 'taken', `${toId(other)} has the same name; choose another name`);
  }
  return undefined;
}

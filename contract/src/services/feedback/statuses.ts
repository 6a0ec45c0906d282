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

/** Display of a status. Null stands for the standard name or color. */
export interface StatusDisplay {
  status: FeedbackStatus;
  name: string | null;
  color: PaletteColor | null;
}
/** Display of statuses in a setting, in order. */
export type StatusSettings = { status: FeedbackStatus; name?: string | null; color?: PaletteColor | null }[];

/** Returns the display of all statuses in the order of the project. */
export function listStatuses(given: StatusSettings): StatusDisplay[] {
  const listed = given.map(({ status, name = null, color = null }) => ({ status, name, color }));
  const others = STATUSES.filter((status) => !listed.some((one) => one.status === status));
  return [...listed, ...others.map((status) => ({ status, name: null, color: null }))];
}

/** Returns the color that the project gives to a status, or undefined. */
export const findStatusColor = (given: StatusSettings, status: FeedbackStatus): PaletteColor | undefined =>
  given.find((one) => one.status === status)?.color ?? undefined;

/** Returns statuses in the order of the project. */
export function orderStatuses<T extends FeedbackStatus>(given: StatusSettings, statuses: readonly T[]): T[] {
  const order = listStatuses(given).map(({ status }) => status);
  return statuses.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
}

/** Returns the name that the project gives to a status, or undefined. */
export const findStatusName = (given: StatusSettings, status: FeedbackStatus): string | undefined =>
  given.find((one) => one.status === status)?.name ?? undefined;

/** Returns the name of a status: the name that the project gives to it, or the standard name. */
export const nameStatus = (given: StatusSettings, status: FeedbackStatus): string =>
  findStatusName(given, status) ?? STATUS_NAMES[status];

/** Returns the first status that is listed twice, or whose name another status has. */
export function findInvalidStatus(given: StatusSettings): InvalidSetting | undefined {
  const toKey = (status: FeedbackStatus) => nameStatus(given, status).trim().toLowerCase();
  for (const [index, { status }] of given.entries()) {
    if (given.findIndex((one) => one.status === status) < index)
      return { path: `statuses[${index}].status`, code: 'duplicate', message: `${status} is listed twice` };
    const other = STATUSES.find((one) => one !== status && toKey(one) === toKey(status));
    if (other)
      return { path: `statuses[${index}].name`, code: 'taken', message: `${other} has the same name; choose another name` };
  }
  return undefined;
}

import {
  type EntryStatus,
  findCustomStatus,
  findStatusColor,
  findStatusName,
  listStatuses,
  orderStatuses,
} from '@earshot/contract/services/feedback/statuses';
import { SETTABLE_STATUSES, type SettableStatus, STATUSES } from '@earshot/contract/services/feedback/values';
import { feedback as texts } from '../texts/en/feedback.ts';
import { PALETTE, type PaletteColor } from '@earshot/contract/shared/palette';
import { type CSSProperties, useContext } from 'react';
import { ProjectContext } from '../../projects/projects.ts';

/** Status that members give to entries: a state, or a custom status within it. */
export interface StatusChoice {
  /** Key of the custom status, or the state. */
  id: string;
  status: SettableStatus;
  custom_status: string | null;
  name: string;
}

/** Returns the style of a dot in a color of the palette, or nothing for the standard color. */
export function toDot(color: PaletteColor | null | undefined): { style?: CSSProperties } {
  if (!color) return {};
  const { light, dark } = PALETTE[color];
  return { style: { '--dot': `light-dark(${light}, ${dark})` } as CSSProperties };
}

/** Returns the names, marks and order of statuses in the current project. */
export function useStatuses() {
  const given = useContext(ProjectContext)?.settings.feedback.statuses ?? [];
  const findName = (entry: EntryStatus): string => findStatusName(given, entry) ?? texts.statuses[entry.status];
  const choices = listStatuses(given).flatMap(({ key, status: state }): StatusChoice[] => {
    const status = SETTABLE_STATUSES.find((one) => one === state);
    if (!status) return [];
    const choice = { status, custom_status: key };
    return [{ ...choice, id: key ?? status, name: findName(choice) }];
  });
  return {
    findName,
    /** Returns the id of the choice that an entry has. */
    idOf: (entry: EntryStatus): string => findCustomStatus(given, entry)?.key ?? entry.status,
    /** States in order, for filters. */
    states: orderStatuses(given, STATUSES),
    /** Statuses in order, for menus and columns. */
    choices,
    custom: choices.filter(({ custom_status: key }) => key !== null),
    /** Returns the properties of an element with the dot of a status. */
    mark: (entry: EntryStatus) => ({
      className: `status ${entry.status}`,
      ...toDot(findStatusColor(given, entry)),
    }),
  };
}

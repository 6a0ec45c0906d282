import { findStatusColor, findStatusName, orderStatuses } from '@earshot/contract/services/feedback/statuses';
import { type FeedbackStatus, SETTABLE_STATUSES, STATUSES } from '@earshot/contract/services/feedback/values';
import { feedback as texts } from '#texts/feedback';
import { PALETTE, type PaletteColor } from '@earshot/contract/shared/palette';
import { type CSSProperties, useContext } from 'react';
import { ProjectContext } from '../../projects/projects.ts';

/** Returns the style of a dot in a color of the palette, or nothing for the standard color. */
export function toDot(color: PaletteColor | null | undefined): { style?: CSSProperties } {
  if (!color) return {};
  const { light, dark } = PALETTE[color];
  return { style: { '--dot': `light-dark(${light}, ${dark})` } as CSSProperties };
}

/** Returns the names, marks and order of statuses in the current project. */
export function useStatuses() {
  const given = useContext(ProjectContext)?.settings.feedback.statuses ?? [];
  const names = { ...texts.statuses };
  for (const status of STATUSES) names[status] = findStatusName(given, status) ?? names[status];
  return {
    names,
    all: orderStatuses(given, STATUSES),
    settable: orderStatuses(given, SETTABLE_STATUSES),
    /** Returns the properties of an element with the dot of a status. */
    mark: (status: FeedbackStatus) => ({
      className: `status ${status}`,
      ...toDot(findStatusColor(given, status)),
    }),
  };
}

import { type EntryStatus, findStatusColor, nameStatus, type StatusSettings } from '@earshot/contract/services/feedback/statuses';
import { type Html, html } from '../../../platform/html/html.ts';

/** Returns the classes of an element with the color of a status. */
export const toStatusClass = (entry: EntryStatus, statuses: StatusSettings): string => {
  const color = findStatusColor(statuses, entry);
  return `status ${entry.status}${color ? ` is-${color}` : ''}`;
};

/** Renders a status with the name and color that the project gives to it. */
export const renderBadge = (entry: EntryStatus, statuses: StatusSettings): Html =>
  html`<span class="badge ${toStatusClass(entry, statuses)}" dir="auto">${nameStatus(statuses, entry)}</span>`;

import type { Language } from '@earshot/contract/shared/languages';
import {
  type EntryStatus,
  findStatusColor,
  findStatusName,
  type StatusSettings,
} from '@earshot/contract/services/feedback/statuses';
import { type Html, html } from '../../../platform/html/html.ts';
import type { Site } from '../../../platform/html/site.ts';
import { feedbackTexts } from '../texts/texts.ts';

/** Returns the classes of an element with the color of a status. */
export const toStatusClass = (entry: EntryStatus, statuses: StatusSettings): string => {
  const color = findStatusColor(statuses, entry);
  return `status ${entry.status}${color ? ` is-${color}` : ''}`;
};

/** Returns the name that the project gives to a status, or its name in the language of the page. */
export const nameStatus = (language: Language, statuses: StatusSettings, entry: EntryStatus): string =>
  findStatusName(statuses, entry) ?? feedbackTexts(language).statuses[entry.status];

/** Renders a status with the name and color that the project gives to it. */
export const renderBadge = ({ language }: Pick<Site, 'language'>, entry: EntryStatus, statuses: StatusSettings): Html =>
  html`<span class="badge ${toStatusClass(entry, statuses)}" dir="auto">${nameStatus(language, statuses, entry)}</span>`;

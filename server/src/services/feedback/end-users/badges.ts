import { findStatusColor, nameStatus, type StatusSettings } from '@earshot/contract/services/feedback/statuses';
import type { FeedbackStatus } from '@earshot/contract/services/feedback/values';
import { type Html, html } from '../../../platform/html/html.ts';

/** Returns the classes of an element with the color of a status. */
export const toStatusClass = (status: FeedbackStatus, statuses: StatusSettings): string => {
  const color = findStatusColor(statuses, status);
  return `status ${status}${color ? ` is-${color}` : ''}`;
};

/** Renders a status with the name and color that the project gives to it. */
export const renderBadge = (status: FeedbackStatus, statuses: StatusSettings): Html =>
  html`<span class="badge ${toStatusClass(status, statuses)}" dir="auto">${nameStatus(statuses, status)}</span>`;

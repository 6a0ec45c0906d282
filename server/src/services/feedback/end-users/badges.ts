import type { FeedbackStatus } from '@earshot/contract/services/feedback/values';
import { type Html, html } from '../../../platform/html/html.ts';

/** Returns the name of a status on public pages. */
export const renderStatus = (status: FeedbackStatus): string =>
  `${status[0]?.toUpperCase()}${status.slice(1).replaceAll('_', ' ')}`;

export const renderBadge = (status: FeedbackStatus): Html =>
  html`<span class="badge status ${status}">${renderStatus(status)}</span>`;

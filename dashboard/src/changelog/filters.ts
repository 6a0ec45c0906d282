import { STATUSES } from '@earshot/contract/services/changelog/values';
import type { Query } from '@earshot/sdk';
import { parseOneOf, parsePage, parseText, withoutEmpty } from '../ui/search.ts';

export type Filters = Pick<Query<'GET /v1/changelog'>, 'status' | 'q' | 'page'>;

/** States of subscribers, by which their list is filtered. */
export const SUBSCRIBER_STATES = ['confirmed', 'pending'] as const;

export const readSubscriberFilters = (search: Record<string, unknown>) =>
  withoutEmpty({ state: parseOneOf(SUBSCRIBER_STATES, search.state), page: parsePage(search.page) });

export const readFilters = (search: Record<string, unknown>): Filters =>
  withoutEmpty({ status: parseOneOf(STATUSES, search.status), q: parseText(search.q), page: parsePage(search.page) });

import { SORTS, STATUSES } from '@earshot/contract/services/waitlist/values';
import type { Query } from '@earshot/sdk';
import { parseOneOf, parsePage, parseText, withoutEmpty } from '../ui/search.ts';

export type Filters = Pick<Query<'GET /v1/waitlist'>, 'status' | 'q' | 'sort' | 'page'>;

export const readFilters = (search: Record<string, unknown>): Filters =>
  withoutEmpty({
    status: parseOneOf(STATUSES, search.status),
    sort: parseOneOf(SORTS, search.sort),
    q: parseText(search.q),
    page: parsePage(search.page),
  });

import { SORTS, STATUSES } from '@earshot/contract/services/waitlist/values';
import type { Query } from '@earshot/sdk';
import { oneOf, pageOf, textOf, withoutEmpty } from '../ui/search.ts';

export type Filters = Pick<Query<'GET /v1/waitlist'>, 'status' | 'q' | 'sort' | 'page'>;

export const readFilters = (search: Record<string, unknown>): Filters =>
  withoutEmpty({
    status: oneOf(STATUSES, search.status),
    sort: oneOf(SORTS, search.sort),
    q: textOf(search.q),
    page: pageOf(search.page),
  });

import { STATUSES } from '@earshot/contract/services/testimonials/values';
import type { Query } from '@earshot/sdk';
import { parseOneOf, parsePage, withoutEmpty } from '../ui/search.ts';

export type Filters = Pick<Query<'GET /v1/testimonials'>, 'status' | 'page'>;

export const readFilters = (search: Record<string, unknown>): Filters =>
  withoutEmpty({ status: parseOneOf(STATUSES, search.status), page: parsePage(search.page) });

import { STATUSES } from '@earshot/contract/services/testimonials/values';
import type { Query } from '@earshot/sdk';
import { parseOneOf, parsePage, parseText, withoutEmpty } from '../ui/search.ts';

export type Filters = Pick<Query<'GET /v1/testimonials'>, 'status' | 'q' | 'page'>;

export const readFilters = (search: Record<string, unknown>): Filters =>
  withoutEmpty({ status: parseOneOf(STATUSES, search.status), q: parseText(search.q), page: parsePage(search.page) });

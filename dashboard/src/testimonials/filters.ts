import { STATUSES } from '@earshot/contract/services/testimonials/values';
import type { Query } from '@earshot/sdk';
import { oneOf, pageOf, withoutEmpty } from '../ui/search.ts';

export type Filters = Pick<Query<'GET /v1/testimonials'>, 'status' | 'page'>;

export const readFilters = (search: Record<string, unknown>): Filters =>
  withoutEmpty({ status: oneOf(STATUSES, search.status), page: pageOf(search.page) });

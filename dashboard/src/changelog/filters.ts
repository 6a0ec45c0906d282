import { STATUSES } from '@earshot/contract/services/changelog/values';
import type { Query } from '@earshot/sdk';
import { oneOf, pageOf, textOf, withoutEmpty } from '../ui/search.ts';

export type Filters = Pick<Query<'GET /v1/changelog'>, 'status' | 'q' | 'page'>;

export const readFilters = (search: Record<string, unknown>): Filters =>
  withoutEmpty({ status: oneOf(STATUSES, search.status), q: textOf(search.q), page: pageOf(search.page) });

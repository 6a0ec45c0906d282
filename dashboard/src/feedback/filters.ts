import type { Query } from '@earshot/sdk';
import { oneOf, pageOf, textOf, withoutEmpty } from '../ui/search.ts';

export const STATUSES = ['new', 'under_review', 'planned', 'in_progress', 'done', 'declined'] as const;
export type Status = (typeof STATUSES)[number];
export const TYPES = ['bug', 'feature', 'feedback'] as const;
export const VISIBILITIES = ['public', 'pending', 'private'] as const;
export const SORTS = ['newest', 'oldest', 'top', 'trending'] as const;

/** Filters of the list. The URL contains them, so that views can be shared. */
export type Filters = Pick<Query<'GET /v1/feedback'>, 'type' | 'status' | 'tag' | 'q' | 'visibility' | 'sort' | 'page'>;

/** Reads filters from a URL. Skips invalid values. */
export function readFilters(search: Record<string, unknown>): Filters {
  return withoutEmpty({
    type: oneOf(TYPES, search.type),
    status: oneOf([...STATUSES, 'duplicate'] as const, search.status),
    visibility: oneOf(VISIBILITIES, search.visibility),
    sort: oneOf(SORTS, search.sort),
    tag: textOf(search.tag),
    q: textOf(search.q),
    page: pageOf(search.page),
  });
}

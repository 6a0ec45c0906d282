import type { Query } from '@earshot/sdk';

export const STATUSES = ['new', 'under_review', 'planned', 'in_progress', 'done', 'declined'] as const;
export type Status = (typeof STATUSES)[number];
export const TYPES = ['bug', 'feature', 'feedback'] as const;
export const VISIBILITIES = ['public', 'pending', 'private'] as const;
export const SORTS = ['newest', 'oldest', 'top', 'trending'] as const;

/** What the list shows. It stands in the address, so that a view can be shared and gone back to. */
export type Filters = Pick<Query<'GET /v1/feedback'>, 'type' | 'status' | 'tag' | 'q' | 'visibility' | 'sort' | 'page'>;

const oneOf = <T extends string>(values: readonly T[], value: unknown) => values.find((one) => one === value);
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Filters out of an address; what it has wrong is left out. */
export function readFilters(search: Record<string, unknown>): Filters {
  const page = Number(search.page);
  return withoutEmpty({
    type: oneOf(TYPES, search.type),
    status: oneOf([...STATUSES, 'duplicate'] as const, search.status),
    visibility: oneOf(VISIBILITIES, search.visibility),
    sort: oneOf(SORTS, search.sort),
    tag: text(search.tag) || undefined,
    q: text(search.q) || undefined,
    page: page > 1 && Number.isInteger(page) ? page : undefined,
  });
}

export const withoutEmpty = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined && one !== '')) as T;

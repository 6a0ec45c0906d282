import { SORTS, STATUSES } from '@earshot/contract/services/waitlist/values';
import type { Query } from '@earshot/sdk';
import { parseOneOf, parsePage, parseText, withoutEmpty } from '../ui/search.ts';

type Listed = Query<'GET /v1/waitlist'>;

/** `source` begins with `=`, because the empty source is a filter as well. */
export type Filters = Pick<Listed, 'status' | 'q' | 'sort' | 'page' | 'source' | 'min_referrals' | 'country' | 'segment'>;

export const readFilters = (search: Record<string, unknown>): Filters =>
  withoutEmpty({
    status: parseOneOf(STATUSES, search.status),
    sort: parseOneOf(SORTS, search.sort),
    q: parseText(search.q),
    source: parseText(search.source),
    min_referrals: parsePage(Number(search.min_referrals) + 1) && Number(search.min_referrals),
    country: parseText(search.country),
    segment: parseText(search.segment),
    page: parsePage(search.page),
  });

/** Filters that select people, with the names and values of the API. */
export const toSelection = ({ q, source, min_referrals, country, segment }: Filters) =>
  withoutUndefined({ q, source: source?.replace(/^=/, ''), min_referrals, country, segment });

const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;

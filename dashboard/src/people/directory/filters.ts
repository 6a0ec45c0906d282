import { PEOPLE_SORTS } from '@earshot/contract/instance/values';
import { parseOneOf, parsePage, parseText, withoutEmpty } from '../../ui/search.ts';

export interface Filters {
  q?: string | undefined;
  sort?: (typeof PEOPLE_SORTS)[number] | undefined;
  company_id?: string | undefined;
  /** Filters of the API, such as `plan:is:pro`. */
  attribute?: string[] | undefined;
  /** Id of a segment. */
  segment?: string | undefined;
  page?: number | undefined;
}

const parseFilters = (value: unknown): string[] | undefined => {
  const filters = [value].flat().filter((one): one is string => typeof one === 'string' && one !== '');
  return filters.length ? filters : undefined;
};

export const readFilters = (search: Record<string, unknown>): Filters =>
  withoutEmpty({
    q: parseText(search.q),
    sort: parseOneOf(PEOPLE_SORTS, search.sort),
    company_id: parseText(search.company_id),
    attribute: parseFilters(search.attribute),
    segment: parseText(search.segment),
    page: parsePage(search.page),
  });

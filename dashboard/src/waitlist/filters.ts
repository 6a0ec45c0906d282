import { SORTS, STATUSES } from '@earshot/contract/services/waitlist/values';
import type { Query } from '@earshot/sdk';
import { parseOneOf, parsePage, parseText, withoutEmpty } from '../ui/search.ts';

type Listed = Query<'GET /v1/waitlist'>;

/** `source` begins with `=`, because the empty source is a filter as well. */
export type Filters = Pick<
  Listed,
  'status' | 'q' | 'sort' | 'page' | 'source' | 'min_referrals' | 'country' | 'segment' | 'answer' | 'reward'
>;

export const readFilters = (search: Record<string, unknown>): Filters =>
  withoutEmpty({
    status: parseOneOf(STATUSES, search.status),
    sort: parseOneOf(SORTS, search.sort),
    q: parseText(search.q),
    source: parseText(search.source),
    min_referrals: parsePage(Number(search.min_referrals) + 1) && Number(search.min_referrals),
    country: parseText(search.country),
    segment: parseText(search.segment),
    reward: parseText(search.reward),
    answer: parseAnswers(search.answer),
    page: parsePage(search.page),
  });

/** Filters that select people, with the names and values of the API. */
export const toSelection = ({ q, source, min_referrals, country, segment, answer, reward }: Filters) =>
  withoutUndefined({
    q,
    source: source?.replace(/^=/, ''),
    min_referrals,
    country,
    segment,
    answer: listAnswers(answer),
    reward,
  });

/** Conditions of answers, such as `company_size:is:11–50`. */
const listAnswers = (given: Filters['answer']): string[] | undefined => (given === undefined ? undefined : [given].flat());

function parseAnswers(given: unknown): string[] | undefined {
  const conditions = [given].flat().flatMap((one) => parseText(one) ?? []);
  return conditions.length ? conditions : undefined;
}

const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;

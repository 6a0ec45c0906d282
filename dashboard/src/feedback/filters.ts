import {
  DEFAULT_COLUMNS,
  SETTABLE_STATUSES,
  MEMBER_SORTS,
  STATUSES,
  TYPES,
  VIEW_COLUMNS,
  type ViewColumn,
  VISIBILITIES,
} from '@earshot/contract/services/feedback/values';
import type { FeedbackView } from '@earshot/sdk';
import { parseOneOf, parseText, withoutEmpty } from '../ui/search.ts';

export type Status = (typeof SETTABLE_STATUSES)[number];

/** Values of the filter by assignee other than ids of members. */
export const ME = 'me';
export const NOBODY = 'none';

/** One value, or several. Short in the URL. */
type Several<T> = T | T[] | undefined;

/** Filters with several values. Each has a negation. */
interface Choices {
  status: (typeof STATUSES)[number];
  custom_status: string;
  type: (typeof TYPES)[number];
  board_id: string;
  tag: string;
  assignee: string;
  visibility: (typeof VISIBILITIES)[number];
}
export type ChoiceName = keyof Choices;
/** Name of a query parameter: `status`, or `status_not` for the negation. */
export type ChoiceKey = ChoiceName | `${ChoiceName}_not`;

export const choiceKey = (name: ChoiceName, isNegated: boolean): ChoiceKey => (isNegated ? `${name}_not` : name);

/** Filters of the list. The URL contains them, so that they can be shared. */
export type Filters = { [Name in ChoiceName as Name | `${Name}_not`]?: Several<Choices[Name]> } & {
  q?: string | undefined;
  /** Conditions of custom fields, such as `plan:is:pro`. */
  field?: Several<string>;
  created_since?: string | undefined;
  created_until?: string | undefined;
  max_age_days?: number | undefined;
  min_age_days?: number | undefined;
  /** Whether the team has answered. */
  answered?: boolean | undefined;
  score?: string | undefined;
  score_min?: number | undefined;
  score_weights?: string | undefined;
};

/** State of the list in the URL. */
export interface ListState extends Filters {
  sort?: (typeof MEMBER_SORTS)[number] | undefined;
  columns?: ViewColumn[] | undefined;
  /** Id of the selected view. */
  view?: string | undefined;
}

/** Returns the known values, or undefined for none. */
function parseSeveral<T extends string>(given: unknown, read: (value: unknown) => T | undefined): Several<T> {
  const values = [...new Set([given].flat().flatMap((value) => read(value) ?? []))];
  return values.length > 1 ? values : values[0];
}

const parseAssignee = (value: unknown) =>
  value === ME || value === NOBODY || (typeof value === 'string' && value.startsWith('usr_')) ? value : undefined;
const parseDays = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined);
const parseTime = (value: unknown) => (typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined);

/** The router reads a name or a single weight of digits as a number. */
const parseName = (value: unknown) => parseText(typeof value === 'number' ? String(value) : value);

/** Reads filters of a URL or of a view. Skips invalid values. */
function readFilters(given: Record<string, unknown>): Filters {
  const choices = <Name extends ChoiceName>(name: Name, read: (value: unknown) => Choices[Name] | undefined) => ({
    [name]: parseSeveral(given[name], read),
    [`${name}_not`]: parseSeveral(given[`${name}_not`], read),
  });
  return withoutEmpty({
    ...choices('status', (value) => parseOneOf(STATUSES, value)),
    ...choices('custom_status', parseText),
    ...choices('type', (value) => parseOneOf(TYPES, value)),
    ...choices('board_id', parseText),
    ...choices('tag', parseText),
    ...choices('assignee', parseAssignee),
    ...choices('visibility', (value) => parseOneOf(VISIBILITIES, value)),
    q: parseText(given.q),
    field: parseSeveral(given.field, parseText),
    created_since: parseTime(given.created_since),
    created_until: parseTime(given.created_until),
    max_age_days: parseDays(given.max_age_days),
    min_age_days: parseDays(given.min_age_days),
    answered: typeof given.answered === 'boolean' ? given.answered : undefined,
    score: parseName(given.score),
    score_min: typeof given.score_min === 'number' ? given.score_min : undefined,
    score_weights: parseName(given.score_weights),
  });
}

/** Reads the state of the list from a URL. */
export function readListState(search: Record<string, unknown>): ListState {
  const { columns } = search;
  return withoutEmpty({
    ...readFilters(search),
    sort: parseOneOf(MEMBER_SORTS, search.sort),
    columns: Array.isArray(columns) ? VIEW_COLUMNS.filter((column) => columns.includes(column)) : undefined,
    view: parseText(search.view),
  });
}

/** Returns the filters without sort order, columns and view. */
export const toFilters = ({ sort: _sort, columns: _columns, view: _view, ...filters }: ListState): Filters => filters;

/** Returns the values of a filter. */
export const listValues = (filters: Filters, key: ChoiceKey): string[] => [filters[key] ?? []].flat();

/** Returns the state of the list that a view stands for. */
export function toState({ id, filters, sort, columns }: Pick<FeedbackView, 'id' | 'filters' | 'sort' | 'columns'>): ListState {
  return withoutEmpty({
    ...readFilters(filters),
    sort: sort === 'newest' ? undefined : sort,
    columns: columns.join() === DEFAULT_COLUMNS.join() ? undefined : VIEW_COLUMNS.filter((column) => columns.includes(column)),
    view: id,
  });
}

/** Returns the content of a view with the state of the list. */
export function toView({ sort = 'newest', columns = DEFAULT_COLUMNS, ...state }: ListState) {
  const filters = Object.fromEntries(
    Object.entries(toFilters(state)).map(([name, value]) => [
      name,
      // Texts, numbers and answers to yes or no are not repeatable.
      name === 'q' || name === 'answered' || name.startsWith('created_') || name.endsWith('_days') ? value : [value].flat(),
    ]),
  ) as FeedbackView['filters'];
  return { filters, sort, columns };
}

const compare = (a: string, b: string) => (a < b ? -1 : 1);

/** Returns whether two states show the same list in the same way. */
export function isSameList(one: ListState, other: ListState): boolean {
  const textOfState = (state: ListState) =>
    JSON.stringify(
      Object.entries({ ...state, view: undefined })
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(Array.isArray(value) ? value.toSorted(compare) : value)] as const)
        .toSorted(([a], [b]) => compare(a, b)),
    );
  return textOfState(one) === textOfState(other);
}

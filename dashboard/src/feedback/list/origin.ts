import { toFilters, type ListState } from '../filters.ts';

/** List from which the user opened an entry, and the position of the entry. */
export interface Origin {
  slug: string;
  search: ListState;
  index: number;
  id: string;
  /** Whether the user moved to another entry since, so that the list is not the previous page. */
  hasStepped?: boolean;
}

const KEY = 'earshot.feedback.origin';

export const saveOrigin = (origin: Origin) => sessionStorage.setItem(KEY, JSON.stringify(origin));

/** Returns the list of the project from which an entry was opened in this tab. */
export function readOrigin(slug: string): Origin | undefined {
  const origin = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Origin | null;
  return origin?.slug === slug ? origin : undefined;
}

/** Returns the filters and the order of the list. */
export const toListQuery = ({ search }: Pick<Origin, 'search'>) => ({ filters: toFilters(search), sort: search.sort });

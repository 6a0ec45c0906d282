import { parseOneOf, parsePage, parseText, withoutEmpty } from '../ui/search.ts';

const SHOWN = ['all'] as const;

/** Reads the filters of the list. Without `show`, unread notifications are listed. The page knows the kinds. */
export const readFilters = (search: Record<string, unknown>) =>
  withoutEmpty({
    show: parseOneOf(SHOWN, search.show),
    kind: parseText(search.kind),
    page: parsePage(search.page),
  });

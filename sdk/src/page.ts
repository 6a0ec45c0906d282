/** A page of a list. */
export interface Page<Item> {
  /** Items of the page. */
  data: Item[];
  /** Number of items on all pages. */
  total: number;
  /** Page number, starting at 1. */
  page: number;
  /** Number of items per page. */
  limit: number;
  /** `cursor` of the next page. Null on the last page. */
  next_cursor: string | null;
}

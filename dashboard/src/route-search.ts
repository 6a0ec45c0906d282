/** Parameters of a list on a page, which reads them. */
export interface ListSearch {
  list?: string;
  sort?: string;
  page?: number;
}

/** Types the search parameters of a page that reads and checks its parameters itself, so that its code is loaded with the page. */
export const typed = <T extends object>(search: Record<string, unknown>) => search as T;

/** Reads where a sign-in leads, and whether it is in a window of its own. */
export const readSignIn = ({ to, window }: Record<string, unknown>): { to?: string; window?: boolean } => ({
  ...(typeof to === 'string' && { to }),
  ...(window === true && { window }),
});

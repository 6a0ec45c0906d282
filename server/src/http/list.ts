/** What a query string says of paging. */
interface Paging {
  page?: number;
  limit?: number;
}

/** The list envelope around one page. */
export function listOf<T>(data: T[], total: number, { page = 1, limit = 20 }: Paging) {
  return { data, total, page, limit };
}

/** The rows of a page, as a store takes them. */
export const rowsOf = ({ page = 1, limit = 20 }: Paging) => ({ limit, offset: (page - 1) * limit });

/** A list short enough to be one page. */
export const wholeList = <T>(data: T[]) => ({ data, total: data.length, page: 1, limit: Math.max(data.length, 20) });

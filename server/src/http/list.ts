/** Paging parameters of a query string. */
interface Paging {
  page?: number;
  limit?: number;
}

/** Returns the response body of one page. */
export function listOf<T>(data: T[], total: number, { page = 1, limit = 20 }: Paging) {
  return { data, total, page, limit };
}

/** Returns the row range of a page. */
export const rowsOf = ({ page = 1, limit = 20 }: Paging) => ({ limit, offset: (page - 1) * limit });

/** Returns the response body of a list that always fits on one page. */
export const wholeList = <T>(data: T[]) => ({ data, total: data.length, page: 1, limit: Math.max(data.length, 20) });

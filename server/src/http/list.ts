/** The list envelope around one page. */
export function listOf<T>(data: T[], total: number, { page = 1, limit = 20 }: { page?: number; limit?: number }) {
  return { data, total, page, limit };
}

/** Rows to skip before a page. */
export const offsetOf = ({ page = 1, limit = 20 }: { page?: number; limit?: number }) => (page - 1) * limit;

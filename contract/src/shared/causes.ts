/**
 * Returns the message or the code of the first cause of a failed connection, such as `connect ECONNREFUSED 127.0.0.1:4000`. Undefined without
 * a cause.
 */
export function findCause({ cause }: Error): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  return findCause(cause) ?? (cause.message || ('code' in cause ? String(cause.code) : undefined));
}

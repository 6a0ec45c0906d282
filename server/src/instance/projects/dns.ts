import { Resolver } from 'node:dns/promises';

const TIMEOUT_MS = 2_000;
const MAX_ATTEMPTS = 2;
/** Maximum duration of a lookup, over all servers. */
const MAX_LOOKUP_MS = 10_000;

/**
 * Looks up the TXT records of a name. Returns an empty list when the DNS denies any.
 * @throws {Error} when all servers timed out, failed or refused
 */
export type FindTxt = (name: string) => Promise<string[]>;

/** Returns a lookup function for the given DNS servers, or those of the system. */
export function createFindTxt(servers: string[] | undefined): FindTxt {
  return async (name) => {
    // A separate resolver per lookup, because resolvers remember failed servers.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: MAX_ATTEMPTS });
    if (servers) resolver.setServers(servers);
    const deadline = setTimeout(() => resolver.cancel(), MAX_LOOKUP_MS);
    try {
      // Texts longer than 255 bytes are split into several strings.
      return (await resolver.resolveTxt(name)).map((strings) => strings.join(''));
    } catch (error) {
      if (NO_RECORD.has((error as { code?: string }).code ?? '')) return [];
      throw error;
    } finally {
      clearTimeout(deadline);
    }
  };
}

/** The name does not exist, has no TXT record, or is too long. */
const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

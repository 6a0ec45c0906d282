import { Resolver } from 'node:dns/promises';

const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** However many servers there are, whoever waits for the answer of a check gets it after this long. */
const MAX_LOOKUP_MS = 10_000;

/**
 * Looks up the TXT records of a name. An empty list means that the DNS says there are none.
 * @throws {Error} when no server gave an answer: it timed out, failed or refused
 */
export type FindTxt = (name: string) => Promise<string[]>;

/** Asks the given DNS servers, or those of the system. */
export function createFindTxt(servers: string[] | undefined): FindTxt {
  return async (name) => {
    // A resolver for each look-up, because it remembers which servers failed.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const deadline = setTimeout(() => resolver.cancel(), MAX_LOOKUP_MS);
    try {
      // A text longer than 255 bytes comes in several strings.
      return (await resolver.resolveTxt(name)).map((strings) => strings.join(''));
    } catch (error) {
      if (NO_RECORD.has((error as { code?: string }).code ?? '')) return [];
      throw error;
    } finally {
      clearTimeout(deadline);
    }
  };
}

/** The name does not exist, has no TXT record, or is too long to exist. */
const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

import { createHmac } from 'node:crypto';
import { toNetwork } from '../../../platform/client/address.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { deleteNetworkVotes } from './networks-store.ts';

/** Networks of anonymous voters: the smallest IPv4 network on the internet, because one owner has all of its addresses. */
const IPV4_BITS = 24;

/** Returns the current day (UTC), as in `2026-05-01`. */
const today = () => new Date().toISOString().slice(0, 10);

/**
 * Returns the day, and a keyed hash of the network of an address. The hash is different for each entry and day, so that hashes do not show
 * which entries a network voted for.
 */
export function hashNetwork(secret: Buffer, entryId: string, address: string): { day: string; network: Buffer } {
  const day = today();
  const network = toNetwork(address, { ipv4Bits: IPV4_BITS });
  return { day, network: createHmac('sha256', secret).update(`anonymous votes ${day} ${entryId} ${network}`).digest() };
}

/** Schedules the deletion of the counts of past days. */
export function scheduleNetworkCleaning({ db, jobs }: { db: Db; jobs: JobQueue }): void {
  jobs.schedule('feedback.clean-networks', '3 * * * *', () => deleteNetworkVotes(db, today()));
}

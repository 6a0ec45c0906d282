import { hash, randomBytes } from 'node:crypto';
import { partitionOfHash } from '../pipeline/partitions.ts';
import { memoize } from '../../../platform/async/memoize.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { findRegistrableDomain } from './referrers.ts';
import { findSalts, insertSalt, removeSaltsBefore } from './visitors-store.ts';

const DAY_MS = 86_400_000;

/** Traits that identify an anonymous visitor for a day. They are not stored. */
export interface Traits {
  projectId: string;
  address: string;
  userAgent: string;
  hostname: string;
}

/** Ids of a visitor, as 64-bit numbers in decimal digits. */
export interface VisitorIds {
  person: string;
  /** Id of an anonymous visitor on the day before. */
  person_before?: string;
  /** Partition of the event log. Does not depend on the day, so that a visit across midnight is in one partition. */
  partition: number;
}

/** Returns the number of days since 1970 (UTC). */
const toDay = (ms: number) => Math.floor(ms / DAY_MS);

/**
 * Creates the service that identifies anonymous visitors. The id of a visitor is a keyed hash of the traits with a random salt of the
 * day, so that visitors cannot be recognized on other days. All nodes share the salts, and only the salts of today and yesterday exist.
 * For an earlier event, the salt of today and the day of the event result in an id for that day only.
 */
export function createVisitors(db: Db, now = Date.now) {
  let salts = new Map<number, string>();
  // Ids by day. Emptied with the salts, because the keys contain addresses.
  const cache = new Map<number, (traits: string) => VisitorIds>();
  let loadedDay = -1;
  let loading: Promise<void> | undefined;

  async function load(today: number): Promise<void> {
    await insertSalt(db, today, randomBytes(16));
    salts = await findSalts(db, today - 1);
    cache.clear();
    loadedDay = today;
    await removeSaltsBefore(db, today - 1);
  }

  const hashTraits = (day: number, traits: string) =>
    hashToNumber(`${salts.get(day) ?? salts.get(loadedDay)}\0${day}\0${traits}`);

  /** Returns the function that identifies visitors on a day. */
  function identifierFor(day: number): (traits: string) => VisitorIds {
    const identify =
      cache.get(day) ??
      memoize((traits) => ({
        person: hashTraits(day, traits),
        person_before: hashTraits(day - 1, traits),
        // Six bits of a hash, which are deleted when the event is in ClickHouse.
        partition: partitionOfHash(hashToNumber(`partition\0${traits}`)),
      }));
    cache.set(day, identify);
    return identify;
  }

  return {
    /** Loads the salt of today; the first node of the day creates the salt. Call before `identifyAnonymous`. */
    prepare: async (): Promise<void> => {
      const today = toDay(now());
      if (loadedDay === today) return;
      loading ??= load(today).finally(() => (loading = undefined));
      await loading;
    },
    /** Returns the ids of a visitor on the day of an event (UTC) and on the day before. `time` is in milliseconds since 1970. */
    identifyAnonymous: ({ projectId, address, userAgent, hostname }: Traits, time: number): VisitorIds =>
      identifierFor(toDay(time))([projectId, address, userAgent, hostname && findRegistrableDomain(hostname)].join('\0')),
  };
}

export type Visitors = ReturnType<typeof createVisitors>;

/** Returns the id of a visitor with a user id. It is the same on all days. */
export function identifyUser(projectId: string, userId: string): VisitorIds {
  const person = hashToNumber(`user\0${projectId}\0${userId}`);
  return { person, partition: partitionOfHash(person) };
}

/**
 * Returns the ids of an imported anonymous visitor by the id from the previous analytics system. Like all anonymous visitors, they have
 * another id on each day. Salts of past days do not exist: anyone who knows the visitor id can compute the result.
 */
export function identifyImported(projectId: string, visitorId: string, time: number): VisitorIds {
  const personOn = (day: number) => hashToNumber(`visitor\0${projectId}\0${day}\0${visitorId}`);
  const day = toDay(time);
  const partition = partitionOfHash(hashToNumber(`partition\0${projectId}\0${visitorId}`));
  return { person: personOn(day), person_before: personOn(day - 1), partition };
}

/**
 * Returns the first 64 bits of a SHA-256 hash in decimal digits. With a secret prefix, it is a keyed hash: length extension requires the
 * whole hash. Takes 1 µs, compared with 12 µs for HMAC in Node.js.
 */
const hashToNumber = (text: string): string => BigInt(`0x${hash('sha256', text, 'hex').slice(0, 16)}`).toString();

import { hash as digestOf, randomBytes } from 'node:crypto';
import { partitionOfHash } from '../../event-log/partitions.ts';
import { memoize } from '../../memoize.ts';
import type { Db } from '../../postgres/database.ts';
import { siteOf } from './referrers.ts';
import { findSalts, insertSalt, removeSaltsBefore } from './visitors-store.ts';

const DAY_MS = 86_400_000;

/** What an anonymous visitor is known by for a day. None of it is kept. */
export interface Traits {
  projectId: string;
  address: string;
  userAgent: string;
  hostname: string;
}

export interface Persons {
  person: string;
  person_before?: string;
  /** Partition of the event log: the same on all days, so that a visit over midnight is in one partition. */
  partition: number;
}

/** Days since 1970, UTC. */
const dayOf = (ms: number) => Math.floor(ms / DAY_MS);

/**
 * Names people by 64-bit numbers. An anonymous one is the keyed hash of their traits under a random salt of the day, so that nobody
 * can be followed from day to day; salts are shared by all nodes, and only today's and yesterday's exist. For an event of a day before
 * those, today's makes somebody of that day alone.
 */
export function createVisitors(db: Db, now = Date.now) {
  let salts = new Map<number, string>();
  // By day. There are addresses in it, so it goes with the salts.
  const known = new Map<number, (traits: string) => Persons>();
  let loadedFor = -1;
  let loading: Promise<void> | undefined;

  async function load(today: number): Promise<void> {
    await insertSalt(db, today, randomBytes(16));
    salts = await findSalts(db, today - 1);
    known.clear();
    loadedFor = today;
    await removeSaltsBefore(db, today - 1);
  }

  const numberOn = (day: number, traits: string) => numberOf(`${salts.get(day) ?? salts.get(loadedFor)}\0${day}\0${traits}`);

  function personsOn(day: number): (traits: string) => Persons {
    const persons =
      known.get(day) ??
      memoize((traits) => ({
        person: numberOn(day, traits),
        person_before: numberOn(day - 1, traits),
        // Six bits of a hash, which are forgotten once the event is in ClickHouse.
        partition: partitionOfHash(numberOf(`partition\0${traits}`)),
      }));
    known.set(day, persons);
    return persons;
  }

  return {
    /** Makes today's salt known. Before `anonymous`. */
    prepare: async (): Promise<void> => {
      const today = dayOf(now());
      if (loadedFor === today) return;
      loading ??= load(today).finally(() => (loading = undefined));
      await loading;
    },
    /** Who this is on the event's day (UTC), and who they were on the day before: nobody is the same on two days. */
    anonymous: ({ projectId, address, userAgent, hostname }: Traits, time: number): Persons =>
      personsOn(dayOf(time))([projectId, address, userAgent, hostname && siteOf(hostname)].join('\0')),
  };
}

export type Visitors = ReturnType<typeof createVisitors>;

/** Somebody whom the product knows: the same on every day. */
export function identified(projectId: string, userId: string): Persons {
  const person = numberOf(`user\0${projectId}\0${userId}`);
  return { person, partition: partitionOfHash(person) };
}

/**
 * Names an imported anonymous visitor, by the id that they had elsewhere: somebody new each day, as all anonymous visitors are. Salts of
 * past days do not exist, so whoever knows such an id can compute the number.
 */
export function imported(projectId: string, visitorId: string, time: number): Persons {
  const numberOn = (day: number) => numberOf(`visitor\0${projectId}\0${day}\0${visitorId}`);
  const day = dayOf(time);
  const partition = partitionOfHash(numberOf(`partition\0${projectId}\0${visitorId}`));
  return { person: numberOn(day), person_before: numberOn(day - 1), partition };
}

/** 64 bits of SHA-256. With a secret before the text it is a keyed hash: of so little nobody can go on. Node's HMAC took 12 µs, this takes one. */
const numberOf = (text: string): string => BigInt(`0x${digestOf('sha256', text, 'hex').slice(0, 16)}`).toString();

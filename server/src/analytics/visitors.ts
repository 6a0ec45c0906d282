import { createHmac, randomBytes } from 'node:crypto';
import type { Db } from '../postgres/database.ts';
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
  person_before: string | null;
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/**
 * Names people by 64-bit numbers. An anonymous one is the keyed hash of their traits under a random salt of the day, so that nobody
 * can be followed from day to day; salts are shared by all nodes, and only today's and yesterday's exist. For an event of a day before
 * those, today's makes somebody of that day alone.
 */
export function createVisitors(db: Db, now = Date.now) {
  let salts = new Map<string, Buffer>();
  let loadedFor = '';
  let loading: Promise<void> | undefined;

  async function load(today: string): Promise<void> {
    await insertSalt(db, today, randomBytes(16));
    salts = await findSalts(db, dayOf(Date.parse(today) - DAY_MS));
    loadedFor = today;
    await removeSaltsBefore(db, dayOf(Date.parse(today) - DAY_MS));
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
    anonymous: (traits: Traits, time: number): Persons => {
      const on = (day: string) => hash((salts.get(day) ?? salts.get(loadedFor)) as Buffer, traits, day);
      return { person: on(dayOf(time)), person_before: on(dayOf(time - DAY_MS)) };
    },
  };
}

export type Visitors = ReturnType<typeof createVisitors>;

function hash(salt: Buffer, { projectId, address, userAgent, hostname }: Traits, day: string): string {
  const text = [projectId, address, userAgent, hostname && siteOf(hostname), day].join('\0');
  return createHmac('sha256', salt).update(text).digest().readBigUInt64BE().toString();
}

/** Somebody whom the product knows: the same on every day. */
export function identified(projectId: string, userId: string): Persons {
  const digest = createHmac('sha256', 'earshot user').update(`${projectId}\0${userId}`).digest();
  return { person: digest.readBigUInt64BE().toString(), person_before: null };
}

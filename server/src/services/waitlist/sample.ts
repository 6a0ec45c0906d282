import { sendBatches } from '../../instance/demo/batches.ts';
import type { Filling } from '../../instance/demo/filling.ts';
import { createPeople } from '../../instance/demo/people.ts';
import { chooseTimes } from '../../instance/demo/times.ts';

const ENTRIES = 2_000;
const INVITED = 120;
const JOINED = 45;
const REMOVED = 8;
const INVITED_DAYS_AGO = 21;
const DAY_MS = 86_400_000;
const SOURCES = { newsletter: 22, podcast: 9, search: 30, friend: 12, 'product hunt': 18, conference: 4, '': 20 };

/** Adds people to the waitlist over a year, a quarter of them by a referral, and the first ones as invited. */
export async function fillWaitlist({ random, team, maxEntries, now }: Filling): Promise<void> {
  const people = createPeople(random, Math.min(ENTRIES, maxEntries));
  const times = chooseTimes(random, now, people.length);
  const invitedAt = new Date(now - INVITED_DAYS_AGO * DAY_MS);
  const records = people.map((person, index) => {
    const time = times[index] as Date;
    const source = random.weighted(SOURCES);
    // People who joined early refer most others.
    const referrer = index && random.happens(0.25) ? Math.floor(index * random.next() ** 3) : undefined;
    const isInvited = index < INVITED && time < invitedAt;
    const status = index < JOINED ? ('joined' as const) : index < JOINED + REMOVED ? ('removed' as const) : ('invited' as const);
    return {
      external_id: toId(index),
      email: person.email,
      ...(random.happens(0.8) && { name: person.name }),
      ...(referrer === undefined ? source && { referral_source: source } : { referred_by: toId(referrer) }),
      ...(isInvited && { status, invited_at: invitedAt.toISOString() }),
      ...(isInvited && status === 'joined' && index % 9 === 0 && { notes: 'Met at the fair' }),
      metadata: { company: person.company, people: random.integer(1, 40) },
      created_at: time.toISOString(),
    };
  });
  await sendBatches(team, 'POST /v1/waitlist/batch', records);
}

const toId = (index: number) => `sample-${index}`;

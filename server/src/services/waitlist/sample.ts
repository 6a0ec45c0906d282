import type { Filling } from '../../instance/demo/filling.ts';
import { createPeople } from '../../instance/demo/people.ts';
import { chooseLaterTime, chooseTimes } from '../../instance/demo/times.ts';

const ENTRIES = 2_000;
const INVITED = 120;
const JOINED = 45;
const REMOVED = 8;
const INVITED_DAYS_AGO = 21;
const DAY_MS = 86_400_000;
const SOURCES = { newsletter: 22, podcast: 9, search: 30, friend: 12, 'product hunt': 18, conference: 4, '': 20 };

/** Adds people to the waitlist over a year, a quarter of them by a referral, and invites the first ones. */
export async function fillWaitlist({ random, team, asPerson, configure, maxEntries, now }: Filling): Promise<void> {
  await configure({ waitlist: { welcome_mail: false } });
  const codes: string[] = [];
  const people = createPeople(random, Math.min(ENTRIES, maxEntries));
  const times = chooseTimes(random, now, people.length);
  for (const [index, person] of people.entries()) {
    const source = random.weighted(SOURCES);
    // People who joined early refer most others.
    const referrer = random.happens(0.25) ? codes[Math.floor(codes.length * random.next() ** 3)] : undefined;
    const body = {
      email: person.email,
      ...(random.happens(0.8) && { name: person.name }),
      ...(referrer ? { referral_code: referrer } : source && { referral_source: source }),
      metadata: { company: person.company, people: random.integer(1, 40) },
    };
    const { referral_code } = await asPerson(person)('POST /v1/waitlist', { body }, times[index]);
    codes.push(referral_code);
  }
  const invitedAt = new Date(now - INVITED_DAYS_AGO * DAY_MS);
  // A short line has fewer people who had joined until then.
  const count = Math.min(INVITED, times.filter((time) => time < invitedAt).length);
  await team('POST /v1/waitlist/invite', { body: { count } }, invitedAt);
  const invited = await team('GET /v1/waitlist', { query: { status: 'invited', limit: JOINED + REMOVED } });
  for (const [index, { id }] of invited.data.entries())
    await team(
      'PATCH /v1/waitlist/{id}',
      {
        path: { id },
        body: index < JOINED ? { status: 'joined', ...(index % 9 === 0 && { notes: 'Met at the fair' }) } : { status: 'removed' },
      },
      chooseLaterTime(random, { after: invitedAt, days: INVITED_DAYS_AGO, now }),
    );
}

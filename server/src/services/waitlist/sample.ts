import type { Filling } from '../../instance/demo/filling.ts';
import { createPeople } from '../../instance/demo/people.ts';

const ENTRIES = 2_000;
const INVITED = 120;
const JOINED = 45;
const REMOVED = 8;
const SOURCES = { newsletter: 22, podcast: 9, search: 30, friend: 12, 'product hunt': 18, conference: 4, '': 20 };

/** Adds people to the waitlist in a fixed order, a quarter of them by a referral, and invites the first ones. */
export async function fillWaitlist({ random, team, asPerson, configure, maxEntries }: Filling): Promise<void> {
  await configure({ waitlist: { welcome_mail: false } });
  const codes: string[] = [];
  for (const person of createPeople(random, Math.min(ENTRIES, maxEntries))) {
    const source = random.weighted(SOURCES);
    // People who joined early refer most others.
    const referrer = random.happens(0.25) ? codes[Math.floor(codes.length * random.next() ** 3)] : undefined;
    const { referral_code } = await asPerson(person)('POST /v1/waitlist', {
      body: {
        email: person.email,
        ...(random.happens(0.8) && { name: person.name }),
        ...(referrer ? { referral_code: referrer } : source && { referral_source: source }),
        metadata: { company: person.company, people: random.integer(1, 40) },
      },
    });
    codes.push(referral_code);
  }
  await team('POST /v1/waitlist/invite', { body: { count: INVITED } });
  const invited = await team('GET /v1/waitlist', { query: { status: 'invited', limit: JOINED + REMOVED } });
  for (const [index, { id }] of invited.data.entries())
    await team('PATCH /v1/waitlist/{id}', {
      path: { id },
      body: index < JOINED ? { status: 'joined', ...(index % 9 === 0 && { notes: 'Met at the fair' }) } : { status: 'removed' },
    });
}

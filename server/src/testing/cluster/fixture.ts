import fc from 'fast-check';

/** Events to send, in batches. Equal for equal seeds and times. */
export interface Fixture {
  /** Imported history of a few days. */
  imported: object[][];
  /** Later events of the same people, which start, extend, merge and split visits. */
  late: object[][];
  /** Current events. */
  tracked: object[];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BEGIN = Date.parse('2026-03-07T00:00Z');
const BATCHES = 4;

/** User whose events are erased. */
export const ERASED_USER = 'u1';
/** Address that titles of some events contain. */
export const MENTIONED = 'zoe@example.com';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

const anyEvent = fc.record({
  event_id: fc.uuid({ version: 7 }),
  gap: fc.constantFrom(0, 1, 1_000, 10 * MINUTE, 25 * MINUTE, 30 * MINUTE, 30 * MINUTE + 1, 45 * MINUTE, 2 * HOUR, 11 * HOUR),
  name: fc.constantFrom('page_view', 'page_view', 'page_view', 'signup', 'ping'),
  url: fc.constantFrom(
    'https://acme.com/',
    'https://acme.com/a',
    'https://acme.com/b?utm_campaign=may',
    'https://docs.acme.com/docs/x',
  ),
  referrer: fc.constantFrom('', '', 'https://www.google.com/', 'https://news.ycombinator.com/item?id=1'),
  plan: fc.constantFrom('', 'pro', 'free'),
  title: fc.constantFrom('', '', '', '', '', `Mail to ${MENTIONED}`, 'Pricing', 'Docs'),
  isLate: fc.constantFrom(false, false, false, true),
});
const anyPerson = fc.record({
  kind: fc.constantFrom('user', 'user', 'visitor', 'visitor', 'bot'),
  offset: fc.integer({ min: 0, max: 4 * 48 }).map((halfHours) => (halfHours * HOUR) / 2),
  country: fc.constantFrom('DE', 'US', 'JP', undefined),
  userAgent: fc.constantFrom(FIREFOX, IPHONE),
  screenWidth: fc.constantFrom(390, 1_440, undefined),
  events: fc.array(anyEvent, { minLength: 1, maxLength: 8 }),
});
type Person = typeof anyPerson extends fc.Arbitrary<infer T> ? T : never;
type Event = Person['events'][number];

const pickTraits = ({ name, url, referrer, plan, title, event_id }: Event) => ({
  event_id,
  name,
  url,
  interactive: name !== 'ping',
  properties: plan ? { plan, size: url.length } : {},
  ...(referrer && { referrer }),
  ...(title && { title }),
});

/** Creates the events of a number of people. */
export function createFixture({ seed, people, now }: { seed: number; people: number; now: number }): Fixture {
  const persons = fc.sample(anyPerson, { seed, numRuns: people });
  const history = persons.flatMap((person, index) => {
    const { kind, offset, country, userAgent, screenWidth } = person;
    let time = BEGIN + offset;
    return person.events.map((event) => ({
      isLate: event.isLate,
      event: {
        ...pickTraits(event),
        timestamp: new Date((time += event.gap)).toISOString(),
        user_agent: kind === 'bot' ? GOOGLEBOT : userAgent,
        ...(kind === 'user' ? { user_id: `u${index % Math.ceil(people / 2)}` } : { visitor_id: `v${index}` }),
        ...(country && { country }),
        ...(screenWidth && { screen_width: screenWidth }),
      },
    }));
  });
  const split = (isLate: boolean) => {
    const events = history.filter((one) => one.isLate === isLate).map(({ event }) => event);
    const size = Math.ceil(events.length / BATCHES);
    return Array.from({ length: BATCHES }, (_, n) => events.filter((_event, index) => Math.floor(index / size) === n));
  };
  const tracked = fc.sample(anyEvent, { seed: seed + 1, numRuns: people }).map((event, index) => ({
    ...pickTraits(event),
    user_id: `u${index}`,
    timestamp: new Date(now - 1_000 * (index % 60)).toISOString(),
  }));
  return { imported: split(false), late: split(true).filter(({ length }) => length), tracked };
}

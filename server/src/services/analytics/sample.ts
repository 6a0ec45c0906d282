import type { Body } from '@earshot/sdk';
import type { Filling } from '../../instance/demo/filling.ts';
import { type Person, toUserId } from '../../instance/demo/people.ts';
import type { Random } from '../../instance/demo/random.ts';
import texts from './sample.json' with { type: 'json' };

type ImportedEvent = Omit<Body<'POST /v1/analytics/import'>['events'][number], 'timestamp'> & { timestamp: string };

/** Pages by the page before, with weights. */
const nextPages: Record<string, Record<string, number>> = texts.nextPages;
const pageTitles: Record<string, string> = texts.pageTitles;
/** Countries with the language of browsers, and regions with cities. */
const places = texts.places as unknown as Record<
  keyof typeof texts.places,
  [country: string, language: string, cities: [region: string, city: string][]]
>;
const DAYS = 60;
const BATCH = 500;
const [SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS] = [1_000, 60_000, 3_600_000, 86_400_000];
/** A little less than the average number of events of a visit, so that there are enough. The oldest events are left out. */
const EVENTS_PER_VISIT = 4.9;
/** Share of visits by hour of the day (UTC). */
const HOURS: Record<string, number> = Object.fromEntries(
  [2, 1, 1, 1, 1, 2, 4, 7, 10, 12, 12, 11, 10, 11, 13, 13, 12, 10, 8, 7, 7, 6, 5, 3].map((weight, hour) => [hour, weight]),
);
const WEEKEND = 0.45;
/** Growth of daily visits from the first to the last day. */
const GROWTH = 0.8;
/** Days before the end on which a launch doubled the visits. */
const LAUNCH_DAYS_AGO = 17;
/** Monthly price of a seat. */
const PRICES = { studio: 9.5, agency: 19 };
/** Currencies of prices by country, where it is not the euro. */
const CURRENCIES: Record<string, string> = { US: 'USD', CA: 'USD', GB: 'GBP' };
const ORIGIN = 'https://www.fernhill.example';

/** Imports events of the last 60 days: page views, custom events and web vitals of visits. Creates goals, a segment, a funnel, a link for websites and notes. */
export async function fillEvents(filling: Filling): Promise<void> {
  const { team, now } = filling;
  const events = createEvents(filling);
  for (let first = 0; first < events.length; first += BATCH)
    await team('POST /v1/analytics/import', { body: { events: events.slice(first, first + BATCH) } });
  await team('POST /v1/analytics/goals', { body: { name: 'Signed up', event: 'signed_up' } });
  await team('POST /v1/analytics/goals', { body: { name: 'Subscribed', event: 'subscribed' } });
  const isStudio = ['property:plan:is:studio'];
  await team('POST /v1/analytics/goals', { body: { name: 'Chose Studio', event: 'signed_up', filters: isStudio } });
  await team('POST /v1/analytics/goals', { body: { name: 'Visited pricing', page: '/pricing' } });
  await team('POST /v1/analytics/segments', { body: { name: 'From search', filters: ['channel:is:Organic Search'] } });
  await team('POST /v1/analytics/funnels', {
    body: { name: 'From pricing to sign-up', steps: [{ page: '/pricing' }, { page: '/signup' }, { event: 'signed_up' }] },
  });
  await team('POST /v1/analytics/shares', { body: { name: 'Open figures', embed: true } });
  const notes = { 'On the front page of Hacker News': LAUNCH_DAYS_AGO, 'New pricing page': 9, 'Podcast with Studio Talk': 34 };
  for (const [text, daysAgo] of Object.entries(notes))
    await team('POST /v1/analytics/annotations', { body: { text, time: new Date(now - daysAgo * DAY_MS).toISOString() } });
}

/** Returns the events of all visits, oldest first. */
function createEvents({ random, now, projectId, maxEvents, people }: Filling): ImportedEvent[] {
  const users = people.filter(({ isSignedIn }) => isSignedIn);
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const weights = Array.from({ length: DAYS }, (_, index) => {
    const weekday = new Date(today - (DAYS - 1 - index) * DAY_MS).getUTCDay();
    const isLaunch = DAYS - 1 - index === LAUNCH_DAYS_AGO;
    return (1 + (GROWTH * index) / DAYS) * (weekday % 6 === 0 ? WEEKEND : 1) * (isLaunch ? 2.2 : 0.9 + random.next() * 0.2);
  });
  const sum = weights.reduce((all, weight) => all + weight);
  const events: ImportedEvent[] = [];
  let visitor = 0;
  for (const [index, weight] of weights.entries()) {
    const day = today - (DAYS - 1 - index) * DAY_MS;
    const isLaunch = DAYS - 1 - index === LAUNCH_DAYS_AGO;
    const visits = Math.round((weight / sum) * (maxEvents / EVENTS_PER_VISIT));
    for (let visit = 0; visit < visits; visit++) {
      const start = day + Number(random.weighted(HOURS)) * HOUR_MS + random.integer(0, HOUR_MS - 1);
      events.push(...createVisit(random, users, { start, visitorId: `${projectId}-${++visitor}`, isLaunch }));
    }
  }
  return events
    .filter(({ timestamp }) => Date.parse(timestamp) < now - SECOND_MS)
    .toSorted((a, b) => a.timestamp.localeCompare(b.timestamp))
    .slice(-maxEvents);
}

interface Visit {
  start: number;
  /** Used unless a user visits. */
  visitorId: string;
  isLaunch: boolean;
}

/** Returns the events of one visit: a walk over pages, with sign-ups, purchases and web vitals. */
function createVisit(random: Random, users: Person[], { start, visitorId, isLaunch }: Visit): ImportedEvent[] {
  const isUser = random.happens(0.28);
  // Some come much more often than others.
  const user = toUserId(users[Math.floor(users.length * random.next() ** 1.6)] as Person);
  const device = texts.devices[random.weighted({ mac: 26, windows: 30, linux: 5, firefox: 9, iphone: 20, android: 17, ipad: 3 })];
  const [country, language, cities] =
    places[random.weighted({ US: 30, DE: 17, GB: 13, FR: 8, NL: 6, SE: 5, BR: 6, IN: 7, JP: 4, CA: 5, AU: 4 })];
  const [region, city] = random.pick(cities);
  const source = isLaunch && random.happens(0.7) ? 'https://news.ycombinator.com/' : random.weighted(texts.referrers);
  const campaign = !isUser && random.happens(0.12) ? random.pick(texts.campaigns) : {};
  const sender = {
    ...(isUser ? { user_id: user } : { visitor_id: visitorId }),
    user_agent: device.userAgent,
    screen_width: random.pick(device.widths),
    language,
    country,
    region,
    city,
  };
  const events: ImportedEvent[] = [];
  let time = start;
  const add = (event: Partial<ImportedEvent>) =>
    events.push({ ...sender, ...event, event_id: random.uuid(), timestamp: new Date(time).toISOString() });
  let page = isUser
    ? '/app'
    : random.weighted({ '/': 52, '/pricing': 10, '/blog/better-quotes': 12, '/docs': 14, '/features': 12 });
  for (let views = 1; views <= 12; views++) {
    const url = ORIGIN + page;
    const isFirst = views === 1;
    add({ url, title: pageTitles[page], ...(isFirst && !isUser && { ...campaign, ...(source && { referrer: source }) }) });
    if (isFirst && random.happens(0.3)) for (const vital of createVitals(random, device.slowness)) add({ url, ...vital });
    const seconds = random.integer(4, 140);
    time += seconds * SECOND_MS;
    if (random.happens(0.3)) add({ url, ...createEngagement(random, seconds) });
    if (page === '/signup' && random.happens(0.42))
      add({
        url,
        name: 'signed_up',
        properties: { plan: random.weighted({ free: 6, studio: 3, agency: 1 }), method: random.pick(['email', 'google']) },
      });
    if (page === '/app/billing' && random.happens(0.3)) {
      const plan = random.pick(['studio', 'studio', 'agency'] as const);
      const seats = random.integer(1, 14);
      const revenue = { amount: (PRICES[plan] * seats).toFixed(2), currency: CURRENCIES[country] ?? 'EUR' };
      add({ url, name: 'subscribed', properties: { plan, seats }, revenue });
    }
    if (page === '/app/invoices' && random.happens(0.5))
      add({ url, name: 'invoice_sent', properties: { currency: random.pick(['EUR', 'USD', 'GBP']) } });
    if (random.happens(isUser ? 0.25 : 0.42)) break;
    page = random.weighted(nextPages[page] ?? { '/': 1 });
    if (time - start > 25 * MINUTE_MS) break;
  }
  return events;
}

/** Returns the event in which the tracker measures how a page is read. Who stays longer scrolls further. */
function createEngagement(random: Random, seconds: number): Partial<ImportedEvent> {
  const scroll_depth = Math.min(100, random.integer(20, 50) + Math.round(seconds / 2));
  return {
    name: 'engagement',
    interactive: false,
    properties: { engaged_ms: Math.round(seconds * SECOND_MS * (0.5 + random.next() / 2)), scroll_depth },
  };
}

/** Returns the events of the tracker with `data-vitals`. `slowness` multiplies durations. */
function createVitals(random: Random, slowness: number): Partial<ImportedEvent>[] {
  return Object.entries(texts.vitals).map(([metric, { typical, good, poor }]) => {
    // Durations are spread to the right, as in the field.
    const measured = typical * (0.5 + random.next() + random.next() ** 6 * 4) * (metric === 'CLS' ? 1 : slowness);
    const value = Math.round(measured * 1_000) / 1_000;
    const rating = value <= good ? 'good' : value <= poor ? 'needs-improvement' : 'poor';
    return { name: 'web_vital', interactive: false, properties: { metric, value, rating } };
  });
}

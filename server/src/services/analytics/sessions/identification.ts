import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { partitionOfHash } from '../pipeline/partitions.ts';
import { giveTo, type TransferRequest, type UnassignedEvent } from './arrivals.ts';
import { attributeEvents, type BrowserEvent, type BrowserState, findAnonymousPeriod } from './browsers.ts';
import type { BrowserRow } from './browsers-store.ts';
import { findEventsInPeriods } from './events-store.ts';
import type { LiveVisits } from './live-visits.ts';
import { IDLE_MS, type StoredEvent, type Visit, visitorKey } from './visits.ts';

/** Visits and browser events that the events of a batch can change. */
export interface KnownVisits extends Pick<LiveVisits, 'find' | 'findBrowserEvents' | 'apply' | 'putBrowserEvents'> {}

/**
 * Browsers of this many users are many browsers of the same version behind one address, as in a school. Their events are not attributed,
 * and not recorded, because each batch processes all recorded events of its browsers.
 */
const MAX_USERS = 20;

type Browser = { project_id: string; person: string };

/**
 * Decides from which browser each event is, and sets `browser` accordingly. Numbers of anonymous visitors change at midnight (UTC): an
 * event belongs to the browser of the day before if that one has a current visit, and the browser of the day has none.
 */
export function decideBrowsers(events: UnassignedEvent[], visits: Pick<KnownVisits, 'find' | 'findBrowserEvents'>): void {
  const active = new Map<string, { start: number; end: number }[]>();
  const buildPeriods = (browser: Browser, isBot: boolean) => {
    const key = `${visitorKey(browser)} ${isBot}`;
    let periods = active.get(key);
    if (!periods) {
      periods = visits
        .find(browser)
        .filter((visit) => visit.isBot === isBot)
        .map(({ start, end }) => ({ start, end }));
      if (!isBot) for (const { time } of visits.findBrowserEvents(browser)) periods.push({ start: time, end: time });
      active.set(key, periods);
    }
    return periods;
  };
  for (const event of events) {
    if (event.browser === undefined || event.browser_before === undefined) continue;
    const { project_id, time, isBot } = event;
    const isActive = (person: string) =>
      buildPeriods({ project_id, person }, isBot).some(({ start, end }) => time >= start - IDLE_MS && time <= end + IDLE_MS);
    if (!isActive(event.browser) && isActive(event.browser_before)) event.browser = event.browser_before;
    if (!event.userId) event.person = event.browser;
    const periods = buildPeriods({ project_id, person: event.browser }, isBot);
    const last = periods.at(-1);
    if (last && time >= last.start && time <= last.end + IDLE_MS) last.end = Math.max(last.end, time);
    else periods.push({ start: time, end: time });
  }
}

export interface Identification {
  transfers: TransferRequest[];
  /** Contents of the events that are transferred from anonymous visitors, by id. */
  contents: Map<string, StoredEvent>;
  /** Changes of browser events. */
  added: BrowserRow[];
  removed: BrowserRow[];
}

/**
 * Attributes anonymous events to the persons who signed in during the same visit: sets the person and the partition of new events, and
 * returns the transfers of stored ones.
 */
export async function identifyVisitors(
  events: UnassignedEvent[],
  visits: KnownVisits,
  { clickhouse, waitForPreviousBatches }: { clickhouse: Pick<ClickHouse, 'query'>; waitForPreviousBatches: () => Promise<void> },
): Promise<Identification> {
  const all = findBrowserStates(events, visits);
  const states = all.filter((state) => !isShared(state));
  for (const { events: own, ...origin } of all.filter(isShared))
    for (const event of own) event.partition = findPartition(origin, event.person);
  const needed = states.flatMap(({ project_id, ...state }) => {
    const period = findAnonymousPeriod(state);
    return period ? [{ project_id, person: state.browser, ...period }] : [];
  });
  if (needed.length) await waitForPreviousBatches();
  const people = (await findEventsInPeriods(clickhouse, needed)).filter(({ isBot }) => !isBot);
  const stored = Map.groupBy(people, visitorKey);
  const result: Identification = {
    transfers: [],
    contents: new Map(people.map((event) => [event.id, event])),
    added: [],
    removed: [],
  };
  for (const { project_id, partition, ...state } of states) {
    const { browser } = state;
    const origin = { browser, partition };
    const { owners, transfers, known } = attributeEvents(state, stored.get(visitorKey({ project_id, person: browser })) ?? []);
    for (const [event, owner] of owners) Object.assign(event, giveTo(owner, event));
    for (const event of state.events) event.partition = findPartition(origin, event.person);
    for (const transfer of transfers)
      result.transfers.push({
        ...transfer,
        project_id,
        partitions: { from: findPartition(origin, transfer.from), to: findPartition(origin, transfer.to.person) },
      });
    const toRow = (event: BrowserEvent): BrowserRow => ({ ...event, project_id, browser });
    const before = new Set(state.known);
    const seqs = new Set(known.map(({ seq }) => seq));
    result.added.push(...known.filter((event) => !before.has(event)).map(toRow));
    result.removed.push(...state.known.filter(({ seq }) => !seqs.has(seq)).map(toRow));
    visits.putBrowserEvents({ project_id, person: browser }, known);
  }
  return result;
}

/** Returns the partition of a person. The anonymous visitor has the partition of the browser. */
const findPartition = ({ browser, partition }: Pick<ProjectBrowser, 'browser' | 'partition'>, person: string): number =>
  person === browser ? partition : partitionOfHash(person);

const countUsers = (events: { userId: string }[]): number => new Set(events.flatMap(({ userId }) => userId || [])).size;

const isShared = ({ known }: BrowserState): boolean => countUsers(known) >= MAX_USERS;

interface ProjectBrowser extends BrowserState {
  project_id: string;
  partition: number;
  events: UnassignedEvent[];
}

/** Returns the browsers from which known people sent new or earlier events. */
function findBrowserStates(events: UnassignedEvent[], visits: KnownVisits): ProjectBrowser[] {
  const toBrowser = ({ project_id, browser }: UnassignedEvent): Browser => ({ project_id, person: browser ?? '' });
  const fromBrowsers = events.filter(({ browser, isBot }) => browser !== undefined && !isBot);
  const identified = new Set(fromBrowsers.filter(({ userId }) => userId).map((event) => visitorKey(toBrowser(event))));
  const relevant = fromBrowsers.filter((event) => {
    const browser = toBrowser(event);
    return visits.findBrowserEvents(browser).length > 0 || (identified.size > 0 && identified.has(visitorKey(browser)));
  });
  return [...Map.groupBy(relevant, (event) => visitorKey(toBrowser(event))).values()].map((own) => {
    const [{ project_id, partition }] = own as [UnassignedEvent];
    const browser = toBrowser(own[0] as UnassignedEvent);
    return {
      project_id,
      partition,
      browser: browser.person,
      known: [...visits.findBrowserEvents(browser)],
      visits: visits.find(browser).filter(({ isBot }: Visit) => !isBot),
      events: own,
    };
  });
}

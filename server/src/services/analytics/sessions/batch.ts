import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import type { MadeBatch } from '../pipeline/batches-store.ts';
import type { BatchMaker } from '../pipeline/batch-writer.ts';
import { addEventCounts, type DayCount, type Hour } from '../pipeline/event-counts-store.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { touchHours } from '../pipeline/finalized-days-store.ts';
import { parseEvents, parseRows, parseTransferred, type Transferred, type UnassignedEvent } from './arrivals.ts';
import { saveBrowserEvents } from './browsers-store.ts';
import { removeDuplicates } from './deduplication.ts';
import { deleteMoved, findEventsInPeriods, findVisits } from './events-store.ts';
import { decideBrowsers, type Identification, identifyVisitors, type KnownVisits } from './identification.ts';
import { type Candidate, LiveVisits } from './live-visits.ts';
import { placeEvents, type Placement } from './placement.ts';
import { eventRows, objectRows, visitRows } from './rows.ts';
import {
  assignToVisits,
  findEndOfChangedVisits,
  findNeededEvents,
  IDLE_MS,
  MAX_VISIT_MS,
  type PlacedEvent,
  type StoredEvent,
  type VisitChanges,
  visitorKey,
} from './visits.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Makes batches of analytics events and of the search log. Keeps the visits that new events can change in memory. */
export function createBatchMaker(
  { db, clickhouse }: { db: Db; clickhouse: Pick<ClickHouse, 'query'> },
  cluster: string | undefined,
  memory?: ConstructorParameters<typeof LiveVisits>[1],
): BatchMaker {
  const live = new LiveVisits({ db, clickhouse }, memory);
  return {
    make: async (rows, { id, waitForPreviousBatches, holds }) => {
      const searches = parseRows<Record<string, unknown>>(rows, 'searches').map(({ item, row }) => ({
        ...item,
        project_id: row.project_id,
      }));
      const deps = { clickhouse, version: id, waitForPreviousBatches, holds };
      const isImport = rows.some(({ kind }) => kind === 'imports');
      const { changes, ...rest } = isImport
        ? await assignImports(parseEvents(rows, 'imports', id), deps)
        : await assignLive(parseEvents(rows, 'events', id), parseTransferred(rows), live, deps);
      if (isImport) live.removeVisitors(changes.events);
      else live.evict();
      return {
        eventCount: changes.events.length + searches.length,
        record: buildRecords(changes, rest, id),
        content: {
          deletions: deleteMoved([...changes.moved, ...rest.departed], cluster),
          events: eventRows([...changes.events, ...changes.moved]),
          visits: visitRows(changes),
          searches: objectRows(searches),
        },
        partitions: rest.partitions,
        transfers: rest.outgoing,
      };
    },
    removeDuplicates: (rows) => removeDuplicates(rows, clickhouse),
    reset: () => live.reset(),
  };
}

interface Deps {
  clickhouse: Pick<ClickHouse, 'query'>;
  version: number;
  waitForPreviousBatches: () => Promise<void>;
  holds: (partition: number) => boolean;
}

/** The result of assigning the events of a batch. */
interface Assigned extends Pick<Placement, 'departed' | 'outgoing'> {
  changes: VisitChanges;
  identification: Pick<Identification, 'added' | 'removed'>;
  /** Partitions of the changed visits. */
  partitions: number[];
}

/** Assigns live events to visitors and visits. */
async function assignLive(events: UnassignedEvent[], transferred: Transferred, live: LiveVisits, deps: Deps): Promise<Assigned> {
  await live.load(findCandidates(events), deps.waitForPreviousBatches);
  decideBrowsers(events, live);
  const identification = await identifyVisitors(events, live, deps);
  const placement = await placeEvents(events, transferred, identification, deps);
  // The visits of anonymous visitors are loaded already, and their browser events changed since.
  const changed = [...placement.placed, ...placement.leaving].filter(({ user_id }) => user_id);
  await live.load(changed, deps.waitForPreviousBatches);
  const changes = await assignEvents(placement, live, deps);
  const partitions = new Set([...placement.placed, ...placement.leaving].map(({ partition }) => partition));
  return { ...placement, changes, identification, partitions: [...partitions] };
}

/** Assigns imported events. They are attributed to the visitors of the import. */
async function assignImports(events: UnassignedEvent[], deps: Deps): Promise<Assigned> {
  const visits = await readVisits(deps.clickhouse, events, deps.waitForPreviousBatches);
  decideBrowsers(events, visits);
  const changes = await assignEvents({ placed: events, leaving: [] }, visits, deps);
  return { changes, departed: [], outgoing: [], identification: { added: [], removed: [] }, partitions: [] };
}

/** Returns events with each visitor whose events they may be. */
function findCandidates(events: UnassignedEvent[]): Candidate[] {
  const candidates: Candidate[] = [];
  for (const event of events) {
    const { project_id, time, browser, browser_before: before } = event;
    candidates.push(browser === undefined || browser === event.person ? event : { project_id, time, person: browser });
    if (before !== undefined) candidates.push({ project_id, time, person: before });
  }
  return candidates;
}

/** Reads visits for imported events. Reads the visits after the period only if a visit continues to the end of the period. */
async function readVisits(
  clickhouse: Pick<ClickHouse, 'query'>,
  events: UnassignedEvent[],
  waitForPreviousBatches: () => Promise<void>,
): Promise<KnownVisits> {
  await waitForPreviousBatches();
  const candidates = events.flatMap((event) =>
    [event.person, event.browser_before].filter((person) => person !== undefined).map((person) => ({ ...event, person })),
  );
  const byVisitor = Map.groupBy(candidates, visitorKey);
  const [from, to] = [events[0]?.time ?? 0, events.at(-1)?.time ?? 0];
  for (let beyond = 2 * MAX_VISIT_MS; ; beyond *= 4) {
    const visits = Map.groupBy(await findVisits(clickhouse, candidates, { from, to: to + beyond }), visitorKey);
    const isComplete = [...byVisitor].every(([key, own]) =>
      [true, false].every((isBot) => {
        const of = <T extends { isBot: boolean }>(list: T[]) => list.filter((one) => one.isBot === isBot);
        return findEndOfChangedVisits(of(visits.get(key) ?? []), of(own)) + IDLE_MS < to + beyond;
      }),
    );
    if (isComplete)
      return {
        find: (visitor) => visits.get(visitorKey(visitor)) ?? [],
        apply: () => {},
        findBrowserEvents: () => [],
        putBrowserEvents: () => {},
      };
  }
}

/** Assigns the events of visitors to visits. */
async function assignEvents(
  { placed, leaving }: Pick<Placement, 'placed' | 'leaving'>,
  visits: Pick<KnownVisits, 'find' | 'apply'>,
  { clickhouse, version, waitForPreviousBatches }: Deps,
): Promise<VisitChanges> {
  const left = Map.groupBy(leaving, buildKey);
  const byVisitor = Map.groupBy<string, PlacedEvent>(placed, buildKey);
  for (const key of left.keys()) if (!byVisitor.has(key)) byVisitor.set(key, []);
  const groups = [...byVisitor].map(([key, events]) => {
    const own = { events, leaving: left.get(key) ?? [] };
    const visitor = (own.events[0] ?? own.leaving[0]) as PlacedEvent;
    return { key, visitor, own, visits: visits.find(visitor).filter(({ isBot }) => isBot === visitor.isBot) };
  });
  const needed = groups.flatMap(({ visitor: { project_id, person }, ...group }) => {
    const period = findNeededEvents(group.visits, group.own);
    return period ? [{ project_id, person, ...period }] : [];
  });
  if (needed.length) await waitForPreviousBatches();
  const stored = Map.groupBy(await findEventsInPeriods(clickhouse, needed), buildKey);
  const changes: VisitChanges = { removed: [], added: [], events: [], moved: [] };
  for (const { key, visitor, own, visits: before } of groups) {
    const change = assignToVisits(before, own, { version, newId: newVisitId, stored: stored.get(key) ?? [] });
    visits.apply(visitor, change);
    for (const visit of change.removed) changes.removed.push(visit);
    for (const visit of change.added) changes.added.push(visit);
    for (const event of change.events) {
      const { from } = event;
      if (from === undefined) changes.events.push(event);
      else changes.moved.push({ ...event, from });
    }
    for (const event of change.moved) changes.moved.push(event);
  }
  return changes;
}

/** Visits of people and of bots are separate, even with the same number. */
const buildKey = (event: PlacedEvent) => (event.isBot ? `${visitorKey(event)} bot` : visitorKey(event));

/** Random numbers for many visits, requested with one call, which is faster. */
const randomNumbers = new BigUint64Array(1_024);
let usedNumbers = randomNumbers.length;

function newVisitId(): string {
  if (usedNumbers === randomNumbers.length) {
    crypto.getRandomValues(randomNumbers);
    usedNumbers = 0;
  }
  return (randomNumbers[usedNumbers++] as bigint).toString();
}

/** Returns what the transaction of a batch records: counts of events by day, changed hours, and browser events. */
function buildRecords(
  changes: VisitChanges,
  { departed, identification }: Pick<Assigned, 'departed' | 'identification'>,
  batch: number,
): MadeBatch['record'] {
  const counts = countByDay(changes.events, departed);
  const hours = findChangedHours(changes);
  return async (tx) => {
    await addEventCounts(tx, counts);
    await saveBrowserEvents(tx, identification);
    await touchHours(tx, hours, batch);
  };
}

/** Counts new events, less departed ones, by project and day (UTC), in order. */
function countByDay(events: StoredEvent[], departed: StoredEvent[]): DayCount[] {
  const counts = new Map<string, DayCount>();
  let last: { project_id: string; from: number; count: DayCount } | undefined;
  const add = ({ project_id, time }: StoredEvent, change: number) => {
    if (!last || last.project_id !== project_id || time < last.from || time >= last.from + DAY_MS) {
      const from = time - (time % DAY_MS);
      const key = `${project_id} ${from}`;
      const count = counts.get(key) ?? { project_id, day: new Date(from).toISOString().slice(0, 10), events: 0 };
      counts.set(key, count);
      last = { project_id, from, count };
    }
    last.count.events += change;
  };
  for (const event of events) add(event, 1);
  for (const event of departed) add(event, -1);
  return [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
}

/** Returns the hours whose figures change, in order: those of new events, and all hours of a visit that changes. */
function findChangedHours({ events, removed, added }: VisitChanges): Hour[] {
  const hours = new Map<string, Set<number>>();
  const add = (projectId: string, from: number, to: number) => {
    let ofProject = hours.get(projectId);
    if (!ofProject) hours.set(projectId, (ofProject = new Set()));
    for (let hour = from - (from % HOUR_MS); hour <= to; hour += HOUR_MS) ofProject.add(hour);
  };
  for (const { project_id, time } of events) add(project_id, time, time);
  for (const { project_id, start, end } of removed) add(project_id, start, end);
  for (const { project_id, start, end } of added) add(project_id, start, end);
  return [...hours]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([project_id, ofProject]) =>
      [...ofProject].toSorted((a, b) => a - b).map((hour) => ({ project_id, hour: new Date(hour) })),
    );
}

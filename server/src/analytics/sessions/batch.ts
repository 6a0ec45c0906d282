import type { ClickHouse } from '../../clickhouse/clickhouse.ts';
import type { MadeBatch } from '../../event-log/batches-store.ts';
import type { BatchMaker } from '../../event-log/batch-writer.ts';
import { addEventCounts, type DayCount, type Hour } from '../../event-log/event-counts-store.ts';
import type { InboxRow } from '../../event-log/inbox-store.ts';
import type { AcceptedEvent } from '../event.ts';
import { touchHours } from '../rollups/finalized-days-store.ts';
import { removeDuplicates } from './deduplication.ts';
import { deleteMoved, findEventsOf, findVisits } from './events-store.ts';
import { createLiveVisits, type LiveVisits } from './live-visits.ts';
import { eventRows, objectRows, visitRows } from './rows.ts';
import {
  assignToVisits,
  findEndOfChangedVisits,
  findNeededEvents,
  IDLE_MS,
  MAX_VISIT_MS,
  type PlacedEvent,
  serializeOrigin,
  type StoredEvent,
  type Visit,
  type VisitChanges,
  visitorKey,
} from './visits.ts';

/** Events of a batch are numbered within the batch, which has fewer events than this. */
const SEQS_PER_BATCH = 2 ** 20;
/** Returns the least sequence number of the events of a batch. */
export const firstSeqOf = (batch: number): number => batch * SEQS_PER_BATCH;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Makes batches of analytics events and of the search log. Keeps the visits that new events can change in memory. */
export function createBatchMaker(
  clickhouse: Pick<ClickHouse, 'query'>,
  cluster: string | undefined,
  memory?: Parameters<typeof createLiveVisits>[1],
): BatchMaker {
  const live = createLiveVisits(clickhouse, memory);
  return {
    make: async (rows, { id, settle }) => {
      const searches = parseRows<Record<string, unknown>>(rows, 'searches').map(({ item, project_id }) => ({
        ...item,
        project_id,
      }));
      const isImport = rows.some(({ kind }) => kind === 'imports');
      const events = parseEvents(rows, isImport ? 'imports' : 'events', id);
      const visits = isImport ? await readVisits(clickhouse, events, settle) : await loadVisits(live, events, settle);
      const changes = await assignEvents(events, visits, { clickhouse, version: id, settle });
      if (isImport) live.forgetVisitors(events);
      else live.evict();
      return {
        eventCount: events.length + searches.length,
        record: recordsOf(changes, id),
        content: {
          deletions: deleteMoved(changes.moved, cluster),
          events: eventRows([...changes.events, ...changes.moved]),
          visits: visitRows(changes),
          searches: objectRows(searches),
        },
      };
    },
    removeDuplicates: (rows) => removeDuplicates(rows, clickhouse),
    forget: live.forget,
  };
}

/** An event that belongs to `person`, or to `person_before` if the visit of the day before continues (`decideVisitors`). */
type UnassignedEvent = PlacedEvent & { person_before: string | undefined };

const parseRows = <Item>(rows: InboxRow[], kind: InboxRow['kind']): { item: Item; project_id: string }[] =>
  rows
    .filter((row) => row.kind === kind)
    .flatMap(({ project_id, events }) => (JSON.parse(events) as Item[]).map((item) => ({ item, project_id })));

/** Returns the events of rows, numbered in order of arrival, in order of time. */
const parseEvents = (rows: InboxRow[], kind: 'events' | 'imports', batch: number): UnassignedEvent[] =>
  parseRows<AcceptedEvent>(rows, kind)
    .map(({ item, project_id }, index) => ({
      project_id,
      id: item.id,
      time: item.time,
      seq: firstSeqOf(batch) + index,
      person: item.person,
      isBot: Boolean(item.bot),
      name: item.name,
      interactive: item.interactive,
      path: item.path,
      query: item.query ?? '',
      title: item.title ?? '',
      properties: item.properties ?? {},
      origin: serializeOrigin(item),
      person_before: item.person_before ?? undefined,
    }))
    .toSorted((a, b) => a.time - b.time || a.seq - b.seq);

/** Visits that the events of a batch can change. */
interface KnownVisits {
  /** In order of start, of people and bots. */
  find: (visitor: PlacedEvent) => Visit[];
  apply: (visitor: PlacedEvent, changes: VisitChanges) => void;
}

async function loadVisits(live: LiveVisits, events: UnassignedEvent[], settle: () => Promise<void>): Promise<KnownVisits> {
  await live.load(events, settle);
  return live;
}

/** Reads visits for imported events. Reads the visits after the period only if a visit continues to the end of the period. */
async function readVisits(
  clickhouse: Pick<ClickHouse, 'query'>,
  events: UnassignedEvent[],
  settle: () => Promise<void>,
): Promise<KnownVisits> {
  await settle();
  const candidates = events.flatMap(({ person_before, ...event }) =>
    [event.person, person_before].filter((person) => person !== undefined).map((person) => ({ ...event, person })),
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
    if (isComplete) return { find: (visitor) => visits.get(visitorKey(visitor)) ?? [], apply: () => {} };
  }
}

/** Assigns events to visitors and visits. */
async function assignEvents(
  events: UnassignedEvent[],
  visits: KnownVisits,
  { clickhouse, version, settle }: { clickhouse: Pick<ClickHouse, 'query'>; version: number; settle: () => Promise<void> },
): Promise<VisitChanges> {
  decideVisitors(events, visits);
  const groups = [...Map.groupBy(events, keyOf).values()].map((own) => {
    const visitor = own[0] as PlacedEvent;
    return { visitor, events: own, visits: visits.find(visitor).filter(({ isBot }) => isBot === visitor.isBot) };
  });
  const needed = groups.flatMap(({ visitor: { project_id, person }, ...group }) => {
    const period = findNeededEvents(group.visits, group.events);
    return period ? [{ project_id, person, ...period }] : [];
  });
  if (needed.length) await settle();
  const stored = Map.groupBy(await readNeededEvents(clickhouse, needed), keyOf);
  const changes: VisitChanges = { removed: [], added: [], events: [], moved: [] };
  for (const group of groups) {
    const own = stored.get(keyOf(group.visitor)) ?? [];
    const change = assignToVisits(group.visits, group.events, { version, newId: newVisitId, stored: own });
    visits.apply(group.visitor, change);
    for (const visit of change.removed) changes.removed.push(visit);
    for (const visit of change.added) changes.added.push(visit);
    for (const event of change.events) changes.events.push(event);
    for (const event of change.moved) changes.moved.push(event);
  }
  return changes;
}

/** Visits of people and of bots are separate, even with the same number. */
const keyOf = (event: PlacedEvent) => (event.isBot ? `${visitorKey(event)} bot` : visitorKey(event));

async function readNeededEvents(
  clickhouse: Pick<ClickHouse, 'query'>,
  needed: { project_id: string; person: string; from: number; to: number }[],
): Promise<StoredEvent[]> {
  if (!needed.length) return [];
  const from = needed.reduce((first, period) => Math.min(first, period.from), Infinity);
  const to = needed.reduce((last, period) => Math.max(last, period.to), -Infinity);
  return await findEventsOf(clickhouse, needed, { from, to });
}

/** Random numbers are requested for many visits at once, which is faster. */
const randomNumbers = new BigUint64Array(1_024);
let usedNumbers = randomNumbers.length;

function newVisitId(): string {
  if (usedNumbers === randomNumbers.length) {
    crypto.getRandomValues(randomNumbers);
    usedNumbers = 0;
  }
  return (randomNumbers[usedNumbers++] as bigint).toString();
}

/**
 * Decides whose each event is, and sets `person` accordingly. Numbers of anonymous visitors change at midnight (UTC): an event belongs to the visitor of the day before
 * if that one has a current visit, and the visitor of the day has none.
 */
function decideVisitors(events: UnassignedEvent[], visits: KnownVisits): void {
  const active = new Map<string, { start: number; end: number }[]>();
  const periodsOf = (event: PlacedEvent) => {
    const key = keyOf(event);
    let periods = active.get(key);
    if (!periods) {
      const own = visits.find(event).filter(({ isBot }) => isBot === event.isBot);
      active.set(key, (periods = own.map(({ start, end }) => ({ start, end }))));
    }
    return periods;
  };
  const isActive = (event: PlacedEvent) =>
    periodsOf(event).some(({ start, end }) => event.time >= start - IDLE_MS && event.time <= end + IDLE_MS);
  for (const event of events) {
    if (event.person_before === undefined) continue;
    const before = { ...event, person: event.person_before };
    if (!isActive(event) && isActive(before)) event.person = before.person;
    const periods = periodsOf(event);
    const last = periods.at(-1);
    if (last && event.time >= last.start && event.time <= last.end + IDLE_MS) last.end = Math.max(last.end, event.time);
    else periods.push({ start: event.time, end: event.time });
  }
}

/** Returns what the transaction of a batch records: counts of events by day, and changed hours. */
function recordsOf(changes: VisitChanges, batch: number): MadeBatch['record'] {
  const counts = countByDay(changes.events);
  const hours = findChangedHours(changes);
  return async (tx) => {
    await addEventCounts(tx, counts);
    await touchHours(tx, hours, batch);
  };
}

/** Counts new events by project and day (UTC), in order. */
function countByDay(events: StoredEvent[]): DayCount[] {
  const counts = new Map<string, DayCount>();
  let last: { project_id: string; from: number; count: DayCount } | undefined;
  for (const { project_id, time } of events) {
    if (!last || last.project_id !== project_id || time < last.from || time >= last.from + DAY_MS) {
      const from = time - (time % DAY_MS);
      const key = `${project_id} ${from}`;
      const count = counts.get(key) ?? { project_id, day: new Date(from).toISOString().slice(0, 10), events: 0 };
      counts.set(key, count);
      last = { project_id, from, count };
    }
    last.count.events++;
  }
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

import type { ClickHouse } from '../../clickhouse/clickhouse.ts';
import type { AcceptedEvent } from '../event.ts';
import { deletionsOf, eventLine, findEventsOf, findVisits, visitLine } from './events-store.ts';
import { addEventCounts, type DayCount, type Hour } from '../../event-log/event-counts-store.ts';
import type { MadeBatch } from '../../event-log/batches-store.ts';
import type { InboxRow } from '../../event-log/inbox-store.ts';
import { touchHours } from '../rollups/finalized-days-store.ts';
import {
  findEndOfTouchedVisits,
  IDLE_MS,
  type Joined,
  joinVisits,
  LONGEST_MS,
  type PlacedEvent,
  readsEvents,
  type StoredEvent,
  type Visit,
} from './visits.ts';

/** Events of a batch are numbered within it; a batch holds fewer than this. */
const PLACES = 2 ** 20;
/** Returns the least number that an event of a batch can have. Events of later batches have higher numbers. */
export const firstSeqOf = (batch: number): number => batch * PLACES;
const HOUR_MS = 3_600_000;

/** Makes a batch of these rows: who each event is of, and which visits change by it. */
export async function makeBatch(
  rows: InboxRow[],
  { clickhouse, id, cluster }: { clickhouse: Pick<ClickHouse, 'query'>; id: number; cluster: string | undefined },
): Promise<MadeBatch> {
  const itemsOf = <T>(kind: InboxRow['kind']) =>
    rows
      .filter((row) => row.kind === kind)
      .flatMap(({ project_id, events }) => (JSON.parse(events) as T[]).map((item) => ({ ...item, project_id })));
  const searched = itemsOf<object>('searches');
  const searches = searched.map((search) => JSON.stringify(search)).join('\n');
  const isImport = rows.some(({ kind }) => kind === 'imports');
  const accepted = itemsOf<AcceptedEvent>(isImport ? 'imports' : 'events');
  if (!accepted.length)
    return {
      content: { deletions: [], events: '', visits: '', searches },
      eventCount: searched.length,
      record: async () => {},
    };
  const visits = isImport ? await visitsAround(clickhouse, accepted) : await visitsSince(clickhouse, accepted);
  const events = Map.groupBy(decidePersons(accepted, visits, id), keyOf);

  const stored = Map.groupBy(await storedEventsOf(clickhouse, visits, events), keyOf);
  const joined: Joined = { removed: [], added: [], events: [], moved: [] };
  for (const [key, ofPerson] of events) {
    const some = joinVisits(visits.get(key) ?? [], ofPerson, { version: id, newId: newVisitId, stored: stored.get(key) ?? [] });
    for (const part of ['removed', 'added', 'events', 'moved'] as const) (joined[part] as unknown[]).push(...some[part]);
  }
  const signed = [...joined.removed.map((visit) => [visit, -1] as const), ...joined.added.map((visit) => [visit, 1] as const)];
  const counts = countByDay(joined.events);
  const hours = hoursOf(joined);
  return {
    eventCount: accepted.length + searched.length,
    record: async (tx) => {
      await addEventCounts(tx, counts);
      await touchHours(tx, hours, id);
    },
    content: {
      deletions: deletionsOf(joined.moved, cluster),
      events: [...joined.events, ...joined.moved].map(eventLine).join('\n'),
      visits: signed.map(([visit, sign]) => visitLine(visit, sign)).join('\n'),
      searches,
    },
  };
}

type Accepted = AcceptedEvent & { project_id: string };

const timesOf = (accepted: Accepted[]) => ({
  from: accepted.reduce((first, { time }) => Math.min(first, time), Infinity),
  to: accepted.reduce((last, { time }) => Math.max(last, time), -Infinity),
});

/** Each event as one of everybody whose it may be. */
const byPossiblePerson = (accepted: Accepted[]) =>
  accepted.flatMap(({ person_before, ...event }) =>
    [event.person, person_before].filter((person) => typeof person === 'string').map((person) => ({ ...event, person })),
  );

/** All visits that these events may touch, by person. */
const visitsSince = async (clickhouse: Pick<ClickHouse, 'query'>, accepted: Accepted[]) =>
  Map.groupBy(await findVisits(clickhouse, byPossiblePerson(accepted), timesOf(accepted).from), keyOf);

/** The same without those of all the years after, unless a visit goes on to where reading ended. */
async function visitsAround(clickhouse: Pick<ClickHouse, 'query'>, accepted: Accepted[]): Promise<Map<string, Visit[]>> {
  const people = byPossiblePerson(accepted).map((event) => ({ ...event, seq: 0 }));
  const events = Map.groupBy(people, keyOf);
  const { from, to } = timesOf(accepted);
  for (let beyond = 2 * LONGEST_MS; ; beyond *= 4) {
    const visits = Map.groupBy(await findVisits(clickhouse, people, from, to + beyond), keyOf);
    const isWhole = [...events].every(([key, own]) => findEndOfTouchedVisits(visits.get(key) ?? [], own) + IDLE_MS < to + beyond);
    if (isWhole) return visits;
  }
}

/** Counts new events by project and day of UTC. Events that move to another visit are there already. */
function countByDay(events: StoredEvent[]): DayCount[] {
  const counts = new Map<string, DayCount>();
  for (const { project_id, time } of events) {
    const day = new Date(time).toISOString().slice(0, 10);
    const count = counts.get(`${project_id} ${day}`) ?? { project_id, day, events: 0 };
    count.events++;
    counts.set(`${project_id} ${day}`, count);
  }
  return [...counts.values()];
}

/** Hours in which something is otherwise than it was. Of a visit all its hours are: what it is counted by may have changed. */
function hoursOf({ events, removed, added }: Joined): Hour[] {
  const hours = new Map<string, Hour>();
  const touch = (projectId: string, from: number, to: number) => {
    for (let hour = from - (from % HOUR_MS); hour <= to; hour += HOUR_MS)
      hours.set(`${projectId} ${hour}`, { project_id: projectId, hour: new Date(hour) });
  };
  for (const { project_id, time } of events) touch(project_id, time, time);
  for (const { project_id, start, end } of [...removed, ...added]) touch(project_id, start, end);
  return [...hours.values()];
}

/** What is stored of those people whose visits can't be joined without. */
async function storedEventsOf(
  clickhouse: Pick<ClickHouse, 'query'>,
  visits: Map<string, Visit[]>,
  events: Map<string, PlacedEvent[]>,
): Promise<StoredEvent[]> {
  const needed = [...events].flatMap(([key, ofPerson]) => {
    const span = readsEvents(visits.get(key) ?? [], ofPerson);
    const { project_id, person } = ofPerson[0] as PlacedEvent;
    return span ? [{ project_id, person, ...span }] : [];
  });
  if (!needed.length) return [];
  const from = needed.reduce((first, span) => Math.min(first, span.from), Infinity);
  const to = needed.reduce((last, span) => Math.max(last, span.to), -Infinity);
  return await findEventsOf(clickhouse, needed, { from, to });
}

const newVisitId = () => (crypto.getRandomValues(new BigUint64Array(1))[0] as bigint).toString();

/** Visits of a person and of bots that look the same are kept apart. */
const keyOf = ({ project_id, person, bot }: Pick<Visit, 'project_id' | 'person' | 'bot'>) =>
  `${project_id} ${person} ${bot ? 'bot' : ''}`;

/** Whose each event is: yesterday's visitor, when that one's visit goes on, and otherwise today's. */
function decidePersons(accepted: Accepted[], visits: Map<string, Visit[]>, batch: number): PlacedEvent[] {
  const active = new Map<string, [start: number, end: number][]>();
  for (const [key, ofPerson] of visits)
    active.set(
      key,
      ofPerson.map(({ start, end }) => [start, end]),
    );
  const isActive = (key: string, time: number) =>
    active.get(key)?.some(([start, end]) => time >= start - IDLE_MS && time <= end + IDLE_MS);
  const inOrder = accepted
    .map((event, place) => ({ ...event, seq: firstSeqOf(batch) + place }))
    .toSorted((a, b) => a.time - b.time || a.seq - b.seq);
  return inOrder.map(({ person_before, ...event }) => {
    const before = person_before && keyOf({ ...event, person: person_before });
    const goesOn = before && !isActive(keyOf(event), event.time) && isActive(before, event.time);
    const decided = goesOn ? { ...event, person: person_before } : event;
    const key = keyOf(decided);
    const spans = active.get(key) ?? [];
    const last = spans.at(-1);
    if (last && event.time >= last[0] && event.time <= last[1] + IDLE_MS) last[1] = Math.max(last[1], event.time);
    else spans.push([event.time, event.time]);
    active.set(key, spans);
    return decided;
  });
}

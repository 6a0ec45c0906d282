import { type Event, type Origin, originOf, PAGE_VIEW } from '../event.ts';

/** A visit goes on until nothing happened for longer than this, in the time of events. */
export const IDLE_MS = 30 * 60_000;
/** And never longer than this. */
export const LONGEST_MS = 24 * 3_600_000;

/** One person's events without a gap. Its origin is that of its first event. */
export interface Visit extends Origin {
  project_id: string;
  person: string;
  /** A 64-bit number in decimal digits. */
  id: string;
  /** The batch that wrote it. */
  version: number;
  start: number;
  end: number;
  events: number;
  page_views: number;
  /** Events that are no page views and in which somebody did something. */
  interactions: number;
  entry_page: string;
  entry_time: number;
  exit_page: string;
  exit_time: number;
}

/** An event with its place in the order of arrival. */
export interface PlacedEvent extends Event {
  seq: number;
}

export interface StoredEvent extends PlacedEvent {
  visit: string;
}

/** What joining some events to visits changes. */
export interface Joined {
  removed: Visit[];
  added: Visit[];
  /** The new events, with their visits. */
  events: StoredEvent[];
  /** Events that were there and belong to another visit now; `visit` is the new one. */
  moved: (StoredEvent & { from: string })[];
}

export interface Joining {
  version: number;
  newId: () => string;
  /** Events of the person that are stored, at least those of the times that `readsEvents` names. */
  stored: StoredEvent[];
}

/** The time of which stored events are needed to join these; undefined when none are: a visit that only grows needs none. */
export function readsEvents(visits: Visit[], events: PlacedEvent[]): { from: number; to: number } | undefined {
  const chains = chainsOf(visits, events).filter(
    (chain) => chain.events.length && (chain.visits.length > 1 || (chain.visits.length && isTooLong(chain))),
  );
  if (!chains.length) return undefined;
  return { from: Math.min(...chains.map(({ start }) => start)), to: Math.max(...chains.map(({ end }) => end)) };
}

/** Returns when the last visit ends that these events may change; -Infinity when there are no events. */
export const findEndOfTouchedVisits = (visits: Visit[], events: PlacedEvent[]): number =>
  chainsOf(visits, events)
    .filter((chain) => chain.events.length)
    .reduce((last, { end }) => Math.max(last, end), -Infinity);

/**
 * Joins new events of one person (and of people and bots apart) to the visits that they touch. `visits` are all those from a day before
 * the first of the events on. Late events open, prolong, join and part visits as if they had come in time.
 */
export function joinVisits(visits: Visit[], events: PlacedEvent[], joining: Joining): Joined {
  const joined: Joined = { removed: [], added: [], events: [], moved: [] };
  for (const chain of chainsOf(visits, events)) {
    if (!chain.events.length) continue;
    if (isTooLong(chain)) cut(chain, joining, joined);
    else join(chain, joining, joined);
  }
  return joined;
}

const isTooLong = ({ start, end }: Chain) => end - start > LONGEST_MS;

interface Chain {
  start: number;
  end: number;
  visits: Visit[];
  events: PlacedEvent[];
}

const byTime = (a: PlacedEvent, b: PlacedEvent) => a.time - b.time || a.seq - b.seq;

/** Runs of visits and events in which no gap is longer than the idle time. */
function chainsOf(visits: Visit[], events: PlacedEvent[]): Chain[] {
  const pieces = [
    ...visits.map((visit) => ({ start: visit.start, end: visit.end, visit, event: undefined })),
    ...events.map((event) => ({ start: event.time, end: event.time, visit: undefined, event })),
  ].toSorted((a, b) => a.start - b.start);
  const chains: Chain[] = [];
  for (const { start, end, visit, event } of pieces) {
    let chain = chains.at(-1);
    if (!chain || start - chain.end > IDLE_MS) {
      chain = { start, end, visits: [], events: [] };
      chains.push(chain);
    }
    chain.end = Math.max(chain.end, end);
    if (visit) chain.visits.push(visit);
    if (event) chain.events.push(event);
  }
  return chains;
}

/** All of a chain becomes one visit: the first of those that were there, or a new one. */
function join({ visits, events }: Chain, joining: Joining, joined: Joined): void {
  const [first, ...others] = visits;
  const id = first?.id ?? joining.newId();
  const ordered = events.toSorted(byTime);
  const parts = [...visits, visitOf(ordered, id, joining.version)];
  joined.removed.push(...visits);
  joined.added.push({ ...parts.reduce(merge), id, version: joining.version });
  joined.events.push(...ordered.map((event) => ({ ...event, visit: id })));
  const merged = new Set(others.map((visit) => visit.id));
  for (const event of joining.stored) if (merged.has(event.visit)) joined.moved.push({ ...event, visit: id, from: event.visit });
}

/** Two visits, or parts of one, as one. What happened at the same time came first in `a`, be it that `b` began earlier. */
function merge(a: Visit, b: Visit): Visit {
  const entry = b.page_views === 0 || (a.page_views > 0 && a.entry_time <= b.entry_time) ? a : b;
  const exit = b.page_views === 0 || (a.page_views > 0 && a.exit_time > b.exit_time) ? a : b;
  return {
    ...(b.start < a.start ? b : a),
    end: Math.max(a.end, b.end),
    events: a.events + b.events,
    page_views: a.page_views + b.page_views,
    interactions: a.interactions + b.interactions,
    entry_page: entry.entry_page,
    entry_time: entry.entry_time,
    exit_page: exit.exit_page,
    exit_time: exit.exit_time,
  };
}

/** A chain longer than a visit may be is cut anew, event by event. A visit keeps its id as long as its first event is one of its own. */
function cut(chain: Chain, joining: Joining, joined: Joined): void {
  const { visits, start, end } = chain;
  const stored = visits.length ? joining.stored.filter(({ time }) => time >= start && time <= end) : [];
  const isStored = new Set<PlacedEvent>(stored);
  const runs: (PlacedEvent | StoredEvent)[][] = [];
  for (const event of [...stored, ...chain.events].toSorted(byTime)) {
    const run = runs.at(-1);
    const isPart = run && event.time - (run.at(-1) as Event).time <= IDLE_MS && event.time - (run[0] as Event).time <= LONGEST_MS;
    if (isPart) run.push(event);
    else runs.push([event]);
  }
  const before = new Map(visits.map((visit) => [visit.id, visit]));
  for (const run of runs) {
    const known = run.find((event): event is StoredEvent => isStored.has(event) && before.has((event as StoredEvent).visit));
    const old = known && before.get(known.visit);
    if (old) before.delete(old.id);
    const visit = visitOf(run, old?.id ?? joining.newId(), joining.version);
    const isSame = old && old.start === visit.start && old.end === visit.end && old.events === visit.events;
    if (old && !isSame) joined.removed.push(old);
    if (!isSame) joined.added.push(visit);
    for (const event of run) {
      if (!isStored.has(event)) joined.events.push({ ...event, visit: visit.id });
      else if ((event as StoredEvent).visit !== visit.id)
        joined.moved.push({ ...(event as StoredEvent), visit: visit.id, from: (event as StoredEvent).visit });
    }
  }
  joined.removed.push(...before.values());
}

/** The visit of these events, in order. */
export function visitOf(events: PlacedEvent[], id: string, version: number): Visit {
  const first = events[0] as PlacedEvent;
  const views = events.filter(({ name }) => name === PAGE_VIEW);
  const [entry, exit] = [views[0], views.at(-1)];
  return {
    project_id: first.project_id,
    person: first.person,
    id,
    version,
    start: first.time,
    end: (events.at(-1) as PlacedEvent).time,
    events: events.length,
    page_views: views.length,
    interactions: events.filter(({ name, interactive }) => name !== PAGE_VIEW && interactive).length,
    entry_page: entry?.path ?? '',
    entry_time: entry?.time ?? 0,
    exit_page: exit?.path ?? '',
    exit_time: exit?.time ?? 0,
    ...originOf(first),
  };
}

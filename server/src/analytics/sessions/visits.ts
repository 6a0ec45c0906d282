import { type Event, ORIGIN_FIELDS, type Origin, PAGE_VIEW } from '../event.ts';

/** Maximum gap between two events of a visit. */
export const IDLE_MS = 30 * 60_000;
/** Maximum duration of a visit. */
export const MAX_VISIT_MS = 24 * 3_600_000;

/** A visitor's events without a gap. */
export interface Visit {
  project_id: string;
  person: string;
  isBot: boolean;
  /** A 64-bit number in decimal digits. */
  id: string;
  /** The batch that wrote the visit. */
  version: number;
  start: number;
  end: number;
  events: number;
  page_views: number;
  /** Number of interactive events other than page views. */
  interactions: number;
  entry_page: string;
  entry_time: number;
  exit_page: string;
  exit_time: number;
  /** Origin of the first event (`serializeOrigin`). */
  origin: string;
}

/** An event with its position in the order of arrival. */
export interface PlacedEvent extends Pick<Event, 'project_id' | 'id' | 'time' | 'person' | 'name' | 'interactive' | 'path'> {
  seq: number;
  isBot: boolean;
  query: string;
  title: string;
  properties: Record<string, string>;
  /** See `serializeOrigin`. */
  origin: string;
}

/** An event with the id of its visit. */
export interface StoredEvent extends PlacedEvent {
  visit: string;
}

/** A stored event that belongs to another visit from now on; `from` is its former visit. */
export type MovedEvent = StoredEvent & { from: string };

/** Changes of visits by new events. */
export interface VisitChanges {
  removed: Visit[];
  added: Visit[];
  /** The new events, with their visits. */
  events: StoredEvent[];
  moved: MovedEvent[];
}

export interface Assignment {
  version: number;
  newId: () => string;
  /** Stored events of the visitor, at least those of the period of `findNeededEvents`. */
  stored: StoredEvent[];
}

/** Identifies a visitor across projects. */
export const visitorKey = ({ project_id, person }: { project_id: string; person: string }): string => `${project_id} ${person}`;

/** Serializes the values of ORIGIN_FIELDS as JSON without brackets: a part of the rows of an event and of its visit. */
export const serializeOrigin = (origin: Origin): string =>
  JSON.stringify(ORIGIN_FIELDS.map((field) => origin[field] ?? (field === 'screen_width' ? 0 : ''))).slice(1, -1);

/** Returns the period whose stored events are needed to assign these events; undefined if visits only grow. */
export function findNeededEvents(visits: Visit[], events: PlacedEvent[]): { from: number; to: number } | undefined {
  const chains = findChains(visits, events).filter(
    (chain) => chain.events.length && (chain.visits.length > 1 || (chain.visits.length && isTooLong(chain))),
  );
  if (!chains.length) return undefined;
  return { from: Math.min(...chains.map(({ start }) => start)), to: Math.max(...chains.map(({ end }) => end)) };
}

/** Returns the end of the last visit that these events may change; -Infinity without events. */
export const findEndOfChangedVisits = (visits: Visit[], events: PlacedEvent[]): number =>
  findChains(visits, events)
    .filter((chain) => chain.events.length)
    .reduce((last, { end }) => Math.max(last, end), -Infinity);

/**
 * Assigns new events of one visitor to visits. `visits` are all visits that end within a day before the first event, or later. Late
 * events start, extend, merge and split visits, so that the result does not depend on the order of arrival.
 */
export function assignToVisits(visits: Visit[], events: PlacedEvent[], assignment: Assignment): VisitChanges {
  const changes: VisitChanges = { removed: [], added: [], events: [], moved: [] };
  for (const chain of findChains(visits, events)) {
    if (!chain.events.length) continue;
    const change = isTooLong(chain) ? splitChain(chain, assignment) : mergeChain(chain, assignment);
    changes.removed.push(...change.removed);
    changes.added.push(...change.added);
    changes.events.push(...change.events);
    changes.moved.push(...change.moved);
  }
  return changes;
}

const isTooLong = ({ start, end }: Chain) => end - start > MAX_VISIT_MS;

/** Visits and events without a gap longer than the idle time. */
interface Chain {
  start: number;
  end: number;
  visits: Visit[];
  events: PlacedEvent[];
}

const byTime = (a: PlacedEvent, b: PlacedEvent) => a.time - b.time || a.seq - b.seq;

function findChains(visits: Visit[], events: PlacedEvent[]): Chain[] {
  const pieces: { start: number; end: number; visit?: Visit; event?: PlacedEvent }[] = [];
  for (const visit of visits) pieces.push({ start: visit.start, end: visit.end, visit });
  for (const event of events) pieces.push({ start: event.time, end: event.time, event });
  pieces.sort((a, b) => a.start - b.start);
  const chains: Chain[] = [];
  let chain: Chain | undefined;
  for (const { start, end, visit, event } of pieces) {
    if (!chain || start - chain.end > IDLE_MS) chains.push((chain = { start, end, visits: [], events: [] }));
    chain.end = Math.max(chain.end, end);
    if (visit) chain.visits.push(visit);
    if (event) chain.events.push(event);
  }
  return chains;
}

/** Merges a chain into one visit: its first visit, or a new one. */
function mergeChain({ visits, events }: Chain, { version, newId, stored }: Assignment): VisitChanges {
  const [first, ...others] = visits;
  const id = first?.id ?? newId();
  const ordered = events.toSorted(byTime);
  const merged = [...visits, summarizeVisit(ordered, id, version)].reduce(mergeVisits);
  const merging = new Set(others.map((visit) => visit.id));
  return {
    removed: visits,
    added: [{ ...merged, id, version }],
    events: ordered.map((event) => ({ ...event, visit: id })),
    moved: stored.filter(({ visit }) => merging.has(visit)).map((event) => ({ ...event, visit: id, from: event.visit })),
  };
}

/** Merges two visits, or parts of one visit. Simultaneous events of `a` precede those of `b`, even if `b` starts earlier. */
function mergeVisits(a: Visit, b: Visit): Visit {
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

/**
 * Splits a chain that is longer than a visit may be, event by event. A visit keeps its id as long as its first event is one of its
 * own.
 */
function splitChain({ visits, events, start, end }: Chain, { version, newId, stored }: Assignment): VisitChanges {
  const changes: VisitChanges = { removed: [], added: [], events: [], moved: [] };
  const known = visits.length ? stored.filter(({ time }) => time >= start && time <= end) : [];
  const visitOf = new Map<PlacedEvent, string>(known.map((event) => [event, event.visit]));
  const remaining = new Map(visits.map((visit) => [visit.id, visit]));
  for (const run of splitRuns([...known, ...events].toSorted(byTime))) {
    const ids = run.map((event) => visitOf.get(event) ?? '');
    const before = remaining.get(ids.find((id) => remaining.has(id)) ?? '');
    if (before) remaining.delete(before.id);
    const visit = summarizeVisit(run, before?.id ?? newId(), version);
    const isSame = before && before.start === visit.start && before.end === visit.end && before.events === visit.events;
    if (before && !isSame) changes.removed.push(before);
    if (!isSame) changes.added.push(visit);
    for (const event of run) {
      const from = visitOf.get(event);
      if (from === undefined) changes.events.push({ ...event, visit: visit.id });
      else if (from !== visit.id) changes.moved.push({ ...event, visit: visit.id, from });
    }
  }
  changes.removed.push(...remaining.values());
  return changes;
}

/** Splits events, in order of time, at gaps and where a visit reaches its maximum duration. */
function splitRuns(ordered: PlacedEvent[]): PlacedEvent[][] {
  const runs: PlacedEvent[][] = [];
  for (const event of ordered) {
    const run = runs.at(-1);
    const continues =
      run &&
      event.time - (run.at(-1) as PlacedEvent).time <= IDLE_MS &&
      event.time - (run[0] as PlacedEvent).time <= MAX_VISIT_MS;
    if (continues) run.push(event);
    else runs.push([event]);
  }
  return runs;
}

/** Returns the visit of these events, which are in order. */
function summarizeVisit(events: PlacedEvent[], id: string, version: number): Visit {
  const first = events[0] as PlacedEvent;
  const views = events.filter(({ name }) => name === PAGE_VIEW);
  const [entry, exit] = [views[0], views.at(-1)];
  return {
    project_id: first.project_id,
    person: first.person,
    isBot: first.isBot,
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
    origin: first.origin,
  };
}

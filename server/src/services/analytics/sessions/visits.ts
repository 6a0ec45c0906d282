import { ATTRIBUTE_FIELDS, type Event, type Origin, PAGE_VIEW } from '../pipeline/event.ts';

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
  user_id: string;
  /** Attributes of the first event (`serializeAttributes`). */
  attributes: string;
}

/** An event with its position in the order of arrival. */
export interface PlacedEvent extends Pick<Event, 'project_id' | 'id' | 'time' | 'person' | 'name' | 'interactive' | 'path'> {
  seq: number;
  isBot: boolean;
  query: string;
  title: string;
  properties: Record<string, string>;
  /** User id of the person; empty for an anonymous visitor. */
  user_id: string;
  /** See `serializeAttributes`. */
  attributes: string;
  /** Former visit of an event that was stored as the event of another person. */
  from?: string | undefined;
  /** Set for an event that was accepted before this batch: events of its visit can have a higher sequence number. */
  isEarlier?: true;
}

/** An event with the id of its visit. */
export interface StoredEvent extends PlacedEvent {
  visit: string;
}

/** A stored event that belongs to another visit from now on; `from` is its former visit. */
export type MovedEvent = StoredEvent & { from: string };

/** Events of a visitor that a batch adds and takes away. */
export interface EventChanges {
  /** New events, and events of other visitors (with `from`). */
  events: PlacedEvent[];
  /** Stored events that belong to another visitor from now on. */
  leaving: StoredEvent[];
}

/** Changes of visits by new, arriving and leaving events. */
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

/** Serializes the values of ATTRIBUTE_FIELDS. Most events have the same attributes as many others. */
export const serializeAttributes = (origin: Origin): string =>
  JSON.stringify(ATTRIBUTE_FIELDS.map((field) => origin[field] ?? (field === 'screen_width' ? 0 : '')));

/** Returns the period whose stored events are needed for these changes; undefined if visits only grow, or are removed entirely. */
export function findNeededEvents(visits: Visit[], { events, leaving }: EventChanges): { from: number; to: number } | undefined {
  const left = separateLeft(visits, leaving);
  const chains = findChains(left.others, events).filter((chain) => needsEvents(chain, left.shrinking));
  if (!chains.length) return undefined;
  return { from: Math.min(...chains.map(({ start }) => start)), to: Math.max(...chains.map(({ end }) => end)) };
}

/** Returns the end of the last visit that these events may change; -Infinity without events. */
export const findEndOfChangedVisits = (visits: Visit[], events: PlacedEvent[]): number =>
  findChains(visits, events)
    .filter((chain) => chain.events.length)
    .reduce((last, { end }) => Math.max(last, end), -Infinity);

/**
 * Assigns events of one visitor to visits. `visits` are all visits that end within a day before the first event, or later. Late events
 * start, extend, merge and split visits, so that the result does not depend on the order of arrival. Leaving events shrink and split visits.
 */
export function assignToVisits(visits: Visit[], { events, leaving }: EventChanges, assignment: Assignment): VisitChanges {
  const { left, shrinking, others } = separateLeft(visits, leaving);
  const changes: VisitChanges = { removed: left, added: [], events: [], moved: [] };
  const leavingIds = new Set(leaving.map(({ id }) => id));
  const remaining = { ...assignment, stored: assignment.stored.filter(({ id }) => !leavingIds.has(id)) };
  for (const chain of findChains(others, events)) {
    const isSplit = needsSplit(chain, shrinking);
    if (!chain.events.length && !isSplit) continue;
    const change = isSplit ? splitChain(chain, remaining) : mergeChain(chain, remaining);
    changes.removed.push(...change.removed);
    changes.added.push(...change.added);
    changes.events.push(...change.events);
    changes.moved.push(...change.moved);
  }
  return changes;
}

/** Separates the visits that all their events leave. `shrinking` are the ids of visits that some of their events leave. */
function separateLeft(visits: Visit[], leaving: StoredEvent[]): { left: Visit[]; others: Visit[]; shrinking: Set<string> } {
  const counts = new Map<string, number>();
  for (const { visit } of leaving) counts.set(visit, (counts.get(visit) ?? 0) + 1);
  const isLeft = ({ id, events }: Visit) => counts.get(id) === events;
  return {
    left: counts.size ? visits.filter(isLeft) : [],
    others: counts.size ? visits.filter((visit) => !isLeft(visit)) : visits,
    shrinking: new Set(counts.keys()),
  };
}

/** Returns whether stored events of a chain are needed: visits merge, or are computed from their events. */
const needsEvents = (chain: Chain<PlacedEvent>, shrinking: Set<string>) =>
  chain.visits.length > 0 && (needsSplit(chain, shrinking) || (chain.events.length > 0 && chain.visits.length > 1));

/** Returns whether the visits of a chain are computed from all of its events. */
const needsSplit = (chain: Chain<PlacedEvent>, shrinking: Set<string>) =>
  (chain.events.length > 0 && (isTooLong(chain) || hasTies(chain))) || chain.visits.some(({ id }) => shrinking.has(id));

const isTooLong = ({ start, end }: Chain<unknown>) => end - start > MAX_VISIT_MS;

/**
 * Returns whether an event from before this batch has the time of the start, the first page view or the last page view of a visit:
 * the order of arrival then decides.
 */
const hasTies = ({ visits, events }: Chain<PlacedEvent>) =>
  events.some(
    ({ isEarlier, time }) => isEarlier && visits.some((visit) => [visit.start, visit.entry_time, visit.exit_time].includes(time)),
  );

/** Visits and events without a gap longer than the idle time. */
export interface Chain<Timed> {
  start: number;
  end: number;
  visits: Visit[];
  events: Timed[];
}

type InOrder = Pick<PlacedEvent, 'time' | 'seq'>;

/** Compares events by time, and simultaneous events by arrival. */
export const byTime = (a: InOrder, b: InOrder): number => a.time - b.time || a.seq - b.seq;

/** Returns the chains of visits and events, in order. */
export function findChains<Timed extends { time: number }>(visits: Visit[], events: Timed[]): Chain<Timed>[] {
  const pieces: { start: number; end: number; visit?: Visit; event?: Timed }[] = [];
  for (const visit of visits) pieces.push({ start: visit.start, end: visit.end, visit });
  for (const event of events) pieces.push({ start: event.time, end: event.time, event });
  pieces.sort((a, b) => a.start - b.start);
  const chains: Chain<Timed>[] = [];
  let chain: Chain<Timed> | undefined;
  for (const { start, end, visit, event } of pieces) {
    if (!chain || start - chain.end > IDLE_MS) chains.push((chain = { start, end, visits: [], events: [] }));
    chain.end = Math.max(chain.end, end);
    if (visit) chain.visits.push(visit);
    if (event) chain.events.push(event);
  }
  return chains;
}

/** Merges a chain into one visit: its first visit, or a new one. */
function mergeChain({ visits, events }: Chain<PlacedEvent>, { version, newId, stored }: Assignment): VisitChanges {
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
function splitChain({ visits, events, start, end }: Chain<PlacedEvent>, { version, newId, stored }: Assignment): VisitChanges {
  const changes: VisitChanges = { removed: [], added: [], events: [], moved: [] };
  const known = visits.length ? stored.filter(({ time }) => time >= start && time <= end) : [];
  const visitOf = new Map<PlacedEvent, string>(known.map((event) => [event, event.visit]));
  const remaining = new Map(visits.map((visit) => [visit.id, visit]));
  for (const run of splitRuns([...known, ...events].toSorted(byTime))) {
    const ids = run.map((event) => visitOf.get(event) ?? '');
    const before = remaining.get(ids.find((id) => remaining.has(id)) ?? '');
    if (before) remaining.delete(before.id);
    const visit = summarizeVisit(run, before?.id ?? newId(), version);
    const isSame = before?.events === run.length && run.every((event) => visitOf.get(event) === before.id);
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
export function splitRuns<Timed extends { time: number }>(ordered: Timed[]): Timed[][] {
  const runs: Timed[][] = [];
  for (const event of ordered) {
    const run = runs.at(-1);
    const continues =
      run && event.time - (run.at(-1) as Timed).time <= IDLE_MS && event.time - (run[0] as Timed).time <= MAX_VISIT_MS;
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
    user_id: first.user_id,
    attributes: first.attributes,
  };
}

import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { type BrowserEvent, withoutRedundant } from './browsers.ts';
import { type BrowserRow, findBrowserEvents, findRecentBrowserEvents } from './browsers-store.ts';
import { findRecentVisits, findVisits } from './events-store.ts';
import { byTime, IDLE_MS, MAX_VISIT_MS, type PlacedEvent, type Visit, type VisitChanges, visitorKey } from './visits.ts';

/** Maximum number of visitors in memory, some 160 MB. */
const MAX_VISITORS = 200_000;
/** Visitors without an event for longer than this are removed from memory. */
const MAX_IDLE_MS = 2 * 3_600_000;
/** Events that arrive up to this much late find their visits in memory from the first batch of a project on. */
const LATE_MS = 5 * 60_000;
/** Accepted events are at most this far ahead of the clock of this node. */
const SKEW_MS = 2 * 60_000;

interface Visitor {
  project_id: string;
  /** In order of start, visits of people and bots. */
  visits: Visit[];
  /** The events of the browser of an anonymous visitor, in order, without redundant ones. */
  browserEvents: BrowserEvent[];
  /** Memory has all visits and browser events that events from this time on can change. */
  completeFrom: number;
}

type VisitorId = Pick<Visitor, 'project_id'> & { person: string };

const NONE: readonly [] = [];

/** An event with a visitor whose event it may be. */
export type Candidate = Pick<PlacedEvent, 'project_id' | 'time' | 'person'>;

/** Returns the time of the first event that cannot change visits that end at `end`: exactly IDLE_MS later is still the same visit. */
const firstAfter = (end: number): number => end + IDLE_MS + 1;

/**
 * Keeps the visits in memory that new events can change, so that they need not be read from ClickHouse for each batch. The memory is
 * complete for events from a certain time of a project on; visits for earlier events are read. All changes of visits must pass through
 * `apply`, or `reset` must be called.
 */
export class LiveVisits {
  readonly #db: Db;
  readonly #clickhouse: Pick<ClickHouse, 'query'>;
  readonly #now: () => number;
  readonly #maxVisitors: number;
  /** By `visitorKey`, the visitors with the oldest last batch first. */
  readonly #visitors = new Map<string, Visitor>();
  /** By project: all visits that events from this time on can change are in memory. */
  readonly #completeFrom = new Map<string, number>();

  constructor(
    { db, clickhouse }: { db: Db; clickhouse: Pick<ClickHouse, 'query'> },
    { now = Date.now, maxVisitors = MAX_VISITORS }: { now?: () => number; maxVisitors?: number } = {},
  ) {
    this.#db = db;
    this.#clickhouse = clickhouse;
    this.#now = now;
    this.#maxVisitors = maxVisitors;
  }

  /** Loads the visits that these events can change. `waitForPreviousBatches` waits until ClickHouse has all earlier changes. */
  async load(events: Candidate[], waitForPreviousBatches: () => Promise<void>): Promise<void> {
    const isNew = [...new Set(events.map(({ project_id }) => project_id))].filter((project) => !this.#completeFrom.has(project));
    if (isNew.length) await waitForPreviousBatches();
    for (const project of isNew) await this.#loadProject(project);

    const missing = new Map<string, Candidate>();
    for (const { project_id, time, person } of events) {
      const key = visitorKey({ project_id, person });
      if (this.#isComplete(project_id, key, time)) continue;
      missing.set(key, { project_id, person, time: Math.min(time, missing.get(key)?.time ?? Infinity) });
    }
    if (!missing.size) return;
    await waitForPreviousBatches();
    const from = [...missing.values()].reduce((first, { time }) => Math.min(first, time), Infinity);
    const [foundVisits, foundEvents] = await Promise.all([
      findVisits(this.#clickhouse, [...missing.values()], { from }),
      findBrowserEvents(this.#db, [...missing.values()]),
    ]);
    const visits = Map.groupBy(foundVisits, visitorKey);
    const browserEvents = groupByBrowser(foundEvents);
    for (const [key, { project_id }] of missing)
      this.#put(key, {
        project_id,
        visits: visits.get(key) ?? [],
        browserEvents: withoutRedundant(browserEvents.get(key) ?? []),
        completeFrom: from,
      });
  }

  /** Returns the visits of a visitor that are in memory, in order of start. */
  find(visitor: VisitorId): Visit[] {
    return this.#visitors.get(visitorKey(visitor))?.visits ?? [];
  }

  /** Returns the browser events of the browser of an anonymous visitor that are in memory, in order. */
  findBrowserEvents(visitor: VisitorId): readonly BrowserEvent[] {
    return this.#visitors.get(visitorKey(visitor))?.browserEvents ?? NONE;
  }

  /** Records all browser events of the browser of an anonymous visitor. */
  putBrowserEvents(visitor: VisitorId, browserEvents: BrowserEvent[]): void {
    const key = visitorKey(visitor);
    const known = this.#visitors.get(key);
    this.#put(key, {
      project_id: visitor.project_id,
      visits: known?.visits ?? [],
      browserEvents: withoutRedundant(browserEvents),
      completeFrom: known?.completeFrom ?? Infinity,
    });
  }

  /** Records changes of a visitor's visits. */
  apply(visitor: VisitorId, { removed, added }: Pick<VisitChanges, 'removed' | 'added'>): void {
    const key = visitorKey(visitor);
    const known = this.#visitors.get(key);
    const gone = new Set(removed);
    const visits = [...(known?.visits ?? []).filter((visit) => !gone.has(visit)), ...added];
    if (visits.length > 1) visits.sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
    this.#put(key, {
      project_id: visitor.project_id,
      visits,
      browserEvents: known?.browserEvents ?? [],
      completeFrom: known?.completeFrom ?? Infinity,
    });
  }

  /** Removes visits from memory that are unlikely to change. */
  evict(): void {
    for (const [key, { project_id, visits, browserEvents }] of this.#visitors) {
      const end = visits.reduce((last, visit) => Math.max(last, visit.end), browserEvents.at(-1)?.time ?? 0);
      if (this.#visitors.size <= this.#maxVisitors && end > this.#now() - MAX_IDLE_MS) return;
      this.#visitors.delete(key);
      const complete = this.#completeFrom.get(project_id);
      if (complete !== undefined) this.#completeFrom.set(project_id, Math.max(complete, firstAfter(end)));
    }
  }

  /** Removes visitors of the projects of events that changed visits without `apply`, unless the events are too old to matter. */
  removeVisitors(events: Candidate[]): void {
    if (events.every(({ time }) => time < this.#now() - MAX_VISIT_MS - MAX_IDLE_MS)) return;
    for (const { project_id } of events) this.#completeFrom.delete(project_id);
    const projects = new Set(events.map(({ project_id }) => project_id));
    for (const [key, { project_id }] of this.#visitors) if (projects.has(project_id)) this.#visitors.delete(key);
  }

  /** Removes all visits. */
  reset(): void {
    this.#visitors.clear();
    this.#completeFrom.clear();
  }

  #put(key: string, visitor: Visitor): void {
    this.#visitors.delete(key);
    this.#visitors.set(key, visitor);
  }

  #isComplete(projectId: string, key: string, time: number): boolean {
    return time >= (this.#completeFrom.get(projectId) ?? Infinity) || time >= (this.#visitors.get(key)?.completeFrom ?? Infinity);
  }

  /** Reads the recent visits and browser events of a project. With too many, they are read when their visitors have new events. */
  async #loadProject(projectId: string): Promise<void> {
    const from = this.#now() - LATE_MS - IDLE_MS;
    const limit = Math.floor(this.#maxVisitors / 2);
    const [recent, recentEvents] = await Promise.all([
      findRecentVisits(this.#clickhouse, projectId, { from, limit }),
      findRecentBrowserEvents(this.#db, projectId, { from, limit }),
    ]);
    const isLoaded = recent && recentEvents;
    // Visits that this node changes from now on are in memory. All others have ended by now.
    this.#completeFrom.set(projectId, isLoaded ? from + IDLE_MS : firstAfter(this.#now() + SKEW_MS));
    if (!isLoaded) return;
    const visits = Map.groupBy(recent, visitorKey);
    const browserEvents = groupByBrowser(recentEvents);
    for (const key of new Set([...visits.keys(), ...browserEvents.keys()]))
      if (!this.#visitors.has(key))
        this.#put(key, {
          project_id: projectId,
          visits: visits.get(key) ?? [],
          browserEvents: withoutRedundant(browserEvents.get(key) ?? []),
          completeFrom: Infinity,
        });
  }
}

/** Groups browser events by the key of their anonymous visitor, in order. */
function groupByBrowser(rows: BrowserRow[]): Map<string, BrowserEvent[]> {
  const groups = new Map<string, BrowserEvent[]>();
  for (const { project_id, browser, ...event } of rows.toSorted(byTime)) {
    const key = visitorKey({ project_id, person: browser });
    const group = groups.get(key);
    if (group) group.push(event);
    else groups.set(key, [event]);
  }
  return groups;
}

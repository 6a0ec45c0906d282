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
export function createLiveVisits(
  { db, clickhouse }: { db: Db; clickhouse: Pick<ClickHouse, 'query'> },
  { now = Date.now, maxVisitors = MAX_VISITORS }: { now?: () => number; maxVisitors?: number } = {},
) {
  /** By `visitorKey`, the visitors with the oldest last batch first. */
  const visitors = new Map<string, Visitor>();
  /** By project: all visits that events from this time on can change are in memory. */
  const completeFrom = new Map<string, number>();

  const put = (key: string, visitor: Visitor) => {
    visitors.delete(key);
    visitors.set(key, visitor);
  };

  const isComplete = (projectId: string, key: string, time: number): boolean =>
    time >= (completeFrom.get(projectId) ?? Infinity) || time >= (visitors.get(key)?.completeFrom ?? Infinity);

  /**
   * Reads the recent visits and browser events of a project. With too many, they are read when their visitors have new events.
   */
  async function loadProject(projectId: string): Promise<void> {
    const from = now() - LATE_MS - IDLE_MS;
    const limit = Math.floor(maxVisitors / 2);
    const [recent, recentEvents] = await Promise.all([
      findRecentVisits(clickhouse, projectId, { from, limit }),
      findRecentBrowserEvents(db, projectId, { from, limit }),
    ]);
    const isLoaded = recent && recentEvents;
    // Visits that this node changes from now on are in memory. All others have ended by now.
    completeFrom.set(projectId, isLoaded ? from + IDLE_MS : firstAfter(now() + SKEW_MS));
    if (!isLoaded) return;
    const visits = Map.groupBy(recent, visitorKey);
    const browserEvents = groupByBrowser(recentEvents);
    for (const key of new Set([...visits.keys(), ...browserEvents.keys()]))
      if (!visitors.has(key))
        put(key, {
          project_id: projectId,
          visits: visits.get(key) ?? [],
          browserEvents: withoutRedundant(browserEvents.get(key) ?? []),
          completeFrom: Infinity,
        });
  }

  function evict(): void {
    for (const [key, { project_id, visits, browserEvents }] of visitors) {
      const end = visits.reduce((last, visit) => Math.max(last, visit.end), browserEvents.at(-1)?.time ?? 0);
      if (visitors.size <= maxVisitors && end > now() - MAX_IDLE_MS) return;
      visitors.delete(key);
      const complete = completeFrom.get(project_id);
      if (complete !== undefined) completeFrom.set(project_id, Math.max(complete, firstAfter(end)));
    }
  }

  return {
    /** Loads the visits that these events can change. `waitForPreviousBatches` waits until ClickHouse has all earlier changes. */
    load: async (events: Candidate[], waitForPreviousBatches: () => Promise<void>): Promise<void> => {
      const isNew = [...new Set(events.map(({ project_id }) => project_id))].filter((project) => !completeFrom.has(project));
      if (isNew.length) await waitForPreviousBatches();
      for (const project of isNew) await loadProject(project);

      const missing = new Map<string, Candidate>();
      for (const { project_id, time, person } of events) {
        const key = visitorKey({ project_id, person });
        if (isComplete(project_id, key, time)) continue;
        missing.set(key, { project_id, person, time: Math.min(time, missing.get(key)?.time ?? Infinity) });
      }
      if (!missing.size) return;
      await waitForPreviousBatches();
      const from = [...missing.values()].reduce((first, { time }) => Math.min(first, time), Infinity);
      const [foundVisits, foundEvents] = await Promise.all([
        findVisits(clickhouse, [...missing.values()], { from }),
        findBrowserEvents(db, [...missing.values()]),
      ]);
      const visits = Map.groupBy(foundVisits, visitorKey);
      const browserEvents = groupByBrowser(foundEvents);
      for (const [key, { project_id }] of missing)
        put(key, {
          project_id,
          visits: visits.get(key) ?? [],
          browserEvents: withoutRedundant(browserEvents.get(key) ?? []),
          completeFrom: from,
        });
    },
    /** Returns the visits of a visitor that are in memory, in order of start. */
    find: (visitor: { project_id: string; person: string }): Visit[] => visitors.get(visitorKey(visitor))?.visits ?? [],
    /** Returns the browser events of the browser of an anonymous visitor that are in memory, in order. */
    findBrowserEvents: (visitor: { project_id: string; person: string }): readonly BrowserEvent[] =>
      visitors.get(visitorKey(visitor))?.browserEvents ?? NONE,
    /** Records all browser events of the browser of an anonymous visitor. */
    putBrowserEvents: (visitor: { project_id: string; person: string }, browserEvents: BrowserEvent[]): void => {
      const key = visitorKey(visitor);
      const known = visitors.get(key);
      put(key, {
        project_id: visitor.project_id,
        visits: known?.visits ?? [],
        browserEvents: withoutRedundant(browserEvents),
        completeFrom: known?.completeFrom ?? Infinity,
      });
    },
    /** Records changes of a visitor's visits. */
    apply: (
      visitor: { project_id: string; person: string },
      { removed, added }: Pick<VisitChanges, 'removed' | 'added'>,
    ): void => {
      const key = visitorKey(visitor);
      const known = visitors.get(key);
      const gone = new Set(removed);
      const visits = [...(known?.visits ?? []).filter((visit) => !gone.has(visit)), ...added];
      if (visits.length > 1) visits.sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
      put(key, {
        project_id: visitor.project_id,
        visits,
        browserEvents: known?.browserEvents ?? [],
        completeFrom: known?.completeFrom ?? Infinity,
      });
    },
    /** Removes visits from memory that are unlikely to change. */
    evict,
    /** Removes visitors of the projects of events that changed visits without `apply`, unless the events are too old to matter. */
    removeVisitors: (events: Candidate[]): void => {
      if (events.every(({ time }) => time < now() - MAX_VISIT_MS - MAX_IDLE_MS)) return;
      for (const { project_id } of events) completeFrom.delete(project_id);
      const projects = new Set(events.map(({ project_id }) => project_id));
      for (const [key, { project_id }] of visitors) if (projects.has(project_id)) visitors.delete(key);
    },
    /** Removes all visits. */
    reset: (): void => {
      visitors.clear();
      completeFrom.clear();
    },
  };
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

export type LiveVisits = ReturnType<typeof createLiveVisits>;

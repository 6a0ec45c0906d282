import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from '../../platform/observe/metrics.ts';
import { type Db, isForeignKeyViolation, isPassing, isStoreUnavailable } from '../../platform/postgres/database.ts';
import { insertEntries, type LogEntry } from './store.ts';

const FLUSH_MS = 1_000;
const MINUTE_MS = 60_000;
/** Maximum number of entries that wait for PostgreSQL, some 5 MB. */
const MAX_WAITING = 10_000;
/** Maximum number of groups of similar requests in one minute, on a node. */
const MAX_GROUPS = 20_000;
/** Maximum number of requests whose project is being looked up. */
const MAX_LATER = 100;
/** Maximum number of entries per statement. */
const BATCH = 1_000;

export interface RequestLog {
  /**
   * Records a request in memory. `combinedPath` is the path of the entry for similar requests, which are combined after the first
   * `separate` ones of a minute.
   */
  add: (entry: Omit<LogEntry, 'count'>, options: { combinedPath: string; separate: number }) => void;
  /** Records the requests that the promise adds. Flushes wait for it. */
  addLater: (adding: () => Promise<void>) => void;
  /** Writes what this node recorded. Writes the combined requests of the current minute of a project as well. */
  flush: (projectId?: string) => Promise<void>;
  start: () => void;
  /** Writes everything recorded. */
  stop: () => Promise<void>;
  metrics: Metrics;
}

/** Requests of one minute with the same project, credential, route and result. */
interface Group {
  projectId: string;
  count: number;
  combined: LogEntry | undefined;
}

/**
 * Records requests in memory, and writes them to PostgreSQL every second. While PostgreSQL is unavailable, entries wait up to
 * `MAX_WAITING`; further ones are dropped and counted.
 */
export function createRequestLog({ db, log }: { db: Db; log: FastifyBaseLogger }): RequestLog {
  const later = new Set<Promise<void>>();
  const groups = new Map<string, Group>();
  let minute = 0;
  let waiting: LogEntry[] = [];
  let dropped = 0;

  function enqueue(entry: LogEntry): void {
    if (waiting.length < MAX_WAITING) waiting.push(entry);
    else dropped += entry.count;
  }

  /** Enqueues the combined requests, of one project or all. */
  function closeGroups(projectId?: string): void {
    for (const group of groups.values()) {
      if (!group.combined || (projectId !== undefined && group.projectId !== projectId)) continue;
      enqueue(group.combined);
      group.combined = undefined;
    }
  }

  function endMinute(now: number): void {
    const current = Math.floor(now / MINUTE_MS);
    if (current === minute) return;
    minute = current;
    closeGroups();
    groups.clear();
  }

  function combine(group: Group, entry: LogEntry, path: string): void {
    const { combined } = group;
    if (!combined) {
      group.combined = { ...entry, path };
      return;
    }
    combined.count++;
    combined.duration_ms += (entry.duration_ms - combined.duration_ms) / combined.count;
  }

  async function write(): Promise<void> {
    const batches = waiting;
    waiting = [];
    while (batches.length) {
      const batch = batches.splice(0, BATCH);
      try {
        await insertEntries(db, batch);
      } catch (error) {
        // A project may have been deleted meanwhile.
        if (isStoreUnavailable(error as Error) || isPassing(error) || isForeignKeyViolation(error)) {
          const [kept, others] = [[...batch, ...batches], waiting];
          waiting = kept;
          for (const entry of others) enqueue(entry);
          return;
        }
        for (const { count } of batch) dropped += count;
        log.error({ err: error }, 'entries of the request log were not written');
      }
    }
  }

  let writing = Promise.resolve();
  async function flush(projectId?: string): Promise<void> {
    endMinute(Date.now());
    await Promise.all(later);
    if (projectId !== undefined) closeGroups(projectId);
    writing = writing.then(write);
    await writing;
  }

  let timer: NodeJS.Timeout | undefined;
  let isFlushing = false;
  /** A flush waits for seconds while PostgreSQL is unavailable. */
  async function flushUnlessRunning(): Promise<void> {
    if (isFlushing) return;
    isFlushing = true;
    await flush();
    isFlushing = false;
  }

  return {
    add: (entry, { combinedPath, separate }) => {
      endMinute(Date.now());
      const { project_id: projectId, method, status, code, credential, credential_name: name } = entry;
      const key = `${projectId} ${method} ${combinedPath} ${status} ${code} ${credential} ${name}`;
      let group = groups.get(key);
      if (!group) {
        if (groups.size >= MAX_GROUPS) {
          dropped++;
          return;
        }
        group = { projectId, count: 0, combined: undefined };
        groups.set(key, group);
      }
      if (++group.count <= separate) enqueue({ ...entry, count: 1 });
      else combine(group, { ...entry, count: 1 }, combinedPath);
    },
    addLater: (adding) => {
      if (later.size >= MAX_LATER) {
        dropped++;
        return;
      }
      const promise = adding()
        .catch(() => {
          dropped++;
        })
        .finally(() => later.delete(promise));
      later.add(promise);
    },
    flush,
    start: () => {
      timer = setInterval(() => void flushUnlessRunning(), FLUSH_MS);
    },
    stop: async () => {
      clearInterval(timer);
      closeGroups();
      await flush();
    },
    metrics: [
      {
        name: 'earshot_request_log_dropped_total',
        help: 'Requests that are missing in the request log, because PostgreSQL was unavailable for long or too many arrived',
        type: 'counter',
        read: () => dropped,
      },
    ],
  };
}

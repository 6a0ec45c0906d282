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
export class RequestLog {
  readonly #db: Db;
  readonly #log: FastifyBaseLogger;
  /** Requests whose project is being looked up. */
  readonly #later = new Set<Promise<void>>();
  readonly #groups = new Map<string, Group>();
  #minute = 0;
  #waiting: LogEntry[] = [];
  #dropped = 0;
  #writing = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isFlushing = false;

  constructor({ db, log }: { db: Db; log: FastifyBaseLogger }) {
    this.#db = db;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#flushUnlessRunning(), FLUSH_MS);
  }

  /** Writes everything recorded. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#closeGroups();
    await this.flush();
  }

  /**
   * Records a request in memory. `combinedPath` is the path of the entry for similar requests, which are combined after the first
   * `separate` ones of a minute.
   */
  add(entry: Omit<LogEntry, 'count'>, { combinedPath, separate }: { combinedPath: string; separate: number }): void {
    this.#endMinute(Date.now());
    const { project_id: projectId, method, status, code, credential, credential_name: name } = entry;
    const key = `${projectId} ${method} ${combinedPath} ${status} ${code} ${credential} ${name}`;
    let group = this.#groups.get(key);
    if (!group) {
      if (this.#groups.size >= MAX_GROUPS) {
        this.#dropped++;
        return;
      }
      group = { projectId, count: 0, combined: undefined };
      this.#groups.set(key, group);
    }
    if (++group.count <= separate) this.#enqueue({ ...entry, count: 1 });
    else combine(group, { ...entry, count: 1 }, combinedPath);
  }

  /** Records the requests that the promise adds. Flushes wait for it. */
  addLater(adding: () => Promise<void>): void {
    if (this.#later.size >= MAX_LATER) {
      this.#dropped++;
      return;
    }
    const promise = adding()
      .catch(() => {
        this.#dropped++;
      })
      .finally(() => this.#later.delete(promise));
    this.#later.add(promise);
  }

  /** Writes what this node recorded. Writes the combined requests of the current minute of a project as well. */
  async flush(projectId?: string): Promise<void> {
    this.#endMinute(Date.now());
    await Promise.all(this.#later);
    if (projectId !== undefined) this.#closeGroups(projectId);
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  readonly metrics: Metrics = [
    {
      name: 'earshot_request_log_dropped_total',
      help: 'Requests that are missing in the request log, because PostgreSQL was unavailable for long or too many arrived',
      type: 'counter',
      read: () => this.#dropped,
    },
  ];

  #enqueue(entry: LogEntry): void {
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(entry);
    else this.#dropped += entry.count;
  }

  /** Enqueues the combined requests, of one project or all. */
  #closeGroups(projectId?: string): void {
    for (const group of this.#groups.values()) {
      if (!group.combined || (projectId !== undefined && group.projectId !== projectId)) continue;
      this.#enqueue(group.combined);
      group.combined = undefined;
    }
  }

  #endMinute(now: number): void {
    const current = Math.floor(now / MINUTE_MS);
    if (current === this.#minute) return;
    this.#minute = current;
    this.#closeGroups();
    this.#groups.clear();
  }

  async #write(): Promise<void> {
    const batches = this.#waiting;
    this.#waiting = [];
    while (batches.length) {
      const batch = batches.splice(0, BATCH);
      try {
        await insertEntries(this.#db, batch);
      } catch (error) {
        // A project may have been deleted meanwhile.
        if (isStoreUnavailable(error as Error) || isPassing(error) || isForeignKeyViolation(error)) {
          const others = this.#waiting;
          this.#waiting = [...batch, ...batches];
          for (const entry of others) this.#enqueue(entry);
          return;
        }
        for (const { count } of batch) this.#dropped += count;
        this.#log.error({ err: error }, 'entries of the request log were not written');
      }
    }
  }

  /** A flush waits for seconds while PostgreSQL is unavailable. */
  async #flushUnlessRunning(): Promise<void> {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    await this.flush();
    this.#isFlushing = false;
  }
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

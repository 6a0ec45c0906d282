import { totalmem } from 'node:os';
import { setFlagsFromString } from 'node:v8';

// Shares of the memory of an instance. Shares are caps: parts take them only when they need them, and not all at the same time.

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
/** The V8 heap of an idle server takes about 100 MB, and ClickHouse requires some hundred megabytes for reports. */
const MIN_BYTES = 512 * MIB;

export interface MemoryPlan {
  /** Maximum old generation of the V8 heap of the main thread in megabytes. Undefined: the default of V8. */
  heapMb: number | undefined;
  /** Maximum old generation of the event log thread in megabytes. Undefined: the default of V8. */
  eventLogHeapMb: number | undefined;
  search: {
    /** Maximum number of search threads, unless EARSHOT_SEARCH_THREADS is set. More than four would compete with PostgreSQL, which takes half of the time. */
    threads: number;
    /** Maximum old generation of each search thread in megabytes. */
    heapMb: number;
    /** Words and postings that each thread keeps. */
    cacheBytes: number;
  };
  /** Settings of the embedded PostgreSQL. */
  postgres: Record<string, string>;
  /** Limits of the embedded ClickHouse. */
  clickhouse: ClickHouseLimits;
}

export interface ClickHouseLimits {
  /** Memory of all queries and caches. A query that exceeds it fails. */
  maxBytes: number;
  markCacheBytes: number;
  indexMarkCacheBytes: number;
  primaryIndexCacheBytes: number;
  /** Groupings that are larger continue on disk. */
  groupByBytes: number;
}

/** Parses EARSHOT_MEMORY, such as `1GB` or `1536MB`. Units are powers of 1024. Returns bytes. */
export function parseMemory(text: string): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)\s*([MG])i?B?$/i.exec(text.trim()) ?? [];
  const bytes = Math.round(Number(number) * (unit.toUpperCase() === 'G' ? GIB : MIB));
  if (!(bytes >= MIN_BYTES)) throw new Error('must be a size of at least 512MB, such as 1GB or 1536MB');
  return bytes;
}

const clamp = (value: number, [min, max]: [min: number, max: number]) => Math.round(Math.min(max, Math.max(min, value)));
const inMb = (bytes: number) => `${Math.round(bytes / MIB)}MB`;

/** Returns the caps for an instance that may use this many bytes. */
export function planMemory(bytes: number): MemoryPlan {
  const mb = bytes / MIB;
  const cacheBytes = clamp(bytes / 32, [16 * MIB, GIB]);
  return {
    heapMb: clamp(mb / 4, [192, 4096]),
    eventLogHeapMb: clamp(mb / 5, [160, 1024]),
    search: {
      threads: clamp(Math.floor(bytes / GIB), [1, 4]),
      heapMb: clamp(mb / 8, [128, 512]),
      cacheBytes: clamp(bytes / 64, [16 * MIB, 256 * MIB]),
    },
    postgres: {
      shared_buffers: inMb(clamp(bytes / 16, [32 * MIB, 2 * GIB])),
      effective_cache_size: inMb(bytes / 2),
      // A statement may use this several times, in each of its connections.
      work_mem: inMb(clamp(bytes / 256, [4 * MIB, 64 * MIB])),
      maintenance_work_mem: inMb(clamp(bytes / 16, [32 * MIB, GIB])),
      max_connections: bytes < 2 * GIB ? '100' : '200',
    },
    clickhouse: {
      maxBytes: Math.round(bytes * CLICKHOUSE_SHARE),
      markCacheBytes: cacheBytes,
      indexMarkCacheBytes: Math.round(cacheBytes / 2),
      primaryIndexCacheBytes: cacheBytes,
      groupByBytes: clamp(bytes / 8, [64 * MIB, 4 * GIB]),
    },
  };
}

/** Share of ClickHouse: PostgreSQL and Node.js need the rest of a machine with 2 GB. */
const CLICKHOUSE_SHARE = 0.35;

/** Memory of the machine, or of the container: above the limit of a container, the kernel kills the process. */
const availableBytes = () => Math.min(totalmem(), process.constrainedMemory() || Infinity);

/** Returns the caps without EARSHOT_MEMORY: those of a machine with 2 GB, but more for queries of ClickHouse on a larger machine. */
export const planDefaultMemory = (): MemoryPlan => ({
  heapMb: undefined,
  eventLogHeapMb: undefined,
  search: { threads: 4, heapMb: 256, cacheBytes: 32 * MIB },
  postgres: { shared_buffers: '64MB', max_connections: '200' },
  clickhouse: {
    maxBytes: Math.round(Math.min(availableBytes() * CLICKHOUSE_SHARE, 4 * GIB)),
    markCacheBytes: 64 * MIB,
    indexMarkCacheBytes: 32 * MIB,
    primaryIndexCacheBytes: 64 * MIB,
    groupByBytes: 256 * MIB,
  },
});

/** Returns whether the heap of the main thread was limited when the process started: by the operator, or by EARSHOT_MEMORY. */
export const hasHeapLimit = (): boolean =>
  [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(' ')].some((option) =>
    /^--max[-_](?:old[-_]space|heap)[-_]size/.test(option),
  );

/** Limits the old generation of threads that start from now on. The limit of the process would override their `resourceLimits`. */
export function limitNextThreads(maxHeapMb: number | undefined): void {
  if (maxHeapMb !== undefined && hasHeapLimit()) setFlagsFromString(`--max-old-space-size=${maxHeapMb}`);
}

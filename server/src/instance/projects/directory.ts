import { sql } from 'kysely';
import type pg from 'pg';
import { isSlug } from '../../platform/api/validation.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { listen } from '../../platform/postgres/listen.ts';
import { isApiKey } from './secrets.ts';
import type { Project, ProjectOfKey } from './store.ts';
import { listServedDomains } from './domains-store.ts';
import { findIdByFormerSlug } from './former-slugs-store.ts';
import { findProject, findProjectByKey, findProjectBySlug } from './store.ts';

// Long enough to save almost all queries, short enough to limit stale reads when a LISTEN connection is interrupted.
const CACHE_TTL_MS = 5_000;
const MAX_CACHED = 10_000;
const CHANNEL = 'earshot_project_changed';

/**
 * Caches projects by id, key and slug for seconds. Changes invalidate the cache immediately in this process, and through NOTIFY in
 * others.
 */
export interface ProjectDirectory {
  byId: (id: string) => Promise<Project | undefined>;
  byKey: (key: string) => Promise<ProjectOfKey | undefined>;
  bySlug: (slug: string) => Promise<Project | undefined>;
  /** Returns the project that had a slug. */
  byFormerSlug: (slug: string) => Promise<Project | undefined>;
  /** Returns the slug of the project that serves this host, from memory. */
  slugOfHost: (host: string) => string | undefined;
  /** Returns the project of a cached key, without a query. */
  peekKey: (key: string) => string | undefined;
  /** Notifies all processes, including this one, once `db` (which may be a transaction) is committed. */
  changed: (db: Db, projectId: string) => Promise<void>;
  /** Listens for changes in other processes. Returns a function that stops it. */
  listen: (pool: pg.Pool) => Promise<() => void>;
}

interface CacheEntry {
  project: Promise<Project | undefined>;
  id?: string;
  until: number;
}

/** Delay before domains are read again after a failure. */
const REREAD_MS = 1_000;

/** `isOwnHost` recognizes the hosts of the instance itself, which never belong to a project. */
export function createProjectDirectory(db: Db, { isOwnHost }: { isOwnHost: (host: string) => boolean }): ProjectDirectory {
  const byId = (id: string) => lookUp(`id ${id}`, () => findProject(db, id));
  const cache = new Map<string, CacheEntry>();

  function lookUp<Found extends Project>(name: string, find: () => Promise<Found | undefined>): Promise<Found | undefined> {
    const cached = cache.get(name);
    // The first word of a name determines the type.
    if (cached && cached.until > performance.now()) return cached.project as Promise<Found | undefined>;
    if (cache.size >= MAX_CACHED) cache.clear();
    const project = find();
    const entry: CacheEntry = { project, until: performance.now() + CACHE_TTL_MS };
    cache.set(name, entry);
    void evictUnlessFound(name, entry);
    return project;
  }

  /** Only hits are cached: a missing project may be created at any moment. */
  async function evictUnlessFound(name: string, entry: CacheEntry): Promise<void> {
    const project = await entry.project.catch(() => undefined);
    if (project) entry.id = project.id;
    else if (cache.get(name) === entry) cache.delete(name);
  }

  // Loads all domains, because every request needs a lookup. The previous ones stay in use until the load completes. A change during a load
  // is followed by another load, so that each one counts, however often projects change.
  let domains = new Map<string, string>();
  let isReading = false;
  let isStale = false;
  let isStopped = false;
  const readDomains = async (): Promise<void> => {
    isStale = isReading;
    if (isReading) return;
    isReading = true;
    const served = await listServedDomains(db).catch(() => undefined);
    isReading = false;
    if (isStopped) return;
    if (served) domains = new Map([...served].filter(([domain]) => !isOwnHost(domain)));
    if (isStale) void readDomains();
    else if (!served) setTimeout(() => void readDomains(), REREAD_MS).unref();
  };

  function drop(projectId: string): void {
    for (const [name, entry] of cache) if (entry.id === projectId || entry.id === undefined) cache.delete(name);
  }

  return {
    byId,
    // Keys in any other form were never issued, and may contain characters that PostgreSQL rejects.
    byKey: async (key) => (isApiKey(key) ? await lookUp(`key ${key}`, () => findProjectByKey(db, key)) : undefined),
    bySlug: async (slug) => (isSlug(slug) ? await lookUp(`slug ${slug}`, () => findProjectBySlug(db, slug)) : undefined),
    byFormerSlug: async (slug) => {
      const id = isSlug(slug) ? await findIdByFormerSlug(db, slug) : undefined;
      return id === undefined ? undefined : await byId(id);
    },
    slugOfHost: (host) => domains.get(host),
    peekKey: (key) => cache.get(`key ${key}`)?.id,
    changed: async (changedIn, projectId) => {
      drop(projectId);
      await sql`SELECT pg_notify(${CHANNEL}, ${projectId})`.execute(changedIn);
    },
    listen: async (pool) => {
      const stop = await listen(
        pool,
        CHANNEL,
        (projectId) => {
          drop(projectId);
          void readDomains();
        },
        () => {
          cache.clear();
          void readDomains();
        },
      );
      await readDomains();
      return () => {
        isStopped = true;
        stop();
      };
    },
  };
}

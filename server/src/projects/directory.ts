import { sql } from 'kysely';
import type pg from 'pg';
import { isSlug } from '../http/validation.ts';
import type { Db } from '../postgres/database.ts';
import { listen } from '../postgres/listen.ts';
import { isApiKey } from './secrets.ts';
import type { Project } from './store.ts';
import { listServedDomains } from './domains-store.ts';
import { findProject, findProjectByKey, findProjectBySlug } from './store.ts';

// Long enough to spare the database almost every look-up, short enough that a node whose LISTEN was cut off is not wrong for long.
const KEPT_MS = 5_000;
const MOST = 10_000;
const CHANNEL = 'earshot_project_changed';

/** Projects by id, key and slug, kept for seconds. A change drops them at once in this process, and by NOTIFY in the others. */
export interface ProjectDirectory {
  byId: (id: string) => Promise<Project | undefined>;
  byKey: (key: string) => Promise<Project | undefined>;
  bySlug: (slug: string) => Promise<Project | undefined>;
  /** The slug of the project that serves this host; asks nobody. */
  slugOfHost: (host: string) => string | undefined;
  /** The project of a key that is known already; asks nobody. */
  peekKey: (key: string) => string | undefined;
  /** Tells every process, this one too, once `db` (a transaction, perhaps) is committed. */
  changed: (db: Db, projectId: string) => Promise<void>;
  /** Hears of changes in other processes, until stopped. */
  listen: (pool: pg.Pool) => Promise<() => void>;
}

interface Kept {
  project: Promise<Project | undefined>;
  id?: string;
  until: number;
}

/** How long after a failure the domains are read again. */
const REREAD_MS = 1_000;

/** `isOwnHost` tells the hosts of the instance itself, which are no project's, whatever the database says. */
export function createProjectDirectory(db: Db, { isOwnHost }: { isOwnHost: (host: string) => boolean }): ProjectDirectory {
  const kept = new Map<string, Kept>();

  function keep(name: string, find: () => Promise<Project | undefined>): Promise<Project | undefined> {
    const found = kept.get(name);
    if (found && found.until > Date.now()) return found.project;
    if (kept.size >= MOST) kept.clear();
    const entry: Kept = { project: find(), until: Date.now() + KEPT_MS };
    kept.set(name, entry);
    void forgetUnlessFound(name, entry);
    return entry.project;
  }

  /** What is not there now may be there in a moment: only what was found is kept. */
  async function forgetUnlessFound(name: string, entry: Kept): Promise<void> {
    const project = await entry.project.catch(() => undefined);
    if (project) entry.id = project.id;
    else if (kept.get(name) === entry) kept.delete(name);
  }

  // All of them, since every request is asked for its host. Until they are read anew, what was true is.
  let domains = new Map<string, string>();
  let reads = 0;
  let isStopped = false;
  const readDomains = async (): Promise<void> => {
    const read = ++reads;
    const served = await listServedDomains(db).catch(() => undefined);
    // A read that began later has seen every change that this one has.
    if (read !== reads || isStopped) return;
    if (served) domains = new Map([...served].filter(([domain]) => !isOwnHost(domain)));
    else setTimeout(() => void readDomains(), REREAD_MS).unref();
  };

  function drop(projectId: string): void {
    for (const [name, entry] of kept) if (entry.id === projectId || entry.id === undefined) kept.delete(name);
  }

  return {
    byId: (id) => keep(`id ${id}`, () => findProject(db, id)),
    // What has another form was never given to anyone, and may hold what PostgreSQL takes for no text at all.
    byKey: async (key) => (isApiKey(key) ? await keep(`key ${key}`, () => findProjectByKey(db, key)) : undefined),
    bySlug: async (slug) => (isSlug(slug) ? await keep(`slug ${slug}`, () => findProjectBySlug(db, slug)) : undefined),
    slugOfHost: (host) => domains.get(host),
    peekKey: (key) => kept.get(`key ${key}`)?.id,
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
          kept.clear();
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

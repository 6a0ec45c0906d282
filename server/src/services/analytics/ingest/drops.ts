import { truncate } from '@earshot/contract/shared/text';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../../platform/postgres/database.ts';
import { type DropOfProject, findProjectsOfKeys, saveDrops } from './drops-store.ts';

/** Drops are collected, so that they cost one statement at a time and no request waits for it. */
const SAVE_DELAY_MS = 300;
/** A drop of the same project, reason and host is not saved again within this time. */
const REPEAT_MS = 30_000;
/** Limits of the memory. Beyond them, drops are not recorded. */
const MAX_WAITING = 1_000;
const MAX_REMEMBERED = 20_000;
const MAX_HOSTNAME_LENGTH = 253;
const MAX_MESSAGE_LENGTH = 300;

export type Drops = ReturnType<typeof createDrops>;

/** Keeps the last dropped event of each project and reason, so that a team sees why a visit is missing. */
export function createDrops(db: Db, log: FastifyBaseLogger) {
  let waiting: DropOfProject[] = [];
  let keys = new Map<string, { hostname: string; occurred_at: Date }>();
  const remembered = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  /** Returns whether to save a drop: the first one with this key, or the first one after REPEAT_MS. */
  function isNew(key: string): boolean {
    const now = Date.now();
    if (now - (remembered.get(key) ?? 0) < REPEAT_MS || waiting.length + keys.size >= MAX_WAITING) return false;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(key, now);
    return true;
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      save().catch((error: unknown) => log.warn({ err: error }, 'Dropped events were not recorded'));
    }, SAVE_DELAY_MS).unref();
  }

  async function save(): Promise<void> {
    const [drops, formerKeys] = [waiting, keys];
    waiting = [];
    keys = new Map();
    if (formerKeys.size)
      for (const { key, project_id } of await findProjectsOfKeys(db, [...formerKeys.keys()])) {
        const used = formerKeys.get(key);
        if (used) drops.push({ project_id, reason: 'key_expired', message: '', ...used });
      }
    // One row for each project and reason: the last one.
    const rows = new Map(drops.map((drop) => [`${drop.project_id} ${drop.reason}`, drop]));
    if (rows.size) await saveDrops(db, [...rows.values()]);
  }

  return {
    /** Records that an event was dropped, or stored as a bot. */
    add(projectId: string, { reason, hostname, message = '' }: { reason: string; hostname: string; message?: string }): void {
      if (!isNew(`${projectId} ${reason} ${hostname} ${message}`)) return;
      waiting.push({
        project_id: projectId,
        reason,
        hostname: hostname.slice(0, MAX_HOSTNAME_LENGTH),
        message: truncate(message, MAX_MESSAGE_LENGTH),
        occurred_at: new Date(),
      });
      schedule();
    },
    /** Records a request with a key that has the form of an API key and is not valid. Only a key that was replaced shows which project it is about. */
    addKey(key: string, hostname: string): void {
      if (!isNew(`key ${key}`)) return;
      keys.set(key, { hostname: hostname.slice(0, MAX_HOSTNAME_LENGTH), occurred_at: new Date() });
      schedule();
    },
  };
}

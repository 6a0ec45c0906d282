import type { FastifyBaseLogger } from 'fastify';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { type Db, isForeignKeyViolation, transact } from '../../platform/postgres/database.ts';
import { type OnJoined, type Proof, provePeople } from './proving.ts';

/** Time in which a repeated proof is not written again. Erased people can be proven again after it. */
const KNOWN_MS = 300_000;
const MAX_KNOWN = 20_000;
/** Proofs that wait for the database. Further ones are left to the next request of their people. */
const MAX_PENDING = 10_000;
/** Proofs of one transaction. */
const CHUNK = 500;

declare module 'fastify' {
  interface FastifyInstance {
    people: PeopleDirectory;
  }
}

/** People of all projects, as requests prove them. */
export interface PeopleDirectory {
  /**
   * Notes what a request proves about a person, without waiting for the database. Proofs of all requests are written together right after;
   * those that this process wrote within the last minutes are not repeated.
   */
  note: (projectId: string, proof: Proof) => void;
  /** Resolves when all noted proofs are written. */
  settle: () => Promise<void>;
}

export function createPeopleDirectory(
  { db, log, onJoined }: { db: Db; log: Pick<FastifyBaseLogger, 'warn'>; onJoined?: OnJoined },
  now = Date.now,
): PeopleDirectory {
  /** Proofs by what they prove, the most recent last, with the end of their time. */
  const known = new Map<string, { profile: string; until: number }>();
  const pending = new Map<string, Map<string, Proof>>();
  let pendingCount = 0;
  let running: Promise<void> | undefined;

  function remember(key: string, profile: string): void {
    known.delete(key);
    known.set(key, { profile, until: now() + KNOWN_MS });
    if (known.size <= MAX_KNOWN) return;
    const [oldest] = known.keys();
    if (oldest !== undefined) known.delete(oldest);
  }

  async function write(projectId: string, proofs: Map<string, Proof>): Promise<void> {
    const entries = [...proofs];
    for (let start = 0; start < entries.length; start += CHUNK) {
      const chunk = entries.slice(start, start + CHUNK);
      try {
        await transact(db, (tx) =>
          provePeople(
            tx,
            projectId,
            chunk.map(([, proof]) => proof),
            onJoined,
          ),
        );
      } catch (error) {
        for (const [key] of chunk) known.delete(key);
        // The project was deleted meanwhile.
        if (!isForeignKeyViolation(error)) log.warn({ err: error }, 'failed to record people; their next requests repeat it');
      }
    }
  }

  async function drain(): Promise<void> {
    for (let next = pending.entries().next(); !next.done; next = pending.entries().next()) {
      const [projectId, proofs] = next.value;
      pending.delete(projectId);
      pendingCount -= proofs.size;
      await write(projectId, proofs);
    }
    running = undefined;
  }

  return {
    note: (projectId, proof) => {
      // A proof of the past does not stand for one of the present.
      const key = [
        projectId,
        proof.seen ? 'past' : '',
        proof.by,
        proof.userId ?? '',
        proof.email === undefined ? '' : toMailboxKey(proof.email),
      ].join('\n');
      const { name, avatarUrl, attributes, company } = proof;
      const profile = JSON.stringify([name, avatarUrl, attributes, company]);
      const earlier = known.get(key);
      if ((earlier?.profile === profile && earlier.until > now()) || pendingCount >= MAX_PENDING) return;
      remember(key, profile);
      const proofs = pending.get(projectId) ?? new Map<string, Proof>();
      pending.set(projectId, proofs);
      if (!proofs.has(key)) pendingCount++;
      proofs.set(key, proof);
      // Collects the proofs of a request, and those that arrive during a transaction.
      running ??= new Promise((resolve) => setImmediate(resolve)).then(drain);
    },
    settle: async () => {
      await running;
    },
  };
}

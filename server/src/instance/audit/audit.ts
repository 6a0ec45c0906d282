import type { FastifyRequest } from 'fastify';
import { type TokenUser, userOf } from '../../platform/api/credentials.ts';
import { newId } from '../../platform/ids.ts';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import {
  type Actor,
  findOwnProjectIds,
  hasRecentEntry,
  insertEntry,
  type MemberAuditEntry,
  type NewAuditEntry,
} from './store.ts';

export type { Actor };

export const actorFrom = ({ id, is_service_account, name, email, token }: TokenUser): Actor => ({
  id,
  is_service_account,
  name: name ?? email,
  tokenName: token.name,
});

/** Returns the actor of a request with a session token. */
export const actorOf = (request: FastifyRequest): Actor => actorFrom(userOf(request));

/**
 * Adds an entry to the audit log of a project. Must run in the transaction of the change, so that neither is committed without the other;
 * for exports, before the first byte is sent.
 */
export const recordAudit = (db: Db | Transaction, entry: NewAuditEntry): Promise<void> => insertEntry(db, newId(), entry);

/**
 * Adds an entry about something that is repeated often, such as reading a secret or the batches of an import: one an hour for an actor, a
 * token and a target.
 */
export async function recordHourly(db: Db, entry: MemberAuditEntry): Promise<void> {
  if (!(await hasRecentEntry(db, entry))) await recordAudit(db, entry);
}

/**
 * Adds an entry about a credential to the audit logs of the projects that it reaches: the given ones, or for null all projects of the actor.
 */
export const recordCredentialAudit = async (
  tx: Transaction,
  projectIds: readonly string[] | null,
  entry: Omit<MemberAuditEntry, 'projectId'>,
): Promise<void> => {
  for (const projectId of projectIds ?? (await findOwnProjectIds(tx, entry.actor.id)))
    await recordAudit(tx, { projectId, ...entry });
};

/**
 * Returns the fields that differ between two states. Fields of nested objects are named by their path, such as
 * `settings.mail.color`. Returns undefined when the states are equal.
 */
export function changedFields(
  before: object,
  after: object,
): { before: Record<string, unknown>; after: Record<string, unknown> } | undefined {
  const [old, current] = [flatten(before), flatten(after)];
  const names = [...new Set([...old.keys(), ...current.keys()])].filter(
    (name) => JSON.stringify(old.get(name)) !== JSON.stringify(current.get(name)),
  );
  const pick = (from: Map<string, unknown>) => Object.fromEntries(names.map((name) => [name, from.get(name) ?? null]));
  return names.length ? { before: pick(old), after: pick(current) } : undefined;
}

function flatten(value: object, prefix = ''): Map<string, unknown> {
  return new Map(
    Object.entries(value).flatMap(([name, field]: [string, unknown]) =>
      typeof field === 'object' && field !== null && !Array.isArray(field)
        ? [...flatten(field, `${prefix}${name}.`)]
        : [[`${prefix}${name}`, field] as const],
    ),
  );
}

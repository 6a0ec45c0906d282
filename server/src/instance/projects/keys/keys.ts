import { DEFAULT_KEY_NAME, MAX_PROJECT_KEYS } from '@earshot/contract/instance/project-keys';
import { ROTATION_GRACE_S } from '@earshot/contract/shared/common';
import type { FastifyRequest } from 'fastify';
import { header } from '../../../platform/api/authorization.ts';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { formatId, newId } from '../../../platform/ids.ts';
import { type Db, isUniqueViolation, type Transaction, transact } from '../../../platform/postgres/database.ts';
import { type Actor, changedFields, recordAudit } from '../../audit/audit.ts';
import type { ProjectDirectory } from '../directory.ts';
import { newApiKey } from '../secrets.ts';
import { lockProject, type ProjectOfKey } from '../store.ts';
import * as store from './store.ts';

interface Deps {
  db: Db;
  directory: ProjectDirectory;
}

interface Change {
  projectId: string;
  actor: Actor;
}

/** Adds the default key of a new project. */
export const insertDefaultKey = (tx: Transaction, projectId: string): Promise<void> =>
  store.insertKey(tx, {
    id: newId(),
    project_id: projectId,
    key: newApiKey(),
    name: DEFAULT_KEY_NAME,
    is_default: true,
    allowed_origins: [],
  });

/** @throws {HttpError} 409 if the name is taken, or the project has too many keys */
export async function createKey(
  { db, directory }: Deps,
  { projectId, actor, name, origins }: Change & { name: string; origins: string[] },
): Promise<store.ProjectKey> {
  refuseInvalidOrigins(origins);
  const key = await transact(db, async (tx) => {
    await requireProject(tx, projectId);
    if ((await store.listKeys(tx, projectId)).length >= MAX_PROJECT_KEYS) throw new HttpError('keys.limit_reached');
    const id = newId();
    await store
      .insertKey(tx, { id, project_id: projectId, key: newApiKey(), name, is_default: false, allowed_origins: origins })
      .catch(refuseTakenName);
    const made = await getKey(tx, projectId, id);
    await recordAudit(tx, { projectId, actor, action: 'api_key.created', target: toTarget(made), after: auditedFields(made) });
    return made;
  });
  await directory.changed(db, projectId);
  return key;
}

/** @throws {HttpError} 404; 409 if the name is taken */
export async function updateKey(
  { db, directory }: Deps,
  { projectId, actor, id, name, origins }: Change & { id: string; name?: string; origins?: string[] },
): Promise<store.ProjectKey> {
  if (origins) refuseInvalidOrigins(origins);
  const key = await transact(db, async (tx) => {
    await requireProject(tx, projectId);
    const before = await getKey(tx, projectId, id);
    const changed = { name: name ?? before.name, allowed_origins: origins ?? before.allowed_origins };
    await store.updateKey(tx, { project_id: projectId, id, ...changed }).catch(refuseTakenName);
    const change = changedFields(auditedFields(before), auditedFields(changed));
    if (change) await recordAudit(tx, { projectId, actor, action: 'api_key.updated', target: toTarget(before), ...change });
    return await getKey(tx, projectId, id);
  });
  await directory.changed(db, projectId);
  return key;
}

/** Revokes a key immediately. @throws {HttpError} 404; 409 for the default key */
export async function revokeKey({ db, directory }: Deps, { projectId, actor, id }: Change & { id: string }): Promise<void> {
  await transact(db, async (tx) => {
    await requireProject(tx, projectId);
    const key = await getKey(tx, projectId, id);
    if (key.is_default) throw new HttpError('keys.default');
    await store.expireKey(tx, projectId, id);
    await recordAudit(tx, { projectId, actor, action: 'api_key.revoked', target: toTarget(key), before: auditedFields(key) });
  });
  await directory.changed(db, projectId);
}

/** Replaces the default key by a new one with the same name and origins. */
export async function rotateKey(
  { db, directory }: Deps,
  { projectId, actor, revokeNow }: Change & { revokeNow: boolean },
): Promise<store.ProjectKey[]> {
  const keys = await transact(db, async (tx) => {
    await requireProject(tx, projectId);
    const former = (await store.listKeys(tx, projectId)).find((key) => key.is_default);
    if (!former) throw new Error(`Project ${projectId} has no default key`);
    await store.expireDefaultKey(tx, projectId, revokeNow ? 0 : ROTATION_GRACE_S);
    await store.insertKey(tx, { ...former, id: newId(), key: newApiKey() });
    await recordAudit(tx, { projectId, actor, action: 'api_key.rotated', after: { revoke_now: revokeNow } });
    return await store.listKeys(tx, projectId);
  });
  await directory.changed(db, projectId);
  return keys;
}

/**
 * Refuses web pages of origins that the key does not allow, and records the use of the key once a minute, without waiting. Browsers send
 * `Origin` with every request of a script to another host; servers send none. Pages of this host may use every key.
 * @throws {HttpError} 403
 */
export function useKey(db: Db, project: ProjectOfKey, request: FastifyRequest): void {
  const origin = header(request, 'origin');
  const { id, key_id: keyId, allowed_origins: allowed } = project;
  if (origin !== undefined && allowed.length && !isOfHost(origin, request.headers.host) && !isAllowed(origin, allowed))
    throw new HttpError('auth.origin_not_allowed');
  if (!project.is_stale) return;
  project.is_stale = false;
  // A failure is no reason to refuse the request. The project is read again after seconds, and then still stale.
  void store.touchKey(db, id, keyId).catch(() => undefined);
}

const isOfHost = (origin: string, host: string | undefined) => host !== undefined && origin.replace(/^https?:\/\//, '') === host;

/** Returns whether an origin is in the list, or a subdomain of a host with `*.` in the list. */
const isAllowed = (origin: string, allowed: string[]): boolean =>
  allowed.some((one) => {
    const [scheme = '', domain] = one.split('*');
    return domain === undefined ? origin === one : origin.startsWith(scheme) && origin.endsWith(domain);
  });

/** @throws {HttpError} 400 for an origin that no browser sends */
function refuseInvalidOrigins(origins: string[]): void {
  for (const [index, origin] of origins.entries()) {
    const exact = origin.replace('//*.', '//');
    if (!/^https?:[^*]*$/.test(exact) || URL.parse(exact)?.origin !== exact)
      throw invalidField(
        `allowed_origins[${index}]`,
        'invalid',
        `allowed_origins[${index}] must be an origin such as https://example.com, in lower case, without path and standard port`,
      );
  }
}

async function requireProject(tx: Transaction, projectId: string): Promise<void> {
  if (!(await lockProject(tx, projectId))) throw new HttpError('projects.not_found');
}

async function getKey(db: Db, projectId: string, id: string): Promise<store.ProjectKey> {
  const key = await store.findKey(db, projectId, id);
  if (!key) throw new HttpError('keys.not_found');
  return key;
}

function refuseTakenName(error: unknown): never {
  throw isUniqueViolation(error) ? new HttpError('keys.name_taken') : error;
}

const toTarget = ({ id, name }: store.ProjectKey) => ({ id: formatId('key', id), name });
const auditedFields = ({ name, allowed_origins }: Pick<store.ProjectKey, 'name' | 'allowed_origins'>) => ({
  name,
  allowed_origins,
});

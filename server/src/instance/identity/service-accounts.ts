import { ROTATION_GRACE_S } from '@earshot/contract/shared/common';
import type { ServiceAccountScope } from '@earshot/contract/instance/service-accounts';
import { type Actor, changedFields, recordAudit } from '../audit/audit.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { formatId } from '../../platform/ids.ts';
import { type Db, isUniqueViolation, type Transaction, transact } from '../../platform/postgres/database.ts';
import { newToken, sha256 } from './secrets.ts';
import * as store from './service-accounts-store.ts';

const DAY_S = 86_400;
/** Number of characters of a token that are stored and shown, so that people recognize it. */
const SHOWN_CHARACTERS = 4;

/** A service account with a new token. */
export interface NewAccountToken {
  account: store.ServiceAccount;
  token: string;
}

interface Change {
  projectId: string;
  actor: Actor;
  id: string;
}

/**
 * Creates a service account with its first token. Without `days`, the token does not expire.
 * @throws {HttpError} 409 if the name is taken
 */
export async function createServiceAccount(
  db: Db,
  { projectId, actor, name, scopes, days }: Omit<Change, 'id'> & { name: string; scopes: ServiceAccountScope[]; days?: number },
): Promise<NewAccountToken> {
  return await transact(db, async (tx) => {
    const id = await store.insertServiceAccount(tx, { projectId, name, scopes, createdBy: actor.id });
    if (!id) throw new HttpError('service_accounts.name_taken');
    const token = await addToken(tx, id, days);
    const account = await getServiceAccount(tx, projectId, id);
    await recordAudit(tx, {
      projectId,
      actor,
      action: 'service_account.created',
      target: toTarget(account),
      after: { scopes, ...toNewestToken(account) },
    });
    return { account, token };
  });
}

/** Changes the name or the scopes. The scopes apply to all tokens immediately. @throws {HttpError} 404; 409 if the name is taken */
export async function updateServiceAccount(
  db: Db,
  { projectId, actor, id, name, scopes }: Change & { name?: string; scopes?: ServiceAccountScope[] },
): Promise<store.ServiceAccount> {
  return await transact(db, async (tx) => {
    const before = await lockServiceAccount(tx, projectId, id);
    await store
      .updateServiceAccount(tx, projectId, id, { name: name ?? before.name, scopes: scopes ?? before.scopes })
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? new HttpError('service_accounts.name_taken') : error;
      });
    const account = await getServiceAccount(tx, projectId, id);
    const change = changedFields(auditedFields(before), auditedFields(account));
    if (change)
      await recordAudit(tx, { projectId, actor, action: 'service_account.updated', target: toTarget(before), ...change });
    return account;
  });
}

/** Replaces the tokens by a new one. The previous tokens expire after 24 hours, or immediately. @throws {HttpError} 404 */
export async function rotateServiceAccount(
  db: Db,
  { projectId, actor, id, revokeNow, days }: Change & { revokeNow: boolean; days?: number },
): Promise<NewAccountToken> {
  return await transact(db, async (tx) => {
    await lockServiceAccount(tx, projectId, id);
    await store.expireAccountTokens(tx, id, revokeNow ? 0 : ROTATION_GRACE_S);
    const token = await addToken(tx, id, days);
    const account = await getServiceAccount(tx, projectId, id);
    await recordAudit(tx, {
      projectId,
      actor,
      action: 'service_account.rotated',
      target: toTarget(account),
      after: { ...toNewestToken(account), revoke_now: revokeNow },
    });
    return { account, token };
  });
}

/** Revokes one token immediately. @throws {HttpError} 404 */
export async function revokeAccountToken(db: Db, { projectId, actor, id, tokenId }: Change & { tokenId: string }): Promise<void> {
  await transact(db, async (tx) => {
    const account = await lockServiceAccount(tx, projectId, id);
    const tokenName = await store.deleteAccountToken(tx, id, tokenId);
    if (tokenName === undefined) throw new HttpError('service_accounts.token_not_found');
    await recordTokenRevoked(tx, { projectId, actor, account, tokenName });
  });
}

/** Deletes a service account. Its tokens are revoked immediately. @throws {HttpError} 404 */
export async function deleteServiceAccount(db: Db, { projectId, actor, id }: Change): Promise<void> {
  await transact(db, async (tx) => {
    const account = await lockServiceAccount(tx, projectId, id);
    await store.deleteServiceAccount(tx, projectId, id);
    await recordAudit(tx, {
      projectId,
      actor,
      action: 'service_account.deleted',
      target: toTarget(account),
      before: { scopes: account.scopes },
    });
  });
}

/** Records the revocation of a token by a user or by the token itself. */
export const recordTokenRevoked = (
  tx: Transaction,
  {
    projectId,
    actor,
    account,
    tokenName,
  }: { projectId: string; actor: Actor; account: { id: string; name: string | null }; tokenName: string | null },
): Promise<void> =>
  recordAudit(tx, {
    projectId,
    actor,
    action: 'service_account.token_revoked',
    target: toTarget(account),
    before: { token: tokenName },
  });

const toTarget = ({ id, name }: { id: string; name: string | null }) => ({ id: formatId('svc', id), name });
const auditedFields = ({ name, scopes }: store.ServiceAccount) => ({ name, scopes });
const toNewestToken = ({ tokens: [newest] }: store.ServiceAccount) => ({
  token: newest?.name,
  expires_at: newest?.expires_at ? new Date(newest.expires_at) : null,
});

async function getServiceAccount(db: Db, projectId: string, id: string): Promise<store.ServiceAccount> {
  const account = await store.findServiceAccount(db, projectId, id);
  if (!account) throw new HttpError('service_accounts.not_found');
  return account;
}

async function lockServiceAccount(tx: Transaction, projectId: string, id: string): Promise<store.ServiceAccount> {
  const account = await store.lockServiceAccount(tx, projectId, id);
  if (!account) throw new HttpError('service_accounts.not_found');
  return account;
}

async function addToken(tx: Transaction, accountId: string, days: number | undefined): Promise<string> {
  const token = newToken('service');
  await store.insertAccountToken(tx, {
    accountId,
    hash: sha256(token),
    name: `…${token.slice(-SHOWN_CHARACTERS)}`,
    seconds: days === undefined ? undefined : days * DAY_S,
  });
  return token;
}

import type { AccountAction } from '@earshot/contract/instance/account-log';
import type { TokenRights } from '../../../platform/api/credentials.ts';
import { newId } from '../../../platform/ids.ts';
import type { Transaction } from '../../../platform/postgres/database.ts';
import { type Actor, recordCredentialAudit } from '../../audit/audit.ts';
import type { SessionClient } from '../sessions/sessions-store.ts';
import { insertAccountEntry } from './store.ts';

/** The user of an action, and the client of the request; undefined for actions without a request of the user. */
export interface AccountActor extends Actor {
  client?: Omit<SessionClient, 'program'>;
}

interface AccountChange {
  actor: Pick<AccountActor, 'id' | 'tokenName' | 'client'>;
  action: AccountAction;
  /** TypeID and name of the session or credential. */
  target?: { id: string; name: string | null };
  /** Rights of a token or app. */
  rights?: Omit<TokenRights, 'name'>;
}

/** Actions that give somebody access for longer than a sign-in, so that users are told about them. */
const TOLD = new Set<AccountAction>(['token.created', 'connected_app.authorized', 'passkey.created']);

/** Adds an entry to the account log of a user. Must run in the transaction of the change. */
export async function recordAccountChange(tx: Transaction, { actor, action, target, rights }: AccountChange): Promise<void> {
  await insertAccountEntry(tx, {
    user_id: actor.id,
    id: newId(),
    action,
    target_id: target?.id ?? null,
    target_name: target?.name ?? null,
    token_name: actor.tokenName,
    browser: actor.client?.browser ?? null,
    os: actor.client?.os ?? null,
    country: actor.client?.country ?? null,
    scopes: rights?.scopes ?? null,
    project_ids: rights?.project_ids ?? null,
    is_unsent: TOLD.has(action),
  });
}

interface CredentialChange extends AccountChange {
  actor: AccountActor;
  action: 'token.created' | 'token.revoked' | 'connected_app.authorized' | 'connected_app.revoked';
  target: { id: string; name: string | null };
  rights: Omit<TokenRights, 'name'>;
  before?: object;
  after?: object;
}

/** Records a change of a token or app, in the account log of its user and in the audit logs of all projects that it reaches. */
export async function recordCredentialChange(tx: Transaction, change: CredentialChange): Promise<void> {
  const { actor, action, target, rights, before, after } = change;
  await recordAccountChange(tx, { actor, action, target, rights });
  await recordCredentialAudit(tx, rights.project_ids, { actor, action, target, before, after });
}

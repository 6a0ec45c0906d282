import type { FastifyRequest } from 'fastify';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import { formatId } from '../../../platform/ids.ts';
import { type AccountActor, recordAccountChange } from '../account-log/log.ts';
import * as store from './sessions-store.ts';
import type { SignedIn } from '../signed-in.ts';
import { recordTokensRevoked } from '../tokens.ts';
import { deleteOtherPersonalTokens } from '../tokens-store.ts';

/** Returns browser, system and country of the client of a request. */
export type DescribeClient = (request: FastifyRequest) => Omit<store.SessionClient, 'program'>;

/** Ends a session of the user. Returns false when the user has no such session. */
export async function endSession(db: Db, actor: AccountActor, id: string): Promise<boolean> {
  return await transact(db, async (tx) => {
    const ended = await store.endSession(tx, actor.id, id);
    if (ended)
      await recordAccountChange(tx, { actor, action: 'session.ended', target: { id: formatId('ses', id), name: ended.program } });
    return ended !== undefined;
  });
}

/** Ends all other sessions of the user; optionally revokes the personal access tokens, except the one of the request. */
export async function endOtherSessions(
  db: Db,
  { user, actor, withPersonalTokens }: { user: SignedIn; actor: AccountActor; withPersonalTokens: boolean },
): Promise<void> {
  await transact(db, async (tx) => {
    await store.endOtherSessions(tx, user.id, user.token.id);
    await recordAccountChange(tx, { actor, action: 'session.others_ended' });
    if (withPersonalTokens) await recordTokensRevoked(tx, actor, await deleteOtherPersonalTokens(tx, user.id, user.token.id));
  });
}

import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../audit/audit.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import * as store from './sessions-store.ts';
import type { SignedIn } from '../signed-in.ts';
import { recordTokensRevoked } from '../tokens.ts';
import { deleteOtherPersonalTokens } from '../tokens-store.ts';

/** Returns browser, system and country of the client of a request. */
export type DescribeClient = (request: FastifyRequest) => Omit<store.SessionClient, 'program'>;

/** Ends all other sessions of the user; optionally revokes the personal access tokens, except the one of the request. */
export async function endOtherSessions(
  db: Db,
  { user, actor, withPersonalTokens }: { user: SignedIn; actor: Actor; withPersonalTokens: boolean },
): Promise<void> {
  await transact(db, async (tx) => {
    await store.endOtherSessions(tx, user.id, user.token.id);
    if (withPersonalTokens) await recordTokensRevoked(tx, actor, await deleteOtherPersonalTokens(tx, user.id, user.token.id));
  });
}

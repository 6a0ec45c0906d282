import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../platform/api/credentials.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { EMAIL_SEARCHER, MEMBER_SEARCHER, USER_SEARCHER } from '../../platform/clickhouse/schema.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { ProvenIdentity } from '../../instance/directory/segments/segments.ts';
import { findProvenIdentity } from '../../instance/end-users/proven-identity.ts';
import { type Reader, TEAM } from '../../instance/end-users/readers.ts';
import { toReader } from '../../instance/end-users/reading.ts';
import { isFromSameOrigin } from '../../instance/end-users/sessions.ts';
import { listSegmentIds } from './index/audience-store.ts';
import { listIndexes } from './index/indexes-store.ts';
import { listLanguages } from '../../platform/i18n/choice.ts';

/** Indexes that a search or an answer of a project includes. */
const MAX_INDEXES = 100;

/** Returns the ids of the indexes that a request searches when it names none. */
export async function listSearchedIndexes(db: Db, request: FastifyRequest): Promise<string[]> {
  const { rows } = await listIndexes(db, callerOf(request).project.id, TEAM, { limit: MAX_INDEXES, offset: 0 });
  return rows.map(({ id }) => id);
}

/** Someone who reads articles, and searches in them. */
export interface Searcher {
  reader: Reader;
  /** The person as stored with searches: a member, a user id, or the mailbox of a person without one. Undefined for visitors. */
  searcher: string | undefined;
}

/**
 * Returns who sent a request: a member, or the person who proves an identity by X-User-Token or by the session of the public pages, whose
 * widgets send the cookie. A token that is not valid proves nothing, and does not prevent reading. @throws {HttpError} 503
 */
export async function findSearcher(db: Db, request: FastifyRequest): Promise<Searcher> {
  const caller = callerOf(request);
  if (caller.by === 'session') return { reader: TEAM, searcher: MEMBER_SEARCHER };
  const identity = await findProvenIdentity(db, request, caller.project.id).catch(ignoreInvalidToken);
  return {
    reader: {
      ...(await toReader(db, request, { identity, listSegmentIds })),
      languages: listLanguages(request),
    },
    searcher: identity && mayBeNamed(request) ? toSearcher(identity) : undefined,
  };
}

/** Returns who reads an answer without a search. @throws {HttpError} 503 */
export const findReader = async (db: Db, request: FastifyRequest): Promise<Reader> => (await findSearcher(db, request)).reader;

function ignoreInvalidToken(error: unknown): undefined {
  if (!(error instanceof HttpError)) throw error;
}

const toSearcher = ({ kind, value }: ProvenIdentity) => `${kind === 'email' ? EMAIL_SEARCHER : USER_SEARCHER}${value}`;

/** Returns whether a search is recorded in the name of the person. Links of other sites to the API must not search in the name of a person. */
const mayBeNamed = (request: FastifyRequest) =>
  request.endUser !== null || request.headers['x-user-token'] !== undefined || isFromSameOrigin(request);

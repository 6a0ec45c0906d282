import { createHmac } from 'node:crypto';
import type { Reaction } from '@earshot/contract/services/changelog/values';
import { findProvenIdentity } from '../../../instance/end-users/proven-identity.ts';
import { projectOf } from '../../../instance/projects/caller.ts';
import { invalidField, HttpError } from '../../../platform/api/errors.ts';
import { clientAddress } from '../../../platform/client/address.ts';
import { hashNetwork, today } from '../../../platform/client/network-hash.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import type { FastifyRequest } from 'fastify';
import { findReader } from '../../../instance/end-users/reading.ts';
import { forgetAsked } from '../asked-store.ts';
import { findEntry, listSegmentIds } from '../store.ts';
import { addViews, deleteReaction, forgetDays, setReaction } from './reactions-store.ts';

/** Number of new reactions of visitors to an entry, from one network on one day. */
const MAX_PER_NETWORK = 5;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

interface Deps {
  db: Db;
  linkSecret: Buffer;
}

/** Schedules the deletion of data that identifies networks of past days, and of requests to subscribe that no longer count. */
export function scheduleForgetting({ db, jobs }: { db: Db; jobs: JobQueue }): void {
  jobs.schedule('changelog.forget-days', '4 * * * *', async () => {
    await forgetDays(db, today());
    await forgetAsked(db);
  });
}

/** Returns the reader of a request: the user whom it proves, or the visitor. @throws {HttpError} 400 and 401 */
async function identifyReactor({ db }: Deps, request: FastifyRequest): Promise<{ reader: string; isVisitor: boolean }> {
  const identity = await findProvenIdentity(db, request, projectOf(request).id);
  if (identity) return { reader: `${identity.kind === 'email' ? 'eml' : 'end'}:${identity.value}`, isVisitor: false };
  const visitor = request.headers['x-visitor-id'];
  if (visitor === undefined) throw invalidField('X-Visitor-Id', 'required', 'X-Visitor-Id or X-User-Token is required to react');
  const id = String(visitor).toLowerCase();
  if (!UUID.test(id)) throw invalidField('X-Visitor-Id', 'format', 'X-Visitor-Id must be a UUID');
  return { reader: `vis:${id}`, isVisitor: true };
}

/** Sets the reaction of the caller to an entry, or with null removes it. @throws {HttpError} 400, 401, 403, 404 and 429 */
export async function react(deps: Deps, request: FastifyRequest, entryId: string, reaction: Reaction | null): Promise<void> {
  const { db, linkSecret } = deps;
  const project = projectOf(request);
  const entry = await findEntry(db, project.id, { id: entryId }, await findReader(db, request, listSegmentIds));
  if (!entry) throw new HttpError('changelog.not_found');
  const { reader, isVisitor } = await identifyReactor(deps, request);
  const of = { projectId: project.id, entryId, reader };
  if (reaction === null) return await deleteReaction(db, of);
  if (!project.settings.changelog.reactions) throw new HttpError('changelog.reactions_off');
  const network = isVisitor ? hashNetwork(linkSecret, `reactions ${entryId}`, clientAddress(request)).network : null;
  const isSet = await transact(db, (tx) => setReaction(tx, of, { reaction, network, max: MAX_PER_NETWORK }));
  if (!isSet) throw new HttpError('changelog.too_many_reactions');
}

/** Counts that the caller sees entries, each once a day. Network and browser tell callers apart, in a hash that is deleted after the day. */
export async function view({ db, linkSecret }: Deps, request: FastifyRequest, entryIds: string[]): Promise<void> {
  const { segmentIds } = await findReader(db, request, listSegmentIds);
  const browser = request.headers['user-agent'] ?? '';
  const address = clientAddress(request);
  const views = entryIds.toSorted().map((entryId) => {
    const { network } = hashNetwork(linkSecret, `views ${entryId}`, address);
    return { entryId, viewer: createHmac('sha256', network).update(browser).digest() };
  });
  await addViews(db, projectOf(request).id, { day: today(), views, segmentIds });
}

import { createPrivateKey } from 'node:crypto';
import { type Actor, changedFields, recordAudit } from '../../../instance/audit/audit.ts';
import { lockProject } from '../../../instance/projects/store.ts';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { type Transaction, transact } from '../../../platform/postgres/database.ts';
import * as store from './connections-store.ts';
import { type FetchDeps, sendFetch } from './fetching.ts';
import { SearchConsoleError, type ServiceAccountKey, type Site } from './google.ts';
import { deleteTerms } from './terms-store.ts';

interface Context {
  projectId: string;
  actor: Actor;
}

/** Returns the properties that the service account can see. @throws {HttpError} 409 or 503 */
export async function listSites({ openSearchConsole }: FetchDeps, key: ServiceAccountKey): Promise<Site[]> {
  try {
    const client = await openSearchConsole(key);
    return await client.listSites();
  } catch (error) {
    if (error instanceof SearchConsoleError) throw new HttpError(`search_console.${error.reason}`);
    throw error;
  }
}

/** Connects a project, or changes its key or its property, and fetches search terms once a property is selected. @throws {HttpError} */
export async function connect(
  deps: FetchDeps,
  { projectId, actor }: Context,
  { key: text, site }: { key?: string; site?: string },
): Promise<store.Connection> {
  const key = text === undefined ? await store.findConnection(deps.db, projectId) : parseKey(text);
  const refuse = () => invalidField('key', 'required', 'key is required for a new connection');
  if (!key) throw refuse();
  const sites = await listSites(deps, key);
  if (site !== undefined && !sites.some((one) => one.site === site && one.permission !== 'unverified'))
    throw new HttpError('search_console.site_forbidden');
  return await transact(deps.db, async (tx) => {
    await lockProject(tx, projectId);
    const current = await store.lockConnection(tx, projectId);
    // Another request can have deleted the connection meanwhile.
    if (!current && text === undefined) throw refuse();
    const next = { ...(text === undefined && current ? current : key), site: site ?? current?.site ?? null };
    const isRestarted = current?.site !== next.site;
    const saved = await store.saveConnection(tx, projectId, next, { isRestarted });
    await recordChange(tx, { projectId, actor }, { before: current, after: saved });
    if (isRestarted) await deleteTerms(deps, projectId);
    if (saved.site !== null) await sendFetch(deps.jobs, tx, projectId);
    return saved;
  });
}

/** Deletes the key and the search terms of a project. @throws {HttpError} 404 */
export async function disconnect(deps: FetchDeps, { projectId, actor }: Context): Promise<void> {
  await transact(deps.db, async (tx) => {
    const current = await store.lockConnection(tx, projectId);
    if (!current) throw new HttpError('search_console.not_connected');
    await store.deleteConnection(tx, projectId);
    await recordAudit(tx, { projectId, actor, action: 'search_console.disconnected', before: describe(current) });
    await deleteTerms(deps, projectId);
  });
}

const describe = ({ client_email, private_key_id, site }: store.Connection) => ({
  client_email,
  key_id: private_key_id,
  site,
});

async function recordChange(
  tx: Transaction,
  { projectId, actor }: Context,
  { before, after }: { before: store.Connection | undefined; after: store.Connection },
): Promise<void> {
  if (!before) return await recordAudit(tx, { projectId, actor, action: 'search_console.connected', after: describe(after) });
  const change = changedFields(describe(before), describe(after));
  if (change) await recordAudit(tx, { projectId, actor, action: 'search_console.updated', ...change });
}

/** Returns the key in the text of a JSON key file. @throws {HttpError} 400 */
function parseKey(text: string): ServiceAccountKey {
  const invalid = () =>
    invalidField('key', 'format', 'key must be the JSON key of a service account, as downloaded from Google Cloud');
  let file: Record<string, unknown>;
  try {
    file = JSON.parse(text) as Record<string, unknown>;
    const { type, client_email: email, private_key_id: id, private_key: key } = file ?? {};
    if (type !== 'service_account' || typeof email !== 'string' || typeof id !== 'string' || typeof key !== 'string')
      throw invalid();
    if (createPrivateKey(key).asymmetricKeyType !== 'rsa') throw invalid();
    return { client_email: email, private_key_id: id, private_key: key };
  } catch {
    throw invalid();
  }
}

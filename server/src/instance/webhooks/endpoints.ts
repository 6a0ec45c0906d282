import { randomBytes } from 'node:crypto';
import { ROTATION_GRACE_S } from '@earshot/contract/shared/common';
import { detectFormat, type WebhookFormat } from '@earshot/contract/instance/webhook-formats';
import { type Actor, changedFields, recordAudit, recordHourly } from '../audit/audit.ts';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import { formatId, newId } from '../../platform/ids.ts';
import { type AllowedAddresses, checkTarget, RefusedAddressError } from '../../platform/outbound/addresses.ts';
import { type Db, type Transaction, transact } from '../../platform/postgres/database.ts';
import { findTestSettings } from '../projects/store.ts';
import { findChatFormat } from './formats/index.ts';
import * as store from './store.ts';

const SECRET_BYTES = 32;

const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

/** Checks a URL before it is saved. @throws {HttpError} 400 when events would not be sent to it */
export async function checkUrl(
  db: Db,
  allowed: AllowedAddresses,
  { projectId, url }: { projectId: string; url: string },
): Promise<void> {
  const { username, password } = new URL(url);
  if (username || password) throw invalidField('url', 'format', 'url must not contain a username or password');
  const { enabled: allowHttp } = await findTestSettings(db, projectId);
  try {
    await checkTarget(url, { ...allowed, allowHttp });
  } catch (error) {
    if (!(error instanceof RefusedAddressError)) throw error;
    throw invalidField('url', 'not_allowed', `url is not allowed: ${error.message}`);
  }
}

/**
 * Returns the format of an endpoint whose URL is new: the given one, or that of the service that the URL belongs to.
 * @throws {HttpError} 400 when the service cannot be reached with the URL
 */
export function chooseFormat(url: string, given: WebhookFormat | undefined): WebhookFormat {
  const format = given ?? detectFormat(url);
  const fault = findChatFormat(format)?.findFault?.(new URL(url));
  if (fault) throw invalidField('url', 'format', fault);
  return format;
}

/** @throws {HttpError} 404 */
export async function getEndpoint(db: Db, projectId: string, id: string): Promise<store.Endpoint> {
  const endpoint = await store.findEndpoint(db, projectId, id);
  if (!endpoint) throw new HttpError('webhooks.not_found');
  return endpoint;
}

/** Records that the secrets of endpoints were read, once an hour for each endpoint. */
export async function recordSecretsRead(db: Db, actor: Actor, read: readonly store.Endpoint[]): Promise<void> {
  for (const endpoint of read)
    await recordHourly(db, {
      projectId: endpoint.project_id,
      actor,
      action: 'webhook.secret_read',
      target: toTarget(endpoint),
    });
}

/** Fields of an endpoint in the audit log. Paths of webhook URLs are often secrets, so only the origin is recorded. */
const auditedFields = ({
  url,
  description,
  types,
  format,
  statuses,
  tags,
  min_votes,
  enabled,
  include_personal_data,
  include_internal_notes,
}: store.Endpoint) => ({
  url: auditedUrl(url),
  description,
  types,
  format,
  statuses,
  tags,
  min_votes,
  enabled,
  include_personal_data,
  include_internal_notes,
});

function auditedUrl(text: string): string {
  const { origin, pathname, search } = new URL(text);
  return `${origin}${pathname === '/' && !search ? '/' : '/…'}`;
}

export const toTarget = ({ id, url }: store.Endpoint) => ({ id: formatId('whk', id), name: auditedUrl(url) });

const DEFAULTS = { description: '', types: [], statuses: [], tags: [], min_votes: 0, include_personal_data: false };

/** Returns whether an endpoint receives internal notes by default: programs of the team do, and chats, which others may read, do not. */
const sendsInternalNotes = (format: WebhookFormat) => format === 'standard';

export async function createEndpoint(
  db: Db,
  { projectId, actor }: { projectId: string; actor: Actor },
  settings: Partial<store.EndpointSettings> & Pick<store.EndpointSettings, 'url' | 'format'>,
): Promise<store.Endpoint> {
  const id = newId();
  return await transact(db, async (tx) => {
    const notes = sendsInternalNotes(settings.format);
    await store.insertEndpoint(tx, projectId, {
      ...DEFAULTS,
      include_internal_notes: notes,
      ...settings,
      id,
      secret: newSecret(),
    });
    const endpoint = await getEndpoint(tx, projectId, id);
    await recordAudit(tx, {
      projectId,
      actor,
      action: 'webhook.created',
      target: toTarget(endpoint),
      after: auditedFields(endpoint),
    });
    return endpoint;
  });
}

interface Target {
  projectId: string;
  id: string;
  actor: Actor;
}

export async function updateEndpoint(
  db: Db,
  { projectId, id, actor, change }: Target & { change: store.EndpointChange },
): Promise<store.Endpoint> {
  return await transact(db, async (tx) => {
    const before = await lockEndpoint(tx, projectId, id);
    const { format = before.format, include_internal_notes: given } = change;
    const notes = given ?? (format === before.format ? undefined : sendsInternalNotes(format));
    await store.updateEndpoint(tx, projectId, id, { ...change, include_internal_notes: notes });
    const endpoint = await getEndpoint(tx, projectId, id);
    const changed = changedFields(auditedFields(before), auditedFields(endpoint));
    // A change below the origin is recorded as well, although both sides read the same.
    const isMoved = before.url !== endpoint.url && !changed?.after.url && { url: auditedUrl(endpoint.url) };
    if (changed || isMoved)
      await recordAudit(tx, {
        projectId,
        actor,
        action: 'webhook.updated',
        target: toTarget(before),
        before: { ...changed?.before, ...isMoved },
        after: { ...changed?.after, ...isMoved },
      });
    return endpoint;
  });
}

export async function rotateSecret(
  db: Db,
  { projectId, id, actor, revokeNow }: Target & { revokeNow: boolean },
): Promise<store.Endpoint> {
  return await transact(db, async (tx) => {
    await store.replaceSecret(tx, projectId, id, { secret: newSecret(), graceSeconds: revokeNow ? 0 : ROTATION_GRACE_S });
    const endpoint = await getEndpoint(tx, projectId, id);
    await recordAudit(tx, {
      projectId,
      actor,
      action: 'webhook.secret_rotated',
      target: toTarget(endpoint),
      after: { revoke_now: revokeNow },
    });
    return endpoint;
  });
}

/** @throws {HttpError} 404 */
export async function deleteEndpoint(db: Db, { projectId, id, actor }: Target): Promise<void> {
  await transact(db, async (tx) => {
    const endpoint = await lockEndpoint(tx, projectId, id);
    await store.deleteEndpoint(tx, projectId, id);
    await recordAudit(tx, {
      projectId,
      actor,
      action: 'webhook.deleted',
      target: toTarget(endpoint),
      before: auditedFields(endpoint),
    });
  });
}

async function lockEndpoint(tx: Transaction, projectId: string, id: string): Promise<store.Endpoint> {
  const endpoint = await store.lockEndpoint(tx, projectId, id);
  if (!endpoint) throw new HttpError('webhooks.not_found');
  return endpoint;
}

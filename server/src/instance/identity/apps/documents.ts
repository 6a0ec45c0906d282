import { RegisterAppRequest } from '@earshot/contract/instance/connected-apps';
import type { FastifyBaseLogger } from 'fastify';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { coalesce } from '../../../platform/async/coalesce.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import type { AllowedAddresses } from '../../../platform/outbound/addresses.ts';
import { get } from '../../../platform/outbound/requests.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { OAuthError } from '../oauth-errors.ts';
import { checkRegistration, UNUSED_DAYS } from './clients.ts';
import { type Client, findClientByUrl, saveDocument } from './clients-store.ts';

// Metadata documents of apps, as of draft-ietf-oauth-client-id-metadata-document. The client id of such an app is the URL of its document.

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 32 * 1024;
const MAX_URL_LENGTH = 2048;

/** Seconds for which a document is used without reading it again, unless its `Cache-Control` says otherwise within these limits. */
const FRESH_S = { min: 5 * 60, default: 60 * 60, max: 24 * 60 * 60 };

/** Properties of a document in addition to those of a registration. The name is required by MCP. */
const Document = Type.Intersect([
  RegisterAppRequest,
  Type.Object({ client_id: Type.String(), client_name: Type.String({ minLength: 1 }) }),
]);

/** Finds apps by the URLs of their documents. */
export interface Documents {
  /** Returns an app, and reads its document unless it was read recently. @throws {HttpError} 400 for an invalid document */
  findClient: (url: string) => Promise<Client>;
}

/** Returns whether a client id is the URL of a document: HTTPS, in the normalized form, with a path, and without a fragment. */
export function isDocumentUrl(clientId: string): boolean {
  if (clientId.length > MAX_URL_LENGTH || !clientId.startsWith('https://') || !URL.canParse(clientId)) return false;
  const { href, username, password, pathname } = new URL(clientId);
  // The normalized form has no dot segments and no control characters, so that all programs agree on the host.
  return href === clientId && !username && !password && pathname !== '/' && !clientId.includes('#');
}

export function createDocuments({ db, log, allowed }: { db: Db; log: FastifyBaseLogger; allowed: AllowedAddresses }): Documents {
  const oneAtATime = coalesce<Client>();
  return {
    findClient: async (url) =>
      (await findClientByUrl(db, url, { onlyIfFresh: true })) ??
      // Requests that waited for a reading find its result.
      (await oneAtATime(url, async () => (await findClientByUrl(db, url, { onlyIfFresh: true })) ?? (await readDocument(url)))),
  };

  async function readDocument(url: string): Promise<Client> {
    const headers = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'Earshot (apps)' };
    const response = await get(url, { headers }, { ...allowed, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
    if (response.error !== null || response.status !== 200) {
      // The reason stays in the log, because it would disclose which names exist in the network of the server.
      log.info({ url, status: response.status, reason: response.error }, 'The metadata document of an app cannot be read');
      throw invalid('it cannot be read');
    }
    const { name, redirectUris } = parseDocument(url, response);
    const seconds = readFreshness(response.headers['cache-control']);
    return await saveDocument(db, { url, name, redirectUris, seconds, days: UNUSED_DAYS });
  }
}

const invalid = (reason: string) =>
  new HttpError('auth.app_not_registered', { message: `The metadata document of the app is invalid: ${reason}` });

/** Returns the name and redirect URIs of a document. @throws {HttpError} 400 when it does not describe the app of the URL */
function parseDocument(url: string, { headers, body }: { headers: Record<string, string>; body: string }) {
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
    throw invalid('its content type is not application/json');
  let document: unknown;
  try {
    document = JSON.parse(body);
  } catch {
    throw invalid('it is not JSON');
  }
  if (!isDocument(document)) throw invalid('it must contain client_id, client_name and redirect_uris');
  const { client_id: id, token_endpoint_auth_method: method = 'none', client_secret: secret } = document;
  // Anyone could claim the app of another site otherwise. The comparison is exact.
  if (id !== url) throw invalid('its client_id must be its URL');
  if (method !== 'none' || secret !== undefined) throw invalid('its token_endpoint_auth_method must be none');
  try {
    return checkRegistration(document);
  } catch (error) {
    throw error instanceof OAuthError ? invalid(error.description ?? error.message) : error;
  }
}

const isDocument = (value: unknown): value is Static<typeof Document> & Record<string, unknown> => Value.Check(Document, value);

/** Returns the seconds for which a document may be used. */
function readFreshness(cacheControl = ''): number {
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return FRESH_S.min;
  const [, seconds] = /\bmax-age="?(\d+)/i.exec(cacheControl) ?? [];
  return Math.min(FRESH_S.max, Math.max(FRESH_S.min, seconds === undefined ? FRESH_S.default : Number(seconds)));
}

import { createPrivateKey, sign } from 'node:crypto';
import type { SEARCH_CONSOLE_ERRORS, SEARCH_CONSOLE_PERMISSIONS } from '@earshot/contract/services/analytics/values';
import type { Config } from '../../../platform/config/config.ts';

export type FetchError = (typeof SEARCH_CONSOLE_ERRORS)[number];

/** The parts of the JSON key of a service account that sign in to Google. */
export interface ServiceAccountKey {
  client_email: string;
  private_key_id: string;
  private_key: string;
}

export interface Site {
  site: string;
  permission: (typeof SEARCH_CONSOLE_PERMISSIONS)[number];
}

/** Metrics of a search term on a page, on one day. */
export interface TermRow {
  query: string;
  page: string;
  clicks: number;
  impressions: number;
  position: number;
}

/** Failure of a request to Google, with the reason that the connection shows. */
export class SearchConsoleError extends Error {
  readonly reason: FetchError;

  constructor(reason: FetchError, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Client of the Search Console API with the access token of a service account. */
interface SearchConsoleClient {
  /** Returns the properties that the service account can see. */
  listSites: () => Promise<Site[]>;
  /** Returns the days with search terms between two days (inclusive), such as 2026-11-20, oldest first. */
  listDays: (site: string, from: string, to: string) => Promise<string[]>;
  /** Returns the search terms of a day by page. */
  readDay: (site: string, day: string) => Promise<TermRow[]>;
}

export type OpenSearchConsole = (key: ServiceAccountKey) => Promise<SearchConsoleClient>;

const SCOPE = 'https://www.googleapis.com/auth/webmasters.readonly';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** Longest validity that Google accepts. */
const TOKEN_S = 3_600;
const TIMEOUT_MS = 60_000;
/** Maximum of the API. */
const ROW_LIMIT = 25_000;

const PERMISSIONS: Record<string, Site['permission']> = {
  siteOwner: 'owner',
  siteFullUser: 'full',
  siteRestrictedUser: 'restricted',
  siteUnverifiedUser: 'unverified',
};

const DISABLED = new Set(['accessNotConfigured', 'SERVICE_DISABLED']);
const EXCEEDED = new Set([
  'quotaExceeded',
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'dailyLimitExceeded',
  'RATE_LIMIT_EXCEEDED',
]);

/**
 * Returns a function that signs in to Google. All methods throw `SearchConsoleError`. The addresses are those of the configuration: a key
 * has a `token_uri`, but its owner must not choose where the server sends requests.
 */
export function createSearchConsole({
  EARSHOT_GOOGLE_TOKEN_URL: tokenUrl,
  EARSHOT_GOOGLE_API_URL: apiUrl,
}: Pick<Config, 'EARSHOT_GOOGLE_TOKEN_URL' | 'EARSHOT_GOOGLE_API_URL'>): OpenSearchConsole {
  const sitesUrl = `${apiUrl.replace(/\/$/, '')}/webmasters/v3/sites`;

  return async (key) => {
    const token = await requestToken(tokenUrl, key);
    const call = async <Body>(url: string, body?: object) =>
      (await request(url, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })) as Body;
    const query = async (site: string, body: object) =>
      (
        await call<{ rows?: Row[] }>(`${sitesUrl}/${encodeURIComponent(site)}/searchAnalytics/query`, {
          ...body,
          dataState: 'final',
        })
      ).rows ?? [];

    return {
      // https://developers.google.com/webmaster-tools/v1/sites/list
      listSites: async () => {
        const { siteEntry = [] } = await call<{ siteEntry?: { siteUrl: string; permissionLevel: string }[] }>(sitesUrl);
        return siteEntry
          .map(({ siteUrl, permissionLevel }) => ({ site: siteUrl, permission: PERMISSIONS[permissionLevel] ?? 'unverified' }))
          .toSorted((a, b) => a.site.localeCompare(b.site, 'en'));
      },
      // https://developers.google.com/webmaster-tools/v1/searchanalytics/query: days without data are omitted.
      listDays: async (site, from, to) => {
        const rows = await query(site, { startDate: from, endDate: to, dimensions: ['date'], rowLimit: ROW_LIMIT });
        return rows.flatMap(({ keys }) => keys[0] ?? []).toSorted();
      },
      // https://developers.google.com/webmaster-tools/v1/how-tos/all-your-data: one day for each query, in pages.
      readDay: async (site, day) => {
        const found: TermRow[] = [];
        for (let startRow = 0; ; startRow += ROW_LIMIT) {
          const dimensions = ['query', 'page'];
          const rows = await query(site, { startDate: day, endDate: day, dimensions, rowLimit: ROW_LIMIT, startRow });
          for (const { keys, clicks, impressions, position } of rows)
            found.push({ query: keys[0] ?? '', page: keys[1] ?? '', clicks, impressions, position });
          if (rows.length < ROW_LIMIT) return found;
        }
      },
    };
  };
}

interface Row {
  keys: string[];
  clicks: number;
  impressions: number;
  position: number;
}

/** Exchanges a signed JWT for an access token: https://developers.google.com/identity/protocols/oauth2/service-account#httprest. */
async function requestToken(url: string, key: ServiceAccountKey): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: key.client_email, scope: SCOPE, aud: url, iat: now, exp: now + TOKEN_S };
  const signed = [{ alg: 'RS256', typ: 'JWT', kid: key.private_key_id }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('RSA-SHA256', Buffer.from(signed), createPrivateKey(key.private_key)).toString('base64url');
  const form = new URLSearchParams({ grant_type: GRANT, assertion: `${signed}.${signature}` });
  const { access_token: token } = (await request(url, { method: 'POST', body: form }, 'key_rejected')) as {
    access_token?: string;
  };
  if (!token) throw new SearchConsoleError('unreachable', 'Google returned no access token');
  return token;
}

/** Sends a request and returns its response. `refusal` is the reason of client errors; by default, it follows from the response. */
async function request(url: string, options: RequestInit, refusal?: FetchError): Promise<unknown> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(url, { ...options, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    body = await response.json();
  } catch (error) {
    throw new SearchConsoleError('unreachable', `Google could not be reached: ${(error as Error).message}`);
  }
  if (response.ok) return body;
  const reason = findReason(response.status, body, refusal);
  throw new SearchConsoleError(reason, `Google responded with status ${response.status} (${reason})`);
}

/** Returns the reason of an error response: https://developers.google.com/webmaster-tools/v1/errors. */
function findReason(status: number, body: unknown, refusal?: FetchError): FetchError {
  const { error } = (body ?? {}) as { error?: { errors?: { reason?: string }[]; details?: { reason?: string }[] } };
  const reasons = [error?.errors ?? [], error?.details ?? []].flat().map(({ reason = '' }) => reason);
  if (status === 429 || reasons.some((reason) => EXCEEDED.has(reason))) return 'quota_exceeded';
  if (status >= 500) return 'unreachable';
  if (refusal) return refusal;
  if (reasons.some((reason) => DISABLED.has(reason))) return 'api_disabled';
  if (status === 401) return 'key_rejected';
  return status === 403 || status === 404 ? 'site_forbidden' : 'unreachable';
}

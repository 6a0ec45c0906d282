import { formatId } from '../../../platform/ids.ts';
import type { Client } from './clients-store.ts';
import { APP_GRANT_TYPES } from './clients.ts';
import type { ConnectedApp } from './grants-store.ts';
import { hostOfRedirectUri } from './redirect-uris.ts';
import type { WaitingRequest } from './requests-store.ts';

/** Projection for the app itself, as RFC 7591, section 3.2.1 prescribes. */
export const clientForApp = ({ id, name, redirect_uris, created_at }: Client) => ({
  client_id: formatId('app', id),
  client_id_issued_at: Math.floor(created_at.getTime() / 1000),
  client_name: name,
  redirect_uris,
  grant_types: [...APP_GRANT_TYPES],
  response_types: ['code'],
  token_endpoint_auth_method: 'none' as const,
});

/** Returns the website that publishes the metadata of an app, or null for an app that registered itself. */
const parseHost = (documentUrl: string | null) => (documentUrl === null ? null : new URL(documentUrl).host);

export const requestForUser = ({ client_name, document_url, redirect_uri, scopes, expires_at }: WaitingRequest) => ({
  client_name,
  client_host: parseHost(document_url),
  redirect_host: hostOfRedirectUri(redirect_uri),
  scopes,
  expires_at: expires_at.toISOString(),
});

export const connectedAppForUser = ({
  id,
  client_name,
  document_url,
  redirect_uri,
  scopes,
  project_ids,
  ...times
}: ConnectedApp) => ({
  id: formatId('con', id),
  client_name,
  client_host: parseHost(document_url),
  redirect_host: hostOfRedirectUri(redirect_uri),
  scopes,
  project_ids: project_ids?.map((project) => formatId('prj', project)) ?? null,
  created_at: times.created_at.toISOString(),
  updated_at: times.created_at.toISOString(),
  expires_at: times.expires_at.toISOString(),
  last_used_at: times.last_used_at?.toISOString() ?? null,
});

import type { Db } from '../../../platform/postgres/database.ts';
import { oauthError } from '../oauth-errors.ts';
import { type Client, insertClient } from './clients-store.ts';
import { isAllowedRedirectUri } from './redirect-uris.ts';

/** Days until a registration ends whose app no user connects. */
export const UNUSED_DAYS = 7;
/** Days until the registration of an app ends that is no longer connected: apps store their registration. */
export const USED_DAYS = 180;

/** Grant types that registered apps may use. */
export const APP_GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;

interface Registration {
  redirect_uris: string[];
  client_name?: string;
  grant_types?: string[];
  response_types?: string[];
}

/** Registers an app (RFC 7591). @throws {OAuthError} for a redirect URI or a flow that is not allowed */
export const registerClient = async (db: Db, registration: Registration): Promise<Client> =>
  await insertClient(db, { ...checkRegistration(registration), days: UNUSED_DAYS });

/** Returns the name and redirect URIs of an app. @throws {OAuthError} for a redirect URI or a flow that is not allowed */
export function checkRegistration({
  redirect_uris: redirectUris,
  client_name: name = '',
  grant_types,
  response_types,
}: Registration): { name: string; redirectUris: string[] } {
  const refused = redirectUris.find((uri) => !isAllowedRedirectUri(uri));
  if (refused !== undefined)
    throw oauthError(
      'invalid_redirect_uri',
      `${refused} must have https, http with a loopback address, or a private-use scheme, and neither user information nor a fragment`,
    );
  if (grant_types && !grant_types.includes('authorization_code'))
    throw oauthError('invalid_client_metadata', 'grant_types must contain authorization_code');
  if (response_types && !response_types.includes('code'))
    throw oauthError('invalid_client_metadata', 'response_types must contain code');
  return { name: cleanName(name) || 'App without a name', redirectUris };
}

/** Removes control and formatting characters, which could change how the consent page displays the name. */
const cleanName = (name: string) => name.replaceAll(/\p{C}/gu, '').replaceAll(/\s+/g, ' ').trim();

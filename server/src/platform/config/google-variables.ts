import { parseBaseUrl, variable } from './config-values.ts';

/** Addresses of Google, for the search terms of Search Console. */
export const GOOGLE_VARIABLES = {
  EARSHOT_GOOGLE_TOKEN_URL: variable({
    default: 'https://oauth2.googleapis.com/token',
    description: 'URL at which keys of Google service accounts are exchanged for access tokens, for Search Console.',
    parse: parseBaseUrl,
  }),
  EARSHOT_GOOGLE_API_URL: variable({
    default: 'https://www.googleapis.com',
    description: 'Base URL of the Search Console API. Change it only for a proxy of your own.',
    parse: parseBaseUrl,
  }),
};

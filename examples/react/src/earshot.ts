import { Earshot } from '@earshot/sdk';

const { VITE_EARSHOT_URL: url, VITE_EARSHOT_KEY: projectKey } = import.meta.env;

/** Props that all widgets need. */
export const common = { url, projectKey };
export const earshot = new Earshot({ projectKey, baseUrl: url });

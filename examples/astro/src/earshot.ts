import { EARSHOT_KEY, EARSHOT_URL } from 'astro:env/client';

/** Props that all widgets need, and options of the SDK. */
export const common = { baseUrl: EARSHOT_URL, projectKey: EARSHOT_KEY };

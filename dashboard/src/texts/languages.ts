/** Languages of the dashboard, each with a folder of texts, and their names in themselves. */
export const LANGUAGES = { en: 'English' } as const;

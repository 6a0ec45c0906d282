/** Flags by path. Each is a file of its own. */
const FLAGS = import.meta.glob<string>('../../../../node_modules/country-flag-icons/3x2/??.svg', {
  query: '?url',
  import: 'default',
  eager: true,
  exhaustive: true,
});

const byCode = new Map(Object.entries(FLAGS).map(([path, url]) => [path.slice(-6, -4), url]));

/** Returns the URL of the flag of a country. */
export const flagUrl = (code: string): string | undefined => byCode.get(code);

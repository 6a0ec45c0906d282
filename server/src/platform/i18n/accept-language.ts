/** Languages of a request that are considered. */
const MAX_LANGUAGES = 5;

/** Returns the languages of an `Accept-Language` header without regions, best first. */
export function parseLanguages(header: string | undefined): string[] {
  const weighted = (header ?? '').split(',').flatMap((part) => {
    const [, language, quality = '1'] =
      /^\s*([a-z]{2,3})(?:-[a-z0-9-]+)?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*$/i.exec(part) ?? [];
    return language ? [{ language: language.toLowerCase(), quality: Number(quality) }] : [];
  });
  const sorted = weighted.filter(({ quality }) => quality > 0).toSorted((a, b) => b.quality - a.quality);
  return [...new Set(sorted.map(({ language }) => language))].slice(0, MAX_LANGUAGES);
}

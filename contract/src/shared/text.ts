/** Returns at most the first characters (code points, as `maxLength` of JSON Schema counts them), never half of one. */
export const truncate = (text: string, maxLength: number): string =>
  // A character has at most two units.
  text.length <= maxLength
    ? text
    : Array.from(text.slice(0, 2 * maxLength))
        .slice(0, maxLength)
        .join('');

/**
 * Returns the first character of a name as readers see it, such as a letter with its accents, a flag or a family, in upper case. Skips spaces
 * and characters that readers do not see, such as marks that change the direction of a text. Empty for a name without others.
 */
export function findInitial(name: string): string {
  const visible = name.replace(/^[\p{C}\p{Z}]+/u, '');
  return new Intl.Segmenter().segment(visible).containing(0)?.segment.toUpperCase() ?? '';
}

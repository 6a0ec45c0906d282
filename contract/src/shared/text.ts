/** Returns at most the first characters (code points, as `maxLength` of JSON Schema counts them), never half of one. */
export const truncate = (text: string, maxLength: number): string =>
  // A character has at most two units.
  text.length <= maxLength
    ? text
    : Array.from(text.slice(0, 2 * maxLength))
        .slice(0, maxLength)
        .join('');

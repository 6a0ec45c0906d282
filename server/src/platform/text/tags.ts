/** Returns a form of a tag that all of its spellings share: `UI` and `ui` are one tag, composed or decomposed. */
export const toTagKey = (tag: string): string => tag.normalize('NFC').toLowerCase();

/** Returns tags in composed form, without further spellings of earlier ones. */
export const uniqueTags = (tags: readonly string[]): string[] =>
  [...new Map(tags.toReversed().map((tag) => [toTagKey(tag), tag.normalize('NFC')])).values()].toReversed();

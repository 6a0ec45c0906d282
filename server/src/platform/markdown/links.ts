const DEFINITION = /^ {0,3}\[[^\]\n]+\]:.*$/gm;
const LINK = /!?\[([^[\]]*)\]\([^()]*\)/g;
const MEDIA = /<\/?(?:a|img|picture|source|video|audio|iframe|object|embed|svg)\b[^>]*>/gi;
/** The parser links addresses without a scheme, too. */
const URLS = /<?\b(?:https?:\/\/|mailto:|www\.)[^\s<>)]+>?|\/\/[^\s<>()/.]+\.[^\s<>)]+/gi;

const removeOnce = (markdown: string): string =>
  markdown.replace(DEFINITION, '').replace(LINK, '$1').replaceAll(/!+\[/g, '[').replace(MEDIA, '').replace(URLS, '');

/**
 * Removes images and links from Markdown, and keeps their texts. Drafts of a model must not load or name addresses that someone put into a
 * record. Bare names of hosts stay.
 */
export function removeLinks(markdown: string): string {
  let [before, rest] = [markdown, removeOnce(markdown)];
  // A text around something that was removed can be a link again. Each pass makes the text shorter.
  while (rest !== before) [before, rest] = [rest, removeOnce(rest)];
  // Other links, such as those with brackets within their text, and definitions within quotes and lists.
  return rest.replaceAll('](', '] (').replaceAll(']:', '] :');
}

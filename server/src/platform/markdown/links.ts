const DEFINITION = /^ {0,3}\[[^\]\n]+\]:.*$/gm;
const LINK = /!?\[([^[\]]*)\]\([^()]*\)/g;
const MEDIA = /<\/?(?:a|img|picture|source|video|audio|iframe|object|embed|svg)\b[^>]*>/gi;
const URLS = /<?\b(?:https?:\/\/|mailto:)[^\s<>)]+>?/gi;

/** Removes images and links from Markdown, and keeps their texts. Drafts of a model must not load or name addresses that someone put into a record. */
export const removeLinks = (markdown: string): string =>
  markdown
    .replace(DEFINITION, '')
    // An image can be the text of a link.
    .replace(LINK, '$1')
    .replace(LINK, '$1')
    .replaceAll('![', '[')
    .replace(MEDIA, '')
    .replace(URLS, '');

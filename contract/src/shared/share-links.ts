/** Page of another service, or a new email, that shares a link. */
interface ShareLink {
  /** Name of the service. Undefined for an email. */
  name: string | undefined;
  href: string;
}

/** Returns links that share a URL with a text. They are plain links: nothing is loaded from the services before a person follows one. */
export function buildShareLinks(url: string, text = ''): ShareLink[] {
  const [target, message, both] = [url, text, [text, url].filter(Boolean).join(' ')].map(encodeURIComponent);
  return [
    { name: 'WhatsApp', href: `https://wa.me/?text=${both}` },
    { name: 'X', href: `https://x.com/intent/post?url=${target}${message && `&text=${message}`}` },
    { name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${target}` },
    { name: undefined, href: `mailto:?${message && `subject=${message}&`}body=${target}` },
  ];
}

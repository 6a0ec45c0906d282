/** A one-time link that is about to be used. */
interface Link {
  secret: string;
  /** Whether the link creates the first account. */
  isSetup: boolean;
}

const LINK = 'earshot.link';

/** Keeps the link of the current URL for the sign-in page, to which it returns. Returns false when the URL has none. */
export function keepLink({ isSetup }: { isSetup: boolean }): boolean {
  const secret = location.hash.slice(1);
  if (!secret) return false;
  sessionStorage.setItem(LINK, JSON.stringify({ secret, isSetup } satisfies Link));
  // The secret must not stay in the history.
  history.replaceState(null, '', location.pathname);
  return true;
}

/** Returns the link that this window was opened with. */
export const keptLink = () => JSON.parse(sessionStorage.getItem(LINK) ?? 'null') as Link | null;

/** Forgets the link: it was used, or the person signs in another way. */
export const forgetLink = () => sessionStorage.removeItem(LINK);

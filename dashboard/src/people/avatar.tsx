interface AvatarProps {
  name: string;
  url?: string | null | undefined;
}

/** Picture of a person, or the initials of the name. The name must be visible next to it, or be its title. */
export const Avatar = ({ name, url }: AvatarProps) =>
  url ? (
    <img className="face" src={url} alt="" referrerPolicy="no-referrer" loading="lazy" />
  ) : (
    // Style sheets show the initials, which are no part of the name of a button.
    <span className="face" data-initials={toInitials(name)} aria-hidden />
  );

/** Returns the first letters of the first and the last word. */
export function toInitials(name: string): string {
  const words = name
    .replace(/@.*$/, '')
    .split(/[\s._-]+/)
    .filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => Array.from(word ?? '')[0] ?? '');
  return letters.join('').toUpperCase();
}

import { findInitial } from '@earshot/contract/shared/text';

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

/** Returns the first characters of the first and the last word. */
export function toInitials(name: string): string {
  const words = name
    .replace(/@.*$/, '')
    .split(/[\s._-]+/)
    .map(findInitial)
    .filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : ''].join('');
}

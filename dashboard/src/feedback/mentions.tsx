import type { Member } from '@earshot/sdk';
import { useLayoutEffect, useRef } from 'react';
import { Rendered } from '../ui/rendered.tsx';

/** Returns the text that mentions a member. Members without a name are mentioned by the first part of their address. */
export const toMention = ({ name, email, user_id }: Member) => `@${name ?? email?.replace(/@.*/, '') ?? user_id}`;

/** Orders mentions: longer ones come first, because they may begin with shorter ones. */
const byLength = (one: string, other: string) => other.length - one.length;

/** Returns the ids of the members whom a text mentions. */
export function findMentioned(text: string, members: Member[]): string[] {
  let rest = text;
  return members
    .toSorted((one, other) => byLength(toMention(one), toMention(other)))
    .filter((member) => {
      const parts = rest.split(toMention(member));
      const isMentioned = parts.slice(1).some((after) => !/^[\p{L}\p{N}]/u.test(after));
      if (isMentioned) rest = parts.join(' ');
      return isMentioned;
    })
    .map(({ user_id }) => user_id);
}

interface RenderedMentionsProps {
  html: string | undefined;
  text: string;
  /** Members whom the text mentions. */
  members: Member[];
}

/** Rendered Markdown in which mentions of members stand out. */
export function RenderedMentions({ html, text, members }: RenderedMentionsProps) {
  const container = useRef<HTMLDivElement>(null);
  const mentions = members.map(toMention).toSorted(byLength);
  useLayoutEffect(() => {
    if (container.current && mentions.length) markMentions(container.current, mentions);
  }, [html, text, mentions.join('\n')]);
  return (
    <div ref={container}>
      <Rendered html={html} text={text} />
    </div>
  );
}

/** Wraps each mention in the texts of an element, except in code. */
function markMentions(element: HTMLElement, mentions: string[]): void {
  const pattern = new RegExp(`(${mentions.map((mention) => RegExp.escape(mention)).join('|')})(?![\\p{L}\\p{N}])`, 'u');
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement?.closest('code, .mention')) continue;
    const parts = text.data.split(pattern);
    if (parts.length < 2) continue;
    text.replaceWith(
      ...parts.map((part, index) => {
        if (index % 2 === 0) return part;
        const mark = document.createElement('span');
        mark.className = 'mention';
        mark.textContent = part;
        return mark;
      }),
    );
  }
}

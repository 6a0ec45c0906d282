import { REACTION_EMOJI, REACTIONS, type Reaction } from '@earshot/contract/services/changelog/values';
import type { changelog as resource, ChangelogEntry } from '@earshot/sdk';
import { alertBox, messageFor } from '../calls.ts';
import { h } from '../dom.ts';
import { readStored, store } from '../storage.ts';
import type { Texts } from '../texts.ts';

/** Styles of the reactions to an entry. */
export const REACTION_STYLES = `
.reactions { display: flex; gap: .4em; align-items: center; flex-wrap: wrap }
.reactions button { padding: .2em .7em; border-radius: 99px; border-color: var(--line); font-variant-numeric: tabular-nums }
.reactions button[aria-pressed=true] { border-color: var(--link); background: var(--soft) }
`;

type Counts = NonNullable<ChangelogEntry['reactions']>;

interface Reacting {
  texts: Texts<'changelog'>;
  api: Pick<ReturnType<typeof resource>, 'react' | 'removeReaction'>;
  id: string;
}

/** Creates the buttons that react to an entry. The browser remembers its own reaction, which another click removes. */
export function createReactions({ texts, api, id }: Reacting, initial: Counts): HTMLElement {
  const key = `earshot.reaction.${id}`;
  const alert = alertBox();
  let own = readStored(key);
  let isBusy = false;
  const buttons = REACTIONS.map((reaction) => ({
    reaction,
    button: h('button', { type: 'button', onclick: () => void react(reaction) }),
  }));
  const show = (counts: Counts) => {
    for (const { reaction, button } of buttons) {
      button.textContent = `${REACTION_EMOJI[reaction]} ${counts[reaction] || ''}`;
      button.ariaLabel = `${texts[`react_${reaction}`]}: ${counts[reaction]}`;
      button.ariaPressed = String(own === reaction);
    }
  };
  const react = async (reaction: Reaction): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    alert.textContent = '';
    try {
      const answer = await (own === reaction ? api.removeReaction(id) : api.react(id, reaction));
      own = answer.viewer_reaction ?? '';
      store(key, own);
      show(answer.reactions);
    } catch (error) {
      alert.textContent = messageFor(error, texts);
    }
    isBusy = false;
  };
  show(initial);
  return h(
    'div',
    { class: 'reactions', role: 'group', 'aria-label': texts.reactions },
    buttons.map(({ button }) => button),
    alert,
  );
}

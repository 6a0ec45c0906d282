import type { feedback, Feedback } from '@earshot/sdk';
import { explain } from '../calls.ts';
import { h } from '../dom.ts';
import type { EarshotElement } from '../element.ts';
import { fill, type Section, type Texts } from '../texts.ts';

interface Voting {
  element: EarshotElement<Section>;
  texts: Texts<'roadmap'>;
  api: Pick<ReturnType<typeof feedback>, 'upvote' | 'removeUpvote'>;
}

/** As much of an entry as its button needs. */
export type Votable = Pick<Feedback, 'id' | 'title' | 'upvote_count' | 'viewer_vote'> &
  Partial<Pick<Feedback, 'status' | 'visibility'>>;

/** Votes at once, and takes it back when the server could not be told. */
export function voteButton({ texts, api, element }: Voting, entry: Votable): HTMLElement {
  const button = h('button', {
    type: 'button',
    class: 'vote',
    disabled: entry.visibility === 'pending' || entry.status === 'duplicate',
  });
  const show = ({ upvote_count: count, viewer_vote: vote }: Pick<Feedback, 'upvote_count' | 'viewer_vote'>) => {
    button.ariaPressed = String(vote === 'up');
    button.ariaLabel = `${fill(texts.vote, { title: entry.title })}. ${fill(texts.votes, { count })}`;
    button.textContent = String(count);
  };
  let now: Pick<Feedback, 'upvote_count' | 'viewer_vote'> = entry;
  const vote = async (): Promise<void> => {
    const before = now;
    const isUp = before.viewer_vote !== 'up';
    show((now = { upvote_count: before.upvote_count + (isUp ? 1 : -1), viewer_vote: isUp ? 'up' : null }));
    try {
      now = await (isUp ? api.upvote(entry.id) : api.removeUpvote(entry.id));
      element.emit('voted', now);
    } catch (error) {
      now = before;
      button.title = explain(error, texts);
    }
    show(now);
  };
  button.addEventListener('click', () => void vote());
  show(now);
  return button;
}

import type { feedback, Feedback } from '@earshot/sdk';
import { messageFor } from '../calls.ts';
import { h } from '../dom.ts';
import type { EarshotElement } from '../element.ts';
import { fill } from '../fill.ts';
import { readPerson } from '../person.ts';
import type { Section, Texts } from '../texts.ts';

interface Voting {
  element: EarshotElement<Section>;
  texts: Texts<'roadmap'>;
  api: Pick<ReturnType<typeof feedback>, 'upvote' | 'removeUpvote'>;
}

/** Properties of an entry that the button requires. */
export type Votable = Pick<Feedback, 'id' | 'title' | 'upvote_count' | 'viewer_vote'> &
  Partial<Pick<Feedback, 'status' | 'visibility'>>;

/** Leads to the sign-in page, which returns to the current page. Returns false where the site has none, such as outside of public pages. */
function goToSignIn(element: HTMLElement): boolean {
  const page = element.getAttribute('sign-in');
  if (page) location.assign(`${page}?return_to=${encodeURIComponent(location.pathname + location.search)}`);
  return page !== null;
}

/**
 * Creates a vote button. Shows the new count immediately, and reverts it and tells the reason when the request fails. Further clicks are
 * ignored meanwhile. `loaded` is the entry of the server, which replaces that of the page unless the visitor voted before.
 */
export function createVoteButton(
  { texts, api, element }: Voting,
  entry: Votable,
  loaded?: Promise<Votable | undefined>,
): HTMLElement {
  const button = h('button', { type: 'button', class: 'vote', onclick: () => void vote() });
  const show = ({ upvote_count: count, viewer_vote: vote }: Pick<Feedback, 'upvote_count' | 'viewer_vote'>) => {
    button.disabled = entry.visibility === 'pending' || entry.status === 'duplicate';
    button.ariaPressed = String(vote === 'up');
    button.ariaLabel = `${fill(texts.vote, { title: entry.title })}. ${fill(texts.votes, { count })}`;
    button.textContent = String(count);
  };
  const tip = h('span', { class: 'tip', role: 'alert' });
  let current: Parameters<typeof show>[0] = entry;
  /** Leads to the sign-in page of the site, or asks for the address of the visitor here. */
  const askForSignIn = async (): Promise<void> => {
    if (goToSignIn(element)) return;
    const { createSignIn } = await import('../sign-in.ts');
    const form = await createSignIn(element, texts.signIn, async () => {
      tip.replaceChildren();
      button.focus();
      await vote();
    });
    tip.replaceChildren(form);
    form.querySelector('input')?.focus();
  };
  const vote = async (): Promise<void> => {
    if (button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    tip.textContent = '';
    const before = current;
    const isUp = before.viewer_vote !== 'up';
    show((current = { upvote_count: before.upvote_count + (isUp ? 1 : -1), viewer_vote: isUp ? 'up' : null }));
    try {
      current = await (isUp ? api.upvote(entry.id) : api.removeUpvote(entry.id));
      element.emit('voted', current);
    } catch (error) {
      current = before;
      const isForSignedIn = (error as { code?: string }).code === 'feedback.sign_in_required';
      if (isForSignedIn && !readPerson(element.projectKey)) await askForSignIn();
      else tip.textContent = isForSignedIn ? texts.signIn : messageFor(error, texts);
    } finally {
      button.ariaBusy = null;
    }
    show(current);
  };
  show(current);
  void loaded?.then((found) => found && current === entry && show((current = entry = found)));
  return h('span', { class: 'voting' }, button, tip);
}

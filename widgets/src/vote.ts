import { feedback, hasVisitorId } from '@earshot/sdk';
import { clientOf } from './calls.ts';
import { define, EarshotElement } from './element.ts';
import { type Votable, voteButton } from './feedback/vote-button.ts';
import { VOTE } from './styles/controls.ts';
import type { Texts } from './texts.ts';
import { common, roadmap } from './texts/en.ts';

/**
 * `<earshot-vote project-key="pk_…" entry="fb_…" count="3" label="Export as CSV">`: one entry's votes. The page says how many there are; only a
 * browser that has voted before asks whether it did so here.
 */
class VoteElement extends EarshotElement<'roadmap'> {
  constructor() {
    super('roadmap', { ...common, ...roadmap }, VOTE);
  }

  protected async draw(texts: Texts<'roadmap'>): Promise<void> {
    const api = feedback(clientOf(this));
    const id = this.getAttribute('entry') ?? '';
    const show = (entry: Votable) => this.frame.replaceChildren(voteButton({ element: this, texts, api }, entry));
    show({ id, title: this.getAttribute('label') ?? '', upvote_count: Number(this.getAttribute('count')), viewer_vote: null });
    if (!hasVisitorId()) return;
    // What can't be had now stays as the page said.
    const entry = await api.get(id).catch(() => undefined);
    if (entry) show(entry);
  }
}

define('earshot-vote', VoteElement);

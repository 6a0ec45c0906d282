import { feedback, hasVisitorId } from '@earshot/sdk';
import { createElementClient } from './calls.ts';
import { define, EarshotElement } from './element.ts';
import { type Votable, createVoteButton } from './feedback/vote-button.ts';
import { VOTE } from './styles/controls.ts';
import { readPerson } from './person.ts';
import type { Texts } from './texts.ts';
import { common, roadmap } from './texts/en.ts';

/**
 * `<earshot-vote project-key="pk_…" entry="fb_…" count="3" label="Export as CSV">`: the vote button of an entry. The page contains the
 * count; only browsers that have voted before, or whose visitor is signed in on the page, request their own vote.
 */
class VoteElement extends EarshotElement<'roadmap'> {
  constructor() {
    super('roadmap', { ...common, ...roadmap }, VOTE);
  }

  protected async draw(texts: Texts<'roadmap'>): Promise<void> {
    const api = feedback(createElementClient(this));
    const id = this.getAttribute('entry') ?? '';
    const show = (entry: Votable) => this.frame.replaceChildren(createVoteButton({ element: this, texts, api }, entry));
    show({ id, title: this.getAttribute('label') ?? '', upvote_count: Number(this.getAttribute('count')), viewer_vote: null });
    if (!hasVisitorId() && !this.hasAttribute('signed-in') && !readPerson(this.projectKey)) return;
    // After a failure, the button keeps the count of the page.
    const entry = await api.get(id).catch(() => undefined);
    if (entry) show(entry);
  }
}

define('earshot-vote', VoteElement);

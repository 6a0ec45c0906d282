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

  protected draw(texts: Texts<'roadmap'>): void {
    const api = feedback(createElementClient(this));
    const id = this.getAttribute('entry') ?? '';
    const entry: Votable = {
      id,
      title: this.getAttribute('label') ?? '',
      upvote_count: Number(this.getAttribute('count')),
      viewer_vote: null,
    };
    const isKnown = hasVisitorId() || this.hasAttribute('signed-in') || readPerson(this.projectKey);
    // After a failure, the button keeps the count of the page.
    const loaded = isKnown ? api.get(id).catch(() => undefined) : undefined;
    this.frame.replaceChildren(createVoteButton({ element: this, texts, api }, entry, loaded));
  }
}

define('earshot-vote', VoteElement);

import { feedback } from '@earshot/sdk';
import { clientOf } from './calls.ts';
import { define, EarshotElement } from './element.ts';
import { voteButton } from './feedback/vote-button.ts';
import { VOTE } from './styles/controls.ts';
import type { Texts } from './texts.ts';
import { common, roadmap } from './texts/en.ts';

/** `<earshot-vote project-key="pk_…" entry="fb_…">`: one entry's votes. Until it has come, what stands in the element is shown. */
class VoteElement extends EarshotElement<'roadmap'> {
  constructor() {
    super('roadmap', { ...common, ...roadmap }, VOTE);
  }

  protected async draw(texts: Texts<'roadmap'>): Promise<void> {
    const api = feedback(clientOf(this));
    const fallback = document.createElement('slot');
    if (!this.frame.childElementCount) this.frame.replaceChildren(fallback);
    try {
      this.frame.replaceChildren(voteButton({ element: this, texts, api }, await api.get(this.getAttribute('entry') ?? '')));
    } catch {
      this.frame.replaceChildren(fallback);
    }
  }
}

define('earshot-vote', VoteElement);

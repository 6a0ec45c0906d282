import { changelog as resource } from '@earshot/sdk';
import { createElementClient } from './calls.ts';
import { define, EarshotElement } from './element.ts';
import { createReactions, REACTION_STYLES } from './changelog/reaction-buttons.ts';
import type { Texts } from './texts.ts';
import { changelog, common } from './texts/en.ts';

/** `<earshot-reactions project-key="pk_…" entry="cl_…" counts="3 0 1">`: counts the view of an entry, and reactions if it has counts. */
class ReactionsElement extends EarshotElement<'changelog'> {
  #isViewed = false;

  constructor() {
    super('changelog', { ...common, ...changelog }, REACTION_STYLES);
  }

  protected draw(texts: Texts<'changelog'>): void {
    const api = resource(createElementClient(this));
    const id = this.getAttribute('entry') ?? '';
    const counts = this.getAttribute('counts')?.split(' ').map(Number);
    if (counts) {
      const [like = 0, love = 0, celebrate = 0] = counts;
      this.frame.replaceChildren(createReactions({ texts, api, id }, { like, love, celebrate }));
    }
    if (this.#isViewed) return;
    this.#isViewed = true;
    void api.view([id]).catch(() => {});
  }
}

define('earshot-reactions', ReactionsElement);

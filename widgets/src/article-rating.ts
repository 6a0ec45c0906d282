import { indexes } from '@earshot/sdk';
import { createElementClient } from './calls.ts';
import { define, EarshotElement } from './element.ts';
import { createRating, RATING } from './rating.ts';
import type { Texts } from './texts.ts';
import { common, help } from './texts/en.ts';

/** `<earshot-article-rating project-key="pk_…" index="idx_…" document="doc_…">`: asks the readers of an article whether it helped. */
class ArticleRatingElement extends EarshotElement<'help'> {
  constructor() {
    super('help', { ...common, ...help }, RATING);
  }

  protected draw(texts: Texts<'help'>): void {
    const { documents } = indexes(createElementClient(this));
    const [index, document] = ['index', 'document'].map((name) => this.getAttribute(name) ?? '') as [string, string];
    this.frame.replaceChildren(createRating(texts, (isHelpful) => documents.rate(index, document, isHelpful)));
  }
}

define('earshot-article-rating', ArticleRatingElement);

import { indexes } from '@earshot/sdk';
import { createAnswer } from './answer.ts';
import { createElementClient } from '../calls.ts';
import { h } from '../dom.ts';
import { define, EarshotElement } from '../element.ts';
import { RATING } from '../rating.ts';
import { ANSWER, CONTROLS } from '../styles/controls.ts';
import type { Texts } from '../texts.ts';
import { common, help } from '../texts/en.ts';

/**
 * `<earshot-answer project-key="pk_…" query="…" query-id="qry_…" pages="/p/acme">`: a button on the page of search results, which asks the
 * language model for an answer from the articles.
 */
class AnswerElement extends EarshotElement<'help'> {
  constructor() {
    super('help', { ...common, ...help }, CONTROLS, RATING, ANSWER);
  }

  protected draw(texts: Texts<'help'>): void {
    const read = (name: string) => this.getAttribute(name) ?? '';
    const api = indexes(createElementClient(this));
    const ask = () => {
      const answer = createAnswer(api, texts, {
        query: read('query'),
        queryId: read('query-id'),
        link: ({ url, slug }, label, name) => h('a', { href: url ?? `${read('pages')}/help/${slug}`, 'aria-label': name }, label),
      });
      this.frame.replaceChildren(answer);
      answer.focus();
    };
    this.frame.replaceChildren(h('button', { type: 'button', onclick: ask }, texts.answer));
  }
}

define('earshot-answer', AnswerElement);

import { EMAIL_INPUT } from '@earshot/contract/shared/email-input';
import { findInitial } from '@earshot/contract/shared/text';
import { WALL_LAYOUTS } from '@earshot/contract/services/testimonials/values';
import { testimonials as resource, type Testimonial } from '@earshot/sdk';
import { alertBox, createElementClient, renderDate, createLoaded, field, honeypot, prefill, submitOnce } from './calls.ts';
import { h } from './dom.ts';
import { define, EarshotElement } from './element.ts';
import { CONTROLS } from './styles/controls.ts';
import { fill } from './fill.ts';
import type { Texts } from './texts.ts';
import { common, testimonials } from './texts/en.ts';

const CSS = `
.stars { color: light-dark(#b45309, #fbbf24); letter-spacing: .1em; line-height: 1; margin: 0; unicode-bidi: normal }
.summary { display: flex; gap: .7em; align-items: baseline; margin-block-end: 1rem; flex-wrap: wrap }
figure { border: 1px solid var(--line); border-radius: var(--radius); padding: 1rem 1.1rem; background: var(--paper) }
blockquote { white-space: pre-wrap; margin-block: .6em .8em }
figcaption { display: flex; gap: .7em; align-items: center }
.avatar { width: 2.5em; height: 2.5em; border-radius: 50%; object-fit: cover; background: var(--soft); display: grid; place-items: center; font-weight: 600; flex: none }
.grid { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)) }
.masonry { columns: 17rem; column-gap: 1rem } .masonry > li { break-inside: avoid; margin-block-end: 1rem }
.carousel { display: flex; gap: 1rem; overflow-x: auto; scroll-snap-type: x mandatory; scrollbar-width: none; padding: 3px } .carousel > li { flex: 0 0 min(100%, 22rem); scroll-snap-align: start }
.rate { display: flex; flex-direction: row-reverse; justify-content: flex-end; font-size: 1.8em; line-height: 1 }
.rate input { position: absolute; opacity: 0; pointer-events: none } .rate label { margin: 0; padding: 0 .08em; color: var(--edge); font-size: 1em; cursor: pointer }
.rate input:checked ~ label, .rate label:hover, .rate label:hover ~ label { color: light-dark(#b45309, #fbbf24) }
.rate input:focus-visible + label { outline: 3px solid var(--link); border-radius: 4px }
`;
const LAYOUTS = new Set<string>(WALL_LAYOUTS);
const PAGE = 24;
const MAX_STARS = 5;
/** Version of the consent text. Increase it when the text changes. */
const CONSENT_VERSION = 'widget-2';

const renderStars = (texts: Texts<'testimonials'>, rating: number) =>
  h(
    'p',
    { class: 'stars', role: 'img', 'aria-label': fill(texts.stars, { count: rating }) },
    '★'.repeat(rating) + '☆'.repeat(MAX_STARS - rating),
  );

/** `<earshot-testimonials project-key="pk_…" layout="masonry">`: approved testimonials. `tag`, `sort` and `limit` select them. */
class TestimonialsElement extends EarshotElement<'testimonials'> {
  static override observedAttributes = [...EarshotElement.observedAttributes, 'layout', 'tag', 'sort', 'limit'];

  constructor() {
    super('testimonials', { ...common, ...testimonials }, CONTROLS, CSS);
  }

  protected draw(texts: Texts<'testimonials'>): void {
    const api = resource(createElementClient(this));
    const requested = this.getAttribute('layout') ?? '';
    const layout = LAYOUTS.has(requested) ? requested : 'grid';
    const limit = Math.min(Number(this.getAttribute('limit')) || PAGE, 100);
    const query = {
      tag: this.getAttribute('tag') ?? undefined,
      sort: (this.getAttribute('sort') ?? 'featured') as 'featured',
      limit,
    };
    this.frame.replaceChildren(
      createLoaded(texts, async () => {
        const [summary, first] = await Promise.all([api.summary(), api.list(query)]);
        if (!first.total) return h('p', { class: 'muted' }, texts.nothing);
        const list = h('ul', { class: layout, tabindex: layout === 'carousel' && 0 });
        const alert = alertBox();
        let next = 2;
        const add = ({ data }: typeof first) => list.append(...data.map((one) => h('li', {}, card(texts, one, this.language))));
        add(first);
        const more = h('button', { type: 'button' }, texts.more);
        more.addEventListener(
          'click',
          submitOnce(more, alert, texts, async () => {
            const page = await api.list({ ...query, page: next });
            add(page);
            more.hidden = next++ * limit >= page.total;
          }),
        );
        const step = (direction: number) => () =>
          list.scrollBy({ left: direction * list.clientWidth * 0.9 * (this.frame.dir === 'rtl' ? -1 : 1), behavior: 'smooth' });
        const average = summary.average_rating ?? 0;
        return [
          h(
            'div',
            { class: 'summary' },
            renderStars(texts, Math.round(average)),
            h(
              'span',
              { class: 'muted' },
              fill(texts.average, {
                rating: average.toLocaleString(this.language),
                count: summary.count.toLocaleString(this.language),
              }),
            ),
          ),
          list,
          alert,
          layout === 'carousel'
            ? h(
                'p',
                { class: 'row' },
                h('button', { type: 'button', onclick: step(-1) }, texts.previous),
                h('button', { type: 'button', onclick: step(1) }, texts.next),
              )
            : h('p', {}, first.total > limit && more),
        ];
      }),
    );
  }
}

function card(texts: Texts<'testimonials'>, one: Testimonial, lang: string): HTMLElement {
  const about = [one.author_title, one.author_company].filter(Boolean).join(', ');
  const avatar = one.author_avatar_url
    ? h('img', { class: 'avatar', src: one.author_avatar_url, alt: '', loading: 'lazy', referrerpolicy: 'no-referrer' })
    : h('span', { class: 'avatar', 'aria-hidden': 'true' }, findInitial(one.author_name));
  return h(
    'figure',
    {},
    renderStars(texts, one.rating),
    h('blockquote', {}, one.content),
    h(
      'figcaption',
      {},
      avatar,
      h(
        'div',
        { dir: 'auto' },
        h(
          'strong',
          {},
          one.source_url ? h('a', { href: one.source_url, rel: 'noopener nofollow' }, one.author_name) : one.author_name,
        ),
        about && h('div', { class: 'muted' }, about),
        h(
          'div',
          { class: 'muted' },
          [renderDate(one.created_at, lang), one.disclosure !== 'none' && texts[one.disclosure]].filter(Boolean).join(' · '),
        ),
      ),
    ),
  );
}

/**
 * `<earshot-testimonial-form project-key="pk_…">`: a form for testimonials. The consent text is stored with the testimonial. With
 * `when-asked`, it is empty unless a rule asked the signed user, who can decline.
 */
class TestimonialFormElement extends EarshotElement<'testimonials'> {
  static override observedAttributes = [...EarshotElement.observedAttributes, 'when-asked'];

  constructor() {
    super('testimonials', { ...common, ...testimonials }, CONTROLS, CSS);
  }

  protected draw(texts: Texts<'testimonials'>): void {
    const api = resource(createElementClient(this));
    const alert = alertBox();
    const isAsked = this.hasAttribute('when-asked');
    const button = h('button', { class: 'main' }, texts.send);
    const content = field('textarea', texts.content, { required: true, maxlength: 5000 });
    const name = field('input', texts.name, { required: true, maxlength: 100, autocomplete: 'name' });
    const role = field('input', texts.role, { maxlength: 100, autocomplete: 'organization-title' }, texts.optional);
    const company = field('input', texts.company, { maxlength: 100, autocomplete: 'organization' }, texts.optional);
    const email = field('input', texts.email, EMAIL_INPUT, texts.emailWhy);
    const trap = honeypot();
    // Five to one, because a CSS selector can only color elements that follow.
    const rating = h(
      'fieldset',
      {},
      h('legend', {}, texts.rating),
      h(
        'div',
        { class: 'rate' },
        [5, 4, 3, 2, 1].flatMap((stars) => [
          h('input', {
            type: 'radio',
            name: 'rating',
            value: stars,
            id: `r${stars}`,
            required: true,
            'aria-label': fill(texts.stars, { count: stars }),
          }),
          h('label', { for: `r${stars}`, 'aria-hidden': 'true' }, '★'),
        ]),
      ),
    );
    const consent = h(
      'label',
      { class: 'check' },
      h('input', { type: 'checkbox', required: true }),
      h('span', {}, texts.consent),
    );
    const form = h(
      'form',
      {},
      h('h2', {}, texts.formTitle),
      rating,
      content.parts,
      name.parts,
      role.parts,
      company.parts,
      !isAsked && email.parts,
      consent,
      trap.parts,
      alert,
      h('p', { class: 'actions' }, button),
    );
    const given = ({ input }: { input: { value: string } }) => input.value.trim() || undefined;
    form.addEventListener(
      'submit',
      submitOnce(button, alert, texts, async () => {
        const praise = {
          rating: Number(new FormData(form).get('rating')),
          content: content.input.value,
          author_name: name.input.value,
          author_title: given(role),
          author_company: given(company),
          consent: { text: texts.consent, version: CONSENT_VERSION },
        };
        const sent = await (isAsked
          ? api.ownRequest.answer(praise)
          : api.submit({ ...praise, author_email: given(email), website: given(trap) }));
        const heading = h('h2', { tabindex: -1 }, texts.thanks);
        this.frame.replaceChildren(h('div', { class: 'stack', role: 'status' }, heading, h('p', {}, texts.thanksText)));
        heading.focus();
        this.emit('submitted', sent);
      }),
    );
    const show = () => {
      void prefill(this, { email: email.input, name: name.input });
      this.frame.replaceChildren(form);
    };
    if (!isAsked) {
      show();
      return;
    }
    this.frame.replaceChildren();
    const decline = h('button', { type: 'button' }, texts.decline);
    decline.addEventListener(
      'click',
      submitOnce(decline, alert, texts, async () => {
        await api.ownRequest.decline();
        this.frame.replaceChildren();
      }),
    );
    button.after(decline);
    const showIfAsked = async () => {
      const { request } = await api.ownRequest.get();
      if (!request || !this.isConnected) return;
      if (request.message) rating.before(h('p', {}, request.message));
      show();
    };
    // The product works without the form.
    showIfAsked().catch(() => undefined);
  }
}

define('earshot-testimonials', TestimonialsElement);
define('earshot-testimonial-form', TestimonialFormElement);

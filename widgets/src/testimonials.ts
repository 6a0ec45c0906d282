import { EMAIL_INPUT } from '@earshot/contract/shared/email-input';
import { findInitial } from '@earshot/contract/shared/text';
import {
  joinAnswers,
  MAX_ANSWER_LENGTH,
  SORTS,
  WALL_CORNERS,
  WALL_LAYOUTS,
} from '@earshot/contract/services/testimonials/values';
import { THEMES } from '@earshot/contract/shared/values';
import { parseVideo } from '@earshot/contract/services/testimonials/videos';
import { renderWallCss, type WallStyle } from '@earshot/contract/services/testimonials/wall-style';
import { testimonials as resource, type Testimonial } from '@earshot/sdk';
import { alertBox, createElementClient, renderDate, createLoaded, field, honeypot, prefill, submitOnce } from './calls.ts';
import { h, playVideo } from './dom.ts';
import { define, EarshotElement } from './element.ts';
import { CONTROLS } from './styles/controls.ts';
import { createSheet } from './styles/root.ts';
import { fill } from './fill.ts';
import type { Texts } from './texts.ts';
import { common, testimonials } from './texts/en.ts';

const CSS = `
.stars { color: light-dark(#b45309, #fbbf24); letter-spacing: .1em; line-height: 1; margin: 0; unicode-bidi: normal }
.summary { display: flex; gap: .7em; align-items: baseline; margin-block-end: 1rem; flex-wrap: wrap }
figure { border: 1px solid var(--line); padding: 1rem 1.1rem }
blockquote { white-space: pre-wrap; margin-block: .6em .8em }
figcaption { display: flex; gap: .7em; align-items: center }
.avatar { width: 2.5em; height: 2.5em; border-radius: 50%; object-fit: cover; background: var(--soft); display: grid; place-items: center; font-weight: 600; flex: none }
.badge { display: inline-flex; gap: .6em; align-items: center; padding: .45em .9em; border: 1px solid var(--line); border-radius: 99px; background: var(--paper); color: var(--ink); text-decoration: none } .badge:hover { background: var(--soft) }
.rate { display: flex; flex-direction: row-reverse; justify-content: flex-end; font-size: 1.8em; line-height: 1 }
.rate input { position: absolute; opacity: 0; pointer-events: none } .rate label { margin: 0; padding: 0 .08em; color: var(--edge); font-size: 1em; cursor: pointer }
.rate input:checked ~ label, .rate label:hover, .rate label:hover ~ label { color: light-dark(#b45309, #fbbf24) }
.rate input:focus-visible + label { outline: 3px solid var(--link); border-radius: 4px }
`;
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

const find = <T extends string>(values: readonly T[], value: string | null) => values.find((one) => one === value);

/**
 * `<earshot-testimonials project-key="pk_…">`: approved testimonials in the look that the project saved. `collection` and `tag` select them;
 * `layout`, `columns`, `corners`, `accent`, `sort`, `limit` and `hide` replace parts of the look.
 */
class TestimonialsElement extends EarshotElement<'testimonials'> {
  static override observedAttributes = [
    ...EarshotElement.observedAttributes,
    'collection',
    'tag',
    'layout',
    'columns',
    'corners',
    'accent',
    'sort',
    'limit',
    'hide',
  ];
  readonly #sheets: readonly CSSStyleSheet[];

  constructor() {
    super('testimonials', { ...common, ...testimonials }, CONTROLS, CSS);
    this.#sheets = this.shadowRoot?.adoptedStyleSheets ?? [];
  }

  /** Returns the saved look with the attributes of the element. */
  #style(saved: WallStyle): WallStyle {
    const own = (name: string) => this.getAttribute(name);
    const hidden = own('hide')?.split(/[\s,]+/);
    const shows = (part: string, isShown: boolean) => (hidden ? !hidden.includes(part) : isShown);
    const accent = own('accent');
    return {
      ...saved,
      layout: find(WALL_LAYOUTS, own('layout')) ?? saved.layout,
      theme: find(THEMES, own('theme')) ?? saved.theme,
      corners: find(WALL_CORNERS, own('corners')) ?? saved.corners,
      sort: find(SORTS, own('sort')) ?? saved.sort,
      columns: own('columns') === null ? saved.columns : Number(own('columns')) || null,
      limit: own('limit') === null ? saved.limit : Math.min(Number(own('limit')), 100) || null,
      accent_color: accent === null ? saved.accent_color : /^#[\da-f]{6}$/i.test(accent) ? accent : null,
      show_rating: shows('rating', saved.show_rating),
      show_date: shows('date', saved.show_date),
      show_avatar: shows('avatar', saved.show_avatar),
      show_company: shows('company', saved.show_company),
    };
  }

  protected draw(texts: Texts<'testimonials'>): void {
    const api = resource(createElementClient(this));
    const collection = this.getAttribute('collection') ?? undefined;
    this.frame.replaceChildren(
      createLoaded(texts, async () => {
        const wall = await api.wall({ collection });
        const style = this.#style(wall.style);
        const limit = style.limit ?? PAGE;
        const query = { tag: this.getAttribute('tag') ?? undefined, collection, sort: style.sort, limit };
        const first = await api.list(query);
        if (!first.total) return h('p', { class: 'muted' }, texts.nothing);
        if (this.shadowRoot) this.shadowRoot.adoptedStyleSheets = [...this.#sheets, createSheet(renderWallCss(style))];
        const isCarousel = style.layout === 'carousel';
        const list = h('ul', { class: 'wall', tabindex: isCarousel && 0, 'aria-label': isCarousel && texts.testimonials });
        const alert = alertBox();
        let next = 2;
        const add = ({ data }: typeof first) =>
          list.append(...data.map((one) => h('li', {}, card(texts, one, style, this.language))));
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
        // The style sheet decides whether the list scrolls smoothly.
        const step = (direction: number) => () =>
          list.scrollBy({ left: direction * list.clientWidth * 0.9 * (this.frame.dir === 'rtl' ? -1 : 1) });
        return [
          h('div', { class: 'summary' }, ...renderAverage(this, texts, wall)),
          list,
          alert,
          isCarousel
            ? h(
                'p',
                { class: 'row' },
                h('button', { type: 'button', onclick: step(-1) }, texts.previous),
                h('button', { type: 'button', onclick: step(1) }, texts.next),
              )
            : h('p', {}, style.limit === null && first.total > limit && more),
        ];
      }),
    );
  }
}

/** Returns the stars and the text of an average. Pages that set this text without a singular keep it for one rating. */
function renderAverage(
  { language, texts: { average: own, average_one = own } }: EarshotElement<'testimonials'>,
  texts: Texts<'testimonials'>,
  { average_rating, count }: Figures,
): HTMLElement[] {
  const rating = average_rating ?? 0;
  return [
    renderStars(texts, Math.round(rating)),
    h(
      'span',
      { class: 'muted' },
      fill(count === 1 ? (average_one ?? texts.average_one) : texts.average, {
        rating: rating.toLocaleString(language),
        count: count.toLocaleString(language),
      }),
    ),
  ];
}

interface Figures {
  average_rating: number | null;
  count: number;
}

/** `<earshot-testimonials-badge project-key="pk_…">`: the average rating, as a link to the wall. `collection` selects one. */
class TestimonialsBadgeElement extends EarshotElement<'testimonials'> {
  static override observedAttributes = [...EarshotElement.observedAttributes, 'collection'];

  constructor() {
    super('testimonials', { ...common, ...testimonials }, CONTROLS, CSS);
  }

  protected draw(texts: Texts<'testimonials'>): void {
    const api = resource(createElementClient(this));
    this.frame.replaceChildren(
      createLoaded(texts, async () => {
        const wall = await api.wall({ collection: this.getAttribute('collection') ?? undefined });
        return wall.count ? h('a', { class: 'badge', href: wall.url }, ...renderAverage(this, texts, wall)) : [];
      }),
    );
  }
}

function card(texts: Texts<'testimonials'>, one: Testimonial, style: WallStyle, lang: string): HTMLElement {
  const about = style.show_company && [one.author_title, one.author_company].filter(Boolean).join(', ');
  const avatar = one.author_avatar_url
    ? h('img', { class: 'avatar', src: one.author_avatar_url, alt: '', loading: 'lazy', referrerpolicy: 'no-referrer' })
    : h('span', { class: 'avatar', 'aria-hidden': 'true' }, findInitial(one.author_name));
  const facts = [style.show_date && renderDate(one.created_at, lang), one.disclosure !== 'none' && texts[one.disclosure]].filter(
    Boolean,
  );
  return h(
    'figure',
    {},
    renderVideo(texts, one),
    style.show_rating && renderStars(texts, one.rating),
    h('blockquote', {}, one.content),
    h(
      'figcaption',
      {},
      style.show_avatar && avatar,
      h(
        'div',
        {},
        h(
          'strong',
          { dir: 'auto' },
          one.source_url ? h('a', { href: one.source_url, rel: 'noopener nofollow' }, one.author_name) : one.author_name,
        ),
        about && h('div', { class: 'muted' }, h('bdi', {}, about)),
        facts.length > 0 && h('div', { class: 'muted' }, facts.join(' · ')),
      ),
    ),
  );
}

/** Renders a poster that a click replaces by the player. */
function renderVideo(texts: Texts<'testimonials'>, { video_url: url, image_url: image, author_name: name }: Testimonial) {
  const video = url ? parseVideo(url) : undefined;
  if (!video) return false;
  const poster = h(
    'a',
    {
      class: 'video',
      href: video.url,
      'data-player': video.playerUrl,
      target: '_blank',
      rel: 'noopener nofollow',
      'aria-label': fill(texts.playVideo, { name, host: video.host }),
    },
    image && h('img', { src: image, alt: '', loading: 'lazy', referrerpolicy: 'no-referrer' }),
    h('span', {}, `▶ ${video.host}`),
  );
  poster.addEventListener('click', (event) => {
    event.preventDefault();
    playVideo(poster);
  });
  return poster;
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
          ? api.ownRequest.answer({ ...praise, answers: answers() })
          : api.submit({ ...praise, author_email: given(email), website: given(trap) }));
        const heading = h('h2', { tabindex: -1 }, texts.thanks);
        this.frame.replaceChildren(h('div', { class: 'stack', role: 'status' }, heading, h('p', {}, texts.thanksText)));
        heading.focus();
        this.emit('submitted', sent);
      }),
    );
    let questions: ReturnType<typeof field<'textarea'>>[] = [];
    const answers = () => questions.map(({ input }) => input.value);
    /** Adds questions, whose answers become the text until the author edits it. */
    const ask = (asked: string[]) => {
      let composed = '';
      questions = asked.map((question) => field('textarea', question, { maxlength: MAX_ANSWER_LENGTH }));
      for (const { input } of questions)
        input.addEventListener('input', () => {
          if (content.input.value !== composed) return;
          content.input.value = composed = joinAnswers(answers());
        });
      rating.after(...questions.flatMap(({ parts }) => parts));
    };
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
      ask(request.questions);
      show();
    };
    // The product works without the form.
    showIfAsked().catch(() => undefined);
  }
}

define('earshot-testimonials', TestimonialsElement);
define('earshot-testimonials-badge', TestimonialsBadgeElement);
define('earshot-testimonial-form', TestimonialFormElement);

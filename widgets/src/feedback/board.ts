import { BadRequestError, type Feedback } from '@earshot/sdk';
import { alertBox, dateOf, fetched, field, once } from '../calls.ts';
import { debounce } from '../debounce.ts';
import { h } from '../dom.ts';
import { fill } from '../texts.ts';
import type { Context } from './context.ts';
import { voteButton } from './vote-button.ts';

const SORTS = ['trending', 'top', 'newest'] as const;
const PAGE = 20;
const PAUSE_MS = 250;

/** All entries: to look through, to search, to vote for. */
export function board(context: Context): HTMLElement {
  const { texts, api } = context;
  const search = h('input', { type: 'search', placeholder: texts.search, 'aria-label': texts.search, maxlength: 200 });
  const sort = h(
    'select',
    { 'aria-label': texts.sort },
    SORTS.map((name) => h('option', { value: name }, texts[`sort_${name}`])),
  );
  const results = h('div');
  const show = () => {
    const query = { q: search.value.trim() || undefined, sort: sort.value as (typeof SORTS)[number], limit: PAGE };
    results.replaceChildren(pages(context, (page) => api.list({ ...query, page }), texts.nothing));
  };
  search.addEventListener('input', debounce(PAUSE_MS, show));
  sort.addEventListener('change', show);
  show();
  return h(
    'div',
    { class: 'stack' },
    h('p', {}),
    h('div', { class: 'row' }, h('div', { class: 'grow' }, search), h('div', {}, sort)),
    results,
  );
}

/** What somebody sent, and what became of it. */
export const mine = (context: Context): HTMLElement =>
  pages(
    context,
    (page) =>
      context.api.list({ mine: true, limit: PAGE, page }).catch((error: unknown) => {
        // A browser that never sent anything has no name to ask by.
        if (error instanceof BadRequestError) return { data: [], total: 0, page, limit: PAGE };
        throw error;
      }),
    context.texts.mineEmpty,
  );

interface Page {
  data: Feedback[];
  total: number;
  page: number;
  limit: number;
}

/** A list that grows when one wants more of it. */
function pages(context: Context, load: (page: number) => Promise<Page>, empty: string): HTMLElement {
  const { texts } = context;
  const page = (number: number): HTMLElement =>
    fetched(texts, async () => {
      const { data, total, limit } = await load(number);
      if (!total) return h('p', { class: 'muted' }, empty);
      const list = h(
        'ul',
        {},
        data.map((entry) => h('li', { class: 'entry' }, row(context, entry))),
      );
      const more = h('button', { type: 'button', onclick: () => more.replaceWith(page(number + 1)) }, texts.more);
      return number * limit < total ? [list, more] : list;
    });
  return page(1);
}

function row(context: Context, entry: Feedback): HTMLElement[] {
  const { texts, showEntry } = context;
  const isWaiting = entry.visibility === 'pending';
  const open = h(
    'button',
    { type: 'button', class: 'open-entry', onclick: () => showEntry(entry.merged_into ?? entry.id) },
    entry.title,
  );
  return [
    voteButton(context, entry),
    h(
      'div',
      { class: 'grow' },
      isWaiting ? h('strong', {}, entry.title) : open,
      h(
        'p',
        { class: 'row muted' },
        h('span', { class: 'badge' }, isWaiting ? texts.waits : texts[`status_${entry.status}`]),
        entry.comment_count > 0 && fill(texts.comments, { count: entry.comment_count }),
      ),
    ),
  ];
}

/** One entry with its comments. */
export function entryView(context: Context, id: string): HTMLElement {
  const { texts, api, element } = context;
  return fetched(texts, async () => {
    const entry = await api.get(id);
    const { data: comments } = await api.comments.list(id, { limit: 100 });
    const list = h(
      'ul',
      { class: 'stack' },
      comments.map((comment) => h('li', { class: 'comment' }, commentView(context, comment))),
    );
    return [
      h(
        'div',
        { class: 'entry' },
        voteButton(context, entry),
        h(
          'div',
          { class: 'grow' },
          h('h3', {}, entry.title),
          h(
            'p',
            { class: 'row' },
            h('span', { class: 'badge' }, texts[`status_${entry.status}`]),
            h('span', { class: 'muted' }, dateOf(entry.created_at, element.language)),
          ),
        ),
      ),
      h('p', { class: 'text' }, entry.description),
      ...(entry.image_url ? [h('img', { class: 'shot', src: entry.image_url, alt: '', loading: 'lazy' })] : []),
      h('h3', {}, texts.commentsTitle),
      list,
      commentForm(context, id, list),
    ];
  });
}

type Comment = Awaited<ReturnType<Context['api']['comments']['add']>>;

const commentView = ({ texts, element }: Context, { author_name, author_role, body, created_at }: Comment) => [
  h(
    'p',
    { class: 'muted row' },
    author_name && h('strong', {}, author_name),
    author_role === 'team' && h('span', { class: 'badge' }, texts.team),
    dateOf(created_at, element.language),
  ),
  h('p', { class: 'text' }, body),
];

function commentForm(context: Context, id: string, list: HTMLElement): HTMLElement {
  const { texts, api } = context;
  const alert = alertBox();
  const done = h('p', { role: 'status', class: 'muted' });
  const button = h('button', { class: 'main' }, texts.send);
  const { input, parts } = field('textarea', texts.addComment, { required: true, maxlength: 10_000 });
  const form = h('form', {}, parts, alert, h('p', { class: 'actions' }, button), done);
  form.addEventListener(
    'submit',
    once(button, alert, texts, async () => {
      const comment = await api.comments.add(id, { body: input.value });
      const { data } = await api.comments.list(id, { limit: 100 });
      const isShown = data.some((shown) => shown.id === comment.id);
      done.textContent = isShown ? '' : texts.commentWaits;
      if (isShown) list.append(h('li', { class: 'comment' }, commentView(context, comment)));
      form.reset();
    }),
  );
  return form;
}

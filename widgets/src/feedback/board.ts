import { BadRequestError, type Feedback, NotFoundError } from '@earshot/sdk';
import { readDisplay } from '../appearance.ts';
import { alertBox, createLoaded, field, renderDate, submitOnce } from '../calls.ts';
import { debounce } from '../debounce.ts';
import { h } from '../dom.ts';
import { fill } from '../fill.ts';
import { readPerson } from '../person.ts';
import type { Context } from './context.ts';
import { createVoteButton } from './vote-button.ts';

const SORTS = ['trending', 'top', 'newest'] as const;
const PAGE_SIZE = 20;
const DEBOUNCE_MS = 250;

/** Creates a list of all entries that the visitor may read, or those of one board, with search and sorting. */
export function createBoard(context: Context): HTMLElement {
  const { texts, api, element } = context;
  const search = h('input', { type: 'search', placeholder: texts.search, 'aria-label': texts.search, maxlength: 200 });
  const sort = h(
    'select',
    { 'aria-label': texts.sort },
    SORTS.map((name) => h('option', { value: name }, texts[`sort_${name}`])),
  );
  const results = h('div');
  const show = () => {
    const query = {
      q: search.value.trim() || undefined,
      board_id: element.getAttribute('board') ?? undefined,
      sort: sort.value as (typeof SORTS)[number],
      limit: PAGE_SIZE,
    };
    results.replaceChildren(createPages(context, (page) => api.list({ ...query, page }), texts.nothing));
  };
  search.addEventListener('input', debounce(DEBOUNCE_MS, show));
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

/** Creates a list of the entries of this visitor or user, with the person who signed in within the widget. */
export function createOwnList(context: Context): HTMLElement {
  const { element } = context;
  const list = createOwnPages(context);
  const person = element.userToken === undefined && readPerson(element.projectKey);
  if (person)
    void import('../sign-in.ts').then(async ({ describePerson }) => list.prepend(await describePerson(element, person.email)));
  return list;
}

const createOwnPages = (context: Context): HTMLElement =>
  createPages(
    context,
    (page) =>
      context.api.list({ mine: true, limit: PAGE_SIZE, page }).catch((error: unknown) => {
        // A browser that has sent nothing has no visitor id.
        if (error instanceof BadRequestError) return { data: [], total: 0, page, limit: PAGE_SIZE };
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

type Display = Awaited<ReturnType<typeof readDisplay>>;

/** Creates a list with a button that loads more. */
function createPages(context: Context, load: (page: number) => Promise<Page>, empty: string): HTMLElement {
  const { texts } = context;
  const page = (number: number): HTMLElement =>
    createLoaded(texts, async () => {
      const [{ data, total, limit }, display] = await Promise.all([load(number), readDisplay(context.element, texts)]);
      if (!total) return h('p', { class: 'muted' }, empty);
      const list = h(
        'ul',
        {},
        data.map((entry) => h('li', { class: 'entry' }, row(context, entry, display))),
      );
      const more = h('button', { type: 'button', onclick: () => more.replaceWith(page(number + 1)) }, texts.more);
      return number * limit < total ? [list, more] : list;
    });
  return page(1);
}

function row(context: Context, entry: Feedback, display: Display): HTMLElement[] {
  const { texts, showEntry } = context;
  const isWaiting = entry.visibility === 'pending';
  // The visibility is known of own entries only. Others do not see this one.
  const own = entry.visibility === 'public' ? undefined : entry.visibility && entry;
  const open = h(
    'button',
    { type: 'button', class: 'open-entry', onclick: () => showEntry(entry.merged_into ?? entry.id, own) },
    entry.title,
  );
  return [
    createVoteButton(context, entry),
    h(
      'div',
      { class: 'grow' },
      open,
      h(
        'p',
        { class: 'row muted' },
        isWaiting ? h('span', { class: 'badge' }, texts.waits) : display.show(h('span', { class: 'badge' }), entry),
        entry.comment_count > 0 && fill(texts.comments, { count: entry.comment_count }),
      ),
    ),
  ];
}

/** Creates the view of an entry with its comments. `own` is an entry that only its submitter sees, with private answers at most. */
export function createEntryView(context: Context, id: string, own?: Feedback): HTMLElement {
  const { texts, api, element } = context;
  return createLoaded(texts, async () => {
    const [entry, display] = await Promise.all([own ?? api.get(id), readDisplay(element, texts)]);
    const values = Object.keys(entry.fields ?? {}).length ? entry.fields : undefined;
    const { data: comments } = await api.comments.list(id, { limit: 100 }).catch((error: unknown) => {
      if (own && error instanceof NotFoundError) return { data: [] };
      throw error;
    });
    const list = h(
      'ul',
      { class: 'stack' },
      comments.map((comment) => h('li', { class: 'comment' }, commentView(context, comment))),
    );
    return [
      h(
        'div',
        { class: 'entry' },
        createVoteButton(context, entry),
        h(
          'div',
          { class: 'grow' },
          h('h3', {}, entry.title),
          h(
            'p',
            { class: 'row' },
            display.show(h('span', { class: 'badge' }), entry),
            h('span', { class: 'muted' }, renderDate(entry.created_at, element.language)),
          ),
        ),
      ),
      h('p', { class: 'text' }, entry.description),
      ...(values ? [(await import('./fields.ts')).describeFields(display.fields, values)] : []),
      ...(entry.image_url ? [h('img', { class: 'shot', src: entry.image_url, alt: '', loading: 'lazy' })] : []),
      h('h3', {}, texts.commentsTitle),
      list,
      ...(own ? [] : [commentForm(context, id, list)]),
    ];
  });
}

type Comment = Awaited<ReturnType<Context['api']['comments']['add']>>;

const commentView = ({ texts, element }: Context, { author_name, author_role, body, created_at, ...comment }: Comment) => [
  h(
    'p',
    { class: 'muted row' },
    author_name && h('strong', {}, author_name),
    author_role === 'team' && h('span', { class: 'badge' }, texts.team),
    comment.private && h('span', { class: 'badge' }, texts.onlyYou),
    renderDate(created_at, element.language),
  ),
  h('p', { class: 'text' }, body),
];

function commentForm(context: Context, id: string, list: HTMLElement): HTMLElement {
  const { texts, api } = context;
  const alert = alertBox();
  const notice = h('p', { role: 'status', class: 'muted' });
  const button = h('button', { class: 'main' }, texts.send);
  const { input, parts } = field('textarea', texts.addComment, { required: true, maxlength: 10_000 });
  const form = h('form', {}, parts, alert, h('p', { class: 'actions' }, button), notice);
  form.addEventListener(
    'submit',
    submitOnce(button, alert, texts, async () => {
      const comment = await api.comments.add(id, { body: input.value });
      const { data } = await api.comments.list(id, { limit: 100 });
      const isShown = data.some((shown) => shown.id === comment.id);
      notice.textContent = isShown ? '' : texts.commentWaits;
      if (isShown) list.append(h('li', { class: 'comment' }, commentView(context, comment)));
      form.reset();
    }),
  );
  return form;
}

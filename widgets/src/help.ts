import { truncate } from '@earshot/contract/shared/text';
import {
  type Answer,
  type Client,
  indexes,
  type KnowledgeDocumentWithContent,
  type ProjectAppearance,
  type SearchResults,
} from '@earshot/sdk';
import { alertBox, createElementClient, messageFor, createLoaded, submitOnce } from './calls.ts';
import { debounce } from './debounce.ts';
import { createDialog } from './dialog.ts';
import { h, icon } from './dom.ts';
import { define, EarshotElement } from './element.ts';
import { safeHtml } from './html.ts';
import { createRating, RATING } from './rating.ts';
import { ANSWER, CONTROLS, DIALOG, PROSE } from './styles/controls.ts';
import { fill } from './fill.ts';
import type { Texts } from './texts.ts';
import { common, help } from './texts/en.ts';

const CSS = `
:host { display: inline-block }
.open { display: flex; gap: .6em; align-items: center; color: var(--muted); min-width: min(16rem, 100%) }
.open kbd { margin-inline-start: auto; font: .8em ui-monospace, monospace; border: 1px solid var(--line); border-radius: 4px; padding: 0 .4em } @media (pointer: coarse), (max-width: 599px) { .open kbd { display: none } }
@media (min-width: 600px) { dialog { width: 40rem; inset: 10vh 0 auto; margin: auto } }
dialog form { padding: 0 1rem .5rem } ::-webkit-search-cancel-button { display: none }
[role=option] { padding: .6em .7em; border-radius: calc(var(--radius) * .6); cursor: pointer }
[role=option][aria-selected=true] { background: var(--soft); outline: 2px solid var(--accent); outline-offset: -2px }
.snippet { color: var(--muted); font-size: .9em; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; unicode-bidi: plaintext } .snippet .prose { display: contents }
.related { display: grid; gap: .3em; justify-items: start }
`;
const GLASS = 'M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13zM20 20l-4.5-4.5';
const ARROW = 'M15 5l-7 7 7 7';
const DEBOUNCE_MS = 120;
/** Pause in typing after which a query is recorded in the insights. */
const TRACK_DELAY_MS = 1_500;
const MAX_RESULTS = 8;
/** Maximum time that navigation waits until the click is recorded. */
const CLICK_TIMEOUT_MS = 400;
const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

type Result = SearchResults['results'][number];
type AnswerSource = Answer['sources'][number];
type Related = NonNullable<KnowledgeDocumentWithContent['related']>;

/**
 * `<earshot-help project-key="pk_…">`: a help search that opens with its button or ⌘K / Ctrl K, and shows results while typing. `index` limits
 * it to one index. A query without results can be submitted as feedback.
 */
class HelpElement extends EarshotElement<'help'> {
  static override observedAttributes = [...EarshotElement.observedAttributes, 'index'];
  #open: (() => void) | undefined;
  /** Whether `open` was called before the element was drawn. */
  #isAwaited = false;

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.open();
  };

  constructor() {
    super('help', { ...common, ...help }, CONTROLS, PROSE, DIALOG, RATING, ANSWER, CSS);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Widgets keep what is typed in their fields from listeners of the window that do not capture.
    addEventListener('keydown', this.#onKey, true);
  }

  disconnectedCallback(): void {
    removeEventListener('keydown', this.#onKey, true);
  }

  open(): void {
    if (this.#open) this.#open();
    else this.#isAwaited = true;
  }

  protected draw(texts: Texts<'help'>): void {
    const button = h(
      'button',
      { type: 'button', class: 'open', part: 'button', 'aria-haspopup': 'dialog', 'aria-keyshortcuts': 'Control+K Meta+K' },
      icon(GLASS),
      texts.open,
      h('kbd', {}, isMac() ? '⌘K' : 'Ctrl K'),
    );
    const { dialog, input } = createSearch(this, texts, this.getAttribute('index'));
    this.#open = () => {
      if (!dialog.open) dialog.showModal();
      input.focus();
      input.select();
    };
    button.addEventListener('click', () => this.open());
    this.frame.replaceChildren(button, dialog);
    if (this.#isAwaited) this.open();
    this.#isAwaited = false;
  }
}

/** Creates the search dialog: a combobox with results (WAI-ARIA, list autocomplete), or an article. */
function createSearch(element: EarshotElement<'help'>, texts: Texts<'help'>, indexId: string | null) {
  const call = createElementClient(element);
  const api = indexes(call);
  const input = createInput(texts);
  const form = h('form', { role: 'search' }, input);
  const status = h('p', { class: 'muted', role: 'status' });
  const list = h('div', { id: 'results', role: 'listbox', 'aria-label': texts.title });
  const rest = h('div');
  const view = h('div', { class: 'stack' }, status, list, rest);
  const { dialog, header, heading, body } = createDialog(texts, texts.title, form);
  const back = h(
    'button',
    { type: 'button', class: 'x flip', 'aria-label': texts.back, hidden: true, onclick: () => showResults() },
    icon(ARROW),
  );
  header.prepend(back);
  body.append(view);

  let results: Result[] = [];
  /** Query of the results. */
  let shown = '';
  let queryId = '';
  /** The latest search, and the recording of its query, which begins with a pause in typing or a click. */
  let updated = Promise.resolve();
  let recording: Promise<void> | undefined;
  let selected = -1;
  let requests = 0;
  /** Whether the project answers questions. The address is the one of the colors, so that browsers have the response. */
  let hasAnswers: Promise<boolean> | undefined;

  const search = (query: string, track: boolean) =>
    indexId ? api.search(indexId, { query, limit: MAX_RESULTS, track }) : api.searchAll({ query, limit: MAX_RESULTS, track });

  async function update(): Promise<void> {
    const query = input.value.trim();
    const request = ++requests;
    if (!query) return show('', { results: [], total: 0, query_id: '' });
    try {
      const answer = await search(query, false);
      if (request === requests) show(query, answer);
    } catch (error) {
      if (request !== requests) return;
      show('', { results: [], total: 0, query_id: '' });
      status.textContent = messageFor(error, texts);
    }
  }

  function show(query: string, answer: Pick<SearchResults, 'results' | 'total' | 'query_id' | 'did_you_mean'>): void {
    ({ results, query_id: queryId } = answer);
    shown = query;
    recording = undefined;
    status.textContent = answer.did_you_mean
      ? fill(texts.didYouMean, { query: answer.did_you_mean })
      : answer.total
        ? fill(texts.results, { count: answer.total })
        : query && fill(texts.empty, { query });
    list.replaceChildren(
      ...results.map((result, index) => {
        const option = h(
          'div',
          { role: 'option', id: `o${index}`, 'aria-selected': 'false', onclick: () => void openResult(result) },
          h('strong', {}, [result.title, ...result.headings].join(' › ')),
          h('div', { class: 'snippet' }, safeHtml(result.highlights[0] ?? '')),
        );
        option.addEventListener('pointermove', () => select(index));
        return option;
      }),
    );
    rest.replaceChildren(...(query && !answer.total ? [createRequestButton(call, texts, query)] : []));
    if (query && answer.total) void offerAnswer(query);
    select(results.length ? 0 : -1);
  }

  /** Adds a button for an answer to the query, whose code is loaded on use. */
  async function offerAnswer(query: string): Promise<void> {
    hasAnswers ??= fetch(new URL(`/v1/projects/appearance?key=${element.projectKey}`, element.baseUrl))
      .then(async (response) => Boolean(((await response.json()) as Partial<ProjectAppearance>).answers))
      .catch(() => false);
    if (!(await hasAnswers) || query !== input.value.trim() || rest.firstChild) return;
    const ask = async (): Promise<void> => {
      if (query !== input.value.trim()) return;
      // A search that is running would replace the answer.
      requests++;
      // The answer states the failure of a connection.
      const [{ createAnswer }] = await Promise.all([import('./answers/answer.ts'), record().catch(() => {})]);
      if (query !== input.value.trim()) return;
      const question = { query, queryId, indexId: indexId ?? undefined };
      const link = ({ url, ...source }: AnswerSource, label: string, name?: string) =>
        url
          ? h('a', { href: url, 'aria-label': name }, label)
          : h('button', { type: 'button', class: 'plain', 'aria-label': name, onclick: () => showArticle(source) }, label);
      const answer = createAnswer(api, texts, { ...question, link });
      rest.replaceChildren(answer);
      answer.focus();
    };
    rest.replaceChildren(h('button', { type: 'button', onclick: () => void ask() }, texts.answer));
  }

  function select(index: number): void {
    selected = index;
    for (const [position, option] of [...list.children].entries()) option.ariaSelected = String(position === index);
    if (index < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `o${index}`);
    list.children[index]?.scrollIntoView({ block: 'nearest' });
  }

  /** Records the click and shows the article, on its own page if it has a URL. */
  async function openResult(result: Result): Promise<void> {
    element.emit('opened', result);
    const recorded = recordClick(result).catch(() => {});
    if (!result.url) return showArticle(result);
    // Navigation cancels running requests.
    await Promise.race([recorded, new Promise((resolve) => setTimeout(resolve, CLICK_TIMEOUT_MS))]);
    location.assign(result.url);
  }

  /** Records the query of the results once. The results and the selected one stay. */
  async function record(): Promise<void> {
    if (shown) await (recording ??= search(shown, true).then(({ query_id }) => void (queryId = query_id)));
  }

  async function recordClick({ index_id, document_id }: Result): Promise<void> {
    await record();
    await api.recordClick(index_id, queryId, document_id);
  }

  function showArticle(result: Pick<Result, 'index_id' | 'document_id' | 'title'>): void {
    heading.textContent = result.title;
    back.hidden = false;
    form.hidden = true;
    body.replaceChildren(
      createLoaded(texts, async () => {
        const { content_html, related = [] } = await api.documents.get(result.index_id, result.document_id, { related: true });
        const rating = createRating(texts, (isHelpful) =>
          api.recordHelpful(result.index_id, queryId, { helpful: isHelpful, document_id: result.document_id }),
        );
        return [safeHtml(content_html), rating, ...(related.length ? [createRelated(related)] : [])];
      }),
    );
    heading.focus();
  }

  const createRelated = (related: Related): HTMLElement =>
    h(
      'nav',
      { class: 'related', 'aria-labelledby': 'related' },
      h('strong', { id: 'related' }, texts.related),
      ...related.map((article) =>
        article.url
          ? h('a', { href: article.url }, article.title)
          : h('button', { type: 'button', onclick: () => showArticle(article) }, article.title),
      ),
    );

  function showResults(): void {
    heading.textContent = texts.title;
    back.hidden = true;
    form.hidden = false;
    body.replaceChildren(view);
    input.focus();
  }

  const showResultsSoon = debounce(DEBOUNCE_MS, () => void (updated = update()));
  const trackSoon = debounce(TRACK_DELAY_MS, () => void updated.then(record).catch(() => {}));
  input.addEventListener('input', () => {
    showResultsSoon();
    trackSoon();
  });
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !results.length) return;
    event.preventDefault();
    select((selected + step + results.length) % results.length);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const result = results[selected];
    if (result) void openResult(result);
  });
  return { dialog, input };
}

const createInput = (texts: Texts<'help'>) =>
  h('input', {
    type: 'search',
    role: 'combobox',
    'aria-expanded': 'true',
    'aria-controls': 'results',
    'aria-autocomplete': 'list',
    'aria-label': texts.placeholder,
    placeholder: texts.placeholder,
    maxlength: 500,
    autocomplete: 'off',
    enterkeyhint: 'search',
  });

/** Creates a button that submits a query without results as feedback. */
function createRequestButton(call: Client, texts: Texts<'help'>, query: string): HTMLElement {
  const alert = alertBox();
  const container = h('div', { class: 'stack' });
  const button = h('button', { type: 'button', class: 'main' }, texts.ask);
  button.addEventListener(
    'click',
    submitOnce(button, alert, texts, async () => {
      // The operation alone: the whole resource would be a tenth of this widget.
      await call('POST /v1/feedback', { body: { title: truncate(query, 200), from_query: truncate(query, 200) } });
      container.replaceChildren(h('p', { role: 'status' }, texts.asked));
    }),
  );
  container.append(button, alert);
  return container;
}

define('earshot-help', HelpElement);

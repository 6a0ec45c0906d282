import { EMAIL_INPUT } from '@earshot/contract/shared/email-input';
import { changelog as resource, type ChangelogEntry } from '@earshot/sdk';
import { ChangelogAnnouncementElement } from './changelog/announcement.ts';
import { alertBox, readClaims, createElementClient, createLoaded, field, submitOnce } from './calls.ts';
import { createDialog } from './dialog.ts';
import { h, icon } from './dom.ts';
import { define, EarshotElement } from './element.ts';
import { type Api, ARTICLE, findPlace, renderArticle } from './changelog/entry-article.ts';
import { REACTION_STYLES } from './changelog/reaction-buttons.ts';
import { readStored, store } from './storage.ts';
import { CONTROLS, DIALOG, PROSE } from './styles/controls.ts';
import { fill } from './fill.ts';
import type { Texts } from './texts.ts';
import { changelog, common } from './texts/en.ts';

const CSS = `
.bell { position: relative; padding: .5em; line-height: 0; border-color: transparent; border-radius: 50% }
.bell .icon { width: 1.5em; height: 1.5em }
.count { position: absolute; inset-block-start: 0; inset-inline-end: 0; min-width: 1.5em; padding: 0 .35em; font: 600 .7em/1.5 system-ui, sans-serif; text-align: center;
  border-radius: 99px; background: #b91c1c; color: #fff }
:host(earshot-changelog-bell) { display: inline-block }
@media (min-width: 600px) { dialog { inset: 1rem 1rem auto auto } .root[dir=rtl] dialog { inset: 1rem auto auto 1rem } }
`;
const BELL = 'M6 16V11a6 6 0 1 1 12 0v5l2 2H4zM10 21h4';
const PAGE = 10;
const MAX_UNREAD = 99;
const STORAGE_PREFIX = 'earshot.changelog.';

/** Creates a list of entries, newest first, with a button for more and a subscription form. */
function createList(
  element: EarshotElement<'changelog'>,
  {
    texts,
    api,
    level,
    onShown,
  }: { texts: Texts<'changelog'>; api: Api; level: 'h2' | 'h3'; onShown?: (newest: ChangelogEntry) => void },
): HTMLElement {
  // An entry of the editor in the dashboard, which may not be public.
  const preview = element.getAttribute('preview');
  if (preview) return renderArticle(JSON.parse(preview) as ChangelogEntry, { texts, api, lang: element.language, level });
  const type = element.getAttribute('type') as ChangelogEntry['type'] | null;
  const tag = element.getAttribute('tag');
  const page = (number: number): HTMLElement =>
    createLoaded(texts, async () => {
      const { data, total, limit } = await api.list({
        page: number,
        limit: PAGE,
        ...findPlace(element),
        ...(type && { type }),
        ...(tag && { tag }),
      });
      const [newest] = data;
      if (!newest) return h('p', { class: 'muted' }, texts.nothing);
      if (number === 1) onShown?.(newest);
      void api.view(data.map(({ id }) => id)).catch(() => {});
      const more = h('button', { type: 'button', onclick: () => more.replaceWith(page(number + 1)) }, texts.more);
      return [
        ...data.map((entry) => renderArticle(entry, { texts, api, lang: element.language, level })),
        ...(number * limit < total ? [more] : []),
      ];
    });
  return h('div', {}, page(1), subscription(element, texts, api));
}

/** Creates the subscription form. Users with a known address subscribe without entering it. */
function subscription(element: EarshotElement<'changelog'>, texts: Texts<'changelog'>, api: Api): HTMLElement {
  const alert = alertBox();
  const button = h('button', { class: 'main' }, texts.subscribe);
  const { input, parts } = field('input', texts.subscribeTitle, {
    ...EMAIL_INPUT,
    required: true,
    placeholder: texts.email,
  });
  const entered = h('div', {}, parts);
  const form = h('form', {}, entered, alert, h('p', { class: 'actions' }, button));
  const showAddress = async (): Promise<void> => {
    const { email } = await readClaims(element);
    if (!email || input.value) return;
    input.value = email;
    entered.hidden = true;
    button.before(h('p', {}, `${texts.subscribeTitle}: ${email}`));
  };
  void showAddress();
  form.addEventListener(
    'submit',
    submitOnce(button, alert, texts, async () => {
      await api.subscribe(input.value.trim());
      form.replaceChildren(h('p', { role: 'status' }, texts.confirm));
    }),
  );
  return form;
}

/** `<earshot-changelog project-key="pk_…">`: published changelog entries. */
class ChangelogElement extends EarshotElement<'changelog'> {
  static override observedAttributes = [...EarshotElement.observedAttributes, 'type', 'tag'];

  constructor() {
    super('changelog', { ...common, ...changelog }, CONTROLS, PROSE, REACTION_STYLES, ARTICLE, CSS);
  }

  protected draw(texts: Texts<'changelog'>): void {
    this.frame.replaceChildren(createList(this, { texts, api: resource(createElementClient(this)), level: 'h2' }));
  }
}

/** `<earshot-changelog-bell project-key="pk_…">`: a bell with the number of entries that this browser has not shown. */
class ChangelogBellElement extends EarshotElement<'changelog'> {
  constructor() {
    super('changelog', { ...common, ...changelog }, CONTROLS, PROSE, DIALOG, REACTION_STYLES, ARTICLE, CSS);
  }

  protected async draw(texts: Texts<'changelog'>): Promise<void> {
    const api = resource(createElementClient(this));
    const key = STORAGE_PREFIX + this.projectKey;
    const count = h('span', { class: 'count', 'aria-hidden': 'true', hidden: true });
    const bell = h(
      'button',
      { type: 'button', class: 'bell', part: 'bell', 'aria-haspopup': 'dialog', 'aria-label': texts.title },
      icon(BELL),
      count,
    );
    const show = (unread: number) => {
      count.hidden = !unread;
      count.textContent = unread > MAX_UNREAD ? `${MAX_UNREAD}+` : String(unread);
      bell.ariaLabel = unread ? fill(texts.unread, { count: unread }) : texts.title;
    };
    const { dialog, body } = createDialog(texts, texts.title);
    bell.addEventListener('click', () => {
      body.replaceChildren(
        createList(this, {
          texts,
          api,
          level: 'h3',
          onShown: ({ published_at }) => {
            store(key, published_at ?? '');
            show(0);
          },
        }),
      );
      dialog.showModal();
    });
    this.frame.replaceChildren(bell, dialog);
    try {
      const seen = readStored(key);
      const { data, total } = await api.list({ limit: 1, ...findPlace(this), ...(seen && { published_after: seen }) });
      // For new visitors, all entries count as read.
      if (seen === null) store(key, data[0]?.published_at ?? new Date(0).toISOString());
      else show(total);
    } catch {
      // Without a count, the bell shows no number. The opened list shows the error.
    }
  }
}

define('earshot-changelog', ChangelogElement);
define('earshot-changelog-bell', ChangelogBellElement);
define('earshot-changelog-announcement', ChangelogAnnouncementElement);

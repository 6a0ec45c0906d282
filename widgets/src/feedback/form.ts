import { EMAIL_INPUT } from '@earshot/contract/shared/email-input';
import { TYPES } from '@earshot/contract/services/feedback/values';
import { type Feedback, randomId } from '@earshot/sdk';
import { readAppearance } from '../appearance.ts';
import { alertBox, renderDate, createLoaded, field, submitOnce } from '../calls.ts';
import { debounce } from '../debounce.ts';
import { h } from '../dom.ts';
import { safeHtml } from '../html.ts';
import { readPerson } from '../person.ts';
import type { Context } from './context.ts';

const IMAGES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
const DEBOUNCE_MS = 300;
/** Minimum length of a title for suggestions. */
const MIN_TITLE_LENGTH = 4;
const PREVIEW_PX = 320;

/** Creates the feedback form. Suggests similar entries and help articles while the title is typed. */
export function createForm(context: Context): HTMLElement {
  const { element, texts, api, images } = context;
  const container = h('div');
  const alert = alertBox();
  const button = h('button', { class: 'main' }, texts.send);
  const subject = field('input', texts.subject, { name: 'title', required: true, maxlength: 200, autocomplete: 'off' });
  const details = field('textarea', texts.details, { name: 'description', maxlength: 10_000 }, texts.optional);
  const email = field('input', texts.email, { ...EMAIL_INPUT, name: 'submitter_email' }, texts.emailWhy);
  const follow = createFollowField(context);
  const custom = h('div', { class: 'stack' });
  let readCustom = (): Feedback['fields'] => undefined;
  void addFields(context, custom).then(
    (read) => (readCustom = read),
    () => {},
  );
  const hints = h('div', { class: 'hints stack', role: 'status' });
  const screenshot = createScreenshot(context, alert);
  const choice = h(
    'fieldset',
    {},
    h('legend', {}, texts.type),
    h(
      'div',
      { class: 'choice' },
      TYPES.map((type, index) =>
        h('label', {}, h('input', { type: 'radio', name: 'type', value: type, checked: !index }), texts[`type_${type}`]),
      ),
    ),
  );
  // Public pages of Earshot set the attribute for visitors who are signed in there.
  const isKnown =
    element.userToken !== undefined || element.hasAttribute('signed-in') || readPerson(element.projectKey) !== undefined;
  const form = h(
    'form',
    {},
    choice,
    subject.parts,
    hints,
    details.parts,
    custom,
    screenshot.part,
    isKnown ? null : email.parts,
    follow,
    createAttached(texts),
    // Both are in view while the form scrolls.
    h('div', { class: 'actions' }, alert, button),
  );

  // An unchanged form that is sent again is the same submission, for example after a lost response.
  let idempotencyKey = randomId();
  form.addEventListener('input', () => (idempotencyKey = randomId()));
  form.addEventListener('paste', ({ clipboardData }) => {
    const [file] = clipboardData?.files ?? [];
    if (file) screenshot.select(file);
  });
  subject.input.addEventListener(
    'input',
    debounce(DEBOUNCE_MS, () => void suggest(context, subject.input, hints)),
  );
  form.addEventListener(
    'submit',
    submitOnce(button, alert, texts, async () => {
      const data = new FormData(form);
      const given = (name: string) => (data.get(name) as string | null)?.trim() || undefined;
      const entry = await api.submit(
        {
          title: given('title') ?? '',
          board_id: element.getAttribute('board') ?? undefined,
          type: given('type') as (typeof TYPES)[number],
          description: given('description'),
          submitter_email: given('submitter_email'),
          follow: data.has('follow'),
          image_url: await screenshot.upload((file) => images.create(file)),
          fields: readCustom(),
          metadata: readMetadata(),
        },
        { idempotencyKey },
      );
      element.emit('submitted', entry);
      const isConfirmed = isKnown || !given('submitter_email') || !data.has('follow');
      form.reset();
      screenshot.select();
      hints.replaceChildren();
      const again = h('button', { type: 'button', onclick: () => container.replaceChildren(form) }, texts.another);
      const thanks = h('h3', { tabindex: -1 }, texts.thanks);
      container.replaceChildren(
        h(
          'div',
          { class: 'stack', role: 'status' },
          thanks,
          h('p', {}, texts.thanksText, isConfirmed ? null : ` ${texts.confirmEmail}`),
          again,
        ),
      );
      thanks.focus();
    }),
  );
  container.append(form);
  return container;
}

/** Adds the custom fields of the project to a form. Returns a function that returns their values. */
async function addFields({ api, element, texts }: Context, part: HTMLElement): Promise<() => Feedback['fields']> {
  const { feedback_fields: fields = [] } = await readAppearance(element);
  if (!fields.length) return () => undefined;
  const [{ createFields }, { listBoardFields }] = await Promise.all([import('./declared-fields.ts'), import('./fields.ts')]);
  const { parts, read } = createFields(await listBoardFields(fields, api, element.getAttribute('board')), texts);
  part.append(...parts);
  return () => read() as Feedback['fields'];
}

/** Creates the checkbox for emails. */
function createFollowField({ texts, element }: Context): HTMLElement {
  const input = h('input', { type: 'checkbox', name: 'follow' });
  void readAppearance(element).then(
    // The attribute, so that a reset form has the state again, and a visitor who was faster keeps theirs.
    ({ follow_default: isFollowing }) => input.toggleAttribute('checked', Boolean(isFollowing)),
    () => false,
  );
  return h('label', { class: 'check' }, input, h('span', {}, texts.follow));
}

/** Returns what is sent with each submission: URL of the page, browser, and size of its window. */
const readMetadata = () => ({
  page: location.href.slice(0, 1000),
  user_agent: navigator.userAgent,
  viewport: `${innerWidth}×${innerHeight}`,
});

/** Creates a disclosure that shows what is sent with the submission. The values are read when it is opened. */
function createAttached(texts: Context['texts']): HTMLElement {
  const list = h('ul');
  const attached = h('details', { class: 'muted' }, h('summary', {}, texts.attached), list);
  attached.addEventListener('toggle', () =>
    list.replaceChildren(...Object.values(readMetadata()).map((text) => h('li', {}, text))),
  );
  return attached;
}

/** Shows similar entries and help articles. Errors are ignored, because suggestions are optional. */
async function suggest(
  { texts, api, help, showEntry, showArticle }: Context,
  subject: HTMLInputElement,
  hints: HTMLElement,
): Promise<void> {
  const title = subject.value.trim();
  if (title.length < MIN_TITLE_LENGTH) return hints.replaceChildren();
  const [similar, answers] = await Promise.all([
    api.similar(title).then(
      ({ data }) => data,
      () => [],
    ),
    help.searchAll({ query: title, limit: 3, highlight: false, track: false }).then(
      ({ results }) => results,
      () => [],
    ),
  ]);
  // The title was changed or sent meanwhile.
  if (subject.value.trim() !== title) return;
  const list = (heading: string, items: HTMLElement[]) =>
    items.length
      ? [
          h('p', {}, heading),
          h(
            'ul',
            {},
            items.map((item) => h('li', {}, item)),
          ),
        ]
      : [];
  hints.replaceChildren(
    ...list(
      texts.similar,
      similar.slice(0, 3).map((entry) => h('button', { type: 'button', onclick: () => showEntry(entry.id) }, entry.title)),
    ),
    ...list(
      texts.answers,
      answers.map(({ url, title: name, index_id, document_id }) =>
        url
          ? h('a', { href: url, target: '_blank', rel: 'noopener' }, name)
          : h('button', { type: 'button', onclick: () => showArticle(index_id, document_id) }, name),
      ),
    ),
  );
}

/** Creates the view of an article that has no URL. */
export const createArticleView = ({ texts, help, element }: Context, indexId: string, documentId: string): HTMLElement =>
  createLoaded(texts, async () => {
    const { title, content_html, updated_at } = await help.documents.get(indexId, documentId);
    return [h('h3', {}, title), h('p', { class: 'muted' }, renderDate(updated_at, element.language)), safeHtml(content_html)];
  });

/** Creates the screenshot field, with a preview on a canvas, which works under policies that forbid blob images. */
function createScreenshot({ texts }: Context, alert: HTMLElement) {
  let file: File | undefined;
  let uploaded: { file: File; url: string } | undefined;
  const input = h('input', { type: 'file', accept: IMAGES.join(), class: 'unseen', tabindex: -1, 'aria-hidden': 'true' });
  const preview = h('div');
  const choose = h('button', { type: 'button', onclick: () => input.click() }, texts.screenshot);
  input.addEventListener('change', () => select(input.files?.[0]));

  function select(next?: File): void {
    alert.textContent = '';
    preview.replaceChildren();
    input.value = '';
    const isWrong = next && (!IMAGES.includes(next.type) || next.size > MAX_IMAGE_BYTES);
    if (isWrong) alert.textContent = texts.wrongImage;
    file = isWrong ? undefined : next;
    choose.hidden = Boolean(file);
    if (file) void show(file);
  }

  async function show(shown: File): Promise<void> {
    const canvas = h('canvas', { role: 'img', 'aria-label': shown.name });
    preview.replaceChildren(canvas, h('button', { type: 'button', onclick: () => select() }, texts.removeScreenshot));
    const bitmap = await createImageBitmap(shown).catch(() => undefined);
    if (!bitmap) return;
    const scale = Math.min(1, PREVIEW_PX / bitmap.width);
    [canvas.width, canvas.height] = [bitmap.width * scale, bitmap.height * scale];
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  }

  return {
    part: h('div', { class: 'stack' }, h('p', {}), input, preview, choose),
    select,
    /** Uploads the image, once per file, and returns its URL. */
    async upload(send: (file: File) => Promise<{ url: string }>): Promise<string | undefined> {
      if (!file) return undefined;
      if (uploaded?.file !== file) uploaded = { file, url: (await send(file)).url };
      return uploaded.url;
    },
  };
}

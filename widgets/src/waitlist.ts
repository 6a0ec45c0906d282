import { EMAIL_INPUT } from '@earshot/contract/shared/email-input';
import { buildShareLinks } from '@earshot/contract/shared/share-links';
import { truncate } from '@earshot/contract/shared/text';
import { ConflictError, waitlist as resource } from '@earshot/sdk';
import { alertBox, createElementClient, field, honeypot, prefill, submitOnce } from './calls.ts';
import { h } from './dom.ts';
import { define, EarshotElement } from './element.ts';
import { readStored, store } from './storage.ts';
import { CONTROLS } from './styles/controls.ts';
import { fill } from './fill.ts';
import type { Texts } from './texts.ts';
import { common, waitlist } from './texts/en.ts';

const CSS = `
.place { font-size: 1.3em; font-weight: 600 }
.link { font: .9em ui-monospace, monospace; user-select: all }
`;
const STORAGE_PREFIX = 'earshot.waitlist.';

interface Position {
  position: number | null;
  referral_url: string;
  referral_code: string;
  referral_count: number;
}

/**
 * `<earshot-waitlist project-key="pk_…">`: a sign-up form, then the position and the referral link. A sign-up through a referral link
 * (`?ref=…`) is credited to its owner. The browser stores the referral code to show the position again.
 */
class WaitlistElement extends EarshotElement<'waitlist'> {
  static override observedAttributes = [...EarshotElement.observedAttributes, 'source'];

  constructor() {
    super('waitlist', { ...common, ...waitlist }, CONTROLS, CSS);
  }

  protected async draw(texts: Texts<'waitlist'>): Promise<void> {
    const api = resource(createElementClient(this));
    const code = readStored(STORAGE_PREFIX + this.projectKey);
    if (!code) return this.#showForm(texts, api);
    try {
      this.#showPosition(texts, await api.position(code));
    } catch {
      // The person left the waitlist, or the request failed. Show the form.
      this.#showForm(texts, api);
    }
  }

  #showForm(texts: Texts<'waitlist'>, api: ReturnType<typeof resource>): void {
    const alert = alertBox();
    const button = h('button', { class: 'main' }, texts.join);
    const email = field('input', texts.email, { ...EMAIL_INPUT, required: true });
    const name = field('input', texts.name, { maxlength: 100, autocomplete: 'name' }, texts.optional);
    const trap = honeypot();
    const form = h(
      'form',
      {},
      h('h2', {}, texts.title),
      email.parts,
      name.parts,
      trap.parts,
      alert,
      h('p', { class: 'actions' }, button),
    );
    form.addEventListener(
      'submit',
      submitOnce(button, alert, texts, async () => {
        try {
          const joined = await api.join({
            email: email.input.value.trim(),
            name: name.input.value.trim() || undefined,
            website: trap.input.value || undefined,
            referral_code: new URLSearchParams(location.search).get('ref')?.slice(0, 50) || undefined,
            referral_source: truncate(this.getAttribute('source') ?? '', 200) || undefined,
          });
          store(STORAGE_PREFIX + this.projectKey, joined.referral_code);
          this.#showPosition(texts, joined).focus();
          this.emit('joined', joined);
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
          alert.textContent = texts.known;
        }
      }),
    );
    void prefill(this, { email: email.input, name: name.input });
    this.frame.replaceChildren(form);
  }

  #showPosition(texts: Texts<'waitlist'>, { position, referral_url: url, referral_count: count }: Position): HTMLElement {
    const heading = h('h2', { tabindex: -1 }, texts.joined);
    const done = h('span', { role: 'status', class: 'muted' });
    const copy = async (): Promise<void> => {
      try {
        await navigator.clipboard.writeText(url);
        done.textContent = texts.copied;
      } catch {
        // Without access to the clipboard, select the link instead.
        getSelection()?.selectAllChildren(link);
      }
    };
    const share = () => void navigator.share({ url }).catch(() => {});
    const link = h('p', { class: 'link' }, url);
    this.frame.replaceChildren(
      h(
        'div',
        { class: 'stack', role: 'status' },
        heading,
        h('p', { class: 'place' }, position ? fill(texts.position, { position }) : texts.confirm),
        h('p', {}, texts.invite),
        h('p', { class: 'muted' }, texts.link),
        link,
        h(
          'p',
          { class: 'row' },
          h('button', { type: 'button', class: 'main', onclick: () => void copy() }, texts.copy),
          'share' in navigator && h('button', { type: 'button', onclick: share }, texts.share),
          done,
        ),
        h(
          'p',
          { class: 'row' },
          buildShareLinks(url).map(({ name = texts.shareByEmail, href }) =>
            h('a', { href, target: '_blank', rel: 'noopener noreferrer' }, name),
          ),
        ),
        count > 0 && h('p', {}, fill(texts.referrals, { count })),
      ),
    );
    return heading;
  }
}

define('earshot-waitlist', WaitlistElement);

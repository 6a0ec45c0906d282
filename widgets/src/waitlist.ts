import { ConflictError, waitlist as resource } from '@earshot/sdk';
import { alertBox, clientOf, field, honeypot, once } from './calls.ts';
import { h } from './dom.ts';
import { define, EarshotElement } from './element.ts';
import { keep, readKept } from './storage.ts';
import { CONTROLS } from './styles/controls.ts';
import { fill, type Texts } from './texts.ts';
import { common, waitlist } from './texts/en.ts';

const CSS = `
.place { font-size: 1.3em; font-weight: 600 }
.link { font: .9em ui-monospace, monospace; user-select: all }
`;
const KEPT = 'earshot.waitlist.';

interface Place {
  position: number | null;
  referral_url: string;
  referral_code: string;
  referral_count: number;
}

/**
 * `<earshot-waitlist project-key="pk_…">`: the form; then one's place and the link to share. Who came by a friend's link (`?ref=…`) counts for
 * the friend. A browser that joined keeps its code, and shows the place again.
 */
class WaitlistElement extends EarshotElement<'waitlist'> {
  static override observedAttributes = [...EarshotElement.observedAttributes, 'source'];

  constructor() {
    super('waitlist', { ...common, ...waitlist }, CONTROLS, CSS);
  }

  protected async draw(texts: Texts<'waitlist'>): Promise<void> {
    const api = resource(clientOf(this));
    const kept = readKept(KEPT + this.projectKey);
    if (!kept) return this.#ask(texts, api);
    try {
      this.#tell(texts, await api.position(kept));
    } catch {
      // They left the list, or we can't tell now: they may join (again).
      this.#ask(texts, api);
    }
  }

  #ask(texts: Texts<'waitlist'>, api: ReturnType<typeof resource>): void {
    const alert = alertBox();
    const button = h('button', { class: 'main' }, texts.join);
    const email = field('input', texts.email, { type: 'email', required: true, maxlength: 254, autocomplete: 'email' });
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
      once(button, alert, texts, async () => {
        try {
          const joined = await api.join({
            email: email.input.value.trim(),
            name: name.input.value.trim() || undefined,
            website: trap.input.value || undefined,
            referral_code: new URLSearchParams(location.search).get('ref')?.slice(0, 50) || undefined,
            referral_source: this.getAttribute('source')?.slice(0, 200) ?? undefined,
          });
          keep(KEPT + this.projectKey, joined.referral_code);
          this.#tell(texts, joined).focus();
          this.emit('joined', joined);
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
          alert.textContent = texts.known;
        }
      }),
    );
    this.frame.replaceChildren(form);
  }

  #tell(texts: Texts<'waitlist'>, { position, referral_url: url, referral_count: count }: Place): HTMLElement {
    const heading = h('h2', { tabindex: -1 }, texts.joined);
    const done = h('span', { role: 'status', class: 'muted' });
    const copy = async (): Promise<void> => {
      try {
        await navigator.clipboard.writeText(url);
        done.textContent = texts.copied;
      } catch {
        // Where the clipboard is forbidden, the link can still be selected.
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
        count > 0 && h('p', {}, fill(texts.referrals, { count })),
      ),
    );
    return heading;
  }
}

define('earshot-waitlist', WaitlistElement);

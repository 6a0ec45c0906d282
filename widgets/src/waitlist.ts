import { EMAIL_INPUT } from '@earshot/contract/shared/email-input';
import { buildShareLinks } from '@earshot/contract/shared/share-links';
import { truncate } from '@earshot/contract/shared/text';
import { ConflictError, type WaitlistForm, type WaitlistPosition, waitlist as resource } from '@earshot/sdk';
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
.place-row { display: flex; gap: .6em; align-items: baseline }
section { margin-block-start: 1.2em }
h3 + ul { margin-block-start: .5em }
`;
const STORAGE_PREFIX = 'earshot.waitlist.';

/** Form of a project whose request failed. */
const PLAIN_FORM: WaitlistForm = { questions: [], rewards: [], leaderboard: null };

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
    // Pages that set this text without a singular keep it for one referral.
    const { needed, needed_one = needed } = this.texts;
    if (needed_one) texts.needed_one = needed_one;
    const api = resource(createElementClient(this));
    const code = readStored(STORAGE_PREFIX + this.projectKey);
    // Without a position, the person left the waitlist, or the request failed.
    const position = code ? await api.position(code).catch(() => undefined) : undefined;
    if (position) this.#showPosition(texts, position);
    else this.#showForm(texts, api);
  }

  #showForm(texts: Texts<'waitlist'>, api: ReturnType<typeof resource>): void {
    // A form without questions works while the request fails.
    const declared = api.form().catch(() => PLAIN_FORM);
    const alert = alertBox();
    const button = h('button', { class: 'main' }, texts.join);
    const email = field('input', texts.email, { ...EMAIL_INPUT, required: true });
    const name = field('input', texts.name, { maxlength: 100, autocomplete: 'name' }, texts.optional);
    const trap = honeypot();
    const [questions, incentives] = [h('div'), h('div')];
    const loaded = declared.then(async (form) => {
      incentives.append(...renderIncentives(texts, form));
      if (!form.questions.length) return undefined;
      const { parts, read } = (await import('./feedback/declared-fields.ts')).createFields(form.questions, texts);
      questions.append(...parts);
      return read;
    });
    const form = h(
      'form',
      {},
      h('h2', {}, texts.title),
      email.parts,
      name.parts,
      questions,
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
            answers: (await loaded)?.(),
            website: trap.input.value || undefined,
            referral_code: new URLSearchParams(location.search).get('ref')?.slice(0, 50) || undefined,
            referral_source: truncate(this.getAttribute('source') ?? '', 200) || undefined,
          });
          store(STORAGE_PREFIX + this.projectKey, joined.referral_code);
          this.#showPosition(texts, { ...joined, leaderboard: (await declared).leaderboard }).focus();
          this.emit('joined', joined);
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
          alert.textContent = texts.known;
        }
      }),
    );
    void prefill(this, { email: email.input, name: name.input });
    this.frame.replaceChildren(form, incentives);
  }

  #showPosition(texts: Texts<'waitlist'>, place: WaitlistPosition): HTMLElement {
    const { status, position, referral_url: url, referral_count: count, rewards, leaderboard, leaderboard_rank: rank } = place;
    const state =
      status === 'invited' || status === 'joined' ? texts[status === 'invited' ? 'invited' : 'admitted'] : texts.confirm;
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
        h('p', { class: 'place' }, position ? fill(texts.position, { position }) : state),
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
        renderIncentives(texts, { rewards, leaderboard: null }),
        rank !== null && h('p', {}, fill(texts.rank, { rank })),
        renderIncentives(texts, { rewards: [], leaderboard }),
      ),
    );
    return heading;
  }
}

const fillReferrals = (texts: Texts<'waitlist'>, count: number) => fill(count === 1 ? texts.needed_one : texts.needed, { count });

/** Renders the rewards, of which those of a person are marked, and the leaderboard. */
function renderIncentives(
  texts: Texts<'waitlist'>,
  {
    rewards,
    leaderboard,
  }: Pick<WaitlistForm, 'leaderboard'> & { rewards: (WaitlistForm['rewards'][number] & { reached?: boolean })[] },
): HTMLElement[] {
  const section = (title: string, items: HTMLElement[]) =>
    h('section', {}, h('h3', {}, title), h('ul', { class: 'stack' }, items));
  return [
    ...(rewards.length
      ? [
          section(
            texts.rewards,
            rewards.map(({ name, text, referrals, reached }) =>
              h(
                'li',
                { class: 'place-row' },
                h('span', { class: 'grow' }, h('strong', {}, name), text && h('span', { class: 'muted' }, ` ${text}`)),
                h(
                  'span',
                  { class: reached ? 'badge' : 'muted' },
                  reached ? `✓ ${texts.reached}` : fillReferrals(texts, referrals),
                ),
              ),
            ),
          ),
        ]
      : []),
    ...(leaderboard?.length
      ? [
          section(
            texts.leaderboard,
            leaderboard.map(({ rank, name, referral_count: count }) =>
              h(
                'li',
                { class: 'place-row' },
                h('span', { class: 'muted' }, `${rank}.`),
                h('span', { class: 'grow' }, name ?? texts.anonymous),
                h('span', { class: 'muted' }, fillReferrals(texts, count)),
              ),
            ),
          ),
        ]
      : []),
  ];
}

define('earshot-waitlist', WaitlistElement);

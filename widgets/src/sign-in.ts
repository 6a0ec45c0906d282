import { EarshotError } from '@earshot/sdk';
import { alertBox, createElementClient, field, submitOnce } from './calls.ts';
import { h } from './dom.ts';
import type { EarshotElement } from './element.ts';
import { fill } from './fill.ts';
import { keepPerson } from './person.ts';
import { readStored } from './storage.ts';
import { loadTexts, type Section, type Texts } from './texts.ts';
import { common, signIn } from './texts/en.ts';

// Loaded only where a visitor has to sign in, and the site has no sign-in page.

const loadSignInTexts = ({ language, texts }: EarshotElement<Section>): Promise<Texts<'signIn'>> =>
  loadTexts<'signIn'>(language, 'signIn', { ...common, ...signIn }, texts);

/** Creates the form that asks for an address, then for the code that was mailed to it. `onDone` runs after the sign-in. */
export async function createSignIn(
  element: EarshotElement<Section>,
  reason: string,
  onDone: () => Promise<void>,
): Promise<HTMLElement> {
  const call = createElementClient(element);
  const texts = await loadSignInTexts(element);
  const alert = alertBox();
  const email = field('input', texts.email, { type: 'email', required: true, autocomplete: 'email' });
  const send = h('button', {}, texts.mailCode);
  const form = h('form', { class: 'sign-in' }, h('p', {}, reason), ...email.parts, send, alert);
  const askForCode = (attempt: string) => {
    const code = field('input', texts.code, {
      inputmode: 'numeric',
      autocomplete: 'one-time-code',
      required: true,
      maxlength: 10,
    });
    const enter = h('button', {}, texts.enterCode);
    const sent = h('p', {}, fill(texts.codeSent, { email: email.input.value }));
    const next = h('form', { class: 'sign-in' }, sent, ...code.parts, enter, alert);
    next.addEventListener(
      'submit',
      submitOnce(enter, alert, texts, async () => {
        const visitor = readStored('earshot.visitor');
        const body = { attempt, code: code.input.value, ...(visitor && { visitor_id: visitor }) };
        try {
          keepPerson(element.projectKey, await call('POST /v1/end-users/sessions', { body }));
        } catch (error) {
          if (!(error instanceof EarshotError) || error.status !== 400) throw error;
          alert.textContent = texts.wrongCode;
          return;
        }
        await onDone();
      }),
    );
    form.replaceWith(next);
    code.input.focus();
  };
  form.addEventListener(
    'submit',
    submitOnce(send, alert, texts, async () => {
      const { attempt } = await call('POST /v1/end-users/codes', { body: { email: email.input.value } });
      askForCode(attempt);
    }),
  );
  return form;
}

/** Creates a line with the address of the person who is signed in, and a button that ends the session. */
export async function describePerson(element: EarshotElement<Section>, email: string): Promise<HTMLElement> {
  const texts = await loadSignInTexts(element);
  const signOut = async (): Promise<void> => {
    await createElementClient(element)('DELETE /v1/end-users/sessions', {}).catch(() => undefined);
    keepPerson(element.projectKey, undefined);
    line.remove();
  };
  const button = h('button', { type: 'button', onclick: () => void signOut() }, texts.signOut);
  const line = h('p', { class: 'row muted' }, h('span', { class: 'grow' }, fill(texts.signedInAs, { email })), button);
  return line;
}

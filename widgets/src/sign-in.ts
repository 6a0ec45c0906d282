import { EarshotError } from '@earshot/sdk';
import { alertBox, createElementClient, field, submitOnce } from './calls.ts';
import { h } from './dom.ts';
import type { EarshotElement } from './element.ts';
import { fill } from './fill.ts';
import { keepPerson } from './person.ts';
import { readStored } from './storage.ts';
import type { Section, Texts } from './texts.ts';

// Loaded only where a visitor has to sign in, and the site has no sign-in page.

/** Creates the form that asks for an address, then for the code that was mailed to it. `onDone` runs after the sign-in. */
export function createSignIn(
  element: EarshotElement<Section>,
  texts: Texts<'roadmap'>,
  onDone: () => Promise<void>,
): HTMLElement {
  const call = createElementClient(element);
  const alert = alertBox();
  const email = field('input', texts.email, { type: 'email', required: true, autocomplete: 'email' });
  const send = h('button', {}, texts.mailCode);
  const form = h('form', { class: 'sign-in' }, h('p', {}, texts.signIn), ...email.parts, send, alert);
  const askForCode = (attempt: string) => {
    const code = field('input', texts.code, {
      inputmode: 'numeric',
      autocomplete: 'one-time-code',
      required: true,
      maxlength: 10,
    });
    const enter = h('button', {}, texts.enterCode);
    const next = h(
      'form',
      { class: 'sign-in' },
      h('p', {}, fill(texts.codeSent, { email: email.input.value })),
      ...code.parts,
      enter,
      alert,
    );
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

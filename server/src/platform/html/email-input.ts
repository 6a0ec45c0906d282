import { EMAIL_INPUT } from '@earshot/contract/shared/email-input';
import { html, raw } from './html.ts';

/** Attributes of an input for an email address. */
export const emailInput = raw(
  Object.entries(EMAIL_INPUT)
    .map(([name, value]) => html`${name}="${value}"`.markup)
    .join(' '),
);

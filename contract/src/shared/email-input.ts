/**
 * Attributes of an input for an email address, in HTML. Inputs of the type `email` reject addresses that the API accepts, such as
 * `zoë@example.com`, and some browsers convert their domains. The server checks the address.
 */
export const EMAIL_INPUT = {
  inputmode: 'email',
  autocomplete: 'email',
  autocapitalize: 'none',
  spellcheck: 'false',
  maxlength: 254,
} as const;

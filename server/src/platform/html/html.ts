import { escapeHtml } from './escape.ts';

/** Markup. Texts become a part of it only through `html`, which escapes them. */
class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type { Html };

/** A value of a template: a text, markup, a list of both, or nothing. */
type Value = string | number | Html | readonly Value[] | false | null | undefined;

/**
 * Tag of templates with markup. Escapes texts, for places between tags and in quoted attributes; inserts markup as it is, and the items of
 * lists one after another. Inserts nothing for `false`, `null` and `undefined`.
 */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.map((text, at) => text + render(values[at])).join(''));
}

/** Declares a text to be markup: sanitized output of the Markdown renderer, or of other code that escapes texts. */
export const raw = (markup: string): Html => new Html(markup);

/** Fills `{name}` in a text with markup. Escapes the text. */
export const fillHtml = (text: string, values: Record<string, Html>): Html =>
  html`${text.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? values[part] : part))}`;

function render(value: Value): string {
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  if (value instanceof Html) return value.markup;
  return Array.isArray(value) ? (value as readonly Value[]).map(render).join('') : '';
}

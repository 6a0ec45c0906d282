import { type Declared, type DeclaredValue, MAX_FIELD_TEXT, MAX_LONG_TEXT } from '@earshot/contract/shared/fields';
import { fillHtml, type Html, html } from '../../platform/html/html.ts';
import type { Site } from '../../platform/html/site.ts';
import { commonTexts } from '../../platform/html/texts/texts.ts';
import type { Changes } from './fields.ts';

const INPUT_TYPES = { text: 'text', number: 'number', date: 'date', url: 'url' };

/** Renders inputs, which forms without scripts send as `<prefix>.<key>`, with the values of a form that was sent before. */
export const renderFieldInputs = (
  { language }: Pick<Site, 'language'>,
  prefix: string,
  fields: Declared[],
  sent: object = {},
): Html[] => {
  const t = commonTexts(language);
  return fields.map(({ key, label, type, required, options = [] }) => {
    const id = `${prefix}.${key}`;
    const values = [(sent as Record<string, unknown>)[id]].flat().filter((value) => typeof value === 'string');
    const [first = ''] = values;
    const mark = (value: string, attribute: string) => (values.includes(value) ? html` ${attribute}` : '');
    const isRequired = required ? html` required` : '';
    const name = html`<bdi>${label}</bdi>`;
    const title = required ? name : fillHtml(t.optional('{label}'), { label: name });
    const head = html`<label for="${id}">${title}</label>`;
    const choice = (choices: [value: string, name: string][]) =>
      html`${head}<select id="${id}" name="${id}"${isRequired}><option value=""></option>${choices.map(([value, text]) => html`<option value="${value}"${mark(value, 'selected')}>${text}</option>`)}</select>`;
    if (type === 'multi_select')
      return html`<fieldset><legend>${title}</legend>${options.map((option) => html`<label class="check"><input type="checkbox" name="${id}" value="${option}"${mark(option, 'checked')}><span dir="auto">${option}</span></label>`)}</fieldset>`;
    if (type === 'select') return choice(options.map((option) => [option, option]));
    if (type === 'boolean')
      return choice([
        ['true', t.yes],
        ['false', t.no],
      ]);
    if (type === 'long_text')
      return html`${head}<textarea id="${id}" dir="auto" name="${id}" maxlength="${MAX_LONG_TEXT}"${isRequired}>${first}</textarea>`;
    const step = type === 'number' ? html` step="any"` : '';
    return html`${head}<input id="${id}" dir="auto" name="${id}" type="${INPUT_TYPES[type]}" maxlength="${MAX_FIELD_TEXT}"${step}${isRequired}${first && html` value="${first}"`}>`;
  });
};

/** Returns the values of a form, in which all values are texts, and several of the same name a list. */
export const readFieldInputs = <V extends DeclaredValue>(prefix: string, fields: Declared[], body: object): Changes<V> =>
  Object.fromEntries(
    fields.flatMap(({ key, type }) => {
      const given = (body as Record<string, unknown>)[`${prefix}.${key}`];
      const texts = [given].flat().flatMap((text) => (typeof text === 'string' && text.trim() ? text.trim() : []));
      if (!texts.length) return [];
      return [[key, (type === 'multi_select' ? texts : parseText(type, texts.join('\n'))) as V]];
    }),
  );

function parseText(type: Declared['type'], text: string): DeclaredValue {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  const value = Number(text);
  return type === 'number' && Number.isFinite(value) ? value : text;
}

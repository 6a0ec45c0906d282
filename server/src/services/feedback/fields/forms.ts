import type { FieldDeclaration, FieldValue, FieldValues } from '@earshot/contract/services/feedback/fields';
import { type Html, html } from '../../../platform/html/html.ts';
import { type FieldChanges, FIELD_PREFIX, isForEveryone, pickFields } from './fields.ts';

const INPUT_TYPES = { text: 'text', number: 'number', date: 'date', url: 'url' };

/** Renders the inputs of public fields, which forms without scripts send as `fields.<key>`. */
export const renderFieldInputs = (fields: FieldDeclaration[]): Html[] =>
  fields.filter(isForEveryone).map(({ key, label, type, required, options = [] }) => {
    const id = `${FIELD_PREFIX}${key}`;
    const isRequired = required ? html` required` : '';
    const head = html`<label for="${id}">${label}${required ? '' : ' (optional)'}</label>`;
    const choice = (choices: [value: string, name: string][]) =>
      html`${head}<select id="${id}" name="${id}"${isRequired}><option value=""></option>${choices.map(([value, name]) => html`<option value="${value}">${name}</option>`)}</select>`;
    if (type === 'select') return choice(options.map((option) => [option, option]));
    if (type === 'boolean')
      return choice([
        ['true', 'Yes'],
        ['false', 'No'],
      ]);
    const step = type === 'number' ? html` step="any"` : '';
    return html`${head}<input id="${id}" dir="auto" name="${id}" type="${INPUT_TYPES[type]}" maxlength="1000"${step}${isRequired}>`;
  });

/** Returns the values of public fields in a form, in which all values are texts. */
export const readFieldInputs = (fields: FieldDeclaration[], body: object): FieldChanges =>
  Object.fromEntries(
    fields.filter(isForEveryone).flatMap(({ key, type }) => {
      const text = (body as Record<string, unknown>)[`${FIELD_PREFIX}${key}`];
      return typeof text === 'string' && text.trim() ? [[key, parseText(type, text.trim())]] : [];
    }),
  );

function parseText(type: FieldDeclaration['type'], text: string): FieldValue {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  const value = Number(text);
  return type === 'number' && Number.isFinite(value) ? value : text;
}

const toText = (value: FieldValue): string => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value));

/** Renders the values of public fields of an entry. */
export function renderFields(fields: FieldDeclaration[], values: FieldValues): Html | '' {
  const shown = fields.filter(isForEveryone);
  const given = pickFields(shown, values);
  const items = shown.flatMap(({ key, label, type }) => {
    const value = given[key];
    if (value === undefined) return [];
    const text = toText(value);
    const link = type === 'url' ? html`<a href="${text}" rel="nofollow ugc noopener">${text}</a>` : text;
    return [html`<div><dt>${label}</dt><dd dir="auto">${link}</dd></div>`];
  });
  return items.length ? html`<dl class="fields">${items}</dl>` : '';
}

import type { FieldDeclaration, FieldValue, FieldValues } from '@earshot/contract/services/feedback/fields';
import { pickFields } from '../../../instance/fields/fields.ts';
import { type Html, html } from '../../../platform/html/html.ts';
import type { Site } from '../../../platform/html/site.ts';
import { commonTexts } from '../../../platform/html/texts/texts.ts';
import { isForEveryone } from './fields.ts';

const toText = ({ language }: Site, value: FieldValue): string => {
  const { yes, no } = commonTexts(language);
  return typeof value === 'boolean' ? (value ? yes : no) : String(value);
};

/** Renders the values of public fields of an entry. */
export function renderFields(site: Site, fields: FieldDeclaration[], values: FieldValues): Html | '' {
  const shown = fields.filter(isForEveryone);
  const given = pickFields(shown, values);
  const items = shown.flatMap(({ key, label, type }) => {
    const value = given[key];
    if (value === undefined) return [];
    const text = toText(site, value);
    const link = type === 'url' ? html`<a href="${text}" rel="nofollow ugc noopener">${text}</a>` : text;
    return [html`<div><dt dir="auto">${label}</dt><dd dir="auto">${link}</dd></div>`];
  });
  return items.length ? html`<dl class="fields">${items}</dl>` : '';
}

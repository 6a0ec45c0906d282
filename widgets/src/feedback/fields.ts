import type { Feedback, ProjectAppearance } from '@earshot/sdk';
import { field } from '../calls.ts';
import { h } from '../dom.ts';
import type { Context } from './context.ts';

// Loaded only for projects with custom fields.

export type CustomField = ProjectAppearance['feedback_fields'][number];
type Values = NonNullable<Feedback['fields']>;

/** Returns those of some fields that the forms of a board ask for. Without an id, the board is the default one. */
export async function listBoardFields(fields: CustomField[], api: Context['api'], id: string | null): Promise<CustomField[]> {
  const { data } = await api.boards.list();
  const keys = data.find((board) => (id ? board.id === id : board.default))?.fields;
  return keys ? fields.filter(({ key }) => keys.includes(key)) : fields;
}

/** Creates inputs of custom fields, and a function that returns their values. */
export function createFields(fields: CustomField[], texts: Context['texts']) {
  const inputs = fields.map((custom) => ({ custom, ...createInput(custom, texts) }));
  return {
    parts: inputs.map(({ part }) => part),
    read: (): Values =>
      Object.fromEntries(
        inputs.flatMap(({ custom: { key, type }, input }): [string, string | number | boolean][] => {
          if (input instanceof HTMLInputElement && type === 'boolean') return [[key, input.checked]];
          const text = input.value.trim();
          return text ? [[key, type === 'number' ? Number(text) : text]] : [];
        }),
      ),
  };
}

function createInput({ label, type, required, options }: CustomField, { optional }: Context['texts']) {
  if (type === 'boolean') {
    const input = h('input', { type: 'checkbox' });
    return { input, part: h('label', { class: 'check' }, input, h('span', {}, label)) };
  }
  const note = required ? undefined : optional;
  if (type !== 'select') {
    const { input, parts } = field('input', label, { required, type, step: 'any', maxlength: 1000 }, note);
    return { input, part: h('div', {}, parts) };
  }
  const { input, parts } = field('select', label, { required }, note);
  input.append(...['', ...options].map((option) => h('option', { value: option }, option)));
  return { input, part: h('div', {}, parts) };
}

/** Creates a list of the values of an entry. */
export const describeFields = (fields: CustomField[], values: Values): HTMLElement =>
  h(
    'dl',
    {},
    fields.flatMap(({ key, label, type }) => {
      const value = values[key];
      if (value === undefined) return [];
      const text = value === true ? '✓' : value === false ? '✗' : String(value);
      const shown = type === 'url' ? h('a', { href: text, target: '_blank', rel: 'noopener nofollow ugc' }, text) : text;
      return [h('dt', { class: 'muted' }, label), h('dd', {}, shown)];
    }),
  );

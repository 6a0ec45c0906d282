import type { Feedback, ProjectAppearance } from '@earshot/sdk';
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

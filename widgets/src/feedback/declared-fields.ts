import type { DeclaredType, DeclaredValue } from '@earshot/contract/shared/fields';
import { field } from '../calls.ts';
import { h } from '../dom.ts';

// Loaded only for projects with custom fields or questions.

/** A field that the project declares. */
interface DeclaredField {
  key: string;
  label: string;
  type: DeclaredType;
  required: boolean;
  options: string[];
}

/** Creates inputs of declared fields, and a function that returns their values. */
export function createFields(fields: DeclaredField[], { optional }: { optional: string }) {
  const inputs = fields.map((one) => createInput(one, optional));
  return {
    parts: inputs.map(({ part }) => part),
    read: (): Record<string, DeclaredValue> =>
      Object.fromEntries(
        inputs.flatMap(({ read }, index) => {
          const value = read();
          return value === undefined ? [] : [[fields[index]?.key, value]];
        }),
      ),
  };
}

interface Input {
  part: HTMLElement;
  /** Returns the value, or undefined if there is none. */
  read: () => DeclaredValue | undefined;
}

function createCheckbox(label: string): { input: HTMLInputElement; part: HTMLElement } {
  const input = h('input', { type: 'checkbox' });
  return { input, part: h('label', { class: 'check' }, input, h('span', {}, label)) };
}

function createInput({ label, type, required, options }: DeclaredField, optional: string): Input {
  if (type === 'boolean') {
    const { input, part } = createCheckbox(label);
    // Without a mark, an optional question has no answer.
    return { part, read: () => input.checked || (required ? false : undefined) };
  }
  const note = required ? undefined : optional;
  if (type === 'multi_select') {
    const boxes = options.map((option) => ({ option, ...createCheckbox(option) }));
    const legend = h('legend', {}, label, note && h('small', { class: 'muted' }, ` · ${note}`));
    // One choice is enough for the check of the browser.
    const update = () => {
      for (const { input } of boxes) input.required = required && boxes.every((one) => !one.input.checked);
    };
    update();
    const part = h(
      'fieldset',
      { onchange: update },
      legend,
      boxes.map((box) => box.part),
    );
    return { part, read: () => boxes.flatMap(({ option, input }) => (input.checked ? option : [])) };
  }
  const readText = (text: string) => (text.trim() ? (type === 'number' ? Number(text) : text.trim()) : undefined);
  if (type === 'select') {
    const { input, parts } = field('select', label, { required }, note);
    input.append(...['', ...options].map((option) => h('option', { value: option }, option)));
    return { part: h('div', {}, parts), read: () => readText(input.value) };
  }
  const { input, parts } =
    type === 'long_text'
      ? field('textarea', label, { required, maxlength: 5000 }, note)
      : field('input', label, { required, type, step: 'any', maxlength: 1000 }, note);
  return { part: h('div', {}, parts), read: () => readText(input.value) };
}

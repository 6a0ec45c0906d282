import type { TSchema } from 'typebox';

/** The keywords of a schema that an example is built from. */
interface Keywords {
  type?: string | string[];
  examples?: unknown[];
  enum?: unknown[];
  properties?: Record<string, TSchema>;
  required?: string[];
  items?: TSchema;
}

const EMPTY: Record<string, unknown> = { boolean: false, integer: 0, number: 0, string: '', null: null };

/** Returns an example of a schema: the first of its examples, or one that is built from the examples of its required properties. */
export function buildExample(schema: TSchema): unknown {
  const { type, examples, enum: values, properties, required = [], items } = schema as Keywords;
  if (examples?.length) return examples[0];
  if (values) return values[0];
  if (Array.isArray(type)) return null;
  if (type === 'object')
    return Object.fromEntries(required.map((name) => [name, properties?.[name] ? buildExample(properties[name]) : {}]));
  if (type === 'array') return items ? [buildExample(items)] : [];
  return EMPTY[type ?? 'null'];
}

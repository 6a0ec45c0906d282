import { type TProperties, Type } from 'typebox';
import { OneOf } from './common.ts';
import type { DeclaredType } from './fields.ts';
import { KEY_PATTERN } from './keys.ts';

const option = () => Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', examples: ['pro'] });

/** Creates the schema of the declaration of a field, with further properties. */
export const declaration = <const T extends DeclaredType, P extends TProperties>(
  types: readonly T[],
  { owner, maxLabel, more }: { owner: string; maxLabel: number; more: P },
) =>
  Type.Object(
    {
      key: Type.String({
        pattern: KEY_PATTERN,
        description: `Name in the API. ${owner} keep their values when the label changes.`,
        examples: ['plan'],
      }),
      label: Type.String({
        minLength: 1,
        maxLength: maxLabel,
        pattern: '\\S',
        description: 'Name for people',
        examples: ['Plan'],
      }),
      type: OneOf(types, { description: 'Type of the values. Values of another type are hidden after a change.' }),
      required: Type.Optional(
        Type.Boolean({ description: 'Whether visitors must give a value. Members and imports may omit it.' }),
      ),
      ...more,
      options: Type.Optional(Type.Array(option(), { maxItems: 50, uniqueItems: true, description: 'Choices of a selection' })),
    },
    { additionalProperties: false },
  );

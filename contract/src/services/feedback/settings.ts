import { Type } from 'typebox';
import { Nullable, OneOf } from '../../shared/common.ts';
import { PALETTE_NAMES } from '../../shared/palette.ts';
import { FIELD_TYPES, MAX_FIELDS } from './fields.ts';
import { KEY_PATTERN } from './keys.ts';
import { MAX_CUSTOM_STATUSES } from './statuses.ts';
import { STATUSES } from './values.ts';

export const statusesSetting = Type.Array(
  Type.Object(
    {
      key: Type.Optional(
        Nullable(
          Type.String({
            pattern: KEY_PATTERN,
            description:
              'Name of a custom status in the API (`custom_status` of entries). Null for the display of the state itself. Entries keep the key when the name changes; a key that is removed hides the custom status of its entries, which returns with the key.',
            examples: ['next_quarter'],
          }),
        ),
      ),
      status: OneOf(STATUSES, { description: 'State, to which a custom status belongs' }),
      name: Type.Optional(
        Nullable(
          Type.String({
            minLength: 1,
            maxLength: 40,
            pattern: '\\S',
            description:
              'Name of the status in all places where people read it. Null for the standard name; required for custom statuses.',
            examples: ['Up next'],
          }),
        ),
      ),
      color: Type.Optional(Nullable(OneOf(PALETTE_NAMES, { description: 'Color of the status. Null for the standard color.' }))),
    },
    { additionalProperties: false },
  ),
  {
    default: [],
    maxItems: STATUSES.length + MAX_CUSTOM_STATUSES,
    description:
      'Names and colors of the statuses, in the order of boards, roadmaps and menus. Items with a `key` are custom statuses: several of them may belong to one state. States that the list omits follow in the standard order. The API, webhooks, filters and URLs keep the values of `status`.',
  },
);

const option = () => Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', examples: ['pro'] });

export const fieldsSetting = Type.Array(
  Type.Object(
    {
      key: Type.String({
        pattern: KEY_PATTERN,
        description: 'Name of the field in the API. Entries keep their values when the label changes.',
        examples: ['plan'],
      }),
      label: Type.String({
        minLength: 1,
        maxLength: 60,
        pattern: '\\S',
        description: 'Name of the field for people',
        examples: ['Plan'],
      }),
      type: OneOf(FIELD_TYPES, { description: 'Type of the values. Values of another type are hidden after a change.' }),
      required: Type.Optional(
        Type.Boolean({ description: 'Whether visitors must give a value. Members and imports may omit it.' }),
      ),
      public: Type.Optional(
        Type.Boolean({
          description:
            'Whether visitors give the value in forms and with API keys, and everyone reads it. Internal fields are for project members only.',
        }),
      ),
      options: Type.Optional(
        Type.Array(option(), { maxItems: 50, uniqueItems: true, description: 'Values of a field of the type `select`' }),
      ),
    },
    { additionalProperties: false },
  ),
  {
    default: [],
    maxItems: MAX_FIELDS,
    description:
      'Custom fields of entries, in the order of forms. A field that is removed hides its values, which return with the field.',
  },
);

import { Type } from 'typebox';
import { Nullable, OneOf } from '../../shared/common.ts';
import { declaration } from '../../shared/field-schemas.ts';
import { PALETTE_NAMES } from '../../shared/palette.ts';
import { FIELD_TYPES, MAX_FIELDS } from './fields.ts';
import { KEY_PATTERN } from '../../shared/keys.ts';
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

export const fieldsSetting = Type.Array(
  declaration(FIELD_TYPES, {
    owner: 'Entries',
    maxLabel: 60,
    more: {
      public: Type.Optional(
        Type.Boolean({
          description:
            'Whether visitors give the value in forms and with API keys, and everyone reads it. Internal fields are for project members only.',
        }),
      ),
    },
  }),
  {
    default: [],
    maxItems: MAX_FIELDS,
    description:
      'Custom fields of entries, in the order of forms. A field that is removed hides its values, which return with the field.',
  },
);

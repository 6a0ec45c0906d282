import { Type } from 'typebox';
import { Nullable, OneOf } from '../../shared/common.ts';
import { PALETTE_NAMES } from '../../shared/palette.ts';
import { STATUSES } from './values.ts';

export const statusesSetting = Type.Array(
  Type.Object(
    {
      status: OneOf(STATUSES),
      name: Type.Optional(
        Nullable(
          Type.String({
            minLength: 1,
            maxLength: 40,
            pattern: '\\S',
            description: 'Name of the status in all places where people read it. Null for the standard name.',
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
    maxItems: STATUSES.length,
    description:
      'Names and colors of the statuses, in the order of boards, roadmaps and menus. Statuses that the list omits follow in the standard order. The API, webhooks, filters and URLs keep the values of `status`.',
  },
);

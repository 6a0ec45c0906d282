import { Type } from 'typebox';
import { Nullable } from '../../shared/common.ts';
import { MAX_FIELD_TEXT } from '../../shared/fields.ts';
import { KEY_PATTERN } from '../../shared/keys.ts';
import { type FieldValue, MAX_FIELDS } from './fields.ts';

// Schemas of columns that several resources have.

export const visibility = {
  description: 'Visibility of the entry or comment. `pending` means awaiting approval; setting `public` approves it.',
};

export const storedExternalId = () =>
  Type.Optional(
    Nullable(
      Type.String({
        description: 'Id in the system that the record comes from. Requires a session token.',
        examples: ['canny:553c3ef8'],
      }),
    ),
  );

export const newStatus = { description: 'State. Another state removes the custom status, unless the request sets one.' };

export const storedCustomStatus = () =>
  Nullable(
    Type.String({
      description: 'Key of a custom status of the project (`settings.feedback.statuses`) within `status`',
      examples: ['next_quarter'],
    }),
  );

/** Custom status in a request. */
export const customStatus = () =>
  Type.Optional(
    Nullable(
      Type.String({
        pattern: KEY_PATTERN,
        description:
          'Key of a custom status (`settings.feedback.statuses`), which also sets `status` to its state. Null for the state itself.',
        examples: ['next_quarter'],
      }),
    ),
  );

const fieldValue = ['string', 'number', 'boolean'];
/** Values of custom fields. */
export const fieldValues = (options: object) =>
  Type.Unsafe<Record<string, FieldValue>>({
    type: 'object',
    additionalProperties: { type: fieldValue },
    examples: [{ plan: 'pro', seats: 12 }],
    ...options,
  });
export const changedFields = (purpose: string) =>
  Type.Optional(
    Type.Unsafe<Record<string, FieldValue | null>>({
      type: 'object',
      additionalProperties: { type: [...fieldValue, 'null'] },
      maxProperties: MAX_FIELDS,
      description: `${purpose} Texts have at most ${MAX_FIELD_TEXT} characters, dates the form \`2026-11-20\`, and URLs begin with http.`,
      examples: [{ plan: 'pro', seats: 12 }],
    }),
  );

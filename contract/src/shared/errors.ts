import { Type } from 'typebox';
import { OneOf } from './common.ts';

/** An entry of the error catalog: the HTTP status and the default message, which a request may replace with a more precise one. */
export interface ErrorKind {
  status: number;
  message: string;
  /** The invalid field, for errors about a single field. */
  field?: { path: string; code: FieldErrorCode };
}

/** Reasons why a field is invalid. */
export const FIELD_ERRORS = [
  'required',
  'unknown',
  'type',
  'format',
  'choice',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'too_few',
  'too_many',
  'duplicate',
  'taken',
  'not_found',
  'not_allowed',
  'conflict',
  'invalid',
] as const;
export type FieldErrorCode = (typeof FIELD_ERRORS)[number];

export const FieldError = Type.Object(
  {
    path: Type.String({
      description: 'Path of the field, such as `settings.pages.logo_url` or `tags[1]`. Empty for the entire body.',
      examples: ['title'],
    }),
    code: OneOf(FIELD_ERRORS, { examples: ['required'] }),
    message: Type.String({ examples: ['title is required'] }),
  },
  { title: 'FieldError' },
);

/** The properties of an error response and of a rejected batch item. */
export const errorProperties = {
  error: Type.String({ description: 'Human-readable error message', examples: ['title is required'] }),
  code: Type.Unsafe<string>({ $ref: 'ErrorCode#' }),
  fields: Type.Optional(
    Type.Array(FieldError, {
      description: 'Invalid fields. Present with the code `validation` and with codes about a single field.',
    }),
  ),
};

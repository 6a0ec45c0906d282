import { type TObject, Type } from 'typebox';
import { Body, Component, OneOf, Ref, Timestamp } from './common.ts';
import { errorProperties } from './errors.ts';
import { RECORD_OUTCOMES } from './values.ts';

/** Maximum number of records in a batch. */
export const MAX_BATCH_RECORDS = 1_000;

/** Creates the field of a date of the past, for records that were created elsewhere. */
export const PastTime = (description: string, initial = 'the current time') =>
  Type.Optional(Timestamp({ description: `${description}. From 1990 to the current time; defaults to ${initial}.` }));

/** Creates the field of the id of a record in the system that it comes from. */
export const ExternalId = (record: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: `Id of the ${record} in the system that it comes from, unique in the project. A record that is sent again with the same id is updated.`,
      examples: ['canny:553c3ef8'],
    }),
  );

/** Creates the filter of a list by the id in the system that a record comes from. */
export const ExternalIdFilter = () =>
  Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Filter by the id in the system that the record comes from. Requires a session token.',
  });

/** Creates the field of the id of a single new record in the system that it comes from. */
export const UniqueExternalId = (record: string) =>
  Type.Optional({
    ...ExternalId(record),
    description: `Id of the ${record} in the system that it comes from, which no other ${record} of the project has. Requires a session token.`,
  });

/** Creates the body of a batch. The items are validated one by one. */
export const BatchOf = <T extends TObject>(record: T, example: object) =>
  Body(
    {
      records: Type.Array(Ref(record), { minItems: 1, maxItems: MAX_BATCH_RECORDS, description: 'Up to 1,000 records' }),
      notify: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Whether new records send webhooks and notifications, like records that people create',
        }),
      ),
    },
    { examples: [{ records: [example] }] },
  );

const count = (meaning: string) => Type.Integer({ description: meaning, examples: [1] });

export const BatchResults = Component('BatchResults', {
  created: count('Number of created records'),
  updated: count('Number of updated records'),
  unchanged: count('Number of records that existed with the same content'),
  failed: count('Number of records that were refused'),
  results: Type.Array(
    Type.Object({
      outcome: OneOf(RECORD_OUTCOMES),
      id: Type.Optional(Type.String({ description: 'Id of the record', examples: ['fb_01kaga0zrefb8tqs3yh4kx9m2d'] })),
      error: Type.Optional(errorProperties.error),
      code: Type.Optional(errorProperties.code),
      fields: errorProperties.fields,
    }),
    { description: 'One result per record, in the order of the request' },
  ),
});

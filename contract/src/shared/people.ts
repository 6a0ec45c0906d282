import { Type } from 'typebox';

/** Creates the schema of a list of records in the export of a person. */
export const Records = (description: string) => Type.Array(Type.Object({}, { additionalProperties: true }), { description });

/** Creates the schema of a number of records. */
export const RecordCount = (description: string) => Type.Integer({ minimum: 0, description });

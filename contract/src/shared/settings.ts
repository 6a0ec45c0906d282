import { type TProperties, Type } from 'typebox';
import type { FieldErrorCode } from './errors.ts';

/** Creates the schema of a group of settings. */
export const Section = <T extends TProperties>(properties: T) => Type.Object(properties, { additionalProperties: false });

/** Creates the schema of a setting that is on or off. */
export const Toggle = (isOn: boolean, description: string) => Type.Boolean({ default: isOn, description });

/** Creates the schema of a setting with a list of names or patterns. */
export const Patterns = (description: string, options: object = {}) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 253, ...options }), {
    default: [],
    maxItems: 100,
    uniqueItems: true,
    description,
  });

/** Problem of a setting that its schema can't express. The path is relative to the settings of the service. */
export interface InvalidSetting {
  path: string;
  code: FieldErrorCode;
  message: string;
}

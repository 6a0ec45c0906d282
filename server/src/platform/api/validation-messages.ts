import { VISITOR_PATTERN } from '@earshot/contract/services/analytics/schemas';
import type { FieldErrorCode } from '@earshot/contract/shared/errors';
import { ASSIGNEE_PATTERN } from '@earshot/contract/services/feedback/schemas';
import { LANGUAGE_PATTERN } from '@earshot/contract/services/knowledge-base/readers';
import { BASE_LANGUAGE_PATTERN } from '@earshot/contract/shared/languages';
import { HOST_PATTERN } from '@earshot/contract/instance/projects';
import { SLUG_PATTERN } from '@earshot/contract/shared/common';
import type { ErrorObject } from 'ajv';
import type { InvalidField } from './errors.ts';

interface FieldSchema {
  type?: string | string[];
  pattern?: string;
  enum?: unknown[];
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  maxProperties?: number;
}

const MAX_FIELDS = 50;

/** Error codes of schema keywords. */
const CODES: Record<string, FieldErrorCode> = {
  required: 'required',
  additionalProperties: 'unknown',
  type: 'type',
  format: 'format',
  pattern: 'format',
  enum: 'choice',
  const: 'choice',
  minLength: 'too_short',
  maxLength: 'too_long',
  minimum: 'too_small',
  exclusiveMinimum: 'too_small',
  maximum: 'too_large',
  exclusiveMaximum: 'too_large',
  minItems: 'too_few',
  maxItems: 'too_many',
  minProperties: 'too_few',
  maxProperties: 'too_many',
  uniqueItems: 'duplicate',
};

/**
 * Describes each invalid field once, by its first failed keyword, for at most `MAX_FIELDS` fields.
 * @param part location of the fields: body, querystring, params or headers
 */
export function describeErrors(errors: ErrorObject[], part: string): InvalidField[] {
  const fields = new Map<string, InvalidField>();
  for (const error of errors) {
    const field = describeError(error, part);
    if (!fields.has(field.path)) fields.set(field.path, field);
    if (fields.size === MAX_FIELDS) break;
  }
  return [...fields.values()];
}

/** Returns one sentence with the field and its requirement. */
function describeError(error: ErrorObject, part: string): InvalidField {
  const path = fieldName(error.instancePath);
  const inside = (name: string) => (path ? `${path}.${name}` : name);
  const code = CODES[error.keyword] ?? 'invalid';
  switch (error.keyword) {
    case 'required': {
      const missing = inside(error.params.missingProperty);
      return { path: missing, code, message: `${missing} is required` };
    }
    case 'additionalProperties': {
      const unknown = inside(error.params.additionalProperty);
      return { path: unknown, code, message: `${unknown} is not a known field` };
    }
    case 'alias':
      return { path, code: 'conflict', message: `${path} must not be combined with ${error.params.name}` };
    case 'minProperties':
      return { path, code, message: `${path || 'The request body'} must have at least one field` };
  }
  const schema = error.parentSchema as FieldSchema;
  if (error.propertyName !== undefined) return { path, code, message: `Each name in ${path} must be ${describe(schema)}` };
  if (!path) return { path, code, message: part === 'body' ? 'The request body must be a JSON object' : `${part} is invalid` };
  if (['minLength', 'format'].includes(error.keyword) && error.data === '')
    return { path, code: 'required', message: `${path} is required` };
  const words = error.keyword === 'pattern' && PATTERNS[schema.pattern ?? ''];
  return { path, code, message: `${path} must be ${words || describe(schema)}` };
}

/** Descriptions of text formats. */
const PATTERNS: Record<string, string> = {
  [ASSIGNEE_PATTERN]: 'the id of a member, me, or none',
  [LANGUAGE_PATTERN]: 'an ISO 639 code such as en',
  [BASE_LANGUAGE_PATTERN]: 'an ISO 639 code such as en, without a region',
  [VISITOR_PATTERN]: 'a number of up to 20 digits',
  [HOST_PATTERN]: 'a host name or address in lower case, without protocol and port',
  [SLUG_PATTERN]: 'lowercase letters and digits separated by single hyphens',
};

const fieldName = (instancePath: string) =>
  instancePath
    .slice(1)
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');

function describe(schema: FieldSchema): string {
  const types = [schema.type].flat();
  const orNull = types.includes('null') ? ' or null' : '';
  return (
    types
      .filter((type) => type !== 'null')
      .map((type) => describeType(schema, type))
      .join(' or ') + orNull
  );
}

function describeType(schema: FieldSchema, type: string | undefined): string {
  if (schema.enum)
    return `one of ${schema.enum
      .filter((value) => value !== null)
      .map(String)
      .join(', ')}`;
  switch (schema.format) {
    case 'email':
      return 'a valid email address';
    case 'http-url':
      return `an http or https URL${schema.maxLength ? ` of at most ${schema.maxLength.toLocaleString('en')} characters` : ''}`;
    case 'hostname':
      return 'a lowercase host name such as feedback.example.com';
    case 'network':
      return 'an IP address or network such as 192.0.2.0/24';
    case 'ip':
      return 'an IPv4 or IPv6 address';
    case 'timezone':
      return 'an IANA time zone such as Europe/Berlin';
    case 'uuid':
      return 'a UUID';
    case 'color':
      return 'a color such as #2563eb';
    case 'date':
      return 'a date such as 2026-12-24';
    case 'date-time':
      return 'a date and time in ISO 8601';
  }
  switch (type) {
    case 'integer':
      return `an integer${range(schema.minimum, schema.maximum, 'from', '')}`;
    case 'number':
      return `a number${range(schema.minimum, schema.maximum, 'from', '')}`;
    case 'string':
      return `a string${range(schema.minLength, schema.maxLength, 'of', 'character')}`;
    case 'array':
      return `an array${range(schema.minItems, schema.maxItems, 'of', schema.uniqueItems ? 'unique item' : 'item') || (schema.uniqueItems ? ' of unique items' : '')}`;
    case 'boolean':
      return 'true or false';
    case 'object':
      return `an object${range(undefined, schema.maxProperties, 'of', 'field')}`;
    default:
      return 'valid';
  }
}

/** Describes an inclusive range such as ` of 1 to 2 items`, or returns an empty string without bounds. `unit` is in the singular. */
function range(min: number | undefined, max: number | undefined, word: string, unit: string): string {
  const [low, high] = [min?.toLocaleString('en'), max?.toLocaleString('en')];
  const units = unit && ` ${unit}${(max ?? min) === 1 ? '' : 's'}`;
  if (low && high) return ` ${word} ${low} to ${high}${units}`;
  if (high) return ` of at most ${high}${units}`;
  return low ? ` of at least ${low}${units}` : '';
}

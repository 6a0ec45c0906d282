import { VISITOR_PATTERN } from '@earshot/contract/analytics';
import { LANGUAGE_PATTERN } from '@earshot/contract/knowledge-base';
import { SLUG_PATTERN } from '@earshot/contract/projects';
import type { ErrorObject } from 'ajv';

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

/** One sentence that names the field and says what it must be. `part` is where it was found: body, querystring, params or headers. */
export function describeError(error: ErrorObject, part: string): string {
  const field = fieldName(error.instancePath);
  const inside = (name: string) => (field ? `${field}.${name}` : name);
  switch (error.keyword) {
    case 'required':
      return `${inside(error.params.missingProperty)} is required`;
    case 'additionalProperties':
      return `${inside(error.params.additionalProperty)} is not a field of this request`;
    case 'minProperties':
      return `${field || 'the request body'} must have at least one field`;
  }
  if (error.propertyName !== undefined) return `each name in ${field} must be ${describe(error.parentSchema as FieldSchema)}`;
  if (!field) return part === 'body' ? 'the request body must be a JSON object' : `${part} is not valid`;
  if (['minLength', 'format'].includes(error.keyword) && error.data === '') return `${field} is required`;
  const schema = error.parentSchema as FieldSchema;
  const words = error.keyword === 'pattern' && PATTERNS[schema.pattern ?? ''];
  return `${field} must be ${words || describe(schema)}`;
}

/** What a text must look like, in words. */
const PATTERNS: Record<string, string> = {
  [LANGUAGE_PATTERN]: 'an ISO 639 code such as en',
  [VISITOR_PATTERN]: 'a number of up to 20 digits',
  [SLUG_PATTERN]: 'of lower-case letters, digits and single hyphens between them',
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
      return 'a valid address';
    case 'http-url':
      return `an http or https URL${schema.maxLength ? ` of at most ${schema.maxLength.toLocaleString('en')} characters` : ''}`;
    case 'hostname':
      return 'a host name in lower case such as feedback.example.com';
    case 'network':
      return 'an address or a network such as 192.0.2.0/24';
    case 'timezone':
      return 'an IANA time zone such as Europe/Berlin';
    case 'uuid':
      return 'a UUID';
    case 'color':
      return 'a colour such as #2563eb';
    case 'date-time':
      return 'a date and time in ISO 8601';
  }
  switch (type) {
    case 'integer':
      return `an integer${range(schema.minimum, schema.maximum, 'from', '')}`;
    case 'number':
      return `a number${range(schema.minimum, schema.maximum, 'from', '')}`;
    case 'string':
      return `a text${range(schema.minLength, schema.maxLength, 'of', ' characters')}`;
    case 'array':
      return `a list${range(schema.minItems, schema.maxItems, 'of', ' items')}${schema.uniqueItems ? ', each once' : ''}`;
    case 'boolean':
      return 'true or false';
    case 'object':
      return schema.maxProperties ? `an object of at most ${schema.maxProperties} fields` : 'an object';
    default:
      return 'valid';
  }
}

function range(min: number | undefined, max: number | undefined, word: string, unit: string): string {
  const [low, high] = [min?.toLocaleString('en'), max?.toLocaleString('en')];
  if (low && high) return ` ${word} ${low} to ${high}${unit}`;
  if (high) return ` of at most ${high}${unit}`;
  return low ? ` of at least ${low}${unit}` : '';
}

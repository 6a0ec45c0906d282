import type { Aliases } from '@earshot/contract/shared/common';
import type { ErrorCode } from '@earshot/contract/instance/errors';
import { SLUG_PATTERN } from '@earshot/contract/shared/common';
import { isEmail, spellEmail } from '@earshot/contract/shared/mailbox';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readAddress } from '../client/address.ts';
import { type IdPrefix, parseId } from '../ids.ts';
import { parseNetwork } from '../outbound/addresses.ts';
import { HttpError, invalidField, invalidFields } from './errors.ts';
import { digestSchema } from './serialization.ts';
import { cleanText } from './text.ts';
import { describeErrors } from './validation-messages.ts';

const SLUG = new RegExp(SLUG_PATTERN);

/** Other forms match no record, and may contain characters that PostgreSQL rejects. */
export const isSlug = (text: string) => SLUG.test(text);

/** Returns the UUID of an id. @throws {HttpError} with the code `notFound` for text of another form */
export function requireId(prefix: IdPrefix, text: string, notFound: ErrorCode): string {
  const id = parseId(prefix, text);
  if (!id) throw new HttpError(notFound);
  return id;
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);
}

function isNetwork(value: string): boolean {
  try {
    parseNetwork(value);
    return true;
  } catch {
    return false;
  }
}

function isTimezone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value }).format();
    return true;
  } catch {
    return false;
  }
}

/** A day of the calendar, as `YYYY-MM-DD`. */
function isDate(value: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** Host names as browsers send them: lower case, with at least one dot. */
const HOSTNAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const FORMATS = {
  email: isEmail,
  hostname: HOSTNAME,
  network: isNetwork,
  ip: (value: string) => readAddress(value) !== undefined,
  timezone: isTimezone,
  uuid: UUID,
  color: /^#[0-9a-fA-F]{6}$/,
  'http-url': isHttpUrl,
  date: isDate,
  'date-time': (value: string) => !Number.isNaN(Date.parse(value)),
};

// Query and path parameters are strings, so numbers are coerced. Bodies must contain the right types.
const createAjv = (coerceTypes: boolean) =>
  new Ajv2020({
    coerceTypes,
    useDefaults: true,
    removeAdditional: false,
    allErrors: true,
    verbose: true,
    strict: false,
    // The schemas belong to the contract and are valid; checking them would take longer than compiling them.
    validateSchema: false,
    formats: FORMATS,
  });

/** Returns a function that compiles a schema, once for all schemas with the same content: applications of a process have the same routes. */
function createCompiler(coerceTypes: boolean): (schema: object) => ValidateFunction {
  const ajv = createAjv(coerceTypes);
  const validators = new Map<string, ValidateFunction>();
  return (schema) => {
    // An instance of Ajv accepts an id once.
    const { $id: _, ...anonymous } = schema as { $id?: string };
    const key = digestSchema(anonymous);
    const known = validators.get(key) ?? ajv.compile(anonymous);
    validators.set(key, known);
    return known;
  };
}

const compileBody = createCompiler(false);
const compileText = createCompiler(true);

/** Compiles a validator on first use, which shortens startup. */
function compileLate(compile: (schema: object) => ValidateFunction, schema: object) {
  const { 'x-aliases': aliases, 'x-required': required } = schema as { 'x-aliases'?: Aliases; 'x-required'?: string[] };
  const addresses = findAddressFields(schema);
  let validate: ValidateFunction | undefined;
  const check: { (value: unknown): boolean; errors?: ErrorObject[] | null | undefined } = (value) => {
    const conflicts = aliases ? renameFields(value, aliases) : [];
    validate ??= compile(required ? { ...schema, required } : schema);
    const isValid = validate(value) && !conflicts.length;
    if (isValid) spellAddresses(value, addresses);
    check.errors = [...conflicts, ...(validate.errors ?? [])];
    return isValid;
  };
  return check;
}

/** Renames fields that have another name. Returns an error for each field that is given under both names. */
function renameFields(value: unknown, aliases: Aliases): ErrorObject[] {
  if (typeof value !== 'object' || value === null) return [];
  const body = value as Record<string, unknown>;
  const given = Object.entries(aliases).filter(([alias]) => Object.hasOwn(body, alias));
  return given.flatMap(([alias, name]) => {
    if (Object.hasOwn(body, name))
      return [{ keyword: 'alias', instancePath: `/${alias}`, schemaPath: '', params: { name }, parentSchema: {} }];
    body[name] = body[alias];
    delete body[alias];
    return [];
  });
}

interface FieldSchema {
  format?: string;
  anyOf?: FieldSchema[];
}

const isAddress = ({ format, anyOf = [] }: FieldSchema): boolean => format === 'email' || anyOf.some(isAddress);

/** Returns the names of the fields of a body that contain email addresses. */
const findAddressFields = ({ properties = {} }: { properties?: Record<string, FieldSchema> }): string[] =>
  Object.keys(properties).filter((name) => isAddress(properties[name] ?? {}));

/** Replaces the addresses of a body by the one spelling of their mailbox, in which the code behind the operations stores and compares them. */
function spellAddresses(value: unknown, fields: string[]): void {
  const body = value as Record<string, unknown>;
  for (const name of fields) if (typeof body[name] === 'string') body[name] = spellEmail(body[name]);
}

/** Validates requests against the JSON schemas of the contract, with readable messages. */
export function validateRequests(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    // An absent body is valid when the schema has no required property.
    if (request.body === undefined && isOptional(request.routeOptions.schema?.body)) request.body = {};
    try {
      cleanText(request.query);
      checkQueryNames(request);
      done();
    } catch (refusal) {
      done(refusal as Error);
    }
  });
  app.setValidatorCompiler(({ schema, httpPart }) =>
    compileLate(httpPart === 'body' ? compileBody : compileText, schema as object),
  );
  app.setSchemaErrorFormatter((errors, part) => invalidFields(describeErrors(errors as ErrorObject[], part)));
}

/** Refuses unknown query parameters like unknown fields of a body. @throws {HttpError} 400 */
function checkQueryNames({ query, routeOptions }: FastifyRequest): void {
  const { queryNames } = routeOptions.config;
  if (!queryNames) return;
  const unknown = Object.keys(query as object).filter((name) => !queryNames.has(name));
  if (unknown.length)
    throw invalidFields(
      unknown.map((path) => ({ path, code: 'unknown' as const, message: `${path} is not a known query parameter` })),
    );
}

/** Returns a validator for a single value of a body. @throws {HttpError} 400 */
export function createCheck(schema: object): (value: unknown) => void {
  const validate = compileLate(compileBody, schema);
  return (value) => {
    if (!validate(value)) throw invalidFields(describeErrors(validate.errors ?? [], 'body'));
  };
}

const METADATA_BYTES = 4 * 1024;

/** Limits the size of metadata. @throws {HttpError} 400 */
export function checkMetadata(metadata: object): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) > METADATA_BYTES)
    throw invalidField('metadata', 'too_large', 'metadata must be an object of at most 4 KiB');
}

/** Returns whether a body with this schema is optional. */
export const isOptional = (schema: unknown) =>
  typeof schema === 'object' && schema !== null && !('required' in schema || 'minProperties' in schema);

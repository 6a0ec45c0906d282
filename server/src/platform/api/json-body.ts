import { isUtf8 } from 'node:buffer';
import { parse as parseQuery } from 'node:querystring';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError, invalidField } from './errors.ts';
import { cleanText, repairText } from './text.ts';

/** Maximum nesting depth. Recursive functions process bodies, and no request needs more. */
const MAX_DEPTH = 64;

/** Returns whether a value exceeds the maximum nesting depth. Stops there, so that its own recursion is limited too. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const item of Array.isArray(value) ? value : Object.values(value)) if (isDeeperThan(levels - 1, item)) return true;
  return false;
}

/** @throws {HttpError} 400 */
function checkDepth(body: unknown): void {
  if (isDeeperThan(MAX_DEPTH, body))
    throw invalidField('', 'too_large', `The request body must not be nested deeper than ${MAX_DEPTH} levels`);
}

const LONG_NUMBER = /\d{16}/;

/**
 * Returns integers beyond 2^53 as strings, because a number would lose digits: such integers are ids of other systems, in metadata and
 * properties.
 */
const keepDigits = (_name: string, value: unknown, { source = '' }: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value;

/**
 * Returns a parser of JSON that rejects or removes `__proto__` and `constructor.prototype`, and rejects values that are nested too deep. It
 * passes the value or an error to `done`.
 */
function createParser(app: FastifyInstance, clean: (value: unknown) => unknown, poisoning: 'error' | 'remove' = 'error') {
  const parse = app.getDefaultJsonParser(poisoning, poisoning);
  return (request: FastifyRequest, body: string, done: (error: Error | null, value?: unknown) => void): void => {
    // The default parser calls back synchronously.
    void parse(request, body, (error, value: unknown) => {
      if (error) return done(new HttpError('request.invalid_json'));
      try {
        checkDepth(value);
        done(null, clean(LONG_NUMBER.test(body) ? JSON.parse(body, keepDigits as Reviver) : value));
      } catch (refusal) {
        done(refusal as Error);
      }
    });
  };
}

/** TypeScript does not know the third parameter of a reviver, the source text. */
type Reviver = Parameters<typeof JSON.parse>[1];

/** Parses JSON bodies in UTF-8 (RFC 8259, 8.1). An empty body counts as absent, and text is cleaned. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = createParser(app, cleanText);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (!isUtf8(body)) return done(new HttpError('request.invalid_encoding'));
    const text = body.toString();
    if (text.trim() === '') done(null, undefined);
    else parse(request, text, done);
  });
}

/** Escapes of NUL and of surrogates, which may be halves. UTF-8 has no surrogates, and JSON no other way to write NUL. */
const NOT_STORABLE = /\\u(?:0000|d[89a-f])/i;

interface BatchOptions {
  types?: string[];
  /** Repairs text, and removes `__proto__` and `constructor.prototype`, instead of rejecting: the items are telemetry. */
  isRepaired?: boolean;
}

/** Parses JSON without cleaning, for batches whose items are validated individually and cleaned later. */
export function parseBatches(
  app: FastifyInstance,
  { types = ['application/json'], isRepaired = false }: BatchOptions = {},
): void {
  const parse = createParser(app, (value) => value, isRepaired ? 'remove' : 'error');
  const repair = createParser(app, repairText, 'remove');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(types, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (!isUtf8(body)) return done(new HttpError('request.invalid_encoding'));
    const text = body.toString();
    // Nearly all bodies need no repair, which copies every event.
    if (isRepaired && NOT_STORABLE.test(text)) repair(request, text, done);
    else parse(request, text, done);
  });
}

const FORM_ENCODING =
  'The form was not sent in UTF-8, so that its letters cannot be read. Send it from the page of this address, or encode it in UTF-8';

const ESCAPES = /%([\da-f]{2})/gi;
const toCharacter = (_escape: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));

/** Parses forms in UTF-8, also behind their escapes, and cleans their fields like JSON bodies. */
export function parseForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body: Buffer, done) => {
    let isReadable = true;
    const decodeURIComponent = (escaped: string) => {
      const bytes = Buffer.from(escaped.replace(ESCAPES, toCharacter), 'latin1');
      isReadable &&= isUtf8(bytes);
      return bytes.toString();
    };
    try {
      // One character for each byte.
      const fields = { ...parseQuery(body.toString('latin1'), '&', '=', { decodeURIComponent }) };
      if (!isReadable) throw new HttpError('request.invalid_encoding', { message: FORM_ENCODING });
      done(null, cleanText(fields));
    } catch (refusal) {
      done(refusal as Error);
    }
  });
}

const BODY_HEADERS = ['content-type', 'content-length', 'transfer-encoding'];

/**
 * Ignores bodies of requests to operations that take none, in any form: HTTP clients send an empty form or a JSON value with each request.
 * Must be called before other hooks that read the headers of bodies.
 */
export function ignoreBodies(app: FastifyInstance): void {
  app.addHook('preParsing', ({ routeOptions, raw }, _reply, _payload, done) => {
    const { operationId, body } = routeOptions.schema ?? {};
    if (operationId !== undefined && body === undefined) {
      for (const name of BODY_HEADERS) delete raw.headers[name];
      raw.resume();
    }
    done(null);
  });
}

/** Refuses compressed bodies (RFC 9110, 8.4 and 15.5.16), whose parsers would take them for broken text. */
export function refuseCompression(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const { 'content-encoding': encoding = 'identity', 'content-type': type } = request.headers;
    const isCompressed = type !== undefined && !['', 'identity'].includes(encoding.trim().toLowerCase());
    done(
      isCompressed
        ? new HttpError('request.unsupported_media_type', {
            message: 'Content-Encoding is not supported. Send the body without compression',
            headers: { 'accept-encoding': 'identity' },
          })
        : null,
    );
  });
}

import type { FastifyInstance } from 'fastify';
import { HttpError, invalidField } from './errors.ts';
import { cleanText } from './text.ts';

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
function checkDepth(body: unknown): unknown {
  if (isDeeperThan(MAX_DEPTH, body))
    throw invalidField('', 'too_large', `The request body must not be nested deeper than ${MAX_DEPTH} levels`);
  return body;
}

/**
 * Parses JSON bodies. An empty body counts as absent, `__proto__` and `constructor.prototype` are rejected, and text is cleaned.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') {
      done(null, undefined);
      return;
    }
    // The default parser calls back synchronously.
    void parse(request, body, (error, value: unknown) => {
      if (error) done(new HttpError('request.invalid_json'));
      else {
        try {
          done(null, cleanText(checkDepth(value)));
        } catch (refusal) {
          done(refusal as Error);
        }
      }
    });
  });
}

/** Parses JSON without cleaning, for batches whose items are validated individually and cleaned later. */
export function parseBatches(app: FastifyInstance, types: string[] = ['application/json']): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(types, { parseAs: 'string' }, (request, body: string, done) => {
    void parse(request, body, (error, value: unknown) => {
      if (error) done(new HttpError('request.invalid_json'));
      else {
        try {
          done(null, checkDepth(value));
        } catch (refusal) {
          done(refusal as Error);
        }
      }
    });
  });
}

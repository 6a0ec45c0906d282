import type { FastifyInstance } from 'fastify';
import { HttpError, invalidField } from './errors.ts';
import { cleanText } from './text.ts';

/** Whoever walks a body calls itself for each level; and no request needs more. */
const MAX_DEPTH = 64;

/** Whether a value has more levels of objects and lists than that. Looks no deeper, so that it needs little of the stack itself. */
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

/** Reads JSON bodies: an empty one is none, `__proto__` and `constructor.prototype` are refused, and text is cleaned. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') {
      done(null, undefined);
      return;
    }
    // The default parser calls back in the same turn.
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

/** Reads JSON as it is, for a batch whose items are judged one by one: the text of each is cleaned only then. */
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

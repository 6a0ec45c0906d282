import type { FastifyInstance } from 'fastify';
import { badRequest } from './errors.ts';
import { cleanText } from './text.ts';

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
      if (error) done(badRequest('The request body is not valid JSON'));
      else {
        try {
          done(null, cleanText(value));
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
    void parse(request, body, (error, value: unknown) =>
      error ? done(badRequest('The request body is not valid JSON')) : done(null, value),
    );
  });
}

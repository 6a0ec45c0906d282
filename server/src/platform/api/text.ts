import { invalidField } from './errors.ts';

// PostgreSQL text can contain neither NUL nor unpaired surrogates, which are not valid UTF-8.
// eslint-disable-next-line no-control-regex
const NUL = /\u0000/;

/**
 * Trims the strings of a request body at the top level and in lists, and rejects text that cannot be stored, at any depth. Strings
 * in nested objects (metadata, properties) are not trimmed.
 */
export function cleanText(body: unknown, trim = true, path = ''): unknown {
  if (typeof body === 'string') {
    if (NUL.test(body)) throw invalidField(path, 'invalid', `${path || 'The request body'} must not contain a NUL character`);
    if (!body.isWellFormed())
      throw invalidField(path, 'invalid', `${path || 'The request body'} must not contain an unpaired surrogate`);
    return trim ? body.trim() : body;
  }
  if (Array.isArray(body)) {
    for (const [index, value] of body.entries()) body[index] = cleanText(value, trim, `${path}[${index}]`);
    return body;
  }
  if (body !== null && typeof body === 'object') {
    const object = body as Record<string, unknown>;
    const nested = path !== '';
    for (const [name, value] of Object.entries(object)) {
      cleanText(name, false, path);
      object[name] = cleanText(value, trim && !nested, path ? `${path}.${name}` : name);
    }
  }
  return body;
}

/**
 * Replaces what cannot be stored by U+FFFD, in strings and names at any depth: for telemetry, whose sender sees no error. Pages that cut
 * their titles by UTF-16 units leave half of an emoji.
 */
export function repairText(body: unknown): unknown {
  if (typeof body === 'string') return body.replaceAll('\0', '\uFFFD').toWellFormed();
  if (Array.isArray(body)) return body.map(repairText);
  if (body === null || typeof body !== 'object') return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [repairText(name), repairText(value)]));
}

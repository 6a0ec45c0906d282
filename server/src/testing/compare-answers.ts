import { readFileSync } from 'node:fs';
import { type DocumentedAnswer, errorCodesOf } from './openapi.ts';
import { readAnswers } from './operations.ts';

interface Document {
  paths: Record<string, Record<string, { operationId?: string; responses: Record<string, DocumentedAnswer> }>>;
}

/** Statuses that are documented as `default`, and are tested once rather than for every operation. */
const ANYWHERE = new Set(['default', '429', '500', '503']);
/** Invalid HTTP, and resources that are deleted during the request, can affect any operation. */
const ANY_OPERATION = new Set(['request.malformed', 'request.resource_deleted']);

/**
 * Compares the responses that tests have received with the OpenAPI document, and prints the differences. Returns whether tests received
 * every documented status and error code of each operation, and no others.
 */
export function compareAnswers(): boolean {
  const { paths } = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as Document;
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const documented = new Set(
    operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status]) => !ANYWHERE.has(status))
        .flatMap(([status, answer]) => [
          `${operationId} ${status}`,
          ...errorCodesOf(answer).map((code) => `${operationId} ${status} ${code}`),
        ]),
    ),
  );
  const seen = readAnswers();
  const unseen = [...documented].filter((answer) => !seen.has(answer)).toSorted();
  const isExpected = (answer: string) => {
    const [operation, status = '', code] = answer.split(' ');
    if (ANYWHERE.has(status)) return true;
    return code ? ANY_OPERATION.has(code) : [...ANY_OPERATION].some((one) => seen.has(`${operation} ${status} ${one}`));
  };
  const undocumented = [...seen].filter((answer) => !documented.has(answer) && !isExpected(answer)).toSorted();
  for (const answer of unseen) console.error(`documented, but not received by any test: ${answer}`);
  for (const answer of undocumented) console.error(`received, but not documented: ${answer}`);
  const statuses = [...documented].filter((answer) => answer.split(' ').length === 2).length;
  console.log(
    `${statuses} documented statuses and ${documented.size - statuses} error codes of ${operations.length} operations, ${documented.size - unseen.length} of them received by tests`,
  );
  return !unseen.length && !undocumented.length;
}

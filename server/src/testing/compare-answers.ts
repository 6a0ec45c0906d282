import { loadOpenApi } from '../codegen/openapi.ts';
import { listOperations } from './openapi.ts';
import { readAnswers } from './operations.ts';

/** Statuses that are documented as `default`, and are tested once rather than for every operation. */
const ANYWHERE = new Set(['default', '412', '429', '500', '503']);
/** Invalid HTTP, and resources that are deleted during the request, can affect any operation. */
const ANY_OPERATION = new Set(['request.malformed', 'request.resource_deleted']);

/**
 * Compares the responses that tests have received with the OpenAPI document, and prints the differences. Returns whether tests received
 * every documented status and error code of each operation, and no others.
 */
export async function compareAnswers(): Promise<boolean> {
  const operations = listOperations(await loadOpenApi());
  const documented = new Set(
    operations.flatMap(({ id, answers }) =>
      answers
        .filter(({ status }) => !ANYWHERE.has(status))
        .flatMap(({ status, codes }) => [`${id} ${status}`, ...codes.map((code) => `${id} ${status} ${code}`)]),
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

// The gate on the API's documentation, run after all tests: every documented answer was seen, and every answer seen is documented.
// 429, 500 and 503 stand under `default` and are tried once each, not for every operation.
import { readFileSync } from 'node:fs';
import { readAnswers } from './operations.ts';

interface Document {
  paths: Record<string, Record<string, { operationId?: string; responses: Record<string, unknown> }>>;
}

const ANYWHERE = new Set(['default', '429', '500', '503']);

const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as Document;
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
const documented = new Set(
  operations.flatMap(({ operationId, responses }) =>
    Object.keys(responses)
      .filter((status) => !ANYWHERE.has(status))
      .map((status) => `${operationId} ${status}`),
  ),
);
const tried = readAnswers();

const untried = [...documented].filter((pair) => !tried.has(pair)).toSorted();
const undocumented = [...tried].filter((pair) => !documented.has(pair) && !ANYWHERE.has(pair.split(' ')[1] ?? '')).toSorted();
for (const pair of untried) console.error(`documented, and no test has seen it: ${pair}`);
for (const pair of undocumented) console.error(`seen, and not documented: ${pair}`);
console.log(
  `${documented.size} documented answers of ${operations.length} operations, ${documented.size - untried.length} of them seen`,
);
if (untried.length || undocumented.length) process.exitCode = 1;

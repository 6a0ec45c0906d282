// Records the responses that tests receive from each operation. Each test process writes a file, and compare-answers.ts compares the files
// with the OpenAPI document after all tests.
import type { ErrorCode } from '@earshot/contract/instance/errors';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';

const FOLDER = new URL('../../../node_modules/.cache/earshot/answers/', import.meta.url);
const seen = new Set<string>();

/** Records the status and the error code of a response. Ignores operations without an id (pages). */
export function recordAnswer(operationId: string | undefined, status: number, code?: ErrorCode): void {
  if (!operationId) return;
  for (const answer of [`${operationId} ${status}`, ...(code ? [`${operationId} ${status} ${code}`] : [])]) {
    if (seen.has(answer)) continue;
    seen.add(answer);
    // Written immediately, because a process can be killed.
    mkdirSync(FOLDER, { recursive: true });
    appendFileSync(new URL(`${process.pid}.txt`, FOLDER), `${answer}\n`);
  }
}

/** Deletes the records of earlier runs. */
export function forgetAnswers(): void {
  rmSync(FOLDER, { recursive: true, force: true });
}

/** Returns responses as `submitFeedback 201` and `submitFeedback 400 validation`. */
export function readAnswers(): Set<string> {
  const files = readdirSync(FOLDER);
  return new Set(files.flatMap((file) => readFileSync(new URL(file, FOLDER), 'utf8').split('\n').filter(Boolean)));
}

// Records the responses that tests receive from each operation. Each test process writes a file, and operations.check.ts compares the files
// with the OpenAPI document after all tests.
import type { ErrorCode } from '@earshot/contract/errors';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const FOLDER = new URL('../../../node_modules/.cache/earshot/answers/', import.meta.url);
const seen = new Set<string>();

/** Records the status and the error code of a response. Ignores operations without an id (pages). */
export function recordAnswer(operationId: string | undefined, status: number, code?: ErrorCode): void {
  if (!operationId) return;
  seen.add(`${operationId} ${status}`);
  if (code) seen.add(`${operationId} ${status} ${code}`);
}

process.on('exit', () => {
  if (!seen.size) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(new URL(`${process.pid}.txt`, FOLDER), [...seen].join('\n'));
});

/** Deletes the records of earlier runs. */
export function forgetAnswers(): void {
  rmSync(FOLDER, { recursive: true, force: true });
}

/** Returns responses as `submitFeedback 201` and `submitFeedback 400 validation`. */
export function readAnswers(): Set<string> {
  const files = readdirSync(FOLDER);
  return new Set(files.flatMap((file) => readFileSync(new URL(file, FOLDER), 'utf8').split('\n')));
}

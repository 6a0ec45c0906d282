// Which answers of which operation the tests have seen: each test process adds its own to a folder, and operations.check.ts compares
// them with the OpenAPI document when all have run.
import type { ErrorCode } from '@earshot/contract/errors';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const FOLDER = new URL('../../../node_modules/.cache/earshot/answers/', import.meta.url);
const seen = new Set<string>();

/** Records that an operation answered with this status, and with this error code. Operations without a name (pages) don't count. */
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

export function forgetAnswers(): void {
  rmSync(FOLDER, { recursive: true, force: true });
}

/** Answers as `submitFeedback 201` and `submitFeedback 400 validation`. */
export function readAnswers(): Set<string> {
  const files = readdirSync(FOLDER);
  return new Set(files.flatMap((file) => readFileSync(new URL(file, FOLDER), 'utf8').split('\n')));
}

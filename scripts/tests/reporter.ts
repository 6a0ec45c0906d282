// Sends the results of a worker to the runner (`node --test-reporter`).
import { inspect } from 'node:util';
import type { TestEvent } from 'node:test/reporters';

/** Result of a test, or of a whole file (`depth` 0). */
export interface Outcome {
  type: 'start' | 'pass' | 'fail' | 'skip';
  /** Level below the file: 0 for the file, 1 for a test of the file, more for its subtests. */
  depth: number;
  name: string;
  durationMs?: number;
  /** Error of a failed test; undefined if only a subtest failed. */
  error?: string;
}

const send = (outcome: Outcome) => void process.send?.(outcome);

export default async function report(events: AsyncIterable<TestEvent>): Promise<void> {
  for await (const { type, data } of events) {
    if (type === 'test:start') send({ type: 'start', depth: data.nesting, name: data.name });
    if (type === 'test:fail') {
      const { nesting: depth, name, details } = data;
      send({ type: 'fail', depth, name, durationMs: details.duration_ms, error: describe(details.error) });
    }
    if (type === 'test:pass') {
      const isSkipped = data.skip !== undefined && data.skip !== false;
      const { nesting: depth, name, details } = data;
      send({ type: isSkipped ? 'skip' : 'pass', depth, name, durationMs: details.duration_ms });
    }
  }
}

/** Returns the error of a test, or undefined if a subtest failed rather than the test itself. */
function describe(error: Error & { failureType?: string }): string | undefined {
  if (error.failureType === 'subtestsFailed') return undefined;
  return inspect(error.cause ?? error, { depth: 5 });
}

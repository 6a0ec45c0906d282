import { CliError } from '../errors.ts';
import { oneLine } from '../text.ts';

/** An error in a file of the folder. */
export interface Problem {
  path: string;
  /** From 1. */
  line?: number;
  message: string;
}

const MAX_SHOWN = 20;

/** @throws {CliError} with a line for each problem, if there are any */
export function rejectProblems(problems: Problem[]): void {
  if (!problems.length) return;
  const lines = problems
    .slice(0, MAX_SHOWN)
    .map(({ path, line, message }) => `${oneLine(path)}${line === undefined ? '' : `:${line}`}: ${oneLine(message)}`);
  if (problems.length > MAX_SHOWN) lines.push(`… and ${problems.length - MAX_SHOWN} more`);
  throw new CliError(`${lines.join('\n')}\nNothing was changed`);
}

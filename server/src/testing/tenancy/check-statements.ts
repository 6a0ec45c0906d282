import { loadModule } from 'libpg-query';
import pg from 'pg';
import { findUnscopedTables } from './unscoped.ts';

/** Marks a statement that reads or changes rows of several projects, such as that of a scheduled job, or finds a project by a key, a link or a user. */
const ALL_PROJECTS = '/* all projects */';
/** A frame of the function that executes a statement, in our own code. */
const OWN_FRAME = /\/(?:src|test)\/(?!testing\/tenancy\/|platform\/postgres\/database\.ts)/;
/** Tests may read the rows of all projects, and migrations change them. */
const EXEMPT_FRAME = /\.test\.ts|\/src\/testing\/|\/fixtures\/|\/platform\/postgres\/migrate\.ts/;

let checking: Promise<void> | undefined;
/** Errors of statements since the last `throwRejected`. */
const rejected: Error[] = [];

/**
 * Makes statements of the product in this process fail if they read or change rows of all projects without the comment `ALL_PROJECTS`.
 * @param tables tables with a column `project_id`
 */
export const checkStatements = (tables: string[]): Promise<void> => (checking ??= start(new Set(tables)));

async function start(tables: ReadonlySet<string>): Promise<void> {
  await loadModule();
  const checked = new Set<string>();
  // oxlint-disable-next-line typescript/unbound-method
  const original = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: unknown[]): unknown {
      const [given] = args;
      const text = typeof given === 'string' ? given : (given as { text?: unknown }).text;
      if (typeof text === 'string' && !checked.has(text) && isScoped(text, tables)) checked.add(text);
      return original.apply(this, args);
    },
  });
}

/** Returns whether a statement names its project or need not; false for those of tests that do not. @throws for others */
function isScoped(text: string, tables: ReadonlySet<string>): boolean {
  if (text.includes(ALL_PROJECTS)) return true;
  const unscoped = findUnscopedTables(text, tables);
  if (!unscoped.length) return true;
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 100;
  const error = new Error(`A statement does not name the project of ${unscoped.join(', ')}: ${text}`);
  Error.stackTraceLimit = stackTraceLimit;
  const frame = error.stack
    ?.slice(error.message.length)
    .split('\n')
    .find((line) => OWN_FRAME.test(line));
  if (frame && EXEMPT_FRAME.test(frame)) return false;
  rejected.push(error);
  throw error;
}

/** Throws the error of the first statement that was rejected since the last call: the product may have caught it, as in a job. */
export function throwRejected(): void {
  const [first] = rejected.splice(0);
  if (first) throw first;
}

import { loadModule } from 'libpg-query';
import pg from 'pg';
import { findUnscopedTables } from './unscoped.ts';

/** Marks a statement that reads or changes rows of several projects, such as that of a scheduled job, or finds a project by a key, a link or a user. */
const ALL_PROJECTS = '/* all projects */';
/** Root of the repository, as stack traces show it. */
const ROOT = new URL('../../../../', import.meta.url).href;
/** Files in the stack of every statement. */
const COMMON_FILE =
  /node_modules\/|^server\/dist\/modules\/|^server\/src\/(?:testing\/tenancy\/|platform\/postgres\/database\.ts)/;
/** Tests may read the rows of all projects, and migrations change them. */
const EXEMPT_FILE = /\.test\.ts|\/fixtures\/|^e2e\/|^\w+\/test\/|^server\/src\/(?:testing\/|platform\/postgres\/migrate\.ts)/;

let checking: Promise<void> | undefined;
/** Errors of the statements that were rejected since the last `throwRejected`, by statement. */
const rejected = new Map<string, Error>();

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

/**
 * Returns whether a statement needs no further check. False for statements of tests, which the product may execute as well.
 * @throws if the statement of the product does not name its project
 */
function isScoped(text: string, tables: ReadonlySet<string>): boolean {
  if (text.includes(ALL_PROJECTS)) return true;
  const unscoped = findUnscopedTables(text, tables);
  if (!unscoped.length) return true;
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 100;
  const error = new Error(
    `A statement does not name the project of ${unscoped.join(', ')}. Compare each \`project_id\` with a value, or with another \`project_id\` that is compared with one. If the statement is for several projects, add the comment ${ALL_PROJECTS} (docs/decisions/012-tenancy.md).\n${text}`,
  );
  Error.stackTraceLimit = stackTraceLimit;
  const files = (error.stack ?? '').split('\n').map((line) => line.split(ROOT)[1]);
  const caller = files.find((file) => file && !COMMON_FILE.test(file));
  if (caller && EXEMPT_FILE.test(caller)) return false;
  rejected.set(text, error);
  throw error;
}

/** Throws the errors of the statements that were rejected since the last call: the product may have caught them, as in a job. */
export function throwRejected(): void {
  const errors = [...rejected.values()];
  rejected.clear();
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} statements do not name their project`);
  if (errors[0]) throw errors[0];
}

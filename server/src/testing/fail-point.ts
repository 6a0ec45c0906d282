// Kills the process with SIGKILL at a statement. A server process loads this module first (`node --import`); its URL contains the point.
import { isMainThread } from 'node:worker_threads';
import { createClient } from '@clickhouse/client';
import pg from 'pg';

/** Point at which a process is killed. */
export interface FailPoint {
  /** A part of a statement, for PostgreSQL or ClickHouse. */
  statement: string;
  /** Before or after the statement, or the commit of its transaction. */
  moment: 'before' | 'after' | 'before commit' | 'after commit';
  /** Ordinal of the statement, from 1. */
  occurrence: number;
}

/** Returns the Node.js options for a process that is killed at a point. */
export const failAt = (point: FailPoint): string[] => [
  '--import',
  `${import.meta.url}?point=${encodeURIComponent(JSON.stringify(point))}`,
];

const given = new URL(import.meta.url).searchParams.get('point');
if (given) await installFailPoint(JSON.parse(given) as FailPoint);

async function installFailPoint({ statement, moment, occurrence }: FailPoint): Promise<void> {
  let seen = 0;
  const kill = () => process.kill(process.pid, 'SIGKILL');
  const isMatch = (text: string) => text.includes(statement) && ++seen === occurrence;

  /** Connections whose transaction contains the statement. */
  const reached = new WeakSet<object>();
  // Called below with the connection as `this`.
  // oxlint-disable-next-line typescript/unbound-method
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = async function killing(this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '');
    const matches = isMatch(text);
    if (matches && moment === 'before') kill();
    if (matches) reached.add(this);
    const isCommit = text === 'commit' && reached.has(this);
    if (isCommit && moment === 'before commit') kill();
    const result = await query.apply(this, args);
    if ((matches && moment === 'after') || (isCommit && moment === 'after commit')) kill();
    return result;
  } as typeof pg.Client.prototype.query;

  let prototype = Object.getPrototypeOf(createClient({ url: 'http://127.0.0.1:9' }));
  while (!Object.hasOwn(prototype, 'command')) prototype = Object.getPrototypeOf(prototype);
  const { command } = prototype;
  prototype.command = async function killing(options: { query: string }) {
    const matches = isMatch(options.query);
    if (matches && moment === 'before') kill();
    const result = await command.call(this, options);
    if (matches && moment === 'after') kill();
    return result;
  };

  // The embedded engine serves the main thread, and receives rows as bytes.
  if (!isMainThread) return;
  const { Session } = await import('chdb');
  // oxlint-disable-next-line typescript/unbound-method
  const insert = Session.prototype.insert as (...args: unknown[]) => Promise<unknown>;
  Session.prototype.insert = async function killing(this: object, ...args: unknown[]) {
    const matches = isMatch(`INSERT INTO ${(args[0] as { table: string }).table}`);
    if (matches && moment === 'before') kill();
    const result = await insert.apply(this, args);
    if (matches && moment === 'after') kill();
    return result;
  } as typeof Session.prototype.insert;
}

import { sql } from 'kysely';
import type { Transaction } from './database.ts';

/** Deletes the content of a project, and keeps its configuration. */
export type DeleteContent = (tx: Transaction, projectId: string) => Promise<void>;

/**
 * Returns a function that deletes the rows of a project from tables. Tables with counts come before the tables that they count: a writer
 * holds the lock of its count until its row is committed.
 */
export const deleteRows =
  (...tables: string[]): DeleteContent =>
  async (tx, projectId) => {
    for (const table of tables) await sql`DELETE FROM ${sql.table(table)} WHERE project_id = ${projectId}`.execute(tx);
  };

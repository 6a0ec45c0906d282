import type { AccountAction } from '@earshot/contract/instance/account-log';
import type { Scope } from '@earshot/contract/instance/scopes';
import type { Language } from '@earshot/contract/shared/languages';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { descending, type PageRows, readPage, timeKey, uuidKey } from '../../../platform/postgres/paging.ts';
import type { Tables } from '../../tables.ts';

export interface AccountEntry extends Pick<
  Tables['account_entries'],
  'id' | 'action' | 'target_id' | 'target_name' | 'token_name' | 'browser' | 'os' | 'country' | 'created_at'
> {
  action: AccountAction;
  scopes: readonly Scope[] | null;
  project_ids: readonly string[] | null;
}

interface NewAccountEntry extends Omit<AccountEntry, 'created_at'> {
  user_id: string;
  is_unsent: boolean;
}

const columns = sql`id, action, target_id, target_name, token_name, browser, os, country, scopes, project_ids, created_at`;

export async function insertAccountEntry(tx: Transaction, entry: NewAccountEntry): Promise<void> {
  await sql`
    INSERT INTO account_entries (user_id, id, action, target_id, target_name, token_name, browser, os, country, scopes, project_ids,
      is_unsent)
    VALUES (${entry.user_id}, ${entry.id}, ${entry.action}, ${entry.target_id}, ${entry.target_name}, ${entry.token_name},
      ${entry.browser}, ${entry.os}, ${entry.country}, ${entry.scopes}::text[], ${entry.project_ids}::uuid[],
      ${entry.is_unsent})`.execute(tx);
}

/** Returns the entries of a user, newest first. */
export const listAccountEntries = (db: Db, userId: string, { action }: { action?: AccountAction }, rows: PageRows) =>
  readPage<AccountEntry>(db, {
    columns,
    source: sql`account_entries WHERE user_id = ${userId} ${action === undefined ? sql`` : sql`AND action = ${action}`}`,
    order: descending(timeKey(sql`created_at`), uuidKey(sql`id`)),
    rows,
  });

export interface UnsentEntry extends AccountEntry {
  user_id: string;
  email: string | null;
  /** Language of the account. */
  language: Language | null;
}

/** Returns entries of which their users are to be told, oldest first. Entries older than a day are too late. */
export async function findUnsentEntries(db: Db, limit: number): Promise<UnsentEntry[]> {
  const { rows } = await sql<UnsentEntry>`
    SELECT e.user_id, u.email, u.language, e.id, e.action, e.target_id, e.target_name, e.token_name, e.browser, e.os, e.country, e.scopes,
      e.project_ids, e.created_at
    FROM account_entries e JOIN users u ON u.id = e.user_id
    WHERE e.is_unsent AND e.created_at > now() - interval '1 day' ORDER BY e.created_at LIMIT ${limit}`.execute(db);
  return rows;
}

export async function markSent(db: Db, { user_id, id }: Pick<UnsentEntry, 'user_id' | 'id'>): Promise<void> {
  await sql`UPDATE account_entries SET is_unsent = false WHERE user_id = ${user_id} AND id = ${id}`.execute(db);
}

/** Deletes entries older than a year, and gives up emails that could not be sent for a day. */
export async function deleteOldAccountEntries(db: Db): Promise<void> {
  await sql`DELETE FROM account_entries WHERE created_at < now() - interval '365 days'`.execute(db);
  await sql`UPDATE account_entries SET is_unsent = false WHERE is_unsent AND created_at < now() - interval '1 day'`.execute(db);
}

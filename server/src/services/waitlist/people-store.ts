import type { Language } from '@earshot/contract/shared/languages';
import type { ProofSource } from '../../instance/directory/backfill.ts';
import { NIL_ID } from '../../platform/ids.ts';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import { mailboxKey } from '../../platform/postgres/mailbox.ts';
import { type ExportPage, mentions, type Person, withoutMentions } from '../../platform/postgres/person.ts';
import type { Entry } from './store.ts';

/** Returns the entries of a person: one for each mailbox, and entries from before the migration `0003_mailboxes` in other spellings. */
export async function findPersonEntries(
  db: Db,
  projectId: string,
  { emails }: Person,
  { limit, offset }: ExportPage,
): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    SELECT * FROM waitlist_entries WHERE project_id = ${projectId} AND ${mailboxKey(sql`email`)} = ANY(${emails}::text[])
    ORDER BY id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

/** Removes the person's addresses from the texts of other entries, and returns these entries. */
export async function removeMentions(
  tx: Transaction,
  projectId: string,
  person: Person,
): Promise<Pick<Entry, 'id' | 'name' | 'email'>[]> {
  const { rows } = await sql<Pick<Entry, 'id' | 'name' | 'email'>>`
    UPDATE waitlist_entries SET name = ${withoutMentions(sql`name`, person)}, notes = ${withoutMentions(sql`notes`, person)},
      referral_source = ${withoutMentions(sql`referral_source`, person)}, metadata = ${withoutMentions(sql`metadata::text`, person)}::jsonb,
      answers = ${withoutMentions(sql`answers::text`, person)}::jsonb
    WHERE project_id = ${projectId} AND ${mentions(sql`concat_ws(' ', name, notes, referral_source, metadata::text, answers::text)`, person)}
    RETURNING id, name, email`.execute(tx);
  return rows;
}

/** Updates the search lexemes of an entry. */
export async function updateSearch(tx: Transaction, projectId: string, id: string, lexemes: string[]): Promise<void> {
  await sql`
    UPDATE waitlist_entries SET search = array_to_tsvector(${lexemes}::text[])
    WHERE project_id = ${projectId} AND id = ${id}`.execute(tx);
}

/** Returns sign-ups that stayed unconfirmed for more than `days` days, neither by link nor by invitation. */
export async function findUnconfirmed(
  db: Db,
  projectId: string,
  { days, limit }: { days: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM waitlist_entries
    WHERE project_id = ${projectId} AND status = 'waiting' AND confirmed_at IS NULL AND created_at < now() - make_interval(days => ${days})
    ORDER BY id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the people who confirmed their address by a link after they joined. */
export const findConfirmed: ProofSource = async (db, projectId, { after, limit }) => {
  const { rows } = await sql<{ id: string; email: string; name: string | null; confirmed_at: Date }>`
    SELECT id, email, name, confirmed_at FROM waitlist_entries
    WHERE project_id = ${projectId} AND confirmed_at > created_at AND id > ${after ?? NIL_ID}::uuid ORDER BY id LIMIT ${limit}`.execute(
    db,
  );
  return rows.map(({ id, email, name, confirmed_at: at }) => ({
    key: id,
    proof: { by: 'confirmed_email', email, ...(name !== null && { name }), seen: { first: at, last: at } },
  }));
};

/** Returns the languages in which addresses joined, by key of the mailbox. */
export async function findSignupLanguages(db: Db, projectId: string, keys: string[]): Promise<[string, Language][]> {
  const { rows } = await sql<{ email_key: string; language: Language }>`
    SELECT email_key, language FROM waitlist_entries
    WHERE project_id = ${projectId} AND email_key = ANY(${keys}::text[]) AND language IS NOT NULL`.execute(db);
  return rows.map(({ email_key, language }) => [email_key, language]);
}

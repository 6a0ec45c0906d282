import { type RawBuilder, sql } from 'kysely';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import { mailboxKey } from '../../platform/postgres/mailbox.ts';
import {
  type ExportPage,
  listForms,
  mentions,
  type Person,
  unlessMentions,
  withoutMentions,
} from '../../platform/postgres/person.ts';
import { BY_ADDRESS } from './authors.ts';
import type { Comment } from './comments/comments-store.ts';
import { columns, type Entry } from './store.ts';
import { type Vote, VOTE_ON_BEHALF } from './votes/votes-store.ts';
import type { Tables } from './tables.ts';

/**
 * Matches a column (`voter`, `submitter_id` or `author_id`) by user id, or by the address of people without one. Some products use the
 * address as user id.
 */
const isUser = (column: RawBuilder<unknown>, { emails, userIds }: Person) =>
  sql`(${column} = ANY(${[...userIds.map((id) => `end:${id}`), ...emails.map((email) => `${BY_ADDRESS}:${email}`)]}::text[]) OR lower(${column}) = ANY(${listForms(emails).map((email) => `end:${email}`)}::text[]))`;

const isSubmitter = (person: Person) =>
  sql`(${mailboxKey(sql`e.submitter_email`)} = ANY(${person.emails}::text[]) OR ${isUser(sql`e.submitter_id`, person)})`;
const isVoter = (person: Person) =>
  sql`(${isUser(sql`v.voter`, person)} OR ${mailboxKey(sql`v.voter_email`)} = ANY(${person.emails}::text[]))`;
const isAuthor = (person: Person) => isUser(sql`c.author_id`, person);
const isRecipient = (person: Person) =>
  sql`(c.private AND (${isUser(sql`c.recipient_id`, person)} OR c.recipient_email = ANY(${person.emails}::text[])))`;
/** Comments of the person, and private answers to the person. */
const isOwnComment = (person: Person) => sql`(${isAuthor(person)} OR ${isRecipient(person)})`;

/**
 * Returns the person with the verified identifiers: a vote with X-User-Token links a user id and an address.
 * Addresses from forms and of votes on behalf of people link nothing, because anyone can enter them.
 */
export async function findIdentifiers(db: Db, projectId: string, { emails, userIds }: Person): Promise<Person> {
  const { rows } = await sql<{ user_id: string; email: string | null }>`
    SELECT DISTINCT substr(voter, 5) AS user_id, ${mailboxKey(sql`voter_email`)} AS email FROM feedback_votes v
    WHERE v.project_id = ${projectId} AND v.voter LIKE 'end:%' AND v.on_behalf_id IS NULL AND ${isVoter({ emails, userIds })}`.execute(
    db,
  );
  return {
    emails: [...new Set([...emails, ...rows.flatMap(({ email }) => email ?? [])])],
    userIds: [...new Set([...userIds, ...rows.map(({ user_id }) => user_id)])],
  };
}

export async function findPersonEntries(
  db: Db,
  projectId: string,
  person: Person,
  { limit, offset }: ExportPage,
): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    SELECT ${columns} FROM feedback_entries e WHERE e.project_id = ${projectId} AND ${isSubmitter(person)}
    ORDER BY e.id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

export async function findPersonComments(
  db: Db,
  projectId: string,
  person: Person,
  { limit, offset }: ExportPage,
): Promise<Comment[]> {
  const { rows } = await sql<Comment>`
    SELECT c.* FROM feedback_comments c WHERE c.project_id = ${projectId} AND ${isOwnComment(person)}
    ORDER BY c.id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

interface PersonVote extends Pick<Tables['feedback_votes'], 'entry_id' | 'voter_name' | 'voter_email' | 'created_at'> {
  value: Vote;
}

export async function findPersonVotes(
  db: Db,
  projectId: string,
  person: Person,
  { limit, offset }: ExportPage,
): Promise<PersonVote[]> {
  const { rows } = await sql<PersonVote>`
    SELECT v.entry_id, v.value, v.voter_name, v.voter_email, v.created_at FROM feedback_votes v
    WHERE v.project_id = ${projectId} AND ${isVoter(person)} ORDER BY v.entry_id, v.voter LIMIT ${limit} OFFSET ${offset}`.execute(
    db,
  );
  return rows;
}

interface PersonSubscription {
  entry_id: string;
  email: string;
  language: string | null;
  created_at: Date;
}

export async function findPersonSubscriptions(
  db: Db,
  projectId: string,
  { emails }: Person,
  { limit, offset }: ExportPage,
): Promise<PersonSubscription[]> {
  const { rows } = await sql<PersonSubscription>`
    SELECT entry_id, email, language, created_at FROM feedback_subscribers
    WHERE project_id = ${projectId} AND email = ANY(${emails}::text[]) ORDER BY entry_id, email LIMIT ${limit} OFFSET ${offset}`.execute(
    db,
  );
  return rows;
}

/** Returns the ids of all entries that an erasure changes: the person's entries, and entries with their comments or address. */
export async function findTouchedEntries(tx: Transaction, projectId: string, person: Person): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT e.id FROM feedback_entries e WHERE e.project_id = ${projectId} AND (${isSubmitter(person)} OR ${isMentioned(person)})
    UNION SELECT c.entry_id FROM feedback_comments c WHERE c.project_id = ${projectId} AND ${isOwnComment(person)}`.execute(tx);
  return rows.map(({ id }) => id);
}

const isMentioned = (person: Person) =>
  mentions(
    sql`concat_ws(' ', e.title, e.description, e.submitter_name, e.metadata::text, e.fields::text, e.from_query, e.tags::text, e.image_url)`,
    person,
  );

/** An entry of the person. `is_shared`: other people voted, commented, follow it, or have an entry merged into it. */
interface OwnEntry extends Entry {
  is_shared: boolean;
}

/** Returns the person's entries. Must run before votes and comments are erased. */
export async function findOwnEntries(tx: Transaction, projectId: string, person: Person): Promise<OwnEntry[]> {
  const { rows } = await sql<OwnEntry>`
    SELECT ${columns}, (
      EXISTS (SELECT FROM feedback_votes v
        WHERE v.project_id = e.project_id AND (v.entry_id = e.id OR v.origin_id = e.id) AND NOT coalesce(${isVoter(person)}, false))
      OR EXISTS (SELECT FROM feedback_comments c
        WHERE c.project_id = e.project_id AND (c.entry_id = e.id OR c.origin_id = e.id) AND NOT coalesce(${isOwnComment(person)}, false))
      OR EXISTS (SELECT FROM feedback_subscribers s
        WHERE s.project_id = e.project_id AND (s.entry_id = e.id OR s.origin_id = e.id) AND s.email <> ALL(${person.emails}::text[]))
      OR EXISTS (SELECT FROM feedback_entries child WHERE child.project_id = e.project_id AND child.merged_into = e.id)
    ) AS is_shared
    FROM feedback_entries e WHERE e.project_id = ${projectId} AND ${isSubmitter(person)} ORDER BY e.id`.execute(tx);
  return rows;
}

/** Deletes the person's comments, and private answers to the person. Returns the affected entries and the number of comments. */
export async function deletePersonComments(
  tx: Transaction,
  projectId: string,
  person: Person,
): Promise<{ entryIds: string[]; count: number }> {
  const { rows } = await sql<{ entry_id: string }>`
    DELETE FROM feedback_comments c WHERE c.project_id = ${projectId} AND ${isOwnComment(person)} RETURNING c.entry_id`.execute(
    tx,
  );
  return { entryIds: [...new Set(rows.map(({ entry_id }) => entry_id))], count: rows.length };
}

/**
 * Anonymizes votes, which stay counted. All votes of a voter get the same random id, so that merges still count the person once.
 * The id cannot be derived, because its salt exists only in this statement.
 */
export async function anonymizeVotes(tx: Transaction, projectId: string, person: Person): Promise<number> {
  const { numAffectedRows } = await sql`
    WITH salt AS MATERIALIZED (SELECT gen_random_uuid()::text AS value)
    UPDATE feedback_votes v SET voter = 'vis:' || md5(salt.value || v.voter)::uuid, voter_name = NULL, voter_email = NULL
    FROM salt WHERE v.project_id = ${projectId} AND ${isVoter(person)}`.execute(tx);
  return Number(numAffectedRows);
}

export async function deletePersonSubscriptions(tx: Transaction, projectId: string, { emails }: Person): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM feedback_subscribers WHERE project_id = ${projectId} AND email = ANY(${emails}::text[])`.execute(tx);
  return Number(numAffectedRows);
}

export async function findPersonOptOuts(
  db: Db,
  projectId: string,
  { emails }: Person,
  { limit, offset }: ExportPage,
): Promise<Pick<PersonSubscription, 'email' | 'created_at'>[]> {
  const { rows } = await sql<Pick<PersonSubscription, 'email' | 'created_at'>>`
    SELECT email, created_at FROM feedback_opt_outs
    WHERE project_id = ${projectId} AND email = ANY(${emails}::text[]) ORDER BY email LIMIT ${limit} OFFSET ${offset}`.execute(
    db,
  );
  return rows;
}

export async function deletePersonOptOuts(tx: Transaction, projectId: string, { emails }: Person): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM feedback_opt_outs WHERE project_id = ${projectId} AND email = ANY(${emails}::text[])`.execute(tx);
  return Number(numAffectedRows);
}

/** Removes the submitter's data except title and description, and the history of both and of custom fields. */
export async function anonymizeEntries(tx: Transaction, projectId: string, ids: string[]): Promise<void> {
  await sql`
    UPDATE feedback_entries SET submitter_name = NULL, submitter_email = NULL, submitter_id = NULL,
      submitter_confirmed_at = NULL, metadata = '{}', fields = '{}', from_query = NULL,
      image_url = NULL WHERE project_id = ${projectId} AND id = ANY(${ids}::uuid[])`.execute(tx);
  await sql`
    DELETE FROM feedback_history
    WHERE project_id = ${projectId} AND entry_id = ANY(${ids}::uuid[]) AND (field IN ('title', 'description') OR field LIKE 'fields.%')`.execute(
    tx,
  );
}

/**
 * Removes the person from the history of votes, and the person's addresses from texts of other people. Returns the entries whose search
 * index must be rebuilt.
 */
export async function removeMentions(tx: Transaction, projectId: string, person: Person): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    UPDATE feedback_entries e SET title = ${withoutMentions(sql`title`, person)}, description = ${withoutMentions(sql`description`, person)},
      submitter_name = ${withoutMentions(sql`submitter_name`, person)}, from_query = ${withoutMentions(sql`from_query`, person)},
      metadata = ${withoutMentions(sql`metadata::text`, person)}::jsonb, fields = ${withoutMentions(sql`fields::text`, person)}::jsonb,
      tags = ARRAY(SELECT ${withoutMentions(sql`tag`, person)} FROM unnest(tags) AS tag), image_url = ${unlessMentions(sql`image_url`, person)}
    WHERE e.project_id = ${projectId} AND ${isMentioned(person)} RETURNING ${columns}`.execute(tx);
  await sql`
    UPDATE feedback_comments c SET body = ${withoutMentions(sql`body`, person)}, author_name = ${withoutMentions(sql`author_name`, person)},
      recipient_name = ${withoutMentions(sql`recipient_name`, person)}, author_avatar_url = ${unlessMentions(sql`author_avatar_url`, person)}
    WHERE c.project_id = ${projectId} AND ${mentions(sql`concat_ws(' ', c.body, c.author_name, c.recipient_name, c.author_avatar_url)`, person)}`.execute(
    tx,
  );
  await sql`
    UPDATE feedback_votes v SET voter_name = ${withoutMentions(sql`voter_name`, person)}
    WHERE v.project_id = ${projectId} AND ${mentions(sql`v.voter_name`, person)}`.execute(tx);
  await sql`
    UPDATE feedback_history h SET old = CASE WHEN old IS NOT NULL THEN '{}'::jsonb END, new = CASE WHEN new IS NOT NULL THEN '{}'::jsonb END
    WHERE h.project_id = ${projectId} AND h.field = ${VOTE_ON_BEHALF} AND (
      ${mailboxKey(sql`(coalesce(h.new, h.old)->>'email')`)} = ANY(${person.emails}::text[])
      OR coalesce(h.new, h.old)->>'user_id' = ANY(${person.userIds}::text[]))`.execute(tx);
  await sql`
    UPDATE feedback_history h SET old = ${withoutMentions(sql`old::text`, person)}::jsonb, new = ${withoutMentions(sql`new::text`, person)}::jsonb
    WHERE h.project_id = ${projectId} AND ${mentions(sql`concat_ws(' ', h.old::text, h.new::text)`, person)}`.execute(tx);
  return rows;
}

export async function setSearchTerms(tx: Transaction, { project_id, id }: Entry, lexemes: string[]): Promise<void> {
  await sql`
    UPDATE feedback_entries SET search = array_to_tsvector(${lexemes}::text[]) WHERE project_id = ${project_id} AND id = ${id}`.execute(
    tx,
  );
}

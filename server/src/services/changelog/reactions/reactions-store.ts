import type { Reaction } from '@earshot/contract/services/changelog/values';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { type ExportPage, listForms, type Person } from '../../../platform/postgres/person.ts';

/** Numbers of reactions to an entry. */
export type ReactionCounts = Record<Reaction, number>;

/** Returns the expressions of the figures of an entry `e`. */
export const figureColumns = sql`
  (SELECT coalesce(jsonb_object_agg(c.reaction, c.count), '{}') FROM (
    SELECT r.reaction, count(*)::int AS count FROM changelog_reactions r
    WHERE r.project_id = e.project_id AND r.entry_id = e.id GROUP BY r.reaction) AS c) AS reactions,
  coalesce((SELECT v.views FROM changelog_views v WHERE v.project_id = e.project_id AND v.entry_id = e.id), 0) AS view_count`;

interface ReactionOf {
  projectId: string;
  entryId: string;
  reader: string;
}

/**
 * Sets the reaction of a reader. Returns false when the network of the reader has as many new reactions as it may on the day. Reactions to an
 * entry wait for each other.
 */
export async function setReaction(
  tx: Transaction,
  { projectId, entryId, reader }: ReactionOf,
  { reaction, network, max }: { reaction: Reaction; network: Buffer | null; max: number },
): Promise<boolean> {
  await sql`SELECT FROM changelog_entries WHERE project_id = ${projectId} AND id = ${entryId} FOR NO KEY UPDATE`.execute(tx);
  const { numAffectedRows } = await sql`
    INSERT INTO changelog_reactions AS r (project_id, entry_id, reader, reaction, network)
    SELECT ${projectId}, ${entryId}, ${reader}, ${reaction}, ${network}
    WHERE ${network}::bytea IS NULL
      OR EXISTS (SELECT FROM changelog_reactions WHERE project_id = ${projectId} AND entry_id = ${entryId} AND reader = ${reader})
      OR (SELECT count(*) FROM changelog_reactions
        WHERE project_id = ${projectId} AND entry_id = ${entryId} AND network = ${network}) < ${max}
    ON CONFLICT (project_id, entry_id, reader) DO UPDATE SET reaction = excluded.reaction`.execute(tx);
  return numAffectedRows === 1n;
}

export async function deleteReaction(db: Db, { projectId, entryId, reader }: ReactionOf): Promise<void> {
  await sql`
    DELETE FROM changelog_reactions WHERE project_id = ${projectId} AND entry_id = ${entryId} AND reader = ${reader}`.execute(db);
}

/** Counts a view of each published entry that the viewer has not seen on the day. */
export async function addViews(
  db: Db,
  projectId: string,
  { day, views, segmentIds }: { day: string; views: { entryId: string; viewer: Buffer }[]; segmentIds: string[] },
): Promise<void> {
  await sql`
    WITH added AS (
      INSERT INTO changelog_viewers (project_id, entry_id, day, viewer)
      SELECT e.project_id, e.id, ${day}::date, g.viewer
      FROM unnest(${views.map(({ entryId }) => entryId)}::uuid[], ${views.map(({ viewer }) => viewer)}::bytea[]) AS g (id, viewer)
      JOIN changelog_entries e ON e.project_id = ${projectId} AND e.id = g.id
      WHERE e.status = 'published' AND (e.segment_id IS NULL OR e.segment_id = ANY(${segmentIds}::uuid[]))
      ON CONFLICT DO NOTHING RETURNING entry_id
    )
    INSERT INTO changelog_views AS v (project_id, entry_id, views)
    SELECT ${projectId}, entry_id, count(*) FROM added GROUP BY entry_id ORDER BY entry_id
    ON CONFLICT (project_id, entry_id) DO UPDATE SET views = v.views + excluded.views`.execute(db);
}

/** Forgets the networks and viewers of the days before `day`. */
export async function forgetDays(db: Db, day: string): Promise<void> {
  await sql`/* all projects */ UPDATE changelog_reactions SET network = NULL WHERE network IS NOT NULL AND created_at < ${day}::date::timestamp AT TIME ZONE 'UTC'`.execute(
    db,
  );
  await sql`/* all projects */ DELETE FROM changelog_viewers WHERE day < ${day}::date`.execute(db);
}

/** Returns the condition that a reaction is that of a person. Some products use the address as user id. */
const isReader = ({ emails, userIds }: Person): RawBuilder<unknown> =>
  sql`(r.reader = ANY(${[...userIds.map((id) => `end:${id}`), ...emails.map((email) => `eml:${email}`)]}::text[])
    OR lower(r.reader) = ANY(${listForms(emails).map((email) => `end:${email}`)}::text[]))`;

export interface PersonReaction {
  entry_id: string;
  reaction: Reaction;
  created_at: Date;
}

export async function findPersonReactions(
  db: Db,
  projectId: string,
  person: Person,
  { limit, offset }: ExportPage,
): Promise<PersonReaction[]> {
  const { rows } = await sql<PersonReaction>`
    SELECT r.entry_id, r.reaction, r.created_at FROM changelog_reactions r
    WHERE r.project_id = ${projectId} AND ${isReader(person)} ORDER BY r.entry_id, r.reader LIMIT ${limit} OFFSET ${offset}`.execute(
    db,
  );
  return rows;
}

export async function deletePersonReactions(tx: Transaction, projectId: string, person: Person): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM changelog_reactions r WHERE r.project_id = ${projectId} AND ${isReader(person)}`.execute(tx);
  return Number(numAffectedRows);
}

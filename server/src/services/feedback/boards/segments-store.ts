import { type RawBuilder, sql } from 'kysely';
import type { PersonSegments, ProvenIdentity } from '../../../instance/directory/segments/segments.ts';
import type { Db } from '../../../platform/postgres/database.ts';

export interface SegmentDeps {
  db: Db;
  segments: PersonSegments;
}

/** A segment to which a board is limited, with its condition on `people p`. */
export interface BoardSegment {
  id: string;
  condition: RawBuilder<unknown>;
}

/** Returns the segments to which boards of a project are limited. */
export async function listBoardSegmentIds(db: Db, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ segment_id: string }>`
    SELECT DISTINCT segment_id FROM feedback_boards WHERE project_id = ${projectId} AND segment_id IS NOT NULL`.execute(db);
  return rows.map(({ segment_id }) => segment_id);
}

/** Returns those of the segments of boards that a person with a proven identity is in. */
export async function findMemberships(
  { db, segments }: SegmentDeps,
  projectId: string,
  identity: ProvenIdentity,
): Promise<string[]> {
  return await segments.findMemberships(projectId, await listBoardSegmentIds(db, projectId), identity);
}

/** Returns the segments of boards with their people at this time, for mails. */
export async function findBoardSegments({ db, segments }: SegmentDeps, projectId: string): Promise<BoardSegment[]> {
  const ids = await listBoardSegmentIds(db, projectId);
  return await Promise.all(ids.map(async (id) => ({ id, condition: await segments.findCondition(projectId, id) })));
}

import { type RawBuilder, sql } from 'kysely';
import type { ProvenIdentity } from '../../../instance/directory/segments/segments.ts';

/** Returns the condition that `people p` are some people. */
export const hasOneId = (ids: string[]): RawBuilder<unknown> => sql`p.id IN (SELECT unnest(${ids}::uuid[]))`;

/** Returns the condition that `people p` have one of some identities. */
export const hasIdentity = (projectId: string, identities: ProvenIdentity[]): RawBuilder<unknown> => sql`p.id IN (
  SELECT i.person_id FROM unnest(${identities.map(({ kind }) => kind)}::text[], ${identities.map(({ value }) => value)}::text[]) AS given(kind, value)
  JOIN people_identities i ON i.project_id = ${projectId} AND i.kind = given.kind AND i.value = given.value)`;

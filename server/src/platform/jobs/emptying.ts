import { sql } from 'kysely';
import type { DeleteContent } from '../postgres/emptying.ts';

/** Deletes waiting jobs of listeners of domain events: they would write mails about deleted content. */
export const deleteListenerJobs: DeleteContent = async (tx, projectId) => {
  await sql`
    DELETE FROM pgboss.job
    WHERE data ->> 'project_id' = ${projectId} AND state IN ('created', 'retry') AND name LIKE '%/%'`.execute(tx);
};

import { sql } from 'kysely';
import { parseId } from '../ids.ts';
import { mentions, type PersonalData, withoutMentions } from '../postgres/person.ts';

const isOver = sql`state IN ('completed', 'cancelled', 'failed')`;

/**
 * Personal data in the job queue. Jobs contain only ids, but stored results of other servers, such as the error of a mail server,
 * may contain addresses. Erasure also deletes the jobs of deleted mails.
 */
export const jobPeople: PersonalData = {
  sections: {},
  erase: async (tx, projectId, person, ids) => {
    const mailIds = ids.flatMap((id) => parseId('ml', id) ?? []);
    const ofProject = sql`data ->> 'project_id' = ${projectId}`;
    const names = mentions(sql`concat_ws(' ', data::text, output::text)`, person);
    const { numAffectedRows } = await sql`
      DELETE FROM pgboss.job
      WHERE ${ofProject} AND ((${isOver} AND ${names}) OR data ->> 'mail_id' = ANY(${mailIds}::text[]))`.execute(tx);
    await sql`
      UPDATE pgboss.job SET data = ${withoutMentions(sql`data::text`, person)}::jsonb, output = NULL WHERE ${ofProject} AND ${names}`.execute(
      tx,
    );
    return { jobs: Number(numAffectedRows) };
  },
};

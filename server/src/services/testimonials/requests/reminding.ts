import type { Outbox } from '../../../instance/mail/outbox.ts';
import { findProject } from '../../../instance/projects/store.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import { transact } from '../../../platform/postgres/database.ts';
import { composeRequests, findHiddenRelease, REMINDER, type RequestMailing } from './mails.ts';
import { mayBeReminded, takeReminders } from './reminders-store.ts';

/** Reminders of one transaction. */
const BATCH = 100;

/** Reminds people once of requests by mail that they neither answered nor declined. The mail is checked again immediately before it is sent. */
export function scheduleReminders(deps: RequestMailing & { jobs: JobQueue; outbox: Pick<Outbox, 'defineKind'> }): void {
  const { db, jobs, outbox, sendMails } = deps;
  outbox.defineKind(REMINDER, {
    findObjection: async (mail) =>
      (await mayBeReminded(db, mail.project_id, mail.cause.slice(REMINDER.length + 1)))
        ? await findHiddenRelease(deps, mail)
        : 'The request was answered, declined or withdrawn',
  });
  jobs.schedule('testimonials.remind', '7-59/15 * * * *', async () => {
    for (let isOver = false; !isOver;)
      isOver = await transact(db, async (tx) => {
        const reminders = await takeReminders(tx, BATCH);
        for (const [projectId, all] of Map.groupBy(reminders, ({ project_id: id }) => id)) {
          const project = await findProject(tx, projectId);
          if (project)
            await sendMails(
              tx,
              projectId,
              await composeRequests(
                deps,
                { tx, project },
                all.map((reminder) => ({ ...reminder, isReminder: true })),
              ),
            );
        }
        return reminders.length < BATCH;
      });
  });
}

import { REPORT_FREQUENCIES, type ReportFrequency } from '@earshot/contract/instance/values';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import type { Mailing } from '../mail/compose.ts';
import { findProject } from '../projects/store.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { type Db, transact } from '../../platform/postgres/database.ts';
import { commonTexts } from '../../platform/html/texts/texts.ts';
import { memberTexts } from '../texts/texts.ts';
import { findDuePeriod } from './period.ts';
import { buildReport, composeReport, type ReportDeps } from './report.ts';
import { claimReports, deleteOldClaims, listRecipients, listTimezones, type Subscription } from './store.ts';
import { unsubscribeUrl } from './subscriptions.ts';

const QUEUE = 'reports.send';
// About a day in total, with doubled delays: enough time to repair the event store.
const RETRY = { limit: 11, delaySeconds: 60, maxDelaySeconds: 3 * 60 * 60 };
/** A report that is later is not sent, such as after an outage or a restored backup. */
const MAX_DELAY_MS = 7 * 86_400_000;

interface Payload {
  project_id: string;
  frequency: ReportFrequency;
  timezone: string;
  /** Time at which the report was due, in milliseconds since 1970, which determines its period. */
  due_at: number;
}

type Deps = Mailing & ReportDeps & { jobs: JobQueue };

/**
 * Schedules reports. A period of a project is claimed in the transaction that queues its report, so that several nodes queue one report; a
 * repeated job sends no second mail, because the outbox stores one mail for each cause and recipient.
 */
export function scheduleReports(deps: Deps): void {
  const { db, jobs } = deps;
  jobs.define<Payload>(QUEUE, RETRY, (payload) => sendReport(deps, payload));
  // Offsets of time zones are multiples of 15 minutes.
  jobs.schedule('reports.queue', '*/15 * * * *', async () => {
    await queueReports(deps, Date.now());
    await deleteOldClaims(db);
  });
}

/** Queues the reports that are due at a time and were not queued before. */
export async function queueReports({ db, jobs }: { db: Db; jobs: Pick<JobQueue, 'send'> }, now: number): Promise<void> {
  for (const timezone of await listTimezones(db))
    for (const frequency of REPORT_FREQUENCIES) {
      const period = findDuePeriod(frequency, timezone, now);
      if (now - period.dueAt >= MAX_DELAY_MS) continue;
      await transact(db, async (tx) => {
        const claimed = await claimReports(tx, period);
        const payloads: Payload[] = claimed.map((id) => ({ project_id: id, frequency, timezone, due_at: period.dueAt }));
        await jobs.send(tx, QUEUE, payloads);
      });
    }
}

/** Sends a report to the current recipients. Sends nothing without activity in the period and the period before. */
async function sendReport(deps: Deps, { project_id: projectId, frequency, timezone, due_at: dueAt }: Payload): Promise<void> {
  const { db, sendMails } = deps;
  const project = await findProject(db, projectId);
  if (!project) return;
  const period = findDuePeriod(frequency, timezone, dueAt);
  const report = await buildReport(deps, project, period);
  if (!report.sections.length) return;
  const recipients = await listRecipients(db, projectId, period);
  const mails = oncePerMailbox(recipients).map(({ subscription, email }) => {
    const language = subscription.language ?? project.settings.pages.language;
    const t = memberTexts(language).report;
    const reason = subscription.user_id === null ? t.confirmed : t.subscribed;
    return composeReport(deps, report, {
      language,
      cause: `report:${frequency}:${period.firstDay}`,
      recipient: email,
      footer: reason(t.names[frequency], project.name),
      unsubscribe: { label: commonTexts(language).unsubscribe, url: unsubscribeUrl(deps, subscription) },
    });
  });
  await transact(db, (tx) => sendMails(tx, projectId, mails));
}

/** Returns one subscription for each mailbox: the address of a member can be added as an address outside of the project, too. */
function oncePerMailbox(subscriptions: Subscription[]): { subscription: Subscription; email: string }[] {
  const byMailbox = new Map<string, { subscription: Subscription; email: string }>();
  for (const subscription of subscriptions) {
    const { email } = subscription;
    if (email !== null && !byMailbox.has(toMailboxKey(email))) byMailbox.set(toMailboxKey(email), { subscription, email });
  }
  return [...byMailbox.values()];
}

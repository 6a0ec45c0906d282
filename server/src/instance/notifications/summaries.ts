import type { NotificationName } from '@earshot/contract/instance/notifications';
import type { Db } from '../../platform/postgres/database.ts';
import { buildMessage, type EventMessage, type EventSummary } from '../messages/messages.ts';
import { buildDashboardUrl } from '../projects/dashboard-url.ts';
import type { Notification } from './store.ts';

/**
 * Returns the current summaries of the subjects of notifications; those that no longer exist are missing. The heading of a kind that
 * members cause continues their name: “assigned an entry to you”. Every member with the role of the kind may read the summary: it
 * contains no personal data of users of the product.
 */
export type SummarizeSubjects = (db: Db, projectId: string, subjects: string[]) => Promise<Map<string, EventSummary>>;

/** A notification in words. */
export interface DescribedNotification extends Notification {
  summary: EventSummary;
  message: EventMessage;
}

/** Members whose actions are by tokens without a name. */
const NAMELESS = 'A teammate';

export type Summaries = ReturnType<typeof createSummaries>;

/** Creates the summaries of notifications. Each service adds those of its kinds. */
export function createSummaries(publicUrl: () => string) {
  const kinds = new Map<NotificationName, SummarizeSubjects>();

  async function summarize(db: Db, projectId: string, list: Notification[]): Promise<Map<string, EventSummary>> {
    const found = new Map<string, EventSummary>();
    for (const [kind, items] of Map.groupBy(list, (item) => item.kind)) {
      const subjects = [...new Set(items.map(({ subject }) => subject))];
      const summaries = await kinds.get(kind)?.(db, projectId, subjects);
      for (const { id, subject } of items) {
        const summary = summaries?.get(subject);
        if (summary) found.set(id, summary);
      }
    }
    return found;
  }

  return {
    /** Registers the summaries of a kind. */
    define: (kind: NotificationName, summarizeSubjects: SummarizeSubjects): void => void kinds.set(kind, summarizeSubjects),
    /** Returns the notifications of a project whose subjects still exist, in words. */
    describe: async (
      db: Db,
      project: { id: string; name: string; slug: string },
      list: Notification[],
    ): Promise<DescribedNotification[]> => {
      const home = buildDashboardUrl(publicUrl(), project.slug);
      const summaries = await summarize(db, project.id, list);
      return await Promise.all(
        list
          .filter(({ id }) => summaries.has(id))
          .map(async (item) => {
            const summary = withActor(summaries.get(item.id) as EventSummary, item.actor_name);
            return { ...item, summary, message: await buildMessage(summary, { name: project.name, home }) };
          }),
      );
    },
  };
}

/** Returns a summary whose heading names the member who acted. */
const withActor = (summary: EventSummary, name: string | null): EventSummary =>
  /^\p{Ll}/u.test(summary.heading) ? { ...summary, heading: `${name ?? NAMELESS} ${summary.heading}` } : summary;

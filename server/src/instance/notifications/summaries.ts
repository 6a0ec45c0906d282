import type { NotificationName } from '@earshot/contract/instance/notifications';
import type { Db } from '../../platform/postgres/database.ts';
import { buildMessage, type EventMessage, type EventSummary } from '../messages/messages.ts';
import { buildDashboardUrl } from '../projects/dashboard-url.ts';
import type { Notification } from './store.ts';

/**
 * Returns the current summaries of the subjects of notifications; those that no longer exist are missing. Every member with the role of the
 * kind may read the summary: it contains no personal data of users of the product.
 */
export type SummarizeSubjects = (db: Db, projectId: string, subjects: string[]) => Promise<Map<string, EventSummary>>;

/** Properties of the summaries of a kind. */
interface SummaryOptions {
  /** Whether headings continue the name of the member who acted: “assigned an entry to you”. */
  namesActor?: boolean;
}

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
  const kinds = new Map<NotificationName, SummaryOptions & { summarize: SummarizeSubjects }>();

  async function summarize(db: Db, projectId: string, list: Notification[]): Promise<Map<string, EventSummary>> {
    const found = new Map<string, EventSummary>();
    for (const [kind, items] of Map.groupBy(list, (item) => item.kind)) {
      const { summarize: summarizeKind, namesActor = false } = kinds.get(kind) ?? {};
      const summaries = await summarizeKind?.(db, projectId, [...new Set(items.map(({ subject }) => subject))]);
      for (const { id, subject, actor_name: actor } of items) {
        const summary = summaries?.get(subject);
        if (summary) found.set(id, namesActor ? { ...summary, heading: `${actor ?? NAMELESS} ${summary.heading}` } : summary);
      }
    }
    return found;
  }

  return {
    /** Registers the summaries of a kind. */
    define: (kind: NotificationName, summarizeSubjects: SummarizeSubjects, options: SummaryOptions = {}): void =>
      void kinds.set(kind, { ...options, summarize: summarizeSubjects }),
    /** Returns the notifications of a project whose subjects still exist, in words. */
    describe: async (
      db: Db,
      project: { id: string; name: string; slug: string },
      list: Notification[],
    ): Promise<DescribedNotification[]> => {
      const home = buildDashboardUrl(publicUrl(), project.slug);
      const summaries = await summarize(db, project.id, list);
      return await Promise.all(
        list.flatMap((item) => {
          const summary = summaries.get(item.id);
          if (!summary) return [];
          return buildMessage(summary, { name: project.name, home }).then((message) => ({ ...item, summary, message }));
        }),
      );
    },
  };
}

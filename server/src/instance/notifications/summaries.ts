import type { NotificationName } from '@earshot/contract/instance/notifications';
import type { Language } from '@earshot/contract/shared/languages';
import type { Db } from '../../platform/postgres/database.ts';
import { buildMessage, type EventMessage, type EventSummary } from '../messages/messages.ts';
import { buildDashboardUrl } from '../projects/dashboard-url.ts';
import { memberTexts } from '../texts/texts.ts';
import type { Notification } from './store.ts';

/** An event in words, whose heading may contain the name of the member who acted: “Ada assigned an entry to you”. */
export interface NotificationSummary extends Omit<EventSummary, 'heading'> {
  heading: string | ((actor: string) => string);
}

/**
 * Returns the current summaries of the subjects of notifications in a language; those that no longer exist are missing. Every member with the
 * role of the kind may read the summary: it contains no personal data of users of the product.
 */
export type SummarizeSubjects = (
  db: Db,
  projectId: string,
  subjects: string[],
  language: Language,
) => Promise<Map<string, NotificationSummary>>;

/** A notification in words. */
export interface DescribedNotification extends Notification {
  summary: EventSummary;
  message: EventMessage;
}

export type Summaries = ReturnType<typeof createSummaries>;

/** Creates the summaries of notifications. Each service adds those of its kinds. */
export function createSummaries(publicUrl: () => string) {
  const kinds = new Map<NotificationName, SummarizeSubjects>();

  async function summarize(
    db: Db,
    projectId: string,
    list: Notification[],
    language: Language,
  ): Promise<Map<string, EventSummary>> {
    const found = new Map<string, EventSummary>();
    for (const [kind, items] of Map.groupBy(list, (item) => item.kind)) {
      const summaries = await kinds.get(kind)?.(db, projectId, [...new Set(items.map(({ subject }) => subject))], language);
      for (const { id, subject, actor_name: actor } of items) {
        const summary = summaries?.get(subject);
        if (!summary) continue;
        const { heading } = summary;
        // Tokens may have no name.
        const named = typeof heading === 'string' ? heading : heading(actor ?? memberTexts(language).notifications.actor);
        found.set(id, { ...summary, heading: named });
      }
    }
    return found;
  }

  return {
    /** Registers the summaries of a kind. */
    define: (kind: NotificationName, summarizeSubjects: SummarizeSubjects): void => void kinds.set(kind, summarizeSubjects),
    /** Returns the notifications of a project whose subjects still exist, in words of a language. */
    describe: async (
      db: Db,
      project: { id: string; name: string; slug: string },
      list: Notification[],
      language: Language,
    ): Promise<DescribedNotification[]> => {
      const home = buildDashboardUrl(publicUrl(), project.slug);
      const summaries = await summarize(db, project.id, list, language);
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

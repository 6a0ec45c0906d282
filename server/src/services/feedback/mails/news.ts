import { formatId } from '../../../platform/ids.ts';
import { type EntryStatus, findStatusName } from '@earshot/contract/services/feedback/statuses';
import type { FeedbackStatus } from '@earshot/contract/services/feedback/values';
import { isSameMailbox } from '@earshot/contract/shared/mailbox';
import type { DomainEvent, DomainEvents } from '../../../platform/jobs/events.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { Outbox } from '../../../instance/mail/outbox.ts';
import { deleteCanceled } from '../../../instance/mail/store.ts';
import { findProject, type Project } from '../../../instance/projects/store.ts';
import { shippedEntries } from '../shipping.ts';
import { findEntry } from '../store.ts';
import { feedbackTexts } from '../texts/texts.ts';
import { findAddress } from './authors.ts';
import { type Conversing, createFollowerMails, type FollowerMails, oncePerLanguage, textsFor } from './followers.ts';
import { mailMerges } from './merges.ts';
import { mailPrivateAnswers } from './private-answers.ts';
import { mailReplies } from './replies.ts';
import { cancelHidden } from './waiting.ts';

const RETRY = { limit: 10, delaySeconds: 10 };
/** A publication can be taken back within this time. Subscribers of the changelog get their mail later (changelog/mails.ts). */
const AFTER_PUBLICATION_S = 2;

export interface Deps extends Conversing {
  events: DomainEvents;
  outbox: Pick<Outbox, 'defineKind'>;
  /** Returns whether a changelog entry is published. */
  isPublished: (db: Db, projectId: string, changelogEntryId: string) => Promise<boolean>;
}

/** Mails the followers of entries about a new status, a release, replies of the team and merges, and submitters about private answers. */
export function mailNews(deps: Deps): void {
  const followers = createFollowerMails(deps);
  mailStatusChanges(deps, followers);
  mailReleases(deps, followers);
  mailReplies(deps, followers);
  mailMerges(deps, followers);
  mailPrivateAnswers(deps, followers);
  cancelHidden(deps);
}

/** Mails the followers of an entry when its status changes, once for each change, except the person who changed it. */
function mailStatusChanges({ db, events }: Deps, { mail, list, buildPageLink }: FollowerMails): void {
  events.on('feedback.status_changed', 'mail-subscribers', RETRY, async ({ id, project_id, data }) => {
    // The mail about the changelog entry covers all entries that it ships.
    if (data.changelog_entry_id) return;
    const [project, entry] = await Promise.all([findProject(db, project_id), findEntry(db, project_id, data.entry_id)]);
    // Deleted or made private meanwhile.
    if (!project || entry?.visibility !== 'public') return;
    const actor = await findAddress(db, project_id, data.actor_id);
    const composeIn = oncePerLanguage((own) => {
      const status = toName(own, { status: data.new_status as FeedbackStatus, custom_status: entry.custom_status });
      const t = textsFor(own);
      return {
        cause: id,
        event: 'feedback.status_changed',
        subject: t.statusSubject(entry.title, status),
        heading: entry.title,
        paragraphs: [t.statusText(own.name, status)],
        action: buildPageLink(own, entry),
      };
    });
    await mail(project, await list(project_id, [entry.id]), ({ email }, own) =>
      actor && isSameMailbox(actor, email) ? undefined : composeIn(own),
    );
  });
}

/** Returns the name of a status in a sentence. */
function toName({ settings: { feedback, pages } }: Project, entry: EntryStatus): string {
  const { statuses, mails } = feedbackTexts(pages.language);
  return findStatusName(feedback.statuses, entry) ?? mails.inSentence(statuses[entry.status]);
}

function mailReleases({ db, events, isPublished }: Deps, { mail, list }: FollowerMails): void {
  events.on('changelog.published', 'mail-followers', { ...RETRY, afterSeconds: AFTER_PUBLICATION_S }, async (event) =>
    tellFollowers(event),
  );

  /** Mails each follower of the shipped entries once, except the person who published the release. */
  async function tellFollowers({ project_id, data }: DomainEvent<'changelog.published'>): Promise<void> {
    if (!data.feedback_ids.length) return;
    const project = await findProject(db, project_id);
    // Unpublished or deleted meanwhile: the link would be broken.
    if (!project || !(await isPublished(db, project_id, data.entry_id))) return;
    // Mails that waited while the entry was withdrawn.
    await deleteCanceled(db, project_id, data.cause);
    const ids = await shippedEntries(db, project_id, data.feedback_ids);
    const entries = await Promise.all(ids.map((id) => findEntry(db, project_id, id)));
    const titles = new Map(
      entries.flatMap((entry) => (entry?.visibility === 'public' ? [[entry.id, entry.title] as const] : [])),
    );
    const actor = await findAddress(db, project_id, data.actor_id);
    await mail(project, await list(project_id, [...titles.keys()]), ({ email, entry_ids }, own) =>
      actor && isSameMailbox(actor, email)
        ? undefined
        : {
            // Same cause as the mail to changelog subscribers, so a person who is both gets one mail.
            cause: data.cause,
            event: 'changelog.published',
            releaseId: formatId('cl', data.entry_id),
            subject: textsFor(own).shippedSubject(data.title, own.name),
            heading: data.title,
            paragraphs: [
              textsFor(own).shippedText(entry_ids.length, own.name, toName(own, { status: 'done' })),
              ...entry_ids.map((id) => `• ${titles.get(id)}`),
            ],
            action: { label: textsFor(own).readUpdate, url: data.url },
          },
    );
  }
}

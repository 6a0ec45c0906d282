import { findStatusName } from '@earshot/contract/services/feedback/statuses';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { findProject } from '../../../instance/projects/store.ts';
import { formatId, parseId } from '../../../platform/ids.ts';
import { createGroupCommit } from '../../../platform/postgres/group-commit.ts';
import type { Instance } from '../../../instance/instance.ts';
import type { NotificationSummary, SummarizeSubjects } from '../../../instance/notifications/summaries.ts';
import { isNews } from '../../../instance/notifications/notifications.ts';
import type { ProvenIdentity } from '../../../instance/directory/segments/segments.ts';
import { BY_ADDRESS, findMemberId } from '../authors.ts';
import { REPLIES } from '../comments/by-mail.ts';
import { findComment, findCommentsOfEntries } from '../comments/comments-store.ts';
import { type Entry, findEntries } from '../store.ts';
import type { Texts } from '../texts/en.ts';
import { feedbackTexts } from '../texts/texts.ts';
import { findAnyTwo } from './store.ts';

/** Notifies members of new feedback, comments of users, assignments and mentions. */
export function notifyMembers({ db, notifications }: Pick<Instance, 'db' | 'notifications'>): void {
  // Jobs run in groups, which share queries.
  const findCreated = createGroupCommit(async (projectId: string, ids: string[]) => {
    const [entries, any] = await Promise.all([findEntries(db, projectId, ids), findAnyTwo(db, projectId)]);
    return ids.map((id) => ({ entry: entries.find((entry) => entry.id === id), isFirst: any.every((other) => other === id) }));
  });

  notifications.on('feedback.created', async ({ project_id, data }) => {
    const { entry, isFirst } = await findCreated(project_id, data.entry_id);
    if (!entry || !isNews(entry)) return [];
    return [
      {
        kind: entry.visibility === 'pending' ? 'feedback.pending' : 'feedback.created',
        subject: entry.id,
        actorId: data.actor_id,
        person: findIdentity(entry.submitter_id, entry.submitter_confirmed_at ? entry.submitter_email : null),
        isUrgent: isFirst,
      },
    ];
  });

  notifications.on('feedback.updated', async ({ data, changes = [] }) => {
    const assignee = parseId('usr', String(changes.find(({ field }) => field === 'assignee_id')?.new));
    return assignee ? [{ kind: 'feedback.assigned', subject: data.entry_id, actorId: data.actor_id, to: [assignee] }] : [];
  });

  notifications.on('feedback.commented', async ({ project_id, data }) => {
    const comment = await findComment(db, project_id, data.entry_id, data.comment_id);
    // Deleted or moved by a merge meanwhile.
    if (!comment || !isNews(comment)) return [];
    const occurrence = { subject: comment.id, actorId: findMemberId(comment.author_id) };
    if (comment.author_role !== 'team')
      return [
        {
          ...occurrence,
          kind: comment.visibility === 'pending' ? 'feedback.pending' : 'feedback.commented',
          person: findIdentity(comment.author_id, null),
        },
      ];
    return data.mentioned_ids?.length ? [{ ...occurrence, kind: 'feedback.mentioned', to: data.mentioned_ids }] : [];
  });

  notifications.define(
    'feedback.created',
    describeEntries((t, { type }) => t.created[type]),
  );
  notifications.define(
    'feedback.vote_burst',
    describeEntries((t) => t.voteBurst),
  );
  notifications.define(
    'feedback.assigned',
    describeEntries((t) => t.assigned),
  );
  notifications.define(
    'feedback.commented',
    describeComments((t, comment) => t.commented[findAudience(comment)]),
  );
  notifications.define(
    'feedback.mentioned',
    describeComments((t, comment) => t.mentioned[findAudience(comment)]),
  );
  notifications.define('feedback.pending', async (...params) => {
    const [entries, comments] = await Promise.all([
      describeEntries((t, { visibility }) => t.entry[visibility === 'pending' ? 'pending' : 'approved'])(...params),
      describeComments((t, { visibility }) => t.comment[visibility === 'pending' ? 'pending' : 'approved'])(...params),
    ]);
    return new Map([...entries, ...comments]);
  });
}

/** Returns the identity that an author has proven, or null. */
function findIdentity(authorId: string | null, email: string | null): ProvenIdentity | null {
  const [, kind, value] = /^(\w+):(.*)$/s.exec(authorId ?? '') ?? [];
  if (kind === 'end' && value) return { kind: 'user_id', value };
  if (kind === BY_ADDRESS && value) return { kind: 'email', value };
  return email === null ? null : { kind: 'email', value: toMailboxKey(email) };
}

type Notices = Texts['notices'];

const describeEntries =
  (findHeading: (t: Notices, entry: Entry) => NotificationSummary['heading']): SummarizeSubjects =>
  async (db, projectId, ids, language) => {
    const [entries, project] = await Promise.all([findEntries(db, projectId, ids), findProject(db, projectId)]);
    const own = project?.settings.feedback.statuses ?? [];
    const { notices, statuses, mails, votes } = feedbackTexts(language);
    return new Map(
      entries.map((entry) => [
        entry.id,
        {
          heading: findHeading(notices, entry),
          title: entry.title,
          content: entry.description,
          facts: [
            ...entry.tags,
            entry.status !== 'new' && (findStatusName(own, entry) ?? mails.inSentence(statuses[entry.status])),
            entry.upvote_count > 0 && votes(entry.upvote_count),
          ],
          reply: { kind: REPLIES.note.kind, hint: notices.replyHint, subject: entry.id },
          link: buildPath(entry.id),
        },
      ]),
    );
  };

type DescribedComment = Awaited<ReturnType<typeof findCommentsOfEntries>>[number];

const describeComments =
  (findHeading: (t: Notices, comment: DescribedComment) => NotificationSummary['heading']): SummarizeSubjects =>
  async (db, projectId, ids, language) => {
    const comments = await findCommentsOfEntries(db, projectId, ids);
    const { notices } = feedbackTexts(language);
    return new Map(
      comments.map((comment) => [
        comment.id,
        {
          heading: findHeading(notices, comment),
          title: comment.title,
          content: comment.body,
          reply: { kind: REPLIES.note.kind, hint: notices.replyHint, subject: comment.entry_id },
          link: buildPath(comment.entry_id),
        },
      ]),
    );
  };

const findAudience = ({ internal, private: isPrivate }: DescribedComment) =>
  internal ? 'internal' : isPrivate ? 'private' : 'public';

const buildPath = (entryId: string) => `feedback/${formatId('fb', entryId)}`;

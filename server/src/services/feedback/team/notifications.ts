import { findStatusName } from '@earshot/contract/services/feedback/statuses';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { findProject } from '../../../instance/projects/store.ts';
import { formatId, parseId } from '../../../platform/ids.ts';
import type { Instance } from '../../../instance/instance.ts';
import { formatCount, type EventSummary } from '../../../instance/messages/messages.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { isNews } from '../../../instance/notifications/notifications.ts';
import type { ProvenIdentity } from '../../../instance/directory/segments/segments.ts';
import { BY_ADDRESS, findMemberId } from '../authors.ts';
import { REPLIES } from '../comments/by-mail.ts';
import { findComment, findCommentsOfEntries } from '../comments/comments-store.ts';
import { type Entry, findEntries, findEntry } from '../store.ts';
import { hasOtherEntries } from './store.ts';

/** Notifies members of new feedback, comments of users, assignments and mentions. */
export function notifyMembers({ db, notifications }: Pick<Instance, 'db' | 'notifications'>): void {
  notifications.on('feedback.created', async ({ project_id, data }) => {
    const entry = await findEntry(db, project_id, data.entry_id);
    if (!entry || !isNews(entry)) return [];
    return [
      {
        kind: entry.visibility === 'pending' ? 'feedback.pending' : 'feedback.created',
        subject: entry.id,
        actorId: data.actor_id,
        person: findIdentity(entry.submitter_id, entry.submitter_confirmed_at ? entry.submitter_email : null),
        isUrgent: !(await hasOtherEntries(db, project_id, entry.id)),
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

  notifications.define('feedback.created', describeEntries(NEW));
  notifications.define('feedback.vote_burst', describeEntries('Unusually many anonymous votes'));
  notifications.define('feedback.assigned', describeEntries('assigned an entry to you'), { namesActor: true });
  notifications.define('feedback.commented', describeComments('New comment'));
  notifications.define('feedback.mentioned', describeComments('mentioned you'), { namesActor: true });
  notifications.define('feedback.pending', async (reader, projectId, ids) => {
    const [entries, comments] = await Promise.all([
      describeEntries('Feedback', { withApproval: true })(reader, projectId, ids),
      describeComments('Comment', { withApproval: true })(reader, projectId, ids),
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

const NEW: Record<Entry['type'], string> = { feature: 'New feature request', bug: 'New bug report', feedback: 'New feedback' };

interface Approval {
  /** Whether the heading states that the text awaits approval, as long as it does. */
  withApproval?: boolean;
}

const withState = (heading: string, visibility: string, { withApproval = false }: Approval) =>
  withApproval ? `${heading} ${visibility === 'pending' ? 'awaiting approval' : 'approved'}` : heading;

const describeEntries =
  (heading: string | typeof NEW, approval: Approval = {}) =>
  async (db: Db, projectId: string, ids: string[]): Promise<Map<string, EventSummary>> => {
    const [entries, project] = await Promise.all([findEntries(db, projectId, ids), findProject(db, projectId)]);
    const statuses = project?.settings.feedback.statuses ?? [];
    return new Map(
      entries.map((entry) => [
        entry.id,
        {
          heading: withState(typeof heading === 'string' ? heading : heading[entry.type], entry.visibility, approval),
          title: entry.title,
          content: entry.description,
          facts: [
            ...entry.tags,
            entry.status !== 'new' && (findStatusName(statuses, entry) ?? entry.status.replaceAll('_', ' ')),
            entry.upvote_count > 0 && formatCount(entry.upvote_count, 'vote'),
          ],
          reply: { ...REPLIES.note, subject: entry.id },
          link: buildPath(entry.id),
        },
      ]),
    );
  };

const describeComments =
  (heading: string, approval: Approval = {}) =>
  async (db: Db, projectId: string, ids: string[]): Promise<Map<string, EventSummary>> => {
    const comments = await findCommentsOfEntries(db, projectId, ids);
    return new Map(
      comments.map(({ id, entry_id, title, body, visibility, ...comment }) => [
        id,
        {
          heading: `${withState(heading, visibility, approval)}${findPlace(comment)}`,
          title,
          content: body,
          reply: { ...REPLIES.note, subject: entry_id },
          link: buildPath(entry_id),
        },
      ]),
    );
  };

/** Names the audience of a comment that is not public. */
const findPlace = ({ internal, private: isPrivate }: { internal: boolean; private: boolean }): string =>
  internal ? ' in an internal note' : isPrivate ? ' in a private answer' : '';

const buildPath = (entryId: string) => `feedback/${formatId('fb', entryId)}`;

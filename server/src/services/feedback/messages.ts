import type { ProjectSettings } from '@earshot/contract/instance/projects';
import { type EntryStatus, findStatusName } from '@earshot/contract/services/feedback/statuses';
import type { FeedbackStatus } from '@earshot/contract/services/feedback/values';
import { formatCount, type EventSummary } from '../../instance/messages/messages.ts';
import type { Instance } from '../../instance/instance.ts';
import type { Change } from '../../platform/jobs/events.ts';
import type { commentForMember, entryForMember } from './projections.ts';
import type { Entry } from './store.ts';

type EntryData = Omit<ReturnType<typeof entryForMember>, 'submitter_name'> & { submitter_name?: string | null };
type VoteData = EntryData & { new_votes: number; withdrawn_votes: number };
type CommentData = Omit<ReturnType<typeof commentForMember>, 'author_name' | 'recipient_name'> & {
  author_name?: string | null;
  feedback: Pick<Entry, 'title' | 'upvote_count'>;
};

const NEW = { feature: 'New feature request', bug: 'New bug report', feedback: 'New feedback' };
const COMMENT = { team: 'New answer of the team', user: 'New comment', visitor: 'New comment' };

const toWords = (value: unknown) => String(value).replaceAll('_', ' ');

/** Returns the name that the project gives to a status, or its value in words. */
const toName = (entry: EntryStatus, { feedback: { statuses } }: ProjectSettings) =>
  findStatusName(statuses, entry) ?? toWords(entry.status);

/** Adds messages about feedback. */
export function describeFeedback({ messages }: Pick<Instance, 'messages'>): void {
  messages.add({
    'feedback.created': (entry: EntryData, _changes, settings) =>
      summarize(entry, settings, {
        heading: entry.visibility === 'pending' ? `${NEW[entry.type]}, awaiting approval` : NEW[entry.type],
        content: entry.description,
        facts: [entry.submitter_name, ...entry.tags],
      }),
    'feedback.updated': (entry: EntryData, changes, settings) =>
      summarize(entry, settings, {
        heading: changes.length ? `Changed: ${changes.map(({ field }) => toWords(field)).join(', ')}` : 'Separated after a merge',
      }),
    'feedback.status_changed': (entry: EntryData, changes, settings) =>
      summarize(entry, settings, { heading: describeStatus(changes, settings) ?? toName(entry, settings) }),
    'feedback.merged': (entry: EntryData, _changes, settings) =>
      summarize({ ...entry, id: entry.merged_into ?? entry.id }, settings, { heading: 'Merged into another entry' }),
    'feedback.deleted': (entry: EntryData, _changes, settings) => ({
      ...summarize(entry, settings, { heading: 'Deleted' }),
      link: 'feedback',
    }),
    'feedback.voted': (entry: VoteData, _changes, settings) =>
      summarize(entry, settings, {
        heading: entry.new_votes
          ? formatCount(entry.new_votes, 'new vote')
          : formatCount(entry.withdrawn_votes, 'withdrawn vote'),
      }),
    'feedback.commented': ({ feedback_id, feedback, visibility, ...comment }: CommentData) => ({
      heading: `${describeComment(comment)}${visibility === 'pending' ? ', awaiting approval' : ''}`,
      title: feedback.title,
      content: comment.body,
      facts: [comment.author_name, formatCount(feedback.upvote_count, 'vote')],
      link: `feedback/${feedback_id}`,
    }),
  });
}

function describeComment({
  internal,
  private: isPrivate,
  author_role,
}: Pick<CommentData, 'internal' | 'private' | 'author_role'>): string {
  if (internal) return 'New internal note';
  if (!isPrivate) return COMMENT[author_role];
  return author_role === 'team' ? 'New private answer' : 'New reply to a private answer';
}

function summarize(
  entry: EntryData,
  settings: ProjectSettings,
  { heading, content, facts = [] }: Pick<EventSummary, 'heading' | 'content' | 'facts'>,
): EventSummary {
  return {
    heading,
    title: entry.title,
    ...(content && { content }),
    facts: [...facts, toName(entry, settings), formatCount(entry.upvote_count, 'vote')],
    link: `feedback/${entry.id}`,
  };
}

function describeStatus(changes: Change[], settings: ProjectSettings): string | undefined {
  const find = (name: string) => changes.find(({ field }) => field === name);
  const [state, custom] = [find('status'), find('custom_status')];
  const name = (at: 'old' | 'new') =>
    toName({ status: state?.[at] as FeedbackStatus, custom_status: custom?.[at] as string | null | undefined }, settings);
  return state && `Status: ${name('old')} → ${name('new')}`;
}

import { formatId } from '../../../platform/ids.ts';
import type { Deps } from '../changelog.ts';
import type { Entry } from '../store.ts';
import { countConfirmed } from '../subscribers-store.ts';

/**
 * Returns the number of people that publishing an entry will notify: changelog subscribers and followers of the shipped feedback. Followers
 * hear nothing of an entry for a segment, because its page does not exist for them, and of other entries regardless of their language.
 */
export async function countAudience(
  { db, findFollowers, segments }: Pick<Deps, 'db' | 'findFollowers' | 'segments'>,
  entry: Entry,
) {
  const { project_id: projectId, feedback_ids: feedbackIds, segment_id: segmentId } = entry;
  const { entries, emails: followers } = await findFollowers(db, projectId, feedbackIds);
  const emails = segmentId ? [] : followers;
  const people = segmentId ? await segments.findCondition(projectId, segmentId) : undefined;
  const { confirmed, known } = await countConfirmed(db, projectId, { emails, people, entry });
  return {
    subscribers: confirmed,
    feedback: entries.map(({ id, ...rest }) => ({ id: formatId('fb', id), ...rest })),
    people: confirmed + emails.length - known,
  };
}

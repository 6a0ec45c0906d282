import type { Project } from '../../../instance/projects/store.ts';
import type { DomainEvents, NewEvent } from '../../../platform/jobs/events.ts';
import type { Transaction } from '../../../platform/postgres/database.ts';
import { entryForEvent } from '../projections.ts';
import { raisePeaks } from '../store.ts';
import { listKeys } from './rewards.ts';

/** Records the rewards that some entries reach for the first time. Call it while the line is locked, after a change of referrals. */
export async function recordRewards(
  tx: Transaction,
  events: DomainEvents,
  { project, ids }: { project: Project; ids: string[] },
): Promise<void> {
  const reached = (await raisePeaks(tx, project.id, ids)).flatMap((entry): NewEvent[] => {
    const [before, after] = [listKeys(project, entry.peak_before), listKeys(project, entry.referral_count)];
    const rewards = after.filter((key) => !before.includes(key));
    if (!rewards.length) return [];
    return [
      {
        type: 'waitlist.reward_reached',
        data: { entry_id: entry.id, rewards },
        subject: entryForEvent(project, entry),
        changes: [{ field: 'reached_rewards', old: before, new: after }],
      },
    ];
  });
  if (reached.length) await events.record(tx, project.id, reached);
}

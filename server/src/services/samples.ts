import type { Filling, FillServices, SampleRecords } from '../instance/demo/filling.ts';
import type { Db } from '../platform/postgres/database.ts';
import { addSubscribers, fillChangelog } from './changelog/sample.ts';
import { fillProposals } from './feedback/proposals/sample.ts';
import { fillFeedback } from './feedback/sample.ts';
import { fillHelp } from './knowledge-base/sample.ts';

/**
 * Adds feedback, the changelog that finishes some of it, help articles, and the samples of `others`, or less where the options say so.
 * Returns ids of records to show.
 */
export async function fillServices(
  db: Db,
  forPart: (part: number) => Filling,
  others: FillServices<void>[],
): Promise<SampleRecords> {
  // Before other mails, because the confirmation mails must be among the latest ones.
  await addSubscribers(forPart(0));
  const fillVoices = async () => {
    const filling = forPart(1);
    const feedback = await fillFeedback(filling);
    await fillProposals(db, filling.projectId, feedback.proposed);
    return { feedback, changelog: await fillChangelog(forPart(2), feedback.finished) };
  };
  const [{ feedback, changelog }] = await Promise.all([
    fillVoices(),
    fillHelp(forPart(5)),
    ...others.map((fill) => fill(forPart)),
  ]);
  return { entryId: feedback.mostDiscussed, draftId: changelog.draftId };
}
